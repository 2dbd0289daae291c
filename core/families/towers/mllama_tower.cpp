// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 3.2 Vision: four tiles in one sequence, whose states layers of the language model read by cross attention (transformers 5.23,
// models/mllama/modeling_mllama.py).
#include "core/families/towers/tower_classes.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// Sizes of a picture of all tiles.
struct Tiles {
    Count pictures, tiles, patches, width;
    [[nodiscard]] Count places() const { return patches + 1; }            ///< of a tile, with its class token
    [[nodiscard]] Count padded() const { return (places() + 7) / 8 * 8; } ///< to a multiple of eight
    [[nodiscard]] Shape each(Count rows) const { return {pictures, tiles, rows, width}; }
    [[nodiscard]] Shape all(Count rows) const { return {pictures, tiles * rows, width}; }
};

Tiles tiles_of(const Tower &tower, const SeenPictures &seen)
{
    const Count patches = seen.one.rows * seen.one.columns;
    return {seen.count(), seen.one.computed / patches, patches, tower.sizes().hidden};
}

std::vector<BatchTensor> tiles_and_ratios(const TowerSpec &, const SeenPictures &seen, Count length)
{
    const Count tiles = seen.one.computed / (seen.one.rows * seen.one.columns);
    // pixel_values, aspect_ratio_ids, aspect_ratio_mask, cross_attention_mask
    return {pixels_of(seen), {{seen.count()}}, {{seen.count(), tiles}}, {{seen.rows, length, seen.per_row, tiles}}};
}

/// tanh of a number times `x`.
Tensor gated(Tower &tower, Machine &m, const std::string &gate, const Tensor &x)
{
    return mul(m, pointwise(m, tower.leaf(gate).value, "tanh", true), x);
}

/// MllamaPrecomputedAspectRatioEmbedding
Tensor with_ratio(Tower &tower, Machine &m, const std::string &name, const Tensor &x, const Tiles &t)
{
    const Tensor table =
        embedding(m, {t.pictures}, tower.leaf(name + ".embedding.weight")).view({t.pictures, t.tiles, 1, t.width});
    return add(m, x, gated(tower, m, name + ".gate", table));
}

/// Patches to states before the layers, padded; and the mask of tiles that are there.
Tensor embedded_tiles(Tower &tower, Machine &m, const TowerPass &pass, const std::string &vision, const Tiles &t,
                      BlockAttention &a)
{
    Tensor x = tower.embedded_patches(m, tower.patches(m, vision + "patch_embedding", fed_patches(pass.seen)));
    x = with_ratio(tower, m, vision + "pre_tile_positional_embedding", x.view(t.each(t.patches)), t);
    const Shape classed = t.each(t.places());
    x = concatenate(m, tower.leaf(vision + "class_embedding").value, std::move(x), classed);
    const std::string positions = vision + "gated_positional_embedding";
    {
        const Tensor gate = add_number(m, pointwise(m, tower.leaf(positions + ".gate").value, "tanh", true));
        const Tensor table = mul(m, gate, tower.leaf(positions + ".embedding").value);
        x = add(m, std::move(x), table);
    }
    const Tensor tile = embedding(m, {t.pictures}, tower.leaf(positions + ".tile_embedding.weight")).view(classed);
    x = add(m, std::move(x), gated(tower, m, positions + ".gate", tile));
    x = tower.norm(m, vision + "layernorm_pre", std::move(x));
    Tensor padded = m.empty(t.each(t.padded()), x.dtype(), "pad");
    if (any_requires_grad(m, {&x}))
        attach(padded, make_node(m, {&x}, [classed](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(classed, in[0].dtype(), "pad_backward");
               }));
    x.reset();
    const Count all = t.tiles * t.padded();
    const Dtype dtype = m.autocast ? *m.autocast : tower.leaf(vision + "class_embedding").value.dtype();
    const Tensor product = m.empty({t.pictures, 1, all, all}, dtype, "mask");
    a.mask.tensor = m.empty({t.pictures, 1, all, all}, dtype, "mask");
    return padded.view(t.all(t.padded()));
}

/// Layers of both transformers; those of the second have gates.
Tensor tile_layers(Tower &tower, Machine &m, const TowerPass &pass, Tensor x, const std::string &prefix, Count count,
                   const BlockAttention &a, bool with_gates, std::vector<Tensor> &states)
{
    BlockNames names = llama_block;
    if (with_gates) {
        names.scale1 = "gate_attn";
        names.scale2 = "gate_ffn";
        names.tanh_scales = true;
    }
    for (Count i = 0; i < count; ++i) {
        x = tower.block(m, pass.inputs.backend, x, prefix + std::to_string(i) + ".", names, a);
        states.push_back(x);
    }
    return x;
}

