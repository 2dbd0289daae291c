// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace plimsoll {

/// Element types of tensors, named as plans and answers name them (docs/schema).
enum class Dtype : std::uint8_t { fp32, fp16, bf16, fp8, int64, int32, int16, int8, uint8, boolean };

/// Bytes of one element.
[[nodiscard]] constexpr std::int64_t size_of(Dtype dtype)
{
    switch (dtype) {
    case Dtype::int64: return 8;
    case Dtype::fp32:
    case Dtype::int32: return 4;
    case Dtype::fp16:
    case Dtype::bf16:
    case Dtype::int16: return 2;
    default: return 1;
    }
}

/// "fp32", "bf16", …
[[nodiscard]] std::string_view name_of(Dtype dtype);

/// The names of docs/schema and PyTorch's ("float32", "torch.bfloat16", "F16", …); nothing for what is not a dtype.
[[nodiscard]] std::optional<Dtype> dtype_from_name(std::string_view name);

} // namespace plimsoll
