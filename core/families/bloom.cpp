// SPDX-License-Identifier: GPL-3.0-or-later
// BLOOM.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

#include <algorithm>

// BLOOM's block (transformers 5.23, modeling_bloom.py): the residual is added inside the attention's forward and the MLP's, so
// that all that these have names for is there meanwhile.

namespace plimsoll::step {

namespace {

/// Names of BloomAttention.forward. They go when it returns, in the order in which they were first assigned, as a Python frame
/// lets them; members are declared the other way round, since they go backwards.
struct BloomNames {
    Tensor output, context, probabilities, weights, scores, value, key, query, fused;
};

class Bloom final : public DecoderClass {
public:
    Bloom() : DecoderClass({.split = FusedSplit::slices}) {}
    bool attends_by_library() const override { return false; }

    /// create_masks_for_generate: F.pad to the cache's length
    void prepare_masks(Machine &m, Pass &pass) const override
    {
        const ForwardInputs &in = pass.inputs;
        if (in.past + in.length < in.static_length)
            in.prepared->push_back(m.empty({in.batch, in.static_length}, Dtype::int64, "attention_mask"));
    }

    /// The embedding is normalised before ALiBi and mask are made, and ALiBi takes its dtype.
    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        Tensor hidden = enter(m, pass, names);
        build_alibi(m, pass, hidden.dtype());
        make_masks(m, pass, names.embedded.dtype());
        return hidden;
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        if (!pass.inputs.checkpointing.selective.empty()) return DecoderClass::layer(m, layer, input, pass);
        Tensor normed = layer.input_norm.forward(m, input);
        const Tensor attended = attention_onto(m, layer, normed, input, pass);
        normed = layer.post_attention_norm.forward(m, attended);
        Tensor out;
        {
            const Tensor hidden = bloom_gelu(m, layer.up.forward(m, normed));
            Tensor fed = layer.down.forward(m, hidden);
            out = add(m, attended, dropout(m, fed, pass.dropout_of(layer)));
        }
        normed.reset(); // it was named before the attention's output
        return out;
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        return attention_onto(m, layer, x, {}, pass);
    }

    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &) const override
    {
        Tensor hidden = layer.up.forward(m, x);
        hidden = bloom_gelu(m, std::move(hidden));
        return layer.down.forward(m, std::move(hidden));
    }

private:
    /// Adds `residual`, where there is one, as BloomAttention.forward does.
    [[nodiscard]] Tensor attention_onto(Machine &m, Layer &layer, const Tensor &x, const Tensor &residual, const Pass &pass) const
    {
        const ForwardInputs &inputs = pass.inputs;
        const AttentionSpec &a = layer.spec->attention;
        BloomNames n;
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
        // reshape(batch · heads, …): strided views of more than one sequence are copied
        const bool copies = c.batch > 1;
        const Dtype dtype = n.query.dtype();
        n.query = contiguous(m, std::move(n.query), copies && c.queries > 1);
        n.key = contiguous(m, std::move(n.key), copies && c.strided_keys);
        n.value = contiguous(m, std::move(n.value), copies && c.strided_values);
        n.scores = baddbmm(m, pass.alibi, n.query, n.key, {c.batch, c.heads, c.queries, c.keys});
        n.weights = n.scores;
        if (pass.mask.tensor.defined()) n.weights = add(m, n.scores, pass.mask.tensor);
        n.probabilities = to(m, softmax_fp32(m, n.weights, true), dtype);
        n.probabilities = dropout(m, n.probabilities, c.dropout);
        n.context = bmm(m, n.probabilities, n.value, {c.batch, c.heads, c.queries, c.v_head_dim});
        pass.return_beside(n.probabilities);
        return_weights(m, c, n.probabilities);
        n.context = view_of_strided(m, std::move(n.context), copies && c.queries > 1); // _merge_heads' view of rows and heads
        n.context = contiguous(m, n.context, c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
        n.output = layer.o.forward(m, n.context);
        if (residual.defined()) n.output = add(m, residual, dropout(m, n.output, pass.dropout_of(layer)));
        return n.output;
    }
};

const Bloom bloom;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_bloom(const Config &, DecoderSpec &spec) { run_as(spec, step::bloom); }

using enum LayerPart;

void describe_bloom(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "word_embeddings";
    spec.embedding_norm = norm("word_embeddings_layernorm", NormKind::layer_norm, spec.hidden, true);
    spec.final_norm.name = "ln_f";
    spec.positions = Positions::alibi;
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention = fused_attention("self_attention", "query_key_value", "dense", spec.hidden,
                                      {heads, heads, spec.hidden / heads}, 3 * spec.hidden, true);
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, 4 * spec.hidden, Activation::gelu_tanh, true);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

} // namespace

std::span<const Family> bloom_families()
{
    static constexpr Family rows[] = {
        {"bloom", "bloom", "BloomForCausalLM", describe_bloom, run_as_bloom, {.sdpa = false, .flash2 = false}},
    };
    return rows;
}

} // namespace plimsoll
