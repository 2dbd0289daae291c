// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/vllm_classes.h"

#include <algorithm>

namespace plimsoll::vllm {

namespace {

constexpr ClassCode classes[] = {
    {"llama", LayerCode::fused, false},
    {"mistral", LayerCode::fused, false},
    {"ministral3", LayerCode::fused, false},
    {"phi3", LayerCode::fused, false},
    {"qwen3_next", LayerCode::fresh, true},
    {"qwen3_5", LayerCode::fresh, true},
    {"qwen3_5_text", LayerCode::fresh, true},
    {"qwen3_5_moe", LayerCode::fresh, true},
    {"qwen3_5_moe_text", LayerCode::fresh, true},
    {"gemma", LayerCode::fresh, true},
    {"gemma2", LayerCode::fresh, true},
    {"gemma3", LayerCode::fresh, true},
    {"gemma3_text", LayerCode::fresh, true},
    {"gemma4", LayerCode::added, true},
    {"gemma4_text", LayerCode::added, true},
    {"granite", LayerCode::added, true},
    {"granitemoe", LayerCode::added, true},
    {"minicpm", LayerCode::added, true},
    {"minicpm3", LayerCode::added, true},
    {"stablelm", LayerCode::added, true, 1},
    {"gpt2", LayerCode::added, false, 3},
    {"opt", LayerCode::added, false, 1},
    {"bloom", LayerCode::added, false},
    {"mpt", LayerCode::added, false},
    {"gpt_bigcode", LayerCode::added, false, 3},
    {"starcoder2", LayerCode::added, false},
    {"phimoe", LayerCode::added, false, 1},
    {"cohere", LayerCode::parallel, true, 1},
    {"cohere2", LayerCode::parallel, true, 1},
    {"falcon", LayerCode::parallel, false, 1},
    {"gptj", LayerCode::parallel, false},
    {"olmo", LayerCode::hub, false},
    {"olmo2", LayerCode::hub, false},
    {"smollm3", LayerCode::hub, false},
    {"gpt_neox", LayerCode::hub, false},
    {"phi", LayerCode::hub, false},
    {"llama4", LayerCode::fused, false},
    {"llama4_text", LayerCode::fused, false},
    {"llava", LayerCode::fused, false},
    {"jamba", LayerCode::fused, false},
    {"nemotron", LayerCode::fresh, false, 1},
    {"falcon_mamba", LayerCode::fused, false, 2},
    {"mamba", LayerCode::fused, false, 2},
};

/// models/qwen2_vl.py, qwen2_5_vl.py, qwen3_vl.py (16,384 tokens of 2 × 2 patches; its videos have 25,165,824 pixels in pairs of
/// frames), clip.py, siglip.py, gemma3_mm.py (four crops), and of InternVL transformers' own tower (modeling_internvl.py), whose
/// pixels stand in float32 beside their copy.
constexpr PictureCode picture_codes[] = {
    {"qwen2_vl", 16384, 65536, 3, 8, 3, 2, 1, 1, 7, 784},
    {"qwen2_5_vl", 16384, 65536, 3, 8, 3, 3, 1, 1, 7, 784},
    {"qwen3_vl", 16384, 65536, 4, 8, 4, 2, 1, 4, 1, 1024, 12288},
    {"qwen3_vl_moe", 16384, 65536, 4, 8, 4, 2, 1, 4, 1, 1024, 12288},
    {"qwen3_5_text", 16384, 65536, 4, 8, 4, 2, 1, 1, 1, 1024, 12288},
    {"qwen3_5_moe_text", 16384, 65536, 4, 8, 4, 2, 1, 1, 1, 1024, 12288},
    {"llava", 0, 0, 3, 5, 4, 2},
    {"gemma3", 256, 0, 3, 5, 4, 2, 0, 1, 1, 0, 0, 4},
    {"paligemma", 0, 0, 3, 5, 4, 2},
    {"internvl", 256, 1025, 9, 0, 5, 2, 6, 1, 1, 0, 0, 0, 12, true},
    {"llama4", 144, 577, 3, 8, 3, 2, 0, 1, 1, 0, 0, 0, 16}, // mllama4.py: as Qwen2-VL's, read and not run
};

template <std::size_t N>
bool vllm_classes_is_one_of(std::string_view type, const std::string_view (&names)[N])
{
    return std::ranges::find(names, type) != std::end(names);
}

} // namespace

const ClassCode *code_of(std::string_view model_type)
{
    const auto *const found = std::ranges::find(classes, model_type, &ClassCode::model_type);
    return found == std::end(classes) ? nullptr : found;
}

const PictureCode *picture_code_of(std::string_view model_type)
{
    const auto *const found = std::ranges::find(picture_codes, model_type, &PictureCode::model_type);
    return found == std::end(picture_codes) ? nullptr : found;
}

bool makes_tied_head(std::string_view type)
{
    constexpr std::string_view names[] = {"llama",
                                          "mistral",
                                          "glm",
                                          "ernie4_5",
                                          "apertus",
                                          "arcee",
                                          "gemma3",
                                          "gemma3_text",
                                          "gemma4",
                                          "gemma4_text",
                                          "gpt2",
                                          "minicpm",
                                          "lfm2",
                                          "lfm2_moe",
                                          "falcon_h1",
                                          "granite",
                                          "granitemoe",
                                          "granitemoehybrid",
                                          "granitemoeshared",
                                          "exaone",
                                          "exaone4",
                                          "nemotron",
                                          "mixtral",
                                          "qwen2_moe",
                                          "qwen3_moe",
                                          "stablelm"};
    return vllm_classes_is_one_of(type, names);
}

bool overflows_in_fp16(std::string_view type)
{
    constexpr std::string_view names[] = {"gemma2", "gemma3", "gemma3_text", "glm4", "plamo2"};
    return vllm_classes_is_one_of(type, names);
}

bool keeps_mixers_plain(std::string_view type) { return type.ends_with("mamba"); }
bool turns_in_float(std::string_view type) { return type.starts_with("olmo"); }
bool norms_heads_in_float(std::string_view type) { return type == "minimax_m2"; }
bool turns_into_new_tensors(std::string_view type) { return type == "phimoe"; }
bool norms_values(std::string_view type) { return type.starts_with("gemma4"); }
bool expands_latent_keys(std::string_view type) { return type == "minicpm3"; }
Count pieces_of_net(std::string_view type) { return type == "qwen3_next" ? 7 : 3; }
bool keeps_states_in_float(std::string_view type) { return type == "nemotron_h" || type.starts_with("qwen3_5"); }
bool takes_states_dtype(std::string_view type) { return type == "nemotron_h" || type.starts_with("qwen3_5"); }
bool attends_in_chunks(std::string_view type) { return type.starts_with("llama4"); }
bool looks_ahead_in_pictures(std::string_view type) { return type.starts_with("gemma4"); }
bool norms_in_place(std::string_view type) { return type == "nemotron"; }
bool pads_experts(std::string_view type) { return type == "gpt_oss"; }

bool divides_batches(std::string_view type)
{
    constexpr std::string_view begins[] = {"deepseek_v", "kimi_k",    "glm_moe_dsa", "gpt_oss",     "granitemoe",   "llama4",
                                           "mimo_v2",    "qwen3_moe", "qwen3_next",  "qwen3_5_moe", "qwen3_vl_moe", "nemotron_h"};
    return std::ranges::any_of(begins, [type](std::string_view name) { return type.starts_with(name); });
}

bool has_lora_tables(std::string_view type)
{
    constexpr std::string_view names[] = {"llama",  "qwen3", "qwen3_moe", "mixtral", "granite",  "granitemoe", "granitemoehybrid",
                                          "bamba",  "jamba", "exaone",    "exaone4", "nemotron", "nemotron_h", "phimoe",
                                          "apertus"};
    return vllm_classes_is_one_of(type, names);
}

bool names_scaled_length(std::string_view type) { return type.find("gemma3") != std::string_view::npos; }

bool keeps_tables_in_float(std::string_view type)
{
    constexpr std::string_view names[] = {"gpt_oss", "deepseek_v2", "deepseek_v3", "deepseek_v32"};
    return vllm_classes_is_one_of(type, names);
}

} // namespace plimsoll::vllm
