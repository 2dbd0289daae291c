// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/residents/prediction_classes.h"

#include "core/model/extension.h"

#include <algorithm>
#include <string_view>

namespace plimsoll::ranks {

namespace {

/// A model type that drafts with layers of its own; `layers`: how many where the configuration says nothing. 0: it has to.
struct Drafting {
    std::string_view model_type;
    Count layers = 0;
    bool by_key = false; ///< the type drafts only where the configuration names layers
};

/// vLLM 0.33 config/speculative.py, hf_config_override. The file of Qwen3-Next has no key, and its class takes one layer
/// (qwen3_next_mtp.py); of MiMo-V2's layers the first is run alone.
constexpr Drafting drafting_types[] = {
    {"bailing_hybrid"},
    {"deepseek_v3"},
    {"deepseek_v32"},
    {"deepseek_v4"},
    {"dots3_note", 1},
    {"ernie4_5_moe"},
    {"exaone4_5"},
    {"exaone_moe"},
    {"glm4_moe"},
    {"glm4_moe_lite"},
    {"glm5_next"},
    {"glm_moe_dsa"},
    {"glm_ocr"},
    {"hy_v3"},
    {"hy_v4"},
    {"inkling_mm_model"},
    {"kimi_k3"},
    {"longcat_flash", 1},
    {"mimo"},
    {"mimo_v2", 1},
    {"mimo_v2_flash", 1},
    {"minimax_m3_vl", 1},
    {"nemotron_h", 0, true},
    {"nemotron_h_puzzle", 0, true},
    {"pangu_ultra_moe"},
    {"qwen3_5"},
    {"qwen3_5_moe"},
    {"qwen3_5_moe_text"},
    {"qwen3_5_text"},
    {"qwen3_next", 1},
    {"qwen4_exp"},
    {"qwen4_exp_text"},
    {"step3p5", 1},
    {"step3p7", 1},
    {"step5", 1},
    {"step5_vl", 1},
};

} // namespace

std::optional<Count> prediction_layers(const Architecture &architecture)
{
    const auto found = std::ranges::find(drafting_types, std::string_view(architecture.model_type), &Drafting::model_type);
    if (found == std::end(drafting_types)) return std::nullopt;
    const auto &extension = architecture.decoder->extension;
    if (extension && extension->prediction_layers > 0) return extension->prediction_layers;
    return found->by_key ? std::nullopt : std::optional<Count>(found->layers);
}

} // namespace plimsoll::ranks
