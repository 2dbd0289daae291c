// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

namespace plimsoll {

namespace {

/// tuners/shadow/model.py: a model of the same class with one layer beside the frozen one, and in each of its layers what puts one
/// into the other (layers.py). layers_to_transform alone leaves out nothing: all blocks are targets by then.
AdapterTensors shadow_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count d = model.hidden, r = use.rank(), usual = use.count("update_hidden_size", 0), update = usual > 0 ? usual : r;
    const Count layers = use.count("shadow_num_hidden_layers", 0);
    const bool shares = use.flag("share_embeddings", true) && model.shares_embedding;
    AdapterTensors out{{"shadow_backbone", {layers > 0 ? layers : 1, model.first_layer}},
                       {"shadow_around", {model.around_layers}}};
    if (!shares) out.push_back({"shadow_embedding", {model.vocab, d}});
    out.insert(out.end(), {{"shadow_down", {model.layers, r, d}}, {"shadow_up", {model.layers, d, r}}});
    for (const char *part : {"shadow_update_transform", "shadow_update_gate"})
        out.insert(out.end(), {{part, {model.layers, update, d}},
                               {part, {model.layers, update}},
                               {part, {model.layers, d, update}},
                               {part, {model.layers, d}}});
    return out;
}

} // namespace

/// peft 0.21.2 tuners/shadow.
constinit const AdapterMethod adapters::shadow = {
    .name = "shadow",
    .title = "Shadow",
    .rank_key = "r",
    .source = "PEFT 0.21, ShadowConfig.r",
    .shared = shadow_tensors,
    .parameters_alone = true,
};

} // namespace plimsoll
