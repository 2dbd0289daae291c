// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/dtype.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace plimsoll {

std::string_view name_of(Dtype dtype)
{
    static constexpr std::array<std::string_view, 10> names{"fp32",  "fp16",  "bf16", "fp8",   "int64",
                                                            "int32", "int16", "int8", "uint8", "bool"};
    return names[static_cast<std::size_t>(dtype)];
}

std::optional<Dtype> dtype_from_name(std::string_view name)
{
    using enum Dtype;
    static constexpr std::pair<std::string_view, Dtype> known[] = {
        {"fp32", fp32},   {"float32", fp32},      {"float", fp32},      {"f32", fp32},      {"fp16", fp16}, {"float16", fp16},
        {"half", fp16},   {"f16", fp16},          {"bf16", bf16},       {"bfloat16", bf16}, {"fp8", fp8},   {"f8_e4m3", fp8},
        {"f8_e5m2", fp8}, {"float8_e4m3fn", fp8}, {"float8_e5m2", fp8}, {"int64", int64},   {"i64", int64}, {"int32", int32},
        {"i32", int32},   {"int16", int16},       {"i16", int16},       {"int8", int8},     {"i8", int8},   {"uint8", uint8},
        {"u8", uint8},    {"bool", boolean},
    };
    std::string low(name.starts_with("torch.") ? name.substr(6) : name);
    std::ranges::transform(low, low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const auto &[text, dtype] : known)
        if (text == low) return dtype;
    return std::nullopt;
}

} // namespace plimsoll
