// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/snapshot_file.h"

#include "core/ground/phrase.h"
#include "core/measured/pickle_writer.h"
#include "core/measured/planned_run.h"
#include "core/replay/caching_allocator.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace plimsoll {

namespace {

using step::Event;

constexpr std::int64_t first_address = 0x7f0000000000;

struct LiveBlock {
    std::int64_t address = 0;
    Bytes size = 0, asked = 0;
    std::uint32_t frames = 0; ///< in the memo
    std::size_t segment = 0;
};

struct Segment {
    std::int64_t address = 0;
    Bytes size = 0, at = 0; ///< at: in the allocator's own count of addresses
    bool small = false, gone = false;
    Count blocks = 0;
};

/// What a storage is for: as it was named last.
std::unordered_map<std::uint32_t, Component> components_of(const step::Trace &trace)
{
    std::unordered_map<std::uint32_t, Component> out;
    trace.events.each([&out](const Event &event) {
        if (event.kind == Event::Kind::allocate || event.kind == Event::Kind::relabel) out[event.id] = event.component;
    });
    return out;
}

class SnapshotWriter {
public:
    SnapshotWriter(const step::Trace &trace) : m_trace(trace), m_components(components_of(trace)) {}

    std::string write()
    {
        m_out.begin_dict();
        m_out.text("device_traces"); // first: the segments show what it leaves
        m_out.begin_list();
        m_out.begin_list();
        m_trace.events.each([this](const Event &event) { take(event); });
        m_out.end_list();
        m_out.end_list();
        write_segments();
        write_settings();
        m_out.text("external_annotations");
        m_out.empty_list();
        m_out.end_dict();
        return m_out.take();
    }

private:
    void take(const Event &event)
    {
        ++m_time;
        if (event.kind == Event::Kind::allocate && event.bytes > 0) allocate(event);
        if (event.kind == Event::Kind::release) release(event);
        if (event.kind == Event::Kind::mark && std::string_view(event.operation) == "empty_cache") empty_cache(event);
    }

    void allocate(const Event &event)
    {
        const Bytes reserved = m_allocator.reserved();
        if (!m_allocator.allocate(event.id, event.bytes)) return;
        const auto place = m_allocator.place_of(event.id);
        if (!place) return;
        if (m_allocator.reserved() > reserved) {
            const Bytes size = m_allocator.reserved() - reserved;
            m_by_place[{place->small, place->address}] = m_segments.size();
            m_segments.push_back({m_next, size, place->address, place->small, false, 0});
            (void)entry("segment_alloc", m_next, size, event);
            m_next += size;
        }
        const std::size_t segment = (--m_by_place.upper_bound({place->small, place->address}))->second;
        Segment &in = m_segments[segment];
        ++in.blocks;
        const LiveBlock block{in.address + (place->address - in.at), place->size, event.bytes, 0, segment};
        LiveBlock &kept = m_live[event.id] = block;
        kept.frames = entry("alloc", block.address, block.asked, event);
    }

    void release(const Event &event)
    {
        const auto found = m_live.find(event.id);
        if (found == m_live.end()) return;
        m_allocator.free(event.id);
        --m_segments[found->second.segment].blocks;
        for (const std::string_view action : {"free_requested", "free_completed"})
            (void)entry(action, found->second.address, found->second.asked, event, found->second.frames);
        m_live.erase(found);
    }

    void empty_cache(const Event &event)
    {
        m_allocator.empty_cache();
        for (Segment &segment : m_segments) {
            if (segment.gone || segment.blocks > 0) continue;
            segment.gone = true;
            m_by_place.erase({segment.small, segment.at});
            (void)entry("segment_free", segment.address, segment.size, event);
        }
    }

    /// Returns where its frames are in the memo; `frames`: those of another entry.
    std::uint32_t entry(std::string_view action, std::int64_t address, Bytes size, const Event &event,
                        std::optional<std::uint32_t> frames = {})
    {
        m_out.begin_dict();
        m_out.key("action", action);
        m_out.key("addr", address);
        m_out.key("size", size);
        m_out.key("stream", event.stream);
        m_out.key("time_us", m_time);
        m_out.key("compile_context", "N/A");
        m_out.key("user_metadata", "step " + std::to_string(event.step) + ' ' + std::string(measured_name(event.phase)));
        pool("pool_id");
        const auto component = m_components.find(event.id);
        const bool of_block = event.kind != Event::Kind::mark && component != m_components.end();
        if (of_block) m_out.key("category", name_of(component->second));
        m_out.text("frames");
        if (frames)
            m_out.recall(*frames);
        else
            frames = write_frames(event);
        m_out.end_dict();
        return *frames;
    }

    void pool(std::string_view key)
    {
        m_out.text(key);
        m_out.integer(0);
        m_out.integer(0);
        m_out.pair();
    }

    void frame(std::string_view file, int line, std::string_view name)
    {
        m_out.begin_dict();
        m_out.key("filename", file);
        m_out.key("line", line);
        m_out.key("name", name);
        m_out.end_dict();
    }

