// SPDX-License-Identifier: GPL-3.0-or-later
// Falcon.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/nn/experts/expert_ops.h"

// Falcon (transformers 5.23, models/falcon/modeling_falcon.py): linears of its own, the mask always there, its own call of
// scaled_dot_product_attention and eager lines.

namespace plimsoll::step {

namespace {

/// FalconModel.forward puts the bias of every head into the mask.
void put_alibi_into_mask(Machine &m, Pass &pass, Dtype dtype)
{
    const ForwardInputs &in = pass.inputs;
    Tensor &mask = pass.mask.tensor;
    if (!mask.defined()) return;
    if (mask.dtype() == Dtype::boolean) mask = m.empty({in.batch, 1, in.length, mask.shape().last()}, dtype, "where");
    // an unpadded mask of SDPA is a view of one square for all sequences
    const Shape one{in.batch, 1, in.length, mask.shape().last()};
    const Tensor scaled = m.empty(pass.alibi.shape(), dtype, "div");
    const Tensor below = m.empty(one, Dtype::boolean, "lt");
    mask = m.empty({one.size[0], pass.model.spec.kinds.front().attention.heads, one.size[2], one.size[3]}, dtype, "masked_fill");
}

class Falcon : public DecoderClass {
public:
    explicit Falcon(FusedSplit split) : DecoderClass({.split = split}) {}
    bool attends_by_library() const override { return false; }
    const DecoderClass &rebuilt() const override;
    bool returns_weights(AttentionBackend backend) const override
    {
        return backend == AttentionBackend::eager || backend == AttentionBackend::sdpa;
    }

    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override { make_library_masks(m, pass, dtype, true); }

    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        const Dtype dtype = names.embedded.dtype();
        make_alibi_and_masks(m, pass, dtype, dtype);
        if (pass.alibi.defined()) put_alibi_into_mask(m, pass, dtype);
        make_rotary_tables(m, pass, dtype);
        return enter(m, pass, names);
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        if (layer.spec->parallel) return parallel(m, layer, input, pass);
        const double rate = pass.dropout_of(layer);
        Tensor hidden = layer.input_norm.forward(m, input);
        const Tensor normed = hidden;
        hidden = dropout(m, attention_block(m, layer, hidden, pass), rate);
        const Tensor attended = hidden;
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden); // mlp_layernorm_out
        Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
        return add(m, residual, std::move(fed));
    }

    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype dtype) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, dtype);
        Tensor k = n.p.k, v = n.p.v;
        const Tensor &q = n.p.q;
        const bool alibi = pass.alibi.defined();
        AttentionCall c = call_of(layer.spec->attention, pass, n.keys, pass.attention_dropout_of(layer));
        if (!alibi) c.dropout = 0.0; // applied with ALiBi only
        c.broadcast_keys = c.heads != c.kv_heads;
        const bool asked = pass.inputs.attentions != nullptr; // `== "sdpa" and not output_attentions`, else its own lines
        if (pass.inputs.backend == AttentionBackend::sdpa && !asked) return torch_sdpa(m, q, k, v, pass.mask.tensor, c);
        if (c.broadcast_keys) { // matmul broadcasts the one head
            k = expand_heads(m, k, c);
            v = expand_heads(m, v, c);
        }
        const bool expanded = c.broadcast_keys;
        Tensor scores = matmul_heads(m, {q, c.fresh_query && c.queries > 1}, {k, expanded || c.strided_keys},
                                     {c.batch, c.heads, c.queries, c.keys});
        Tensor sum, product; // `matmul_result`
        if (alibi) {
            product = scores;
            scores = to(m, std::move(scores), Dtype::fp32);
            Tensor logits = add(m, scores, pass.alibi.view({c.batch, c.heads, 1, c.keys}));
            logits = scale_in_place(m, std::move(logits));
            sum = add(m, logits, pass.mask.tensor);
            sum = softmax_fp32(m, std::move(sum), dtype == Dtype::fp32);
        } else {
            scores = scale_in_place(m, std::move(scores));
            sum = add(m, scores, pass.mask.tensor);
            sum = softmax_fp32(m, std::move(sum), dtype == Dtype::fp32);
        }
        if (sum.dtype() != dtype) sum = to(m, std::move(sum), dtype);
        const Tensor weights = dropout(m, std::move(sum), c.dropout);
        Tensor out = matmul_heads(m, {weights}, {v, expanded || c.strided_values}, {c.batch, c.heads, c.queries, c.v_head_dim});
        pass.return_beside(weights);
        return_weights(m, c, weights);
        return merge_heads(m, std::move(out), c);
    }