Tensor mllama_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string vision = spec.towers.front() + ".";
    const Tiles t = tiles_of(tower, pass.seen);
    BlockAttention attention;
    Tensor out;
    {
        Tensor x = embedded_tiles(tower, m, pass, vision, t, attention);
        std::vector<Tensor> states, global;
        x = tile_layers(tower, m, pass, std::move(x), vision + "transformer.layers.", tower.sizes().layers, attention, false,
                        states);
        x = tower.norm(m, vision + "layernorm_post", std::move(x));
        x = with_ratio(tower, m, vision + "post_tile_positional_embedding", x.view(t.each(t.padded())), t)
                .view(t.all(t.padded()));
        x = tile_layers(tower, m, pass, std::move(x), vision + "global_transformer.layers.", spec.more_layers, attention, true,
                        global);
        x = index_copy(m, std::move(x), t.each(t.places())); // a slice that reshape() copies
        const Count inner = static_cast<Count>(spec.handed.size());
        std::vector<Tensor> chosen;
        for (const Count layer : spec.handed)
            if (layer >= 0 && layer < static_cast<Count>(states.size()))
                chosen.push_back(states[static_cast<std::size_t>(layer)]);
        Tensor stacked = joined(m, chosen, t.each(t.padded()).with_last(inner * t.width));
        stacked = index_copy(m, std::move(stacked), t.each(t.places()).with_last(inner * t.width));
        out = concatenate(m, std::move(x), std::move(stacked), t.each(t.places()).with_last((inner + 1) * t.width));
    }
    pass.held.push_back(out);
    Tensor features = tower.linear(m, spec.projectors.front(), out);
    const Count keys = pass.seen.per_row * t.tiles * t.places();
    // _prepare_cross_attention_mask: the mask of tiles repeated for their places
    const Count rows = pass.seen.rows, length = pass.inputs.length;
    {
        const Tensor repeated = m.empty({rows, 1, length, keys}, Dtype::int64, "cross_attention_mask");
        const Tensor inverted = m.empty({rows, 1, length, keys}, Dtype::fp32, "cross_attention_mask");
        const Tensor cast = m.empty({rows, 1, length, keys}, tower.weights_dtype(), "cross_attention_mask");
        pass.states_mask.tensor = m.empty({rows, 1, length, keys}, tower.weights_dtype(), "cross_attention_mask");
    }
    return features.view({rows, keys, spec.out});
}

/// MllamaCrossAttentionDecoderLayer
Tensor cross_layer(Tower &tower, Machine &m, const Tensor &hidden, const std::string &prefix, const CrossStates &seen)
{
    const TowerSpec &spec = tower.spec();
    const Shape own = hidden.shape();
    const Count batch = own.size[0], length = own.size[1], keys = seen.states.shape().size[1], dim = spec.cross_dim;
    const std::string attention = prefix + "cross_attn.";
    Tensor x = tower.norm(m, prefix + "input_layernorm", hidden);
    Tensor q = tower.norm(m, attention + "q_norm",
                          tower.linear(m, attention + "q_proj", x).view({batch, spec.cross_heads, length, dim}));
    Tensor k = tower.linear(m, attention + "k_proj", seen.states).view({batch, spec.cross_kv_heads, keys, dim});
    Tensor v = tower.linear(m, attention + "v_proj", seen.states).view({batch, spec.cross_kv_heads, keys, dim});
    k = tower.norm(m, attention + "k_norm", std::move(k));
    if (seen.cache) *seen.cache = {k.detach(), v.detach()};
    AttentionCall call;
    call.batch = batch;
    call.heads = spec.cross_heads;
    call.kv_heads = spec.cross_kv_heads;
    call.head_dim = call.v_head_dim = dim;
    call.queries = length;
    call.keys = keys;
    call.causal = false;
    const bool eager = seen.backend == AttentionBackend::eager;
    x = eager ? eager_attention(m, q, k, v, seen.mask, call) : sdpa(m, q, k, v, seen.mask, call);
    x = tower.linear(m, attention + "o_proj", x.view(own.with_last(spec.cross_heads * dim)));
    const Tensor middle = add(m, hidden, gated(tower, m, prefix + "cross_attn_attn_gate", x));
    x = tower.norm(m, prefix + "post_attention_layernorm", middle);
    Tensor y = activate(m, tower.linear(m, prefix + "mlp.gate_proj", x), Activation::silu);
    y = mul(m, std::move(y), tower.linear(m, prefix + "mlp.up_proj", x));
    y = tower.linear(m, prefix + "mlp.down_proj", std::move(y));
    y = mul(m, m.empty({batch, length, 1}, tower.weights_dtype(), "row_mask"), std::move(y));
    return add(m, middle, gated(tower, m, prefix + "cross_attn_mlp_gate", y));
}

} // namespace

const TowerClass mllama_tower{.features = mllama_features, .inputs = tiles_and_ratios, .cross = cross_layer};

} // namespace plimsoll::step
