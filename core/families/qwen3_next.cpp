// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen3-Next and Qwen3.5: gated attention in every fourth layer, gated delta nets in the others.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/delta_net_sizes.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"
#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <tuple>

// Qwen3-Next and Qwen3.5 (transformers 5.23, modeling_qwen3_next.py, modeling_qwen3_5.py): the second half of every head of q_proj
// gates the attention's output.

namespace plimsoll::step {

namespace {

class Qwen3Next final : public DecoderClass {
public:
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const ForwardInputs &inputs = pass.inputs;
        const AttentionSpec &a = layer.spec->attention;
        const Count b = inputs.batch, s = inputs.length;
        Tensor q, gate;
        {
            const Tensor both = layer.q.forward(m, x); // no name of its own: its halves' are given away
            std::tie(q, gate) = split_in_two(m, both, {b, a.heads, s, a.head_dim}, {b, s, a.heads * a.head_dim});
            gate = contiguous(m, std::move(gate), true);
        }
        Tensor normed = layer.q_norm.forward(m, q);
        q = std::move(normed);
        const HeadOrder ordered = head_order(m, a, pass);
        Tensor k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
        if (ordered.k && a.kv_heads > 1) k = copied_back(m, k);
        k = layer.k_norm.forward(m, std::move(k));
        Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
        if (ordered.v && a.kv_heads > 1) v = copied_back(m, v);
        AttentionNames n;
        n.p.q = std::move(q);
        n.p.k = std::move(k);
        if (a.rotary.dim > 0) turn(m, a, n, pass);
        q = std::move(n.p.q);
        k = std::move(n.p.k);
        Count keys = s;
        if (inputs.cache) {
            LayerCache &cache = (*inputs.cache)[layer.index];
            update_cache(m, cache, a.sliding_window, inputs, k, v);
            keys = inputs.static_length > 0 && s > 1 ? s : k.shape().size[2];
        }
        if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
        Tensor out = attend(m, a, q, k, v, pass, keys, pass.attention_dropout_of(layer));
        Tensor opened = mul(m, out, pointwise(m, gate, "sigmoid", true));
        out = std::move(opened);
        Tensor projected = layer.o.forward(m, out);
        out = std::move(projected);
        return out;
    }
};

const Qwen3Next qwen3_next;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_qwen3_next(const Config &, DecoderSpec &spec) { run_as(spec, step::qwen3_next); }

void add_delta_net(Tree &tree, const DeltaNet &d, Count hidden, bool fused)
{
    const auto scope = tree.in("linear_attn");
    tree.own("dt_bias", {d.value_heads});
    tree.own("A_log", {d.value_heads});
    tree.convolution("conv1d", {2 * d.keys() + d.values(), 1, d.kernel}, false);
    if (fused) {
        tree.linear("in_proj_qkvz", hidden, 2 * d.keys() + 2 * d.values());
        tree.linear("in_proj_ba", hidden, 2 * d.value_heads);
    }
    tree.norm("norm", d.value_dim);
    tree.linear("out_proj", d.values(), hidden);
    if (fused) return;
    tree.linear("in_proj_qkv", hidden, 2 * d.keys() + d.values());
    tree.linear("in_proj_z", hidden, d.values());
    tree.linear("in_proj_b", hidden, d.value_heads);
    tree.linear("in_proj_a", hidden, d.value_heads);
}

/// What every kind of layer has besides, once the tree names it.
void set_mixers(Draft &draft, const Config &config, DecoderSpec spec, const DeltaNet &d)
{
    MixerSpec sizes = mixer_of(d);
    sizes.chunk = config.size_or("chunk_size", 64);
    sizes.state_dtype = dtype_from_name(config.text("mamba_ssm_dtype"));
    auto gated = std::make_shared<LayerExtension>();
    std::shared_ptr<const LayerExtension> mixed;
    for (std::size_t i = 0; i < spec.layers.size(); ++i) {
        LayerSpec &kind = spec.kinds[static_cast<std::size_t>(spec.layers[i])];
        if (kind.extension) continue;
        if (kind.attention.kind != AttentionKind::none) {
            kind.extension = gated;
            continue;
        }
        const std::string layer = spec.prefix + "." + spec.layers_name + "." + std::to_string(i);
        if (!mixed) mixed = mixer_extension(draft.tree, layer, sizes);
        kind.extension = mixed;
    }
    keep_step(draft, std::move(spec));
}

enum class Mlp { dense, experts, mixed };

void describe_next(const Config &config, Draft &draft, bool fused, Mlp kind)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_offset);
    const Heads heads = heads_of(config);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, bias, bias);
    layer.attention.q.out *= 2; // the second half gates the output
    layer.attention.rotary.dim = static_cast<Count>(static_cast<double>(heads.dim) * partial_rotary_factor(config, 0.25));
    set_q_k_norms(layer.attention, NormKind::rms_offset, heads.dim);
    set_two_norms(layer, NormKind::rms_offset, spec.hidden);
    const Activation activation = activation_of(config, "hidden_act");
    MlpSpec sparse, dense;
    if (kind != Mlp::dense && config.amount_or("num_experts", 0) > 0) {
        sparse = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"),
                            config.size("moe_intermediate_size"), activation, "mlp.gate", RouterKind::softmax);
        add_shared_expert(sparse, "mlp.shared_expert", spec.hidden, config.size("shared_expert_intermediate_size"));
        sparse.moe.router.normalised = kind == Mlp::experts || config.flag("norm_topk_prob", true);
        sparse.moe.shared.gated = true;
        sparse.gate = linear("mlp.shared_expert_gate", spec.hidden, 1);
    }
    if (kind != Mlp::experts) dense = gated_mlp(spec.hidden, config.size("intermediate_size"), activation);
    const Count count = config.layers("num_hidden_layers"), interval = config.size_or("full_attention_interval", 4);
    const std::vector<std::string> types = given_layer_types(config, count);
    const std::vector<Count> dense_layers = config.wholes("mlp_only_layers");
    const Count step = config.size_or("decoder_sparse_step", 1);
    for (Count i = 0; i < count; ++i) {
        const bool linear = types.empty() ? (i + 1) % interval != 0 : types[static_cast<std::size_t>(i)] == "linear_attention";
        const bool is_sparse =
            kind == Mlp::experts || (kind == Mlp::mixed && sparse.kind == MlpKind::moe && (i + 1) % step == 0 &&
                                     std::ranges::find(dense_layers, i) == dense_layers.end());
        LayerSpec made = layer;
        if (linear) {
            made.attention = empty_layer().attention;
            made.attention.name = "linear_attn";
        }
        made.mlp = is_sparse ? sparse : dense;
        repeat(spec, made, 1);
    }
    const DeltaNet net{config.size("linear_num_key_heads"), config.size("linear_num_value_heads"),
                       config.size("linear_key_head_dim"), config.size("linear_value_head_dim"),
                       config.size("linear_conv_kernel_dim")};
    spec.rotary_dim = layer.attention.rotary.dim;
    finish_decoder(draft, spec, {.after_attention = [&](Tree &tree, const LayerSpec &made) {
                       if (made.attention.kind == AttentionKind::none) add_delta_net(tree, net, spec.hidden, fused);
                   }});
    if (!fused) {
        auto around = std::make_shared<DecoderExtension>();
        around->position_axes = 3;
        spec.extension = std::move(around);
    }
    set_mixers(draft, config, std::move(spec), net);
}

void describe_qwen3_next(const Config &config, Draft &draft) { describe_next(config, draft, true, Mlp::mixed); }

void describe_qwen3_5_text(const Config &config, Draft &draft) { describe_next(config, draft, false, Mlp::dense); }

void describe_qwen3_5_moe_text(const Config &config, Draft &draft) { describe_next(config, draft, false, Mlp::experts); }

} // namespace

std::span<const Family> qwen3_next_families()
{
    static constexpr Family rows[] = {
        {"qwen3_5_moe_text", "qwen3_5_moe_text", "Qwen3_5MoeForCausalLM", describe_qwen3_5_moe_text, run_as_qwen3_next},
        {"qwen3_5_text", "qwen3_5_text", "Qwen3_5ForCausalLM", describe_qwen3_5_text, run_as_qwen3_next},
        {"qwen3_next", "qwen3_next", "Qwen3NextForCausalLM", describe_qwen3_next, run_as_qwen3_next},
    };
    return rows;
}

} // namespace plimsoll
