// SPDX-License-Identifier: GPL-3.0-or-later
// Pixtral and what Mistral 3 has behind it (transformers 5.23, models/pixtral/modeling_pixtral.py, models/mistral3/modeling_mistral3.py).
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

constexpr BlockNames pixtral_block{"attention_norm",       "ffn_norm",
                                   "attention.q_proj",     "attention.k_proj",
                                   "attention.v_proj",     "",
                                   "attention.o_proj",     "feed_forward.gate_proj",
                                   "feed_forward.up_proj", "feed_forward.down_proj"};

std::vector<BatchTensor> sized_inputs(const TowerSpec &, const SeenPictures &seen, Count)
{
    return {pixels_of(seen), {{seen.count(), 2}}}; // pixel_values, image_sizes
}

Tensor pixtral_states(Tower &tower, Machine &m, TowerPass &pass)
{
    const std::string vision = tower.spec().towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count patches = seen.count() * seen.one.patches, width = tower.sizes().hidden;
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, vision + "patch_conv", fed_patches(seen)));
    hidden = joined(m, {hidden}, {1, patches, width}); // each picture's patches, transposed, in one sequence
    hidden = tower.norm(m, vision + "ln_pre", std::move(hidden));
    BlockAttention attention;
    attention.cos = tower.table(m, patches, hidden.dtype());
    attention.sin = tower.table(m, patches, hidden.dtype());
    if (!is_flash(pass.inputs.backend)) attention.mask.tensor = m.empty({1, 1, patches, patches}, hidden.dtype(), "mask");
    return tower.run_blocks(m, pass, std::move(hidden), pixtral_block,
                            [&attention](Count) -> const BlockAttention & { return attention; });
}

/// LlavaModel around Pixtral (Pixtral 12B).
Tensor pixtral_features(Tower &tower, Machine &m, TowerPass &pass)
{
    Tensor states = pixtral_states(tower, m, pass);
    pass.held.push_back(states);
    Tensor features = projected(tower, m, std::move(states), tower.spec().projectors.front() + ".", {"", "linear_1", "linear_2"});
    pass.held.push_back(features);
    return joined(m, {features}, features.shape());
}

Tensor mistral3_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string projector = spec.projectors.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count unit = spec.merge * spec.merge, width = tower.sizes().hidden;
    const Tensor states = pixtral_states(tower, m, pass);
    pass.held.push_back(states);
    const Tensor normed = tower.norm(m, projector + "norm", states);
    // Mistral3PatchMerger: unfold of each picture, then all of them in one
    const Shape places{seen.one.patches / unit, unit * width};
    std::vector<Tensor> grids;
    std::vector<Shape> shapes(static_cast<std::size_t>(seen.count()), Shape{seen.one.patches, width});
    for (const Tensor &picture : split(m, normed, shapes)) {
        Tensor laid = clone(m, picture); // im2col reads a contiguous picture
        Tensor grid = m.empty(places, laid.dtype(), "im2col");
        if (any_requires_grad(m, {&laid})) {
            const Shape whole = laid.shape();
            attach(grid, make_node(m, {&laid}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                       g[0] = mm.empty(whole, in[0].dtype(), "col2im");
                   }));
        }
        grids.push_back(std::move(grid));
    }
    Tensor features = joined(m, grids, {seen.count() * places.size[0], places.size[1]});
    grids.clear();
    features = tower.linear(m, projector + "patch_merger.merging_layer", std::move(features));
    features = projected(tower, m, std::move(features), projector, {"", "linear_1", "linear_2"});
    pass.held.push_back(features);
    return joined(m, {features}, features.shape());
}

} // namespace

const TowerClass pixtral_tower{.features = pixtral_features, .inputs = sized_inputs};
const TowerClass mistral3_tower{.features = mistral3_features, .inputs = sized_inputs};

} // namespace plimsoll::step