private:
    static Tensor parallel(Machine &m, Layer &layer, const Tensor &input, const Pass &pass)
    {
        const Tensor hidden = normed_by(m, layer.input_norm, input);
        Tensor other = hidden;
        if (layer.pre_mlp_norm.present()) other = layer.pre_mlp_norm.forward(m, input); // the 40B: both norms come first
        const Tensor attended = attention_block(m, layer, hidden, pass);
        // mlp_output += attention_output, and dropout_add of the sum
        const Tensor sum = add_in_place(m, mlp_block(m, layer, other, pass), attended);
        return add(m, input, dropout(m, sum, pass.dropout_of(layer)));
    }
};

/// What LitGPT builds of the same modules: torch.nn.Linear, and a block that names what it makes.
class FalconOfLinears final : public Falcon {
public:
    using Falcon::Falcon;
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return layer.spec->parallel ? parallel_layer(m, layer, input, pass, 0.0) : named_layer(m, layer, input, pass);
    }
    Tensor output(Machine &m, Layer &layer, Tensor out, const Pass &pass) const override
    {
        return dropout(m, layer.o.forward(m, std::move(out)), pass.dropout_of(layer));
    }
};

const Falcon falcon(FusedSplit::slices), one_key_head(FusedSplit::multi_query), grouped(FusedSplit::groups);
const FalconOfLinears plain_falcon(FusedSplit::slices), plain_one_key_head(FusedSplit::multi_query),
    plain_grouped(FusedSplit::groups);

const DecoderClass &Falcon::rebuilt() const
{
    return lines().split == FusedSplit::slices   ? plain_falcon
           : lines().split == FusedSplit::groups ? plain_grouped
                                                 : plain_one_key_head;
}

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

/// The new architecture repeats keys and values before it caches them.
void run_as_falcon(const Config &config, DecoderSpec &spec)
{
    const bool renewed = config.flag("new_decoder_architecture", config.text("model_type") == "RefinedWeb");
    bool one = false;
    for (LayerSpec &layer : spec.kinds) {
        one = !renewed && layer.attention.kv_heads == 1;
        if (renewed) layer.attention.kv_heads = layer.attention.heads;
    }
    run_as(spec, renewed ? step::grouped : one ? step::one_key_head : step::falcon);
    change_around(spec, [](DecoderExtension &around) { around.own_linears = true; });
}

using enum LayerPart;

void describe_falcon(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "word_embeddings";
    spec.final_norm.name = "ln_f";
    const bool alibi = config.flag("alibi"), bias = config.flag("bias");
    // the first 40B says RefinedWeb and n_head_kv, without the flag
    const bool new_architecture = config.flag("new_decoder_architecture", config.text("model_type") == "RefinedWeb");
    Heads heads{config.size("num_attention_heads"), 0, 0};
    heads.dim = spec.hidden / heads.query;
    if (new_architecture)
        heads.key_value = config.size_or("num_kv_heads", config.size_or("n_head_kv", heads.query));
    else
        heads.key_value = config.flag("multi_query", true) ? 1 : heads.query;
    LayerSpec layer;
    const Count fused = new_architecture ? (2 * heads.key_value + heads.query) * heads.dim
                        : heads.key_value == 1 && config.flag("multi_query", true) ? spec.hidden + 2 * heads.dim
                                                                                   : 3 * spec.hidden;
    layer.attention = fused_attention("self_attention", "query_key_value", "dense", spec.hidden, heads, fused, bias);
    layer.attention.rotary.dim = alibi ? 0 : heads.dim;
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden,
                          config.size_or("ffn_hidden_size", 4 * spec.hidden), activation_of(config, "activation"), bias);
    layer.parallel = config.flag("parallel_attn", true);
    const bool two_norms = config.amount_or("num_ln_in_parallel_attn", new_architecture ? 2 : 1) == 2;
    if (!layer.parallel)
        set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    else
        layer.input_norm = norm(two_norms ? "ln_attn" : "input_layernorm", NormKind::layer_norm, spec.hidden, true);
    if (layer.parallel && two_norms) layer.pre_mlp_norm = norm("ln_mlp", NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    spec.positions = alibi ? Positions::alibi : Positions::rotary;
    finish_decoder(draft, std::move(spec),
                   {.layer = {attention, mlp, post_attention_norm, input_norm, pre_mlp_norm}, .rotary_dim = heads.dim});
}

} // namespace

std::span<const Family> falcon_families()
{
    static constexpr Family rows[] = {
        {"RefinedWeb", "falcon", "FalconForCausalLM", describe_falcon, run_as_falcon},
        {"RefinedWebModel", "falcon", "FalconForCausalLM", describe_falcon, run_as_falcon},
        {"falcon", "falcon", "FalconForCausalLM", describe_falcon, run_as_falcon},
    };
    return rows;
}

} // namespace plimsoll
