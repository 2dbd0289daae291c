// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

using namespace step;

enum Part : std::uint8_t { down, up, transform_in, transform_in_bias, transform_out, transform_out_bias, gate };

Count shadow_layers(const AdapterUse &use)
{
    const Count stated = use.count("shadow_num_hidden_layers", 0);
    return stated > 0 ? stated : 1;
}

bool shares_embedding(const AdapterUse &use) { return use.flag("share_embeddings", true); }

double auxiliary_weight(const AdapterUse &use)
{
    constexpr double usual = 0.05;
    return use.number("auxiliary_loss_weight", usual);
}

/// layers.py, ShadowLayer.update_layer: float32 whatever the base is.
AdapterTensors layer_tensors(const AdapterUse &use, Count d)
{
    const Count r = use.rank(), stated = use.count("update_hidden_size", 0), update = stated > 0 ? stated : r;
    AdapterTensors out{{"shadow_down", {r, d}}, {"shadow_up", {d, r}}};
    for (const char *part : {"shadow_update_transform", "shadow_update_gate"})
        out.insert(out.end(), {{part, {update, d}}, {part, {update}}, {part, {d, update}}, {part, {d}}});
    return out;
}

/// tuners/shadow/model.py: a model of the same class with fewer layers beside the frozen one, and in each of its layers what puts one
/// into the other (layers.py). layers_to_transform alone leaves out nothing: all blocks are targets by then.
AdapterTensors shadow_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    AdapterTensors out{{"shadow_backbone", {shadow_layers(use), model.first_layer}}, {"shadow_around", {model.around_layers}}};
    if (!shares_embedding(use) || !model.shares_embedding) out.push_back({"shadow_embedding", {model.vocab, model.hidden}});
    for (Count i = 0; i < model.layers; ++i)
        for (const AdapterTensor &tensor : layer_tensors(use, model.hidden)) out.push_back(tensor);
    return out;
}

/// ShadowLayer.shadow_inject.
Tensor injected(const LayerCall &call, const Tensor &hidden, const Tensor &state)
{
    constexpr double usual_dropout = 0.2;
    Machine &m = call.m;
    Tensor delta = to(m, subtract(m, hidden, state), call.leaves[down].value.dtype());
    delta = dropout(m, delta, call.training ? call.use.number("shadow_dropout", usual_dropout) : 0.0);
    delta = linear(m, linear(m, delta, call.leaves[down], nullptr), call.leaves[up], nullptr);
    return add(m, hidden, to(m, scale(m, delta), hidden.dtype()));
}

/// nn.Sequential(Linear, GELU, Linear), whose first part is `first`.
Tensor perceptron(const LayerCall &call, const Tensor &x, std::size_t first)
{
    Machine &m = call.m;
    const auto part = call.leaves.subspan(first);
    Tensor low = pointwise(m, linear(m, x, part[0], &part[1]), "gelu", false);
    return linear(m, std::move(low), part[2], &part[3]);
}

/// ShadowLayer.shadow_update.
Tensor updated(const LayerCall &call, const Tensor &hidden, const Tensor &state)
{
    Machine &m = call.m;
    const Dtype dtype = call.leaves[transform_in].value.dtype();
    const Tensor wide = to(m, hidden, dtype);
    const Tensor candidate = perceptron(call, wide, transform_in);
    const Tensor gated = pointwise(m, perceptron(call, wide, gate), "sigmoid", true);
    Tensor kept = scale(m, gated); // 1.0 - gate: as a product, its backward makes one tensor and keeps none
    kept = mul(m, std::move(kept), to(m, state, dtype));
    const Tensor next = add(m, std::move(kept), mul(m, gated, candidate));
    return to(m, next, state.dtype());
}

constexpr StateBeside shadow_state = {
    .layers = shadow_layers,
    .shares_embedding = shares_embedding,
    .tensors = layer_tensors,
    .enter = injected,
    .leave = updated,
    .loss_weight = auxiliary_weight,
};

} // namespace

/// peft 0.21.2 tuners/shadow.
constinit const AdapterMethod adapters::shadow = {
    .name = "shadow",
    .title = "Shadow",
    .rank_key = "r",
    .source = "PEFT 0.21, ShadowConfig.r",
    .unplanned = "shadow_model=mirror shadow_hidden_size shadow_num_attention_heads shadow_intermediate_size modules_to_save",
    .without_bytes = "target_modules shadow_alpha shadow_dropout init_weights shadow_num_hidden_layers share_embeddings "
                     "update_hidden_size auxiliary_loss_weight task_type auto_mapping peft_version revision inference_mode",
    .shared = shadow_tensors,
    .beside = &shadow_state,
};

} // namespace plimsoll
