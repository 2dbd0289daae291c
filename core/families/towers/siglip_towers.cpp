// SPDX-License-Identifier: GPL-3.0-or-later
// SigLIP before Gemma 3 and PaliGemma: pictures of one size in a batch (transformers 5.23, models/siglip/modeling_siglip.py,
// models/gemma3/modeling_gemma3.py, models/paligemma/modeling_paligemma.py).
#include "core/families/towers/tower_classes.h"
#include "core/families/towers/siglip_blocks.h"

namespace plimsoll::step {

namespace {

std::vector<BatchTensor> typed_inputs(const TowerSpec &, const SeenPictures &seen, Count length)
{
    return {{{seen.rows, length}}, pixels_of(seen)}; // token_type_ids, pixel_values
}

/// Gemma3MultiModalProjector
Tensor gemma3_projector(Tower &tower, Machine &m, const Tensor &states)
{
    const std::string name = tower.spec().projectors.front() + ".";
    const Shape all = states.shape();
    const Count pictures = all.size[0], width = all.size[2];
    const Count places = std::max<Count>(1, all.size[1] / (tower.spec().merge * tower.spec().merge));
    Tensor turned = clone(m, states); // transposed, reshaped, made contiguous
    Tensor pooled = m.empty({pictures, places, width}, turned.dtype(), "avg_pool");
    if (any_requires_grad(m, {&turned})) {
        const auto node = make_node(m, {&turned}, [all](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(all, in[0].dtype(), "avg_pool_backward");
        });
        node->saved[0].keep(m, turned);
        attach(pooled, node);
    }
    turned.reset();
    Tensor normed = tower.norm(m, name + "mm_soft_emb_norm", pooled);
    Leaf &weight = tower.leaf(name + "mm_input_projection_weight");
    Tensor matrix = autocast_weight(m, weight);
    if (m.autocast) normed = to(m, std::move(normed), *m.autocast);
    Tensor out = matmul_weight(m, std::move(normed), std::move(matrix), tower.spec().out);
    return to(m, std::move(out), states.dtype());
}

Tensor gemma3_features(Tower &tower, Machine &m, TowerPass &pass)
{
    Tensor hidden = siglip_states(tower, m, pass, tower.spec().towers.front() + ".");
    hidden = tower.norm(m, tower.spec().towers.front() + ".post_layernorm", std::move(hidden));
    Tensor out = gemma3_projector(tower, m, hidden);
    pass.held.push_back(hidden);
    pass.held.push_back(out);
    return out;
}

Tensor paligemma_features(Tower &tower, Machine &m, TowerPass &pass)
{
    Tensor hidden = siglip_states(tower, m, pass, tower.spec().towers.front() + ".");
    hidden = tower.norm(m, tower.spec().towers.front() + ".post_layernorm", std::move(hidden));
    Tensor out = tower.linear(m, tower.spec().projectors.front() + ".linear", hidden);
    pass.held.push_back(hidden);
    pass.held.push_back(out);
    return out;
}

} // namespace

Tensor siglip_states(Tower &tower, Machine &m, TowerPass &pass, const std::string &vision)
{
    const SeenPictures &seen = pass.seen;
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles;
    const Shape all{tiles, patches, tower.sizes().hidden};
    Tensor hidden =
        tower.embedded_patches(m, tower.patches(m, vision + "embeddings.patch_embedding", fed_patches(seen))).view(all);
    hidden = add(m, hidden, embedding(m, {1, patches}, tower.leaf(vision + "embeddings.position_embedding.weight")));
    const BlockAttention plain;
    return tower.run_blocks(m, pass, std::move(hidden), siglip_block,
                            [&plain](Count) -> const BlockAttention & { return plain; });
}

const TowerClass gemma3_tower{
    .features = gemma3_features, .inputs = typed_inputs, .norm = NormKind::rms_offset, .masks_text = true};
const TowerClass paligemma_tower{.features = paligemma_features, .inputs = typed_inputs, .masks_text = true};

} // namespace plimsoll::step
