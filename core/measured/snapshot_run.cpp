// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/snapshot_run.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace plimsoll {

namespace {

using SnapshotRunAction = SnapshotEvent::Action;

/// Keeps the highest point of each stretch, and makes stretches longer as there are more.
class Curve {
public:
    explicit Curve(std::size_t most = std::size_t{1} << 16U) : m_most(most) {}
    void add(std::int64_t time_us, Bytes bytes)
    {
        if (m_in == 0)
            m_points.push_back({time_us, bytes});
        else if (bytes > m_points.back().second)
            m_points.back() = {time_us, bytes};
        if (++m_in < m_of) return;
        m_in = 0;
        if (m_points.size() < m_most) return;
        for (std::size_t i = 0; i + 1 < m_points.size(); i += 2)
            m_points[i / 2] = m_points[i].second >= m_points[i + 1].second ? m_points[i] : m_points[i + 1];
        m_points.resize(m_points.size() / 2);
        m_of *= 2;
    }
    [[nodiscard]] MeasuredCurve above(Bytes base, std::string what) const
    {
        MeasuredCurve out{std::move(what), {}, {}};
        for (const auto &[time, bytes] : m_points)
            out.points.emplace_back(static_cast<double>(time - m_points.front().first) / 1e6, std::max<Bytes>(0, base + bytes));
        return out;
    }

    /// Without its times.
    [[nodiscard]] std::vector<Bytes> heights_above(Bytes base) const
    {
        std::vector<Bytes> out;
        out.reserve(m_points.size());
        for (const auto &[time, bytes] : m_points) out.push_back(std::max<Bytes>(0, base + bytes));
        return out;
    }

private:
    std::size_t m_most;
    std::vector<std::pair<std::int64_t, Bytes>> m_points;
    std::size_t m_in = 0, m_of = 1;
};

/// Of how many stretches the course is kept, and how finely: a step has a handful, and a chart some thousand pixels.
constexpr std::size_t most_courses = 256, course_points = 2048;

/// A stretch of one phase of one step, above what was there before the trace.
struct Stretch {
    Count step = 0;
    std::string phase;
    Bytes allocated = 0, reserved = 0, end = 0;
    std::uint64_t entry = 0;
    bool any = false;
    Curve course{course_points};
};

/// "step 2 forward"
bool phase_in(std::string_view metadata, Count &step, std::string &phase)
{
    if (!metadata.starts_with("step ")) return false;
    metadata.remove_prefix(5);
    const auto [end, code] = std::from_chars(metadata.data(), metadata.data() + metadata.size(), step);
    if (code != std::errc() || step < 0) return false;
    metadata.remove_prefix(static_cast<std::size_t>(end - metadata.data()));
    if (metadata.size() < 2 || metadata.front() != ' ') return false;
    phase = metadata.substr(1, 40);
    return true;
}

/// The trace of one device.
class Trace {
public:
    void take(const SnapshotEvent &event, const std::vector<SnapshotPlace> &places)
    {
        if (event.action == SnapshotRunAction::alloc || event.action == SnapshotRunAction::free_requested)
            find_phase(event, places);
        switch (event.action) {
        case SnapshotRunAction::alloc: m_allocated += asked_block(event.size); break;
        case SnapshotRunAction::free_requested: m_allocated -= asked_block(event.size); break;
        case SnapshotRunAction::segment_alloc: m_reserved += event.size; break;
        case SnapshotRunAction::segment_free: m_reserved -= event.size; break;
        case SnapshotRunAction::oom: m_out_of_memory = true; break;
        default: break;
        }
        m_curve.add(event.time_us, m_allocated);
        m_reserved_curve.add(event.time_us, m_reserved);
        if (m_stretches.empty()) {
            m_places[{0, {}}] = 0;
            m_stretches.push_back({});
        }
        raise(m_stretches[m_at]);
        if (m_at < most_courses) m_stretches[m_at].course.add(0, m_allocated);
        ++m_entries;
    }

    [[nodiscard]] std::uint64_t entries() const { return m_entries; }

