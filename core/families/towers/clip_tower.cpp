// SPDX-License-Identifier: GPL-3.0-or-later
// CLIP or SigLIP before LLaVA (transformers 5.23, models/clip/modeling_clip.py, models/llava/modeling_llava.py).
#include "core/families/towers/siglip_blocks.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

std::vector<BatchTensor> clip_inputs(const TowerSpec &, const SeenPictures &seen, Count) { return {pixels_of(seen)}; }

Tensor clip_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles, width = tower.sizes().hidden;
    const Count places = patches + (spec.classed ? 1 : 0);
    const Shape all{tiles, places, width};
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, vision + "embeddings.patch_embedding", fed_patches(seen)));
    hidden = hidden.view({tiles, patches, width});
    if (spec.classed) hidden = concatenate(m, tower.leaf(vision + "embeddings.class_embedding").value, std::move(hidden), all);
    hidden = add(m, hidden, embedding(m, {1, places}, tower.leaf(vision + "embeddings.position_embedding.weight")));
    hidden = tower.norm(m, vision + "pre_layrnorm", std::move(hidden)); // SigLIP has none
    // hidden_states[vision_feature_layer]: the last layers run all the same
    Tensor taken;
    const Count wanted = tower.sizes().layers + 1 + spec.taken; // states before the first layer are the first of them
    if (wanted == 0) taken = hidden;
    const auto between = [&taken, wanted](Count layer, const Tensor &states) {
        if (layer + 1 == wanted) taken = states;
    };
    const BlockAttention plain;
    hidden = tower.run_blocks(
        m, pass, std::move(hidden), siglip_block, [&plain](Count) -> const BlockAttention & { return plain; }, between);
    if (spec.final_norm && tower.has(vision + "post_layernorm")) hidden = tower.norm(m, vision + "post_layernorm", hidden);
    if (!taken.defined()) taken = hidden;
    pass.held.push_back(hidden);
    pass.held.push_back(taken);
    if (spec.pooled) pass.held.push_back(m.empty({tiles, width}, Dtype::fp32, "pooler_output"));
    Tensor features = spec.drops_class ? narrow(m, taken, {tiles, patches, width}) : taken;
    features = projected(tower, m, std::move(features), spec.projectors.front() + ".", {"", "linear_1", "linear_2"});
    const Shape kept = features.shape();
    if (seen.tokens() != kept.rows()) // packed: padding is taken off, breaks are put between
        features = index_copy(m, std::move(features), {seen.tokens(), kept.last()});
    pass.held.push_back(features);
    return joined(m, {features}, features.shape());
}

} // namespace

const TowerClass clip_tower{.features = clip_features, .inputs = clip_inputs};

} // namespace plimsoll::step
