// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/kept_wide.h"

#include <algorithm>
#include <map>

namespace plimsoll {
namespace {

const std::map<std::string_view, KeptWide> &table()
{
    static const std::map<std::string_view, KeptWide> out{
        {"afmoe",
         {{"input_layernorm", "post_attention_layernorm", "pre_mlp_layernorm", "post_mlp_layernorm", "q_norm", "k_norm", "norm",
           "expert_bias"},
          {}}},
        {"axk2", {{"indexer.weights_proj"}, {}}},
        {"bailing_hybrid", {{}, {"conv1d", "dt_bias", "A_log"}}},
        {"beam", {{}, {"mlp.gate.weight"}}},
        {"blip-2", {{"query_tokens", "qformer"}, {}}},
        {"deepseek_v32", {{"indexer.weights_proj"}, {}}},
        {"deepseek_v4",
         {{"self_attn.compressor.kv_proj", "self_attn.compressor.gate_proj", "self_attn.compressor.indexer.kv_proj",
           "self_attn.compressor.indexer.gate_proj", "self_attn.compressor.indexer.scorer.weights_proj"},
          {"attn_hc", "ffn_hc", "hc_head", "sinks", "position_bias", "q_a_norm", "kv_norm", "input_layernorm",
           "post_attention_layernorm", "norm"}}},
        {"ernie4_5_moe", {{}, {"gate.weight", "moe_statics"}}},
        {"ernie4_5_vl_moe", {{}, {"gate.weight", "moe_statics"}}},
        {"flint", {{}, {"gate.weight", "sinks"}}},
        {"glm5_next", {{}, {"conv1d", "dt_bias", "A_log", "attn_hc.base", "attn_hc.scale", "ffn_hc.base", "ffn_hc.scale"}}},
        {"glm_moe_dsa", {{"indexer.weights_proj"}, {}}},
        {"gpt_oss", {{"post_attention_layernorm", "input_layernorm", "norm"}, {}}},
        {"hy_v4", {{}, {"fn", "scale", "base", "hc_fn", "hc_scale", "hc_base", "weights_proj", "k_norm", "sinks", "lm_head"}}},
        {"inkling2",
         {{},
          {"mlp.gate.weight", "post_attention_convolution", "post_mlp_convolution", "k_sconv.conv1d", "v_sconv.conv1d",
           "attention_input", "mlp_input", "final_input"}}},
        {"instructblip", {{"query_tokens"}, {}}},
        {"longcat_flash", {{"classifier.weight"}, {}}},
        {"mistral_large4", {{"indexer.weights_proj"}, {"rotary_emb", "mlp.gate.weight"}}},
        {"mt5", {{"wo"}, {}}},
        {"muse_spark", {{}, {"post_attention_residual_gate", "post_feedforward_residual_gate", "mlp.gate.weight"}}},
        {"rwkv", {{"time_decay", "time_first"}, {}}},
        {"t5", {{"wo"}, {}}},
        {"udop", {{"wo"}, {}}},
        {"umt5", {{"wo"}, {}}},
        {"voxtral", {{}, {"embed_positions"}}},
    };
    return out;
}

} // namespace

const KeptWide &kept_wide(std::string_view model_type)
{
    static const KeptWide none;
    const auto found = table().find(model_type);
    return found == table().end() ? none : found->second;
}

bool is_kept(const std::vector<std::string> &parts, std::string_view name)
{
    return std::ranges::any_of(parts, [name](const std::string &part) {
        for (auto at = name.find(part); at != std::string_view::npos; at = name.find(part, at + 1)) {
            const std::size_t end = at + part.size();
            if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.')) return true;
        }
        return false;
    });
}

} // namespace plimsoll
