// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

#include <span>
#include <string_view>

namespace plimsoll {

struct StoredFigure {
    std::string_view field;
    Certainty certainty;
    std::string_view source;
};

/// A card of resources/gpus.json as compiled in. Unknown numbers and answers are -1; what points into the lists below is a
/// range [first, end).
struct StoredGpu {
    std::string_view vendor, name, architecture, form;
    int aliases_first, aliases_end;
    int capability_major, capability_minor, sm_count;
    Bytes memory_nominal, memory_reported, memory_process, memory_process_windows, free_at_start, free_at_start_most;
    bool bf16;
    int fp16, fp8, fp4;
    bool unified_memory, coherent_memory, aftermarket;
    int year, gpus_per_node;
    std::string_view notes, source;
    int figures_first, figures_end;
};

/// Written by store_gpus.cpp while the program is built, since reading the file took a third of the first estimate.
struct StoredGpus {
    std::span<const StoredGpu> gpus;
    std::span<const std::string_view> aliases;
    std::span<const StoredFigure> figures;
};
[[nodiscard]] StoredGpus stored_gpus();

} // namespace plimsoll
