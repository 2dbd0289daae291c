// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// Types of ggml's tensors (llama.cpp 0c1e57098, ggml/include/ggml.h).
enum class GgmlType : std::uint8_t {
    f32,
    f16,
    bf16,
    q4_0,
    q4_1,
    q5_0,
    q5_1,
    q8_0,
    q2_k,
    q3_k,
    q4_k,
    q5_k,
    q6_k,
    iq1_s,
    iq1_m,
    iq2_xxs,
    iq2_xs,
    iq2_s,
    iq3_xxs,
    iq3_s,
    iq4_nl,
    iq4_xs,
    tq1_0,
    tq2_0,
    mxfp4,
    nvfp4,
    i32,
    i64,
};

/// Elements of a block and its bytes (ggml-common.h).
struct GgmlBlock {
    std::string_view name;
    Count elements = 1;
    Bytes bytes = 0;
};

[[nodiscard]] const GgmlBlock &ggml_block(GgmlType type);
[[nodiscard]] bool is_quantised(GgmlType type);
/// Bytes of `elements` that fill whole blocks.
[[nodiscard]] inline Bytes ggml_row_bytes(GgmlType type, Count elements)
{
    const GgmlBlock &block = ggml_block(type);
    return elements / block.elements * block.bytes;
}
/// By name, in any case ("Q4_K", "f16").
[[nodiscard]] std::optional<GgmlType> ggml_type_named(std::string_view name);

} // namespace plimsoll
