// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

Count experts_of(const AdapterUse &use) { return use.size_of_list("adapters").value_or(0); }

/// The LoRA adapters that it mixes, of the plan's rank and on its targets, frozen unless use_trainable_adapters.
Result<AdapterTensors> xlora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    if (use.count("xlora_depth", 1) == 0)
        return Error{"adapter.settings", "xlora_depth 0", phrase(QT_TRANSLATE_NOOP("core", "numbers above 0")), {}};
    if (experts_of(use) == 0)
        return Error{"adapter.settings", "adapters", phrase(QT_TRANSLATE_NOOP("core", "an object of LoRA adapters to mix")), {}};
    const bool trains = use.flag("use_trainable_adapters", false);
    AdapterTensors out;
    for (Count i = 0; i < experts_of(use); ++i)
        out.insert(out.end(), {{"lora_A", {use.rank(), linear.in}, trains}, {"lora_B", {linear.out, use.rank()}, trains}});
    return out;
}

/// tuners/xlora/classifier.py: from the last hidden state to a weight for each adapter, of every wrapped module with
/// layerwise_scalings.
AdapterTensors xlora_shared(const AdapterUse &use, const AdaptedModel &model)
{
    constexpr Count usual_hidden = 4096, usual_size = 2048;
    const Count hidden = use.count("hidden_size", usual_hidden), size = use.count("xlora_size", usual_size);
    const Count depth = use.count("xlora_depth", 1);
    const Count classes =
        experts_of(use) * (use.flag("layerwise_scalings", false) ? static_cast<Count>(model.linears.size()) : 1);
    AdapterTensors out;
    Count in = hidden;
    for (Count i = 1; i < depth; ++i) {
        out.insert(out.end(), {{"xlora_classifier", {size, in}}, {"xlora_classifier", {size}}});
        in = size;
    }
    out.insert(out.end(), {{"xlora_classifier", {classes, in}}, {"xlora_classifier", {classes}}});
    return out;
}

} // namespace

/// peft 0.21.2 tuners/xlora. Its step, two forwards of the model, is not simulated.
constinit const AdapterMethod adapters::xlora = {
    .name = "xlora",
    .title = "X-LoRA",
    .rank_key = "r",
    .source = "PEFT 0.21, LoraConfig.r",
    .without_bytes =
        "adapters hidden_size xlora_depth xlora_size layerwise_scalings use_trainable_adapters enable_softmax "
        "enable_softmax_topk softmax_temperature top_k_lora scaling_pass_value global_scaling_weight xlora_dropout_p "
        "task_type auto_mapping peft_version revision inference_mode",
    .tensors = xlora_tensors,
    .shared = xlora_shared,
    .wraps_embeddings = true,
    .parameters_alone = true,
};

} // namespace plimsoll
