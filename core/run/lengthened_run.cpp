// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/lengthened_run.h"

#include "core/run/layer_walks.h"
#include "core/torch/running_sums.h"

#include <algorithm>
#include <cstring>

namespace plimsoll::step {

namespace {

constexpr int first_middle = 1, second_middle = 2, last_block = short_run_periods - 1;

/// A storage as an event of the long run finds it: of `stretch`, `period` periods from the event's own where `moves`, else of a
/// period counted from the start (≥ 0) or from the end (< 0).
struct Reference {
    std::uint32_t stretch = 0;
    std::int32_t period = 0;
    std::uint32_t index = 0;
    bool moves = false;
};

/// What the same event of every middle period refers to: from the first of them, from those between, and from the last.
struct Repeated {
    Reference first, between, last;
};

class Lengthener {
public:
    Lengthener(const Trace &run, const LayerLayout &layout, const LayerWalks &walks)
        : m_run(run), m_layout(layout), m_walks(walks)
    {}

    /// False where the run does not tell the long one.
    bool write(EventList &out)
    {
        m_out = &out;
        out.reserve(events().size()); // each is stored once at most
        number_blocks();
        return std::ranges::all_of(m_walks.stretches, [this](const Stretch &one) { return write_stretch(one); });
    }

private:
    [[nodiscard]] const Stretch &stretch(std::uint32_t s) const { return m_walks.stretches[s]; }
    [[nodiscard]] std::span<const Event> events() const { return m_run.events.stored(); }

    /// Block of the four-period model that stands for period `q` of the long one.
    [[nodiscard]] int block_of(int q) const
    {
        if (q <= first_middle) return q;
        const int from_end = m_layout.periods - 1 - q;
        return from_end <= 1 ? last_block - from_end : second_middle;
    }

    void number_blocks()
    {
        std::uint64_t id = 0;
        for (const Stretch &one : m_walks.stretches) {
            std::vector<std::uint32_t> &first = m_first_id.emplace_back(one.walk ? m_layout.periods : 1);
            for (std::size_t k = 0; k < first.size(); ++k) {
                const std::size_t q = one.ascending ? k : first.size() - 1 - k;
                const EventRange &range = one.blocks[one.walk ? static_cast<std::size_t>(block_of(static_cast<int>(q))) : 0];
                first[q] = static_cast<std::uint32_t>(id);
                id += range.allocations;
                if (id > most_allocations) throw TooLarge{true};
            }
        }
    }

    [[nodiscard]] std::uint32_t id_of(const Reference &reference, int q) const
    {
        const std::vector<std::uint32_t> &first = m_first_id[reference.stretch];
        int period = reference.period;
        if (reference.moves)
            period += q;
        else if (period < 0)
            period += m_layout.periods;
        return first[static_cast<std::size_t>(period)] + reference.index;
    }

    /// What an event outside the middle periods refers to; `block` is its own, -1 outside every walk.
    [[nodiscard]] std::optional<Reference> fixed_reference(std::uint32_t id, int block) const
    {
        const StorageOrigin &origin = m_walks.origins[id];
        Reference out{origin.stretch, origin.period, origin.index, false};
        if (!stretch(origin.stretch).walk || origin.period == 0) return out;
        const bool from_start = origin.period == first_middle, from_end = origin.period == second_middle;
        if ((from_start && block != 0) || (from_end && block != last_block)) return std::nullopt;
        if (!from_start) out.period -= short_run_periods;
        return out;
    }

    /// What the same event of both middle periods refers to.
    [[nodiscard]] bool refer(std::uint32_t first, std::uint32_t second, Repeated &out) const
    {
        const StorageOrigin &a = m_walks.origins[first], &b = m_walks.origins[second];
        if (a.stretch != b.stretch) return false;
        const bool boundary = !stretch(a.stretch).walk || a.period == 0 || a.period == last_block;
        if (first == second && boundary) {
            Reference same{a.stretch, a.period == last_block ? -1 : a.period, a.index, false};
            out.first = out.between = out.last = same;
            return true;
        }
        if (!stretch(a.stretch).walk || b.period - a.period != 1) return false;
        const int away = a.period - first_middle;
        if (away == 0 && a.index != b.index) return false;
        out.first = {a.stretch, away, a.index, true};
        out.last = {b.stretch, away, b.index, true};
        out.between = away > 0 ? out.first : out.last; // the one that refers to a middle period
        return true;
    }

