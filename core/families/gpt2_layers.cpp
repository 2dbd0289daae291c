// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 and what was built on its code (transformers 5.23, modeling_gpt2.py, modeling_gpt_bigcode.py, modeling_gpt_neo.py,
// modeling_gptj.py): `attn_output = self.resid_dropout(attn_output)` stands in the attention's own forward, before its names go.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

/// GPTBigCode's block, and so GPT-2's and GPT-Neo's.
class GptBlock : public DecoderClass {
public:
    using DecoderClass::DecoderClass;
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return named_layer(m, layer, input, pass);
    }
    Tensor output(Machine &m, Layer &layer, Tensor out, const Pass &pass) const override
    {
        return dropout(m, layer.o.forward(m, std::move(out)), pass.dropout_of(layer));
    }
};

class Gpt2 final : public GptBlock {
public:
    Gpt2() : GptBlock({.split = FusedSplit::split, .names_fused = false, .fp32_softmax = false}) {}
    bool attends_by_library() const override { return false; }

    /// GPT2Model.forward adds the positions before it makes the mask.
    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        Tensor hidden = enter(m, pass, names);
        make_alibi_and_masks(m, pass, names.embedded.dtype(), hidden.dtype());
        return hidden;
    }
};

class GptNeo final : public GptBlock {
public:
    bool attends_by_library() const override { return false; }
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        return float_attention(m, layer, n, pass, [](Machine &mm, Tensor &scores, const Pass &p) {
            {
                const Tensor lowest = mm.empty({1}, scores.dtype(), "mask_value");
                scores = fill_masked(mm, scores); // its band, a buffer of the module
            }
            if (p.mask.tensor.defined()) scores = add(mm, scores, p.mask.tensor);
        });
    }
};

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
        Tensor table = m.empty({in.position_rows, 1, rows, a.rotary_dim}, Dtype::fp32, "repeat");
        apply_rotary(m, n.p.q, n.p.k, table.view({in.position_rows, 1, in.length, a.rotary_dim}), {}, lines().turn, lines().join,
                     a.rotary_dim, n.held);
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

const Gpt2 gpt2;
const GptBlock gpt_bigcode({.split = FusedSplit::split, .names_fused = false});
const GptNeo gpt_neo;
const GptJ gptj;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_gpt2(const Config &, DecoderSpec &spec) { run_as(spec, step::gpt2); }

void run_as_gpt_bigcode(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::gpt_bigcode);
    change_around(spec, [rows = spec.position_rows](DecoderExtension &around) {
        around.buffers = {{"bias", {rows, rows}, Dtype::boolean, {}}};
    });
}

/// Its band is no mask that the model makes.
void run_as_gpt_neo(const Config &, DecoderSpec &spec)
{
    for (LayerSpec &layer : spec.kinds) layer.attention.sliding_window.reset();
    run_as(spec, step::gpt_neo);
}

void run_as_gptj(const Config &, DecoderSpec &spec) { run_as(spec, step::gptj); }

} // namespace plimsoll
