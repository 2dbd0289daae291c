// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/lora_pair.h"
#include "core/adapters/token_rows.h"

namespace plimsoll {

/// peft 0.21 tuners/lora.
constinit const AdapterMethod adapters::lora = {
    .name = "lora",
    .title = "LoRA",
    .rank_key = "r",
    .unplanned = "layer_replication use_qalora use_bdlora velora_config kasa_config "
                 "arrow_config monteclora_config megatron_config",
    .without_bytes = "task_type auto_mapping peft_version revision inference_mode fan_in_fan_out init_lora_weights alpha_pattern "
                     "megatron_core loftq_config eva_config corda_config lora_ga_config alora_invocation_tokens "
                     "qalora_group_size runtime_config lora_bias",
    .tensors = [](const AdapterUse &use, const AdaptedLinear &linear) -> Result<AdapterTensors> {
        AdapterTensors out{{"lora_A", {use.rank(), linear.in}}, {"lora_B", {linear.out, use.rank()}}};
        if (use.flag("lora_bias", false)) {
            if (use.adapter().dora)
                return Error{"adapter.dora", "true", "false", "PEFT: \"The argument lora_bias=True is not supported for DoRA\""};
            out.push_back({"lora_B.bias", {linear.out}});
        }
        if (use.adapter().dora) out.push_back({"lora_magnitude_vector", {linear.out}});
        return out;
    },
    .shared = [](const AdapterUse &use, const AdaptedModel &model) -> AdapterTensors {
        const TokenRows rows = token_rows(use);
        if (rows.embedding == 0) return {};
        AdapterTensors out = token_tensors(rows.embedding, model.hidden);
        if (rows.head > 0)
            for (const AdapterTensor &tensor : token_tensors(rows.head, model.hidden)) out.push_back(tensor);
        return out;
    },
    .forward = step::trained_tokens_head,
    .wrap = [](step::Machine &m, step::LinearModule &module, const Adapter &adapter) -> std::unique_ptr<step::LinearAdapter> {
        const bool biased = !adapter.settings.empty() && AdapterUse(adapter).flag("lora_bias", false);
        return std::make_unique<step::LoraPair>(m, module, adapter, biased);
    },
    .embed = step::embed_trained_tokens,
    .takes_tied_head = true,
    .wraps_embeddings = true,
    .wraps_convolutions = true,
    .folds_parameters = true,
    .of_linears = "lora_bias",
    .own_bias = true,
    .ties_targets = true,
    .ranks_by_name = RanksByNameAre::taken,
};

} // namespace plimsoll
