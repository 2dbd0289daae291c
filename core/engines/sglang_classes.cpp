// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/sglang_classes.h"

#include <algorithm>

namespace plimsoll::sglang {

namespace {

template <std::size_t N>
bool sglang_classes_is_one_of(std::string_view type, const std::string_view (&names)[N])
{
    return std::ranges::find(names, type) != std::end(names);
}

constexpr std::string_view larger_workspace[] = {"qwen2", "qwen3", "mimo"};
constexpr std::string_view window_pools[] = {"llama4", "mimo_v2", "mimo_v2_flash", "gemma4", "gemma4_text", "step3p5", "laguna"};
constexpr std::string_view overlapping[] = {"qwen3_next",  "qwen3_5",   "qwen3_5_text",     "qwen3_5_moe", "qwen3_5_moe_text",
                                            "kimi_linear", "falcon_h1", "granitemoehybrid", "nemotron_h"};
constexpr std::string_view sinks_or_chunks[] = {"llama4", "llama4_text", "gpt_oss"};
constexpr std::string_view trtllm_mla[] = {"deepseek_v3", "kimi_k2", "kimi_k25"};
constexpr std::string_view beside_flashinfer[] = {"lfm2", "lfm2_moe", "granitemoehybrid"};
constexpr std::string_view no_prefill[] = {"kimi_linear", "deepseek_v4"};
constexpr std::string_view prefills_with_pictures[] = {"qwen3_5", "qwen3_5_text", "qwen3_5_moe", "qwen3_5_moe_text", "kimi_k25"};

} // namespace

bool has_larger_workspace(std::string_view type) { return sglang_classes_is_one_of(type, larger_workspace); }
bool has_window_pool_if_released(std::string_view type) { return type == "gpt_oss"; }
bool has_window_pool_ever(std::string_view type) { return sglang_classes_is_one_of(type, window_pools); }
bool attends_in_chunks(std::string_view type) { return type == "llama4"; }
bool overlaps_states(std::string_view type) { return sglang_classes_is_one_of(type, overlapping); }
bool says_depth(std::string_view type) { return type.starts_with("qwen"); }
bool unpacks_to_bf16(std::string_view type) { return type == "gpt_oss"; }
bool attends_by_triton(std::string_view type) { return type.starts_with("gemma4"); }
bool attends_with_sinks_or_chunks(std::string_view type) { return sglang_classes_is_one_of(type, sinks_or_chunks); }
bool has_trtllm_mla(std::string_view type) { return sglang_classes_is_one_of(type, trtllm_mla); }
bool mixes_beside_flashinfer(std::string_view type) { return sglang_classes_is_one_of(type, beside_flashinfer); }
bool captures_no_prefill(std::string_view type) { return sglang_classes_is_one_of(type, no_prefill); }
bool captures_no_prefill_by_trtllm(std::string_view type) { return type == "deepseek_v3"; }
bool captures_prefills_with_pictures(std::string_view type) { return sglang_classes_is_one_of(type, prefills_with_pictures); }
bool stays_out_of_fp16(std::string_view type) { return type.starts_with("gemma"); }
bool has_unknown_pools(std::string_view type) { return type == "deepseek_v4"; }

} // namespace plimsoll::sglang
