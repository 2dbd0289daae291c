// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 4: tiles of one size, each behind itself a class token, shuffled into fewer places by an adapter within the tower (transformers
// 5.23, models/llama4/modeling_llama4.py).
#include "core/families/towers/tower_classes.h"

#include <utility>

namespace plimsoll::step {

namespace {

std::vector<BatchTensor> llama4_inputs(const TowerSpec &, const SeenPictures &seen, Count) { return {pixels_of(seen)}; }

/// Llama4UnfoldConvolution, class token, positions and the norm before the layers.
Tensor embedded_tiles(Tower &tower, Machine &m, const SeenPictures &seen, const std::string &vision)
{
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles, width = tower.sizes().hidden;
    const Leaf &positions = tower.leaf(vision + "positional_embedding_vlm");
    Tensor hidden;
    {
        // pixels are not cast: without autocast they come in the weights' dtype
        const Dtype dtype = m.autocast ? Dtype::fp32 : positions.value.dtype();
        const Tensor unfolded = m.empty({tiles * patches, seen.one.channels_per_patch}, dtype, "im2col");
        hidden = tower.embedded_patches(m, tower.linear(m, vision + "patch_embedding.linear", unfolded));
    }
    hidden = hidden.view({tiles, patches, width});
    hidden = concatenate(m, std::move(hidden), tower.leaf(vision + "class_embedding").value, {tiles, patches + 1, width});
    hidden = add(m, hidden, to(m, positions.value, hidden.dtype()));
    return tower.norm(m, vision + "layernorm_pre", std::move(hidden));
}

Tensor llama4_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".", adapter = vision + "vision_adapter.mlp.";
    const SeenPictures &seen = pass.seen;
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles, width = tower.sizes().hidden,
                folded = spec.merge * spec.merge;
    BlockAttention attention;
    attention.in_pairs = true;
    attention.cos = fed({1, patches + 1, 1, tower.sizes().head_dim}, Dtype::fp32); // a buffer, counted with the weights
    Tensor states = tower.run_blocks(m, pass, embedded_tiles(tower, m, seen, vision), llama_block,
                                     [&attention](Count) -> const BlockAttention & { return attention; });
    states = tower.norm(m, vision + "layernorm_post", std::move(states));
    // without the class token; pixel_shuffle permutes and copies twice
    Tensor features = narrow(m, std::move(states), {tiles, patches, width});
    features = clone(m, std::move(features));
    features = clone(m, std::move(features));
    features = features.view({tiles, patches / folded, width * folded});
    features = activate(m, tower.linear(m, adapter + "fc1", std::move(features)), Activation::gelu);
    features = activate(m, tower.linear(m, adapter + "fc2", std::move(features)), Activation::gelu);
    pass.held.push_back(features);
    return tower.linear(m, spec.projectors.front() + ".linear_1", features);
}

} // namespace

const TowerClass llama4_tower{.features = llama4_features, .inputs = llama4_inputs};

} // namespace plimsoll::step
