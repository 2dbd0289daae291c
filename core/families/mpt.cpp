// SPDX-License-Identifier: GPL-3.0-or-later
// MPT's block (transformers 5.23, modeling_mpt.py): the attention's forward projects its own result and the MLP's adds the
// residual, so that all that these have names for is there meanwhile.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// Names of MptAttention.forward; members go backwards, as in bloom.cpp.
struct MptNames {
    Tensor output, context, weights, scores, value, key, query, fused;
};

class Mpt final : public DecoderClass {
public:
    Mpt() : DecoderClass({.split = FusedSplit::split, .copies_query_first = true}) {}
    bool attends_by_library() const override { return false; }

    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        const DecoderSpec &spec = pass.model.spec;
        // [heads, 1, max_seq_len], for every length
        pass.alibi =
            m.empty({spec.kinds.front().attention.heads, 1, std::max<Count>(spec.max_positions, 1)}, Dtype::fp32, "alibi");
        if (!pass.inputs.prepared) make_masks(m, pass, names.embedded.dtype());
        Tensor &mask = pass.mask.tensor;
        if (mask.defined()) mask = m.empty(mask.shape(), Dtype::boolean, "to");
        return enter(m, pass, names);
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        if (!pass.inputs.checkpointing.selective.empty()) return DecoderClass::layer(m, layer, input, pass);
        const double rate = pass.dropout_of(layer);
        Tensor normed = layer.input_norm.forward(m, input);
        Tensor attended = attention(m, layer, normed, pass);
        Tensor hidden = add(m, dropout(m, attended, rate), input);
        normed = layer.post_attention_norm.forward(m, hidden);
        Tensor out;
        {
            Tensor wide = activate(m, layer.up.forward(m, normed), layer.spec->mlp.activation);
            const Tensor fed = layer.down.forward(m, wide);
            out = add(m, dropout(m, fed, rate), hidden);
            wide.reset();
        }
        for (Tensor *name : {&normed, &hidden, &attended, &pass.names.weights}) name->reset(); // in the frame's order
        return out;
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const ForwardInputs &inputs = pass.inputs;
        const AttentionSpec &a = layer.spec->attention;
        MptNames n;
        {
            Projected p = project(m, layer, x, pass);
            n.fused = std::move(p.named);
            n.query = std::move(p.q);
            n.key = std::move(p.k);
            n.value = std::move(p.v);
        }
        if (inputs.cache) update_cache(m, (*inputs.cache)[layer.index], a.sliding_window, inputs, n.key, n.value);
        if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, n.key, n.value);
        const Count keys = inputs.cache ? n.key.shape().size[2] : inputs.length;
        const AttentionCall c = call_of(a, pass, keys, pass.attention_dropout_of(layer));
        const Shape square{c.batch, c.heads, c.queries, c.keys};
        n.scores = matmul_heads(m, {n.query, c.queries > 1}, {n.key, c.strided_keys}, square);
        n.scores = scale(m, std::move(n.scores));
        n.scores = add(m, n.scores, pass.alibi.view({1, c.heads, 1, c.keys}));
        if (pass.mask.tensor.defined()) n.scores = fill_masked(m, n.scores);
        n.weights = to(m, softmax(m, to(m, n.scores, Dtype::fp32), Dtype::fp32), n.value.dtype());
        n.weights = dropout(m, n.weights, c.dropout);
        n.context = matmul_heads(m, {n.weights}, {n.value, c.strided_values}, {c.batch, c.heads, c.queries, c.v_head_dim});
        pass.return_beside(n.weights);
        return_weights(m, c, n.weights);
        n.context = view_of_strided(m, std::move(n.context), c.batch > 1); // torch.matmul's own view of rows and heads
        n.context = contiguous(m, n.context, c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
        n.output = layer.o.forward(m, n.context);
        return n.output;
    }
};

const Mpt mpt;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_mpt(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::mpt);
    const bool cached = config.flag("use_cache", false); // MptConfig's default
    change_around(spec, [cached](DecoderExtension &around) { around.no_cache = !cached; });
}

using enum LayerPart;

void describe_mpt(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm);
    spec.prefix = "transformer";
    spec.layers_name = "blocks";
    spec.embedding_name = "wte";
    spec.final_norm.name = "norm_f";
    spec.positions = Positions::alibi;
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_seq_len").value_or(0)); // its ALiBi has so many columns
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention =
        fused_attention("attn", "Wqkv", "out_proj", spec.hidden, {heads, heads, spec.hidden / heads}, 3 * spec.hidden, false);
    layer.attention.clip_qkv = config.sub("attn_config").has("clip_qkv");
    layer.mlp = plain_mlp("ffn.up_proj", "ffn.down_proj", spec.hidden, 4 * spec.hidden, Activation::gelu, false);
    layer.input_norm = norm("norm_1", NormKind::layer_norm, spec.hidden);
    layer.post_attention_norm = norm("norm_2", NormKind::layer_norm, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

/// MptModel makes its ALiBi for max_seq_len keys, whatever comes; the last token that is generated is not read.
std::optional<Error> refused_mpt(const Plan &plan, const Architecture &architecture)
{
    const Count most = architecture.decoder->max_positions;
    if (most == 0) return std::nullopt;
    const bool infers = plan.task == Task::infer;
    const Count asked = infers ? plan.inference.context : plan.sequence_length, read = infers ? asked - 1 : asked;
    if (read <= most) return std::nullopt;
    return Error{infers ? "inference.context" : "sequence_length", std::to_string(asked),
                 phrase(QT_TRANSLATE_NOOP("core", "at most %1"), {std::to_string(infers ? most + 1 : most)}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1's ALiBi has %2 columns (%3), and adding it to more scores raises (%4)"),
                        {"MPT", std::to_string(most), "max_seq_len", "transformers 5.23, modeling_mpt.py"})};
}

} // namespace

std::span<const Family> mpt_families()
{
    static constexpr Family rows[] = {
        {"mpt", "mpt", "MptForCausalLM", describe_mpt, run_as_mpt, {.sdpa = false, .flash2 = false}, refused_mpt},
    };
    return rows;
}

} // namespace plimsoll