    /// The list of its frames, innermost first, or the one that says the same.
    std::uint32_t write_frames(const Event &event)
    {
        const auto component = m_components.find(event.id);
        std::string what;
        if (component != m_components.end() && event.kind != Event::Kind::mark) what = name_of(component->second);
        std::string module;
        if (event.layer >= 0) module = "layers." + std::to_string(event.layer);
        if (event.module[0] != '\0') module += (module.empty() ? "" : ".") + std::string(event.module);
        const auto [known, is_new] = m_frames.try_emplace({event.step, event.phase, what, module, event.operation}, 0);
        if (!is_new) {
            m_out.recall(known->second);
            return known->second;
        }
        m_out.begin_list();
        if (event.operation[0] != '\0') frame("plimsoll/operation", 0, event.operation);
        if (!module.empty()) frame("plimsoll/module", std::max<int>(0, event.layer), module);
        if (!what.empty()) frame("plimsoll/component", 0, what);
        frame("plimsoll/phase", event.step, measured_name(event.phase));
        m_out.end_list();
        known->second = m_out.remember();
        return known->second;
    }

    void write_segments();
    void write_blocks(const Segment &segment, std::vector<LiveBlock> blocks);
    void write_settings();

    using Key = std::tuple<int, Phase, std::string, std::string, std::string_view>;
    const step::Trace &m_trace;
    std::unordered_map<std::uint32_t, Component> m_components;
    CachingAllocator m_allocator;
    PickleWriter m_out;
    std::map<Key, std::uint32_t> m_frames;
    std::unordered_map<std::uint32_t, LiveBlock> m_live;
    std::vector<Segment> m_segments;
    std::map<std::pair<bool, Bytes>, std::size_t> m_by_place;
    std::int64_t m_next = first_address, m_time = 0;
};

void SnapshotWriter::write_segments()
{
    std::vector<std::vector<LiveBlock>> in(m_segments.size());
    for (const auto &[id, block] : m_live) in[block.segment].push_back(block);
    m_out.text("segments");
    m_out.begin_list();
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const Segment &segment = m_segments[i];
        if (segment.gone) continue;
        Bytes held = 0, asked = 0;
        for (const LiveBlock &block : in[i]) {
            held += block.size;
            asked += block.asked;
        }
        m_out.begin_dict();
        m_out.key("device", 0);
        m_out.key("address", segment.address);
        m_out.key("total_size", segment.size);
        m_out.key("allocated_size", held);
        m_out.key("active_size", held);
        m_out.key("requested_size", asked);
        m_out.key("stream", 0);
        m_out.key("segment_type", segment.small ? "small" : "large");
        pool("segment_pool_id");
        m_out.text("is_expandable");
        m_out.boolean(false);
        m_out.text("frames");
        m_out.empty_list();
        write_blocks(segment, std::move(in[i]));
        m_out.end_dict();
    }
    m_out.end_list();
}

void SnapshotWriter::write_blocks(const Segment &segment, std::vector<LiveBlock> blocks)
{
    std::ranges::sort(blocks, {}, &LiveBlock::address);
    m_out.text("blocks");
    m_out.begin_list();
    const auto write = [this](std::int64_t address, Bytes size, Bytes asked, const LiveBlock *block) {
        m_out.begin_dict();
        m_out.key("address", address);
        m_out.key("size", size);
        m_out.key("requested_size", asked);
        m_out.key("state", block != nullptr ? "active_allocated" : "inactive");
        m_out.text("frames");
        if (block != nullptr)
            m_out.recall(block->frames);
        else
            m_out.empty_list();
        m_out.end_dict();
    };
    std::int64_t at = segment.address;
    for (const LiveBlock &block : blocks) {
        if (block.address > at) write(at, block.address - at, 0, nullptr);
        write(block.address, block.size, block.asked, &block);
        at = block.address + block.size;
    }
    const std::int64_t end = segment.address + segment.size;
    if (end > at) write(at, end - at, 0, nullptr);
    m_out.end_list();
}

void SnapshotWriter::write_settings()
{
    m_out.text("allocator_settings");
    m_out.begin_dict();
    m_out.key("PYTORCH_CUDA_ALLOC_CONF", "");
    m_out.key("max_split_size", -1);
    m_out.text("garbage_collection_threshold");
    m_out.real(0.0);
    for (const std::string_view name : {"expandable_segments", "release_lock_on_cudamalloc", "pinned_use_cuda_host_register"}) {
        m_out.text(name);
        m_out.boolean(false);
    }
    m_out.key("pinned_num_register_threads", 1);
    m_out.text("roundup_power2_divisions");
    m_out.begin_dict();
    for (int power = 1; power <= 65536; power *= 2) m_out.key(std::to_string(power), 0);
    m_out.end_dict();
    m_out.end_dict();
}

} // namespace

std::optional<Error> refuses_snapshot_file(const Plan &plan, bool serves)
{
    const auto why = [] {
        return phrase(QT_TRANSLATE_NOOP("core", "a snapshot shows the segments of PyTorch's plain allocator"));
    };
    if (plan.allocator.expandable_segments) return Error{"allocator.expandable_segments", "true", "false", why()};
    if (serves) return Error{"inference.engine", {}, "transformers", why()};
    return std::nullopt;
}

Result<std::string> snapshot_file(const step::Trace &trace, const Plan &resolved)
{
    const bool serves = static_cast<bool>(trace.engine);
    if (auto error = refuses_snapshot_file(resolved, serves)) return *std::move(error);
    return SnapshotWriter(trace).write();
}

} // namespace plimsoll
