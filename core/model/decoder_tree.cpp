// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decoder_tree.h"

namespace plimsoll {
namespace {

bool present(const LinearSpec &linear) { return !linear.name.empty(); }

void add_latent(Tree &tree, const AttentionSpec &a)
{
    if (present(a.q)) tree.add(a.q);
    if (present(a.latent.q_a)) {
        tree.add(a.latent.q_a);
        tree.add(a.latent.q_a_norm);
        tree.add(a.latent.q_b);
    }
    tree.add(a.latent.kv_a);
    tree.add(a.latent.kv_a_norm);
    tree.add(a.latent.kv_b);
    tree.add(a.o);
}

/// A norm over all heads, or one per head in a ModuleList.
void add_q_k_norm(Tree &tree, const NormSpec &norm, Count list_of)
{
    if (list_of == 0) {
        tree.add(norm);
        return;
    }
    for (Count i = 0; i < list_of && norm.kind != NormKind::none; ++i)
        tree.norm(norm.name + ".norms." + std::to_string(i), norm.width, norm.bias);
}

/// Router, fused experts and shared expert as transformers 5 lays them out.
void add_moe(Tree &tree, const MlpSpec &mlp, const TreeOrder &order)
{
    const MoeSpec &moe = mlp.moe;
    const auto router = [&] {
        // routers are modules with a bare weight [experts, hidden]; only some are torch.nn.Linear
        if (moe.router.is_linear)
            tree.add(moe.router.projection);
        else {
            tree.own("weight", {moe.router.projection.out, moe.router.projection.in}, moe.router.projection.name);
            if (moe.router.projection.bias) tree.own("bias", {moe.router.projection.out}, moe.router.projection.name);
            if (moe.router.corrected && !order.correction_on_block)
                tree.buffer("e_score_correction_bias", {moe.router.projection.out}, Dtype::fp32, moe.router.projection.name);
        }
    };
    const auto apart = [&] {
        for (Count e = 0; e < moe.experts; ++e) {
            const auto scope = tree.in(mlp.name + ".experts", e);
            for (const LinearSpec *linear : {&moe.separate.gate, &moe.separate.up, &moe.separate.down}) tree.add(*linear);
        }
        tree.add_idle(3 * moe.router.projection.in * moe.expert_width * (moe.experts - moe.top_k));
    };
    const auto experts = [&] {
        if (present(moe.separate.down)) return apart();
        const Count hidden = moe.router.projection.in, up = (moe.gated ? 2 : 1) * moe.expert_width;
        const std::string up_name = moe.gated ? "gate_up_proj" : "up_proj";
        std::vector<std::pair<std::string, Dimensions>> parameters;
        if (moe.transposed)
            parameters = {{up_name, {moe.experts, hidden, up}}, {"down_proj", {moe.experts, moe.expert_width, hidden}}};
        else
            parameters = {{up_name, {moe.experts, up, hidden}}, {"down_proj", {moe.experts, hidden, moe.expert_width}}};
        if (moe.bias) {
            parameters.insert(parameters.begin() + 1, {up_name + "_bias", {moe.experts, up}});
            parameters.push_back({"down_proj_bias", {moe.experts, hidden}});
        }
        tree.experts(mlp.name + ".experts", moe.experts, moe.top_k, parameters);
    };
    if (moe.router.corrected && order.correction_on_block)
        tree.buffer("e_score_correction_bias", {moe.router.projection.out}, Dtype::fp32, mlp.name);
    if (order.router_first) router();
    if (order.after_router) order.after_router(tree, mlp);
    experts();
    if (!order.router_first) router();
    if (moe.shared.width == 0) return;
    for (const LinearSpec *linear : {&moe.shared.gate_proj, &moe.shared.up_proj, &moe.shared.down_proj})
        if (present(*linear)) tree.add(*linear);
    if (moe.shared.gated) tree.linear(mlp.name + ".shared_expert_gate", moe.router.projection.in, 1);
}

void add_rotary(Tree &tree, const DecoderSpec &spec, const TreeOrder &order)
{
    for (const std::string &type : order.rotary_types)
        for (const char *table : {"_inv_freq", "_original_inv_freq"})
            tree.buffer(type + table, {(spec.rotary_dim + 1) / 2}, Dtype::fp32, "rotary_emb");
    if (!order.rotary_types.empty()) return;
    const Count rotary = order.rotary_dim.value_or(spec.positions == Positions::rotary ? spec.rotary_dim : 0);
    if (rotary > 0) tree.rotary("rotary_emb", rotary);
}

} // namespace

void add_attention(Tree &tree, const AttentionSpec &a, const TreeOrder &order)
{
    if (a.kind == AttentionKind::none || a.kind == AttentionKind::other) return;
    if (a.sinks) tree.own("sinks", {a.heads}, a.name);
    for (const Parameter &buffer : a.buffers) tree.buffer(buffer.name, buffer.shape, buffer.dtype.value_or(Dtype::fp32), a.name);
    const auto norms = [&] {
        if (a.norms.by_rows && a.norms.q.kind != NormKind::none) { // [heads, head_dim]
            tree.own("weight", {a.heads, a.norms.q.width}, a.norms.q.name, ModuleKind::norm);
            tree.own("weight", {a.kv_heads, a.norms.k.width}, a.norms.k.name, ModuleKind::norm);
            return;
        }
        add_q_k_norm(tree, a.norms.q, a.norms.in_list ? a.heads : 0);
        add_q_k_norm(tree, a.norms.k, a.norms.in_list ? a.kv_heads : 0);
    };
    if (a.kind == AttentionKind::latent) {
        add_latent(tree, a);
        return;
    }
    if (order.q_k_norms_first) norms();
    for (const LinearSpec *linear : as_registered(a, &a.q, &a.k, &a.v, &a.fused, &a.o))
        if (present(*linear)) tree.add(*linear);
    if (!order.q_k_norms_first) norms();
}

void add_mlp(Tree &tree, const MlpSpec &mlp, const TreeOrder &order)
{
    if (mlp.kind == MlpKind::moe) {
        add_moe(tree, mlp, order);
        return;
    }
    for (const LinearSpec *linear : {&mlp.gate, &mlp.up, &mlp.down})
        if (present(*linear)) tree.add(*linear);
}

void add_layer(Tree &tree, const LayerSpec &layer, const TreeOrder &order)
{
    for (const LayerPart part : order.layer) {
        switch (part) {
        case LayerPart::attention:
            add_attention(tree, layer.attention, order);
            if (order.after_attention) order.after_attention(tree, layer);
            break;
        case LayerPart::mlp:
            add_mlp(tree, layer.mlp, order);
            if (order.after_mlp) order.after_mlp(tree, layer);
            break;
        case LayerPart::input_norm: tree.add(layer.input_norm); break;
        case LayerPart::post_attention_norm: tree.add(layer.post_attention_norm); break;
        case LayerPart::pre_mlp_norm: tree.add(layer.pre_mlp_norm); break;
        case LayerPart::post_mlp_norm: tree.add(layer.post_mlp_norm); break;
        }
    }
}

void add_decoder(Tree &tree, const DecoderSpec &spec, const TreeOrder &order)
{
    const auto scope = tree.in(spec.prefix);
    tree.embedding(spec.embedding_name, spec.vocab, spec.embedding_width);
    if (order.embedding_scale) tree.buffer("embed_scale", {}, *order.embedding_scale, spec.embedding_name);
    if (spec.positions == Positions::learned) tree.embedding(spec.positions_name, spec.position_rows, spec.hidden);
    for (const LinearSpec *projection : {&spec.project_out, &spec.project_in})
        if (present(*projection)) tree.add(*projection);
    tree.add(spec.embedding_norm);
    if (order.final_norm_first) tree.add(spec.final_norm);
    for (std::size_t i = 0; i < spec.layers.size(); ++i) {
        const auto layer = tree.in(spec.layers_name, static_cast<Count>(i));
        const auto inner = tree.in(order.suffix);
        add_layer(tree, spec.kinds[static_cast<std::size_t>(spec.layers[i])], order);
    }
    if (!order.final_norm_first && !order.norm_after_rotary) tree.add(spec.final_norm);
    add_rotary(tree, spec, order);
    if (order.norm_after_rotary) tree.add(spec.final_norm);
}

void add_head(Tree &tree, const DecoderSpec &spec)
{
    tree.add(spec.head);
    if (spec.tied)
        tree.tie(tree.path(spec.head.name) + ".weight", tree.path(spec.prefix + "." + spec.embedding_name) + ".weight");
}

} // namespace plimsoll
