// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 4's tower: patches padded to all that there may be, four norms a layer, places pooled by a one-hot product (transformers 5.23,
// models/gemma4/modeling_gemma4.py).
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

std::vector<BatchTensor> padded_inputs(const TowerSpec &, const SeenPictures &seen, Count length)
{
    // mm_token_type_ids, pixel_values, image_position_ids
    return {{{seen.rows, length}}, pixels_of(seen), {{seen.count() * seen.one.computed, 2}}};
}

/// Gemma4RMSNorm without a scale.
Tensor bare_norm(Machine &m, const Tensor &x)
{
    const Tensor wide = to(m, x, Dtype::fp32);
    const Tensor mean = add_number(m, mean_last(m, pow_number(m, wide, true)));
    return to(m, mul(m, wide, pow_number(m, mean, false)), x.dtype());
}

/// Gemma4ClippableLinear: between bounds before and behind it.
Tensor bounded_linear(Tower &tower, Machine &m, const std::string &name, Tensor x)
{
    if (tower.spec().clips) x = clamp(m, std::move(x), false);
    x = tower.linear(m, name + ".linear", std::move(x));
    return tower.spec().clips ? clamp(m, std::move(x), false) : x;
}

/// apply_multidimensional_rope: halves of a head are turned apart, by rows and by columns.
Tensor turned_in_two(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin)
{
    const Shape whole = x.shape(), half = whole.with_last(whole.last() / 2);
    auto [first, second] = split_in_two(m, x, half, half);
    first = apply_rotary_to_one(m, first, cos, sin);
    second = apply_rotary_to_one(m, second, cos, sin);
    return concatenate(m, std::move(first), std::move(second), whole);
}

Tensor gemma4_block(Tower &tower, Machine &m, AttentionBackend backend, const Tensor &input, const std::string &prefix,
                    const BlockAttention &a)
{
    const Shape own = input.shape();
    const Shape by_heads{own.size[0], tower.sizes().heads, own.size[1], tower.sizes().head_dim};
    const std::string attention = prefix + "self_attn.";
    Tensor out;
    {
        const Tensor x = tower.norm(m, prefix + "input_layernorm", input);
        Tensor q = tower.norm(m, attention + "q_norm", bounded_linear(tower, m, attention + "q_proj", x).view(by_heads));
        q = turned_in_two(m, q, a.cos, a.sin);
        Tensor k = tower.norm(m, attention + "k_norm", bounded_linear(tower, m, attention + "k_proj", x).view(by_heads));
        k = turned_in_two(m, k, a.cos, a.sin);
        const Tensor v = bare_norm(m, bounded_linear(tower, m, attention + "v_proj", x).view(by_heads));
        out = tower.attended(m, backend, q, k, v, own.size[1], a.mask);
        out = bounded_linear(tower, m, attention + "o_proj", out.view(own.with_last(by_heads.size[1] * by_heads.size[3])));
    }
    out = tower.norm(m, prefix + "post_attention_layernorm", std::move(out));
    const Tensor hidden = add(m, input, std::move(out));
    const Tensor x = tower.norm(m, prefix + "pre_feedforward_layernorm", hidden);
    Tensor y = activate(m, bounded_linear(tower, m, prefix + "mlp.gate_proj", x), tower.sizes().activation);
    y = mul(m, std::move(y), bounded_linear(tower, m, prefix + "mlp.up_proj", x));
    y = bounded_linear(tower, m, prefix + "mlp.down_proj", std::move(y));
    y = tower.norm(m, prefix + "post_feedforward_layernorm", std::move(y));
    return add(m, hidden, std::move(y));
}

/// Gemma4VisionPooler and what its model does behind it; [places, width].
Tensor pooled_places(Tower &tower, Machine &m, const SeenPictures &seen, const Tensor &states)
{
    const Shape all = states.shape();
    const Count most = seen.one.computed / (tower.spec().merge * tower.spec().merge), width = all.last();
    const Tensor masked = fill_masked(m, states);
    Tensor pooled;
    {
        const Tensor chosen = m.empty({all.size[0], all.size[1], most}, Dtype::int64, "one_hot");
        const Tensor weights = m.empty({all.size[0], all.size[1], most}, Dtype::fp32, "one_hot");
        pooled = bmm(m, weights, to(m, masked, Dtype::fp32), {all.size[0], most, width});
        pooled = to(m, std::move(pooled), states.dtype());
    }
    Tensor wide = scale(m, to(m, std::move(pooled), Dtype::fp32));
    wide = index_copy(m, std::move(wide), {seen.tokens(), width});
    return to(m, std::move(wide), states.dtype());
}

Tensor gemma4_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count pictures = seen.count(), patches = seen.one.computed, width = tower.sizes().hidden;
    const Shape all{pictures, patches, width};
    Tensor hidden;
    {
        Tensor pixels = scale(m, add_number(m, fed_patches(seen)));
        hidden = tower.linear(m, vision + "patch_embedder.input_proj", std::move(pixels)).view(all);
        Leaf &table = tower.leaf(vision + "patch_embedder.position_embedding_table");
        Tensor places = m.empty(all, table.value.dtype(), "embedding");
        const Tensor columns = m.empty(all, table.value.dtype(), "embedding");
        places = m.empty(all, table.value.dtype(), "add");
        if (table.trains) { // both rows of the table are read by index
            const Shape rows = table.value.shape();
            attach(places, make_node(m, {&table.value}, [rows](Machine &mm, Node &, Gradients &in, Gradients &g) {
                       g[0] = mm.empty(rows, in[0].dtype(), "embedding_backward");
                   }));
        }
        places = fill_masked(m, std::move(places));
        hidden = add(m, std::move(hidden), std::move(places));
    }
    const Dtype embedded = hidden.dtype();
    BlockAttention attention;
    attention.cos = m.empty({pictures, patches, 1, tower.sizes().head_dim / 2}, hidden.dtype(), "rotary");
    attention.sin = m.empty({pictures, patches, 1, tower.sizes().head_dim / 2}, hidden.dtype(), "rotary");
    if (!is_flash(pass.inputs.backend))
        attention.mask.tensor = m.empty({pictures, 1, patches, patches},
                                        pass.inputs.backend == AttentionBackend::eager ? embedded : Dtype::boolean, "mask");
    const auto block = [&tower, &m, backend = pass.inputs.backend, attention](const Tensor &x, const std::string &prefix) {
        return gemma4_block(tower, m, backend, x, prefix, attention);
    };
    hidden = tower.run_own_blocks(m, pass, std::move(hidden), block);
    hidden = to(m, pooled_places(tower, m, seen, hidden), embedded);
    pass.held.push_back(hidden);
    Tensor features = tower.linear(m, spec.projectors.front() + ".embedding_projection", bare_norm(m, hidden));
    pass.held.push_back(features);
    Tensor joined_features = joined(m, {features}, features.shape());
    // the count of places is checked by taking them: indices of three dimensions
    const Tensor chosen = m.empty({features.elements(), 3}, Dtype::int64, "nonzero");
    return joined_features;
}

} // namespace

const TowerClass gemma4_tower{.features = gemma4_features, .inputs = padded_inputs, .norm = NormKind::rms_power};
const TowerClass gemma4_seeing_tower{
    .features = gemma4_features, .inputs = padded_inputs, .norm = NormKind::rms_power, .masks_text = true};

} // namespace plimsoll::step
