// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/torch_snapshot.h"

#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/measured/pickle.h"

#include <algorithm>
#include <unordered_map>

namespace plimsoll {

namespace {

using TorchSnapshotKind = PickleValue::Kind;
using TorchSnapshotAction = SnapshotEvent::Action;

struct NamedAction {
    std::string_view name;
    TorchSnapshotAction action;
};
constexpr NamedAction actions[] = {
    {"alloc", TorchSnapshotAction::alloc},
    {"free_requested", TorchSnapshotAction::free_requested},
    {"free_completed", TorchSnapshotAction::free_completed},
    {"free", TorchSnapshotAction::free_requested}, // before torch 2.0
    {"segment_alloc", TorchSnapshotAction::segment_alloc},
    {"segment_free", TorchSnapshotAction::segment_free},
    {"segment_map", TorchSnapshotAction::segment_alloc},
    {"segment_unmap", TorchSnapshotAction::segment_free},
    {"oom", TorchSnapshotAction::oom},
};

constexpr std::size_t most_devices = 1024;

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

bool is_torchs_own(std::string_view file)
{
    return file.find("/torch/") != std::string_view::npos || file.find("/accelerate/") != std::string_view::npos ||
           file.find("CUDACachingAllocator") != std::string_view::npos || file == "??" || file.empty();
}

class Reading {
public:
    Reading(std::istream &in, const SnapshotVisit &visit) : m_reader(in), m_visit(visit) {}

    Result<TorchSnapshot> read()
    {
        const Result<PickleValue> top =
            m_reader.read([this](const PickleValue &dict, std::uint64_t outside) { return take(dict, outside); });
        if (!top) return top.error();
        const PickleValue *const traces = m_reader.find(*top, "device_traces");
        const PickleValue *const segments = m_reader.find(*top, "segments");
        if (traces == nullptr || segments == nullptr || !is_read(*segments, 0) || !is_read(*traces, 1))
            return Error{"snapshot",
                         phrase(QT_TRANSLATE_NOOP("core", "a pickle without lists of %1 and %2"), {"segments", "device_traces"}),
                         "torch.cuda.memory._dump_snapshot",
                         {}};
        if (const PickleValue *const settings = m_reader.find(*top, "allocator_settings"))
            if (const PickleValue *const value = m_reader.find(*settings, "expandable_segments"))
                m_out.expandable = value->kind == TorchSnapshotKind::boolean && value->bits == 1;
        m_out.bytes = m_reader.bytes_read();
        if (m_error) return *std::move(m_error);
        return std::move(m_out);
    }

private:
    /// A list of records, which were all taken, or of such lists.
    [[nodiscard]] bool is_read(const PickleValue &list, int within) const
    {
        const std::vector<PickleValue> &items = m_reader.items(list);
        if (list.kind != TorchSnapshotKind::list) return false;
        return within == 0 ? items.empty()
                           : std::ranges::all_of(items, [&](const PickleValue &item) { return is_read(item, within - 1); });
    }
    [[nodiscard]] std::int64_t integer(const PickleValue &dict, std::string_view key) const
    {
        const PickleValue *const value = m_reader.find(dict, key);
        return value != nullptr && value->is_integer() ? value->integer() : 0;
    }
    [[nodiscard]] Bytes bytes(const PickleValue &dict, std::string_view key) const
    {
        return std::clamp<std::int64_t>(integer(dict, key), 0, Bytes{1} << 50);
    }
    [[nodiscard]] std::string_view text(const PickleValue &dict, std::string_view key) const
    {
        const PickleValue *const value = m_reader.find(dict, key);
        return value != nullptr ? m_reader.text(*value) : std::string_view();
    }
    TorchSnapshot::Device &device(std::uint64_t number)
    {
        const std::size_t at = std::min<std::uint64_t>(number, most_devices - 1);
        if (m_out.devices.size() <= at) m_out.devices.resize(at + 1);
        return m_out.devices[at];
    }

    bool take(const PickleValue &dict, std::uint64_t outside)
    {
        if (m_reader.find(dict, "action") != nullptr) return take_event(dict, outside);
        if (m_reader.find(dict, "total_size") != nullptr) return take_segment(dict);
        if (m_reader.find(dict, "state") != nullptr && m_reader.find(dict, "size") != nullptr) return take_block(dict);
        return false;
    }

