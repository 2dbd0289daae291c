// SPDX-License-Identifier: GPL-3.0-or-later
// Idefics 3 and SmolVLM (transformers 5.23, models/idefics3/modeling_idefics3.py, models/smolvlm/modeling_smolvlm.py).
#include "core/families/towers/siglip_blocks.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

/// pixel_attention_mask has a whole number for every pixel.
std::vector<BatchTensor> masked_inputs(const TowerSpec &spec, const SeenPictures &seen, Count)
{
    const Count pixels = seen.count() * seen.one.computed * spec.patch * spec.patch;
    return {pixels_of(seen), {{pixels}}};
}

Tensor idefics3_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count tiles = seen.count() * seen.one.tiles, patches = seen.one.computed / seen.one.tiles;
    const Count scale = spec.merge, width = tower.sizes().hidden;
    Tensor hidden;
    {
        // get_image_features has names for the pictures that are no padding and for their masks until it returns
        Tensor pixels = to(m, fed_patches(seen), tower.leaf(vision + "embeddings.patch_embedding.weight").value.dtype());
        pixels = index_copy(m, pixels, pixels.shape());
        const Tensor mask = m.empty({tiles * patches * spec.patch * spec.patch}, Dtype::int64, "pixel_attention_mask");
        hidden = tower.patches(m, vision + "embeddings.patch_embedding", pixels).view({tiles, patches, width});
        hidden = add(m, hidden, embedding(m, {tiles, patches}, tower.leaf(vision + "embeddings.position_embedding.weight")));
        hidden = tower.embedded_patches(m, std::move(hidden)); // get_input_embeddings() is all of the embeddings
        BlockAttention plain;
        if (pass.inputs.backend == AttentionBackend::eager)
            plain.mask.tensor = m.empty({tiles, 1, patches, patches}, hidden.dtype(), "mask");
        hidden = tower.run_blocks(m, pass, std::move(hidden), siglip_block,
                                  [&plain](Count) -> const BlockAttention & { return plain; });
    }
    hidden = tower.norm(m, vision + "post_layernorm", std::move(hidden));
    // pixel_shuffle: two permutations, each of which reshape() copies
    Tensor shuffled = clone(m, hidden);
    shuffled = clone(m, std::move(shuffled));
    shuffled = shuffled.view({tiles, patches / (scale * scale), width * scale * scale});
    Tensor features = tower.linear(m, spec.projectors.front() + ".modality_projection.proj", std::move(shuffled));
    pass.held.push_back(hidden);
    pass.held.push_back(features);
    return joined(m, {features}, features.shape());
}

} // namespace

const TowerClass idefics3_tower{.features = idefics3_features, .inputs = masked_inputs};

} // namespace plimsoll::step
