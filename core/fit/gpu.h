// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/bytes.h"
#include "core/plan/resolve.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A card of the catalogue. Absent figures are unknown, never 0.
struct Gpu {
    std::string vendor;
    std::string name;                 ///< "RTX 4090" as people say it; the catalogue's own: "GeForce RTX 4090"
    std::vector<std::string> aliases; ///< as drivers report it, and older spellings
    std::string architecture;
    std::string form; ///< desktop | laptop | workstation | server | embedded
    std::optional<int> capability_major, capability_minor;
    std::optional<int> sm_count;
    Bytes memory_nominal = 0;             ///< as sold
    std::optional<Bytes> memory_reported; ///< nvidia-smi's total
    std::optional<Bytes> memory_process;  ///< what CUDA and PyTorch see
    bool bf16 = false, fp16 = false, fp8 = false, fp4 = false;
    bool unified_memory = false;
    int year = 0;
    std::string source;

    bool operator==(const Gpu &) const = default;
    /// Bytes a process can use at most before context: memory_process, else derived as usable_bytes() says.
    [[nodiscard]] Bytes usable_bytes() const;
    [[nodiscard]] DeviceFacts facts() const;
    /// "24 GB RTX 4090"
    [[nodiscard]] std::string short_title() const;
};

struct GpuMatch {
    const Gpu *gpu = nullptr;
    int count = 1;
    std::string assumption; ///< said when the name was shared by several cards
};

[[nodiscard]] const std::vector<Gpu> &gpu_catalogue();

/// NAME or NAME:N of the contract. Error lists the nearest names.
[[nodiscard]] Result<GpuMatch> find_gpu(std::string_view name);

} // namespace plimsoll