    [[nodiscard]] bool alike(const Event &a, const Event &b) const
    {
        if (a.kind != b.kind || a.component != b.component || a.phase != b.phase || a.dtype != b.dtype || a.step != b.step)
            return false;
        if (a.bytes != b.bytes || (a.kind == Event::Kind::relabel && a.shape != b.shape)) return false;
        if (a.kind == Event::Kind::allocate && m_run.shapes[a.shape] != m_run.shapes[b.shape]) return false;
        return std::strcmp(a.operation, b.operation) == 0 && std::strcmp(a.module, b.module) == 0;
    }

    /// Layer of an event in period `block` of the four, moved to period q.
    [[nodiscard]] std::int16_t moved(std::int16_t layer, int block, int q) const
    {
        return layer < 0 ? layer : static_cast<std::int16_t>(layer + m_layout.period * (q - block));
    }

    /// Layer of an event outside the walks or at their ends: counted from the start or from the end.
    [[nodiscard]] std::int16_t kept(std::int16_t layer) const
    {
        const int from_end = m_layout.head + m_layout.period * last_block;
        return layer < from_end ? layer
                                : static_cast<std::int16_t>(layer + m_layout.period * (m_layout.periods - short_run_periods));
    }

    bool write_stretch(const Stretch &one)
    {
        if (!one.walk) return write_fixed(one.blocks.front(), -1);
        const int first = one.ascending ? 0 : last_block, last = last_block - first;
        return read_middle(one) && write_fixed(one.blocks[static_cast<std::size_t>(first)], first) &&
               write_middles(one.ascending) && write_fixed(one.blocks[static_cast<std::size_t>(last)], last);
    }

    bool read_middle(const Stretch &one)
    {
        const EventRange &first = one.blocks[first_middle], &second = one.blocks[second_middle];
        const std::uint32_t count = first.end - first.begin;
        if (second.end - second.begin != count) return false;
        m_middle = events().subspan(first.begin, count);
        m_repeated.assign(count, {});
        for (std::uint32_t i = 0; i < count; ++i) {
            const Event &a = m_middle[i], &b = events()[second.begin + i];
            if (!alike(a, b) || b.layer != moved(a.layer, first_middle, second_middle)) return false;
            if (a.kind != Event::Kind::mark && !refer(a.id, b.id, m_repeated[i])) return false;
        }
        return true;
    }

    /// Middle periods in the order of the walk: the first, those between as often as there are, and the last.
    bool write_middles(bool up)
    {
        EventRun run;
        run.begin = m_out->store(m_middle);
        run.end = run.begin + static_cast<std::uint32_t>(m_middle.size());
        const int last = m_layout.periods - 2;
        const auto &end = up ? &Repeated::last : &Repeated::first;
        return repeat(run, up ? &Repeated::first : &Repeated::last, up ? first_middle : last, 1, up) &&
               repeat(run, &Repeated::between, up ? first_middle + 1 : last - 1, last - 2, up) &&
               repeat(run, end, up ? last : first_middle, 1, up);
    }

    /// `times` periods from `period` on. False where their storages are not as far apart as their periods.
    bool repeat(EventRun run, Reference Repeated::*which, int period, int times, bool up)
    {
        const int way = up ? 1 : -1;
        run.times = static_cast<std::uint32_t>(times);
        run.layer_offset = static_cast<std::int16_t>(m_layout.period * (period - first_middle));
        run.layer_growth = static_cast<std::int16_t>(m_layout.period * way);
        m_ids.clear();
        for (const Repeated &one : m_repeated) {
            const Reference &reference = one.*which;
            RepeatedId id{id_of(reference, period), 0};
            if (times > 1) id.growth = id_of(reference, period + way) - id.first;
            const auto steps = static_cast<std::uint32_t>(times) - 1;
            if (times > 1 && id_of(reference, period + way * (times - 1)) != id.first + id.growth * steps) return false;
            m_ids.push_back(id);
        }
        m_out->repeat(run, m_ids);
        return true;
    }