    void fill(SnapshotRun &out, const TorchSnapshot::Device &end) const
    {
        const Bytes below = end.asked - m_allocated, reserved = end.reserved - m_reserved;
        Measured &run = out.measured;
        run.curves = {m_curve.above(below, "allocated"), m_reserved_curve.above(reserved, "reserved")};
        run.out_of_memory = m_out_of_memory;
        for (const Stretch &one : m_stretches) {
            if (one.phase.empty() || one.phase == "between") continue;
            run.phases.push_back({one.step, one.phase, one.allocated + below, one.reserved + reserved, one.end + below});
            out.peaks.push_back(one.entry);
            out.courses.push_back(one.course.heights_above(below));
        }
        for (const Stretch &one : m_stretches) {
            if (one.step == 0 && !one.phase.empty()) continue; // loading
            run.allocated_peak = std::max(run.allocated_peak.value_or(0), one.allocated + below);
            run.reserved_peak = std::max(run.reserved_peak.value_or(0), one.reserved + reserved);
        }
    }

private:
    void find_phase(const SnapshotEvent &event, const std::vector<SnapshotPlace> &places)
    {
        Count step = m_step;
        std::string phase;
        if (phase_in(event.metadata, step, phase)) {
            m_stacks = true;
        } else if (event.action == SnapshotRunAction::free_requested) {
            return; // whoever lets go last
        } else {
            phase = places[event.place].phase;
            if (!phase.empty()) m_stacks = true;
            // autograd's own thread has no Python stack, and not the metadata of the one that called it
            if (phase.empty()) phase = m_stacks && event.place == 0 && m_phase == "forward" ? "backward" : m_phase;
            if (phase == "forward" && m_phase != "backward" && m_phase != "forward") ++step;
        }
        if (step == m_step && phase == m_phase) return;
        m_step = step;
        m_phase = phase;
        constexpr std::size_t most_stretches = 100'000;
        const auto known = m_places.find({step, phase});
        m_at = known != m_places.end() ? known->second : std::min(m_stretches.size(), most_stretches);
        if (m_at == m_stretches.size()) {
            m_places[{step, phase}] = m_at;
            m_stretches.push_back({.step = step, .phase = phase});
        }
        m_at = std::min(m_at, m_stretches.size() - 1);
        raise(m_stretches[m_at]); // a peak counts from what is there when it begins
    }

    void raise(Stretch &now) const
    {
        if (!now.any || m_allocated > now.allocated) {
            now.allocated = m_allocated;
            now.entry = m_entries;
        }
        now.reserved = now.any ? std::max(now.reserved, m_reserved) : m_reserved;
        now.end = m_allocated;
        now.any = true;
    }

    Curve m_curve, m_reserved_curve;
    std::vector<Stretch> m_stretches;
    std::map<std::pair<Count, std::string>, std::size_t> m_places; ///< of the stretches
    std::size_t m_at = 0;
    std::uint64_t m_entries = 0;
    Bytes m_allocated = 0, m_reserved = 0;
    Count m_step = 0;
    std::string m_phase;
    bool m_stacks = false, m_out_of_memory = false;
};

} // namespace

Result<SnapshotRun> measured_snapshot(std::istream &in)
{
    std::map<std::uint32_t, Trace> traces;
    const Result<TorchSnapshot> read =
        read_torch_snapshot(in, [&traces](const SnapshotEvent &event, const std::vector<SnapshotPlace> &places) {
            traces[event.device].take(event, places);
        });
    if (!read) return read.error();
    SnapshotRun out;
    out.measured.source = "torch snapshot";
    std::uint64_t most = 0;
    for (const auto &[device, trace] : traces)
        if (trace.entries() > most) {
            most = trace.entries();
            out.device = device;
        }
    if (most == 0)
        for (std::size_t i = 0; i < read->devices.size(); ++i)
            if (read->devices[i].reserved > read->devices[out.device].reserved) out.device = static_cast<std::uint32_t>(i);
    const TorchSnapshot::Device end = out.device < read->devices.size() ? read->devices[out.device] : TorchSnapshot::Device{};
    if (most > 0) {
        traces.at(out.device).fill(out, end);
        out.measured.notes.push_back(phrase(
            QT_TRANSLATE_NOOP("core", "a trace says what was asked for: what blocks hold beside it (up to 1 MiB each) is not in "
                                      "the allocated figures")));
    } else {
        out.measured.allocated_peak = end.allocated;
        out.measured.reserved_peak = end.reserved;
        out.measured.notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "no trace was recorded: the figures are those at its end")));
    }
    return out;
}

Result<std::vector<LiveSize>> living_at(std::istream &in, std::uint32_t device, std::uint64_t entry)
{
    std::unordered_map<std::uint64_t, std::pair<Bytes, std::uint32_t>> live;
    std::uint64_t at = 0;
    const Result<TorchSnapshot> read =
        read_torch_snapshot(in, [&](const SnapshotEvent &event, const std::vector<SnapshotPlace> &) {
            if (event.device != device || at++ > entry) return;
            if (event.action == SnapshotRunAction::alloc) live[event.address] = {asked_block(event.size), event.place};
            if (event.action == SnapshotRunAction::free_requested) live.erase(event.address);
        });
    if (!read) return read.error();
    std::map<std::pair<Bytes, std::uint32_t>, Count> counted;
    for (const auto &[address, block] : live) ++counted[block];
    std::vector<LiveSize> out;
    for (const auto &[block, count] : counted) out.push_back({block.first, count, read->places[block.second]});
    std::ranges::stable_sort(out, std::greater{}, [](const LiveSize &one) { return one.size * one.count; });
    return out;
}

} // namespace plimsoll
