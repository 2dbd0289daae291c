// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/ggml_types.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::array<GgmlBlock, 28> blocks{{
    {"F32", 1, 4},        {"F16", 1, 2},       {"BF16", 1, 2},     {"Q4_0", 32, 18},     {"Q4_1", 32, 20},    {"Q5_0", 32, 22},
    {"Q5_1", 32, 24},     {"Q8_0", 32, 34},    {"Q2_K", 256, 84},  {"Q3_K", 256, 110},   {"Q4_K", 256, 144},  {"Q5_K", 256, 176},
    {"Q6_K", 256, 210},   {"IQ1_S", 256, 50},  {"IQ1_M", 256, 56}, {"IQ2_XXS", 256, 66}, {"IQ2_XS", 256, 74}, {"IQ2_S", 256, 82},
    {"IQ3_XXS", 256, 98}, {"IQ3_S", 256, 110}, {"IQ4_NL", 32, 18}, {"IQ4_XS", 256, 136}, {"TQ1_0", 256, 54},  {"TQ2_0", 256, 66},
    {"MXFP4", 32, 17},    {"NVFP4", 64, 36},   {"I32", 1, 4},      {"I64", 1, 8},
}};

} // namespace

const GgmlBlock &ggml_block(GgmlType type) { return blocks[static_cast<std::size_t>(type)]; }

bool is_quantised(GgmlType type) { return ggml_block(type).elements > 1; }

std::optional<GgmlType> ggml_type_named(std::string_view name)
{
    const auto *found = std::ranges::find_if(blocks, [&](const GgmlBlock &block) { return block.name == upper(name); });
    if (found == blocks.end()) return std::nullopt;
    return static_cast<GgmlType>(found - blocks.begin());
}

} // namespace plimsoll
