// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 10> schemes{"none",  "nf4",  "fp4", "int8",  "gptq4",
                                                   "gptq8", "awq4", "fp8", "mxfp4", "nvfp4"};

// Types that llama.cpp stores tensors in, and those of files, whose tensors llama-quantize mixes (tools/quantize/quantize.cpp).
// MXFP4 is the scheme above; the five that end in another L are bartowski's (core/serving/gguf_mix.cpp).
constexpr std::array<std::string_view, 43> gguf_types{
    "Q4_0",    "Q4_1",      "Q5_0",   "Q5_1",   "Q8_0",    "Q8_1",   "Q2_K",    "Q2_K_S", "Q3_K",   "Q3_K_S", "Q3_K_M",
    "Q3_K_L",  "Q4_K",      "Q4_K_S", "Q4_K_M", "Q5_K",    "Q5_K_S", "Q5_K_M",  "Q6_K",   "Q8_K",   "IQ1_S",  "IQ1_M",
    "IQ2_XXS", "IQ2_XS",    "IQ2_S",  "IQ2_M",  "IQ3_XXS", "IQ3_XS", "IQ3_S",   "IQ3_M",  "IQ4_NL", "IQ4_XS", "TQ1_0",
    "TQ2_0",   "MXFP4_MOE", "F16",    "BF16",   "F32",     "Q2_K_L", "Q3_K_XL", "Q4_K_L", "Q5_K_L", "Q6_K_L"};

std::string in_case(std::string_view text, char first, char last, int shift)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [=](char c) { return c >= first && c <= last ? static_cast<char>(c + shift) : c; });
    return out;
}

/// ExLlama's checkpoints: "exl3-4.25", bits of a weight from 1 to 8.
bool is_of_exllama(std::string_view name)
{
    if (!name.starts_with("exl2-") && !name.starts_with("exl3-")) return false;
    name.remove_prefix(5);
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (name.empty() || name[0] < '1' || name[0] > '8') return false;
    const std::string_view behind = name.substr(1);
    if (behind.empty()) return true;
    return behind[0] == '.' && behind.size() >= 2 && behind.size() <= 3 && std::ranges::all_of(behind.substr(1), digit) &&
           (name[0] != '8' || behind.find_first_not_of(".0") == std::string_view::npos);
}

/// Names of checkpoints' own kinds: "gptq3", "w4a16", "hqq4", "mlx4"; only a few engines take one that a plan names.
bool is_of_checkpoints(std::string_view name)
{
    if (is_of_exllama(name)) return true;
    constexpr std::array<std::string_view, 19> methods{"gptq",  "awq",    "hqq", "aqlm",       "vptq", "spqr", "eetq",
                                                       "higgs", "bitnet", "mlx", "int",        "mxfp", "w2a",  "w3a",
                                                       "w4a",   "w6a",    "w8a", "quanto-int", "quark"};
    while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
    return std::ranges::find(methods, name) != methods.end();
}

} // namespace

std::span<const std::string_view> all_gguf_types() { return gguf_types; }

bool is_gguf_type(std::string_view name)
{
    return std::ranges::find(gguf_types, in_case(name, 'a', 'z', -32)) != gguf_types.end();
}

bool is_quant(std::string_view name) { return !canonical_quant(name).empty(); }

std::string canonical_quant(std::string_view name)
{
    if (std::ranges::find(schemes, name) != schemes.end() || is_of_checkpoints(name)) return std::string(name);
    if (is_gguf_type(name)) return in_case(name, 'a', 'z', -32);
    if (name == "NONE") return "none"; // as it is written beside GGUF's types
    return {};
}

std::vector<std::string> accepted_quants()
{
    std::vector<std::string> out(2);
    for (const std::string_view name : schemes) out[0].append(out[0].empty() ? "" : " | ").append(name);
    for (const std::string_view name : gguf_types) out[1].append(out[1].empty() ? "" : " ").append(name);
    return out;
}

} // namespace plimsoll