    /// A block stands in the list of a segment that is still to come.
    bool take_block(const PickleValue &dict)
    {
        if (text(dict, "state") != "active_allocated") return true;
        const Bytes size = bytes(dict, "size"), asked = bytes(dict, "requested_size");
        m_blocks += size;
        m_asked += asked > 0 ? asked_block(asked) : size;
        return true;
    }

    bool take_segment(const PickleValue &dict)
    {
        TorchSnapshot::Device &of = device(static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(dict, "device"))));
        of.reserved += bytes(dict, "total_size");
        const bool said = m_reader.find(dict, "allocated_size") != nullptr;
        of.allocated += said ? bytes(dict, "allocated_size") : m_blocks;
        of.asked += m_asked;
        m_blocks = m_asked = 0;
        ++of.segments;
        return true;
    }

    bool take_event(const PickleValue &dict, std::uint64_t outside)
    {
        SnapshotEvent event;
        event.device = static_cast<std::uint32_t>(std::min<std::uint64_t>(outside, most_devices - 1));
        const auto *const known = std::ranges::find(actions, text(dict, "action"), &NamedAction::name);
        if (known != std::end(actions)) event.action = known->action;
        event.address = static_cast<std::uint64_t>(integer(dict, "addr"));
        event.size = bytes(dict, "size");
        event.time_us = integer(dict, "time_us");
        event.category = text(dict, "category");
        event.metadata = text(dict, "user_metadata");
        if (const PickleValue *const frames = m_reader.find(dict, "frames")) event.place = place_of(*frames);
        ++device(outside).events;
        m_visit(event, m_out.places);
        return true;
    }

    std::uint32_t place_of(const PickleValue &frames)
    {
        if (const auto known = m_reader.number_of(frames)) return *known;
        SnapshotPlace place;
        for (const PickleValue &frame : m_reader.items(frames)) read_frame(frame, place);
        const std::string key = place.phase + '\n' + place.component + '\n' + place.what;
        const auto [at, is_new] = m_places.try_emplace(key, static_cast<std::uint32_t>(m_out.places.size()));
        if (is_new) m_out.places.push_back(std::move(place));
        m_reader.forget_items(frames, at->second);
        return at->second;
    }

    void read_frame(const PickleValue &frame, SnapshotPlace &place) const
    {
        const std::string_view file = text(frame, "filename"), name = text(frame, "name");
        if (file == "plimsoll/phase")
            place.phase = name;
        else if (file == "plimsoll/component")
            place.component = name;
        else if (const std::string_view phase = phase_of_frame(file, name); !phase.empty()) {
            // what is run again inside a backward is backward, and nothing is in an optimizer but its step
            const bool first = place.phase.empty() || (place.phase == "forward" && phase != "load");
            if (first) place.phase = phase;
        }
        if (place.what.empty() && !is_torchs_own(file) && file != "plimsoll/phase")
            place.what = shown_name(file_name(file)) + ':' + std::to_string(integer(frame, "line")) + ' ' + shown_name(name);
    }

    PickleReader m_reader;
    const SnapshotVisit &m_visit;
    TorchSnapshot m_out;
    std::unordered_map<std::string, std::uint32_t> m_places{{"\n\n", 0}}; ///< an empty stack is the first of them
    Bytes m_blocks = 0, m_asked = 0;
    std::optional<Error> m_error;
};

} // namespace

bool begins_pickle(std::string_view beginning)
{
    return beginning.size() >= 2 && beginning[0] == '\x80' && beginning[1] >= 2 && beginning[1] <= 5;
}

Bytes asked_block(Bytes size) { return std::max<Bytes>(512, (size + 511) / 512 * 512); }

std::string_view phase_of_frame(std::string_view file, std::string_view function)
{
    const auto has = [file](std::string_view part) { return file.find(part) != std::string_view::npos; };
    if (has("/optim/") || has("optimizer.py") || function == "clip_grad_norm_") return "optimizer_step";
    if (function == "backward" || function.starts_with("unpack_hook") || function == "recompute_fn") return "backward";
    if (function == "generate" || function == "_sample") return "generate";
    if (function == "from_pretrained" || function == "to_empty" || function == "put_on_card") return "load";
    return function == "forward" ? std::string_view("forward") : std::string_view();
}

Result<TorchSnapshot> read_torch_snapshot(std::istream &in, const SnapshotVisit &visit) { return Reading(in, visit).read(); }

} // namespace plimsoll
