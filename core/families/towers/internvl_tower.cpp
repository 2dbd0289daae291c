// SPDX-License-Identifier: GPL-3.0-or-later
// InternVL 3 (transformers 5.23, models/internvl/modeling_internvl.py).
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

constexpr BlockNames internvl_block{"layernorm_before",
                                    "layernorm_after",
                                    "attention.q_proj",
                                    "attention.k_proj",
                                    "attention.v_proj",
                                    "",
                                    "attention.projection_layer",
                                    "",
                                    "mlp.fc1",
                                    "mlp.fc2",
                                    "lambda_1",
                                    "lambda_2"};

std::vector<BatchTensor> tiled_inputs(const TowerSpec &, const SeenPictures &seen, Count) { return {pixels_of(seen)}; }

Tensor internvl_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles, width = tower.sizes().hidden;
    const Shape all{tiles, patches + 1, width};
    const std::string patch = vision + "embeddings.patch_embeddings.projection";
    const Tensor pixels = to(m, fed_patches(seen), tower.leaf(patch + ".weight").value.dtype());
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, patch, pixels)).view({tiles, patches, width});
    hidden = concatenate(m, tower.leaf(vision + "embeddings.cls_token").value, std::move(hidden), all);
    if (tower.has(vision + "embeddings.position_embeddings"))
        hidden = add(m, std::move(hidden), tower.leaf(vision + "embeddings.position_embeddings").value);
    const BlockAttention plain;
    Tensor states =
        tower.run_blocks(m, pass, std::move(hidden), internvl_block, [&plain](Count) -> const BlockAttention & { return plain; });
    if (spec.final_norm) states = tower.norm(m, vision + "layernorm", std::move(states));
    pass.held.push_back(states);
    // without the class token; pixel_shuffle permutes and copies twice
    Tensor features = narrow(m, states, {tiles, patches, width});
    features = clone(m, std::move(features));
    features = clone(m, std::move(features));
    features = features.view({tiles, patches / (spec.merge * spec.merge), width * spec.merge * spec.merge});
    features = projected(tower, m, std::move(features), spec.projectors.front() + ".", {"layer_norm", "linear_1", "linear_2"});
    pass.held.push_back(features);
    return features;
}

} // namespace

const TowerClass internvl_tower{.features = internvl_features, .inputs = tiled_inputs};

} // namespace plimsoll::step
