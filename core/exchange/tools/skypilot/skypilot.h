// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// A card as the catalogue has it and as SkyPilot calls it.
struct SkyName {
    std::string_view card; ///< "A100 SXM4 80GB"
    std::string_view word; ///< "A100-80GB"
};

// SkyPilot 0.14.1, utils/gpu_names.py and its catalogues: written from left to right, read from right to left, the first row that fits.
inline constexpr SkyName sky_names[] = {
    {"H100 SXM5 80GB", "H100"},
    {"H100 PCIe 80GB", "H100"},
    {"H100 NVL 94GB", "H100-NVL"},
    {"H200 SXM 141GB", "H200"},
    {"B200", "B200"},
    {"B300", "B300"},
    {"GB200 (per GPU)", "GB200"},
    {"GB300 (per GPU)", "GB300"},
    {"GH200 96GB", "GH200"},
    {"A100 SXM4 80GB", "A100-80GB"},
    {"A100 PCIe 80GB", "A100-80GB"},
    {"A100 SXM4 40GB", "A100"},
    {"A100 PCIe 40GB", "A100"},
    {"A10G", "A10G"},
    {"A10", "A10"},
    {"A30", "A30"},
    {"A40", "A40"},
    {"L4", "L4"},
    {"L40", "L40"},
    {"L40S", "L40S"},
    {"Tesla T4", "T4"},
    {"Tesla V100 16GB", "V100"},
    {"Tesla V100 32GB", "V100-32GB"},
    {"Tesla P100 16GB", "P100"},
    {"Tesla P40", "P40"},
    {"Tesla P4", "P4"},
    {"GeForce RTX 3090", "RTX3090"},
    {"GeForce RTX 4090", "RTX4090"},
    {"GeForce RTX 5090", "RTX5090"},
    {"RTX A4000", "A4000"},
    {"RTX A5000", "A5000"},
    {"RTX A6000", "A6000"},
    {"RTX 6000 Ada Generation", "RTX6000-Ada"},
    {"Instinct MI300X", "MI300X"},
};

} // namespace plimsoll
