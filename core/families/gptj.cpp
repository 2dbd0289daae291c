// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-J.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gpt_block.h"
#include "core/families/describe/frames/gpt_frame.h"
#include "core/families/describe/pieces.h"

// transformers 5.23, models/gptj/modeling_gptj.py

namespace plimsoll::step {

namespace {

class GptJ final : public GptBlock {
public:
    GptJ() : GptBlock({.turn = TurnForm::gathered, .join = RotaryJoin::after}) {}
    bool attends_by_library() const override { return false; }
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return parallel_layer(m, layer, input, pass, 0.0);
    }
    void turn(Machine &m, const AttentionSpec &a, AttentionNames &n, const Pass &pass) const override
    {
        // the whole table of sines is repeated for every row of position_ids, in every layer
        const ForwardInputs &in = pass.inputs;
        const Count rows = a.buffers.empty() ? in.length : a.buffers.front().shape.front();
        Tensor table = m.empty({in.position_rows, 1, rows, a.rotary.dim}, Dtype::fp32, "repeat");
        apply_rotary(m, n.p.q, n.p.k, table.view({in.position_rows, 1, in.length, a.rotary.dim}), {}, lines().turn, lines().join,
                     a.rotary.dim, n.held);
    }
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        return float_attention(m, layer, n, pass, [](Machine &mm, Tensor &scores, const Pass &p) {
            scores = scale(mm, scores);
            if (p.mask.tensor.defined()) scores = add(mm, scores, p.mask.tensor);
        });
    }
};

const GptJ gptj;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gptj(const Config &, DecoderSpec &spec) { run_as(spec, step::gptj); }

using enum LayerPart;

void describe_gptj(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    spec.head.bias = true;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.post_attention_norm = {};
    layer.parallel = true;
    layer.attention = grouped_attention(spec.hidden, heads_without_groups(config), false, false, "out_proj", "attn");
    layer.attention.rotary.dim = config.size_or("rotary_dim", spec.hidden);
    layer.attention.keys_first = true;
    layer.attention.buffers = {
        {"embed_positions", {config.size("max_position_embeddings"), layer.attention.rotary.dim}, Dtype::fp32, {}}};
    layer.mlp = plain_mlp("mlp.fc_in", "mlp.fc_out", spec.hidden, config.size_or("n_inner", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, mlp}, .rotary_dim = 0});
}

} // namespace

std::span<const Family> gptj_families()
{
    static constexpr Family rows[] = {
        {"gptj", "gptj", "GPTJForCausalLM", describe_gptj, run_as_gptj, {.sdpa = false, .float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
