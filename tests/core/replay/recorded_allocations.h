// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/replay.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll::test {

/// What PyTorch said of its allocator at a point of the run: memory_stats() before the peaks were reset.
struct RecordedFigures {
    std::string name;      ///< "loaded", "step1_forward", …
    std::size_t event = 0; ///< events before it
    Bytes allocated = 0, reserved = 0;
    Count segments = 0;
    Bytes peak_allocated = 0, peak_reserved = 0;
};

/// A run's allocations as tests/fixtures/allocator/README.md describes the files.
struct RecordedAllocations {
    AllocatorOptions options;
    std::vector<AllocatorEvent> events;
    std::vector<RecordedFigures> figures;
    Bytes required = 0, tolerance = 0;
};

/// Nothing when the file cannot be read or holds a word that the format has not.
[[nodiscard]] std::optional<RecordedAllocations> read_recorded_allocations(const std::string &path);

} // namespace plimsoll::test
