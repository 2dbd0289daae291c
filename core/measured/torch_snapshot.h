// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// A snapshot of torch.cuda.memory._dump_snapshot, torch 1.13 to 2.15: torch/csrc/cuda/memory_snapshot.cpp writes it,
// torch/cuda/_memory_viz.py documents its keys.

/// Where something was allocated, as its stack says it. Stacks that say the same have the same place.
struct SnapshotPlace {
    std::string phase;     ///< "forward" | "backward" | "optimizer_step" | "load" | …; empty: the stack does not say
    std::string what;      ///< the innermost frame that is not PyTorch's own: "modeling_qwen2.py:180 forward"
    std::string component; ///< of a snapshot that Plimsoll wrote: "weights"
    bool operator==(const SnapshotPlace &) const = default;
};

/// One entry of a trace.
struct SnapshotEvent {
    enum class Action : std::uint8_t { alloc, free_requested, free_completed, segment_alloc, segment_free, oom, other };
    Action action = Action::other;
    std::uint32_t device = 0;
    std::uint64_t address = 0;
    Bytes size = 0; ///< as it was asked for
    std::int64_t time_us = 0;
    std::uint32_t place = 0;             ///< among TorchSnapshot::places
    std::string_view metadata, category; ///< until the call returns
};

/// What a snapshot holds beside its traces.
struct TorchSnapshot {
    struct Device {
        Bytes reserved = 0, allocated = 0; ///< at its end: of all segments, of the blocks in use
        Bytes asked = 0;                   ///< of what those blocks were asked for, as asked_block() has it
        Count segments = 0, events = 0;
    };
    std::vector<Device> devices;
    std::vector<SnapshotPlace> places{{}};
    bool expandable = false;
    std::uint64_t bytes = 0; ///< of the file
};

/// What is counted of a request: rounded to 512 bytes, as a block is that holds nothing beside it.
[[nodiscard]] Bytes asked_block(Bytes size);

/// Whether this may be the beginning of a pickle.
[[nodiscard]] bool begins_pickle(std::string_view beginning);

/// Reads a snapshot; each entry of its traces goes to `visit` and is forgotten, with the places as far as they are known. Errors:
/// PickleReader's, or it is no snapshot.
using SnapshotVisit = std::function<void(const SnapshotEvent &event, const std::vector<SnapshotPlace> &places)>;
[[nodiscard]] Result<TorchSnapshot> read_torch_snapshot(std::istream &in, const SnapshotVisit &visit);

/// What the frames of a stack, innermost first, say of the phase.
[[nodiscard]] std::string_view phase_of_frame(std::string_view file, std::string_view function);

} // namespace plimsoll