    bool write_fixed(const EventRange &range, int block)
    {
        for (Event event : events().subspan(range.begin, range.end - range.begin)) {
            event.layer = kept(event.layer);
            if (event.kind != Event::Kind::mark) {
                const auto reference = fixed_reference(event.id, block);
                if (!reference) return false;
                event.id = id_of(*reference, 0);
            }
            m_out->append(event);
        }
        return true;
    }

    const Trace &m_run;
    LayerLayout m_layout;
    const LayerWalks &m_walks;
    EventList *m_out = nullptr;
    std::vector<std::vector<std::uint32_t>> m_first_id; ///< of each period of each stretch, in the long run
    std::span<const Event> m_middle;                    ///< of the first middle period
    std::vector<Repeated> m_repeated;
    std::vector<RepeatedId> m_ids;
};

LayerLayout of_periods(LayerLayout layout, int periods)
{
    layout.periods = periods;
    return layout;
}

/// Follows recorded events as Machine follows the run.
class PhaseReader {
public:
    void read(const Event &event, std::size_t index)
    {
        m_index = index;
        if (m_records.empty() || event.phase != m_records.back().phase || event.step != m_records.back().step) enter(event);
        if (event.kind == Event::Kind::release) settle();
        m_sums.apply(event);
        if (event.kind == Event::Kind::allocate) raise(event.layer);
    }

    [[nodiscard]] const RunningSums &sums() const { return m_sums; }

    /// Leaves out `times` repetitions of what happened since `before`.
    void repeat(const RunningSums &before, Count times)
    {
        settle();
        m_sums = repeated(before, m_sums, times);
    }

    std::vector<PhaseRecord> take()
    {
        settle();
        if (!m_records.empty()) m_records.back().after = m_sums.allocated;
        return std::move(m_records);
    }

private:
    void enter(const Event &event)
    {
        settle();
        if (!m_records.empty()) m_records.back().after = m_sums.allocated;
        for (PhaseRecord &record : m_records) {
            if (record.step != event.step || record.phase != event.phase) continue;
            std::swap(record, m_records.back());
            return raise(m_records.back().layer);
        }
        m_records.push_back({event.step, event.phase, event.layer, m_sums.allocated, 0, m_sums.components, m_index});
    }

    void raise(std::int16_t layer)
    {
        PhaseRecord &record = m_records.back();
        if (m_sums.allocated <= record.peak) return;
        if (m_sums.allocated > most_in_a_step) refuse_size();
        record.peak = m_sums.allocated;
        record.layer = layer;
        record.event = m_index;
        m_open = true;
    }

    /// The peak's parts are those when something goes next.
    void settle()
    {
        if (m_open) m_records.back().at_peak = m_sums.components;
        m_open = false;
    }

    std::vector<PhaseRecord> m_records;
    std::size_t m_index = 0;
    RunningSums m_sums;
    bool m_open = false;
};

} // namespace

std::vector<PhaseRecord> phases_of(const EventList &events)
{
    PhaseReader reader;
    for (const EventRun &run : events.runs()) {
        const auto read = [&](std::uint32_t time) {
            std::size_t index = run.first + std::size_t{run.length()} * time;
            events.each_of(run, time, [&](const Event &event) { reader.read(event, index++); });
        };
        // every repetition adds the same: the highest is the first or the last
        const RunningSums before = reader.sums();
        read(0);
        if (run.times > 2) reader.repeat(before, run.times - 2);
        if (run.times > 1) read(run.times - 1);
    }
    return reader.take();
}

std::optional<Trace> lengthen(Trace run, const LayerLayout &layout)
{
    const auto walks = find_walks(run.events.stored(), of_periods(layout, short_run_periods));
    EventList events;
    if (!walks || !Lengthener(run, layout, *walks).write(events)) return std::nullopt;
    run.events = std::move(events);
    run.phases = phases_of(run.events);
    return run;
}

} // namespace plimsoll::step
