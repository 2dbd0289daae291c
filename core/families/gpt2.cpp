// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gpt_block.h"
#include "core/families/describe/frames/gpt_frame.h"
#include "core/families/describe/pieces.h"

// transformers 5.23, models/gpt2/modeling_gpt2.py

namespace plimsoll::step {

namespace {

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

const Gpt2 gpt2;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gpt2(const Config &, DecoderSpec &spec) { run_as(spec, step::gpt2); }

void describe_gpt2(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    set_learned_positions(spec, config);
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.attention = unrotated(heads_without_groups(config), "attn");
    layer.attention.fused = {"attn.c_attn", spec.hidden, 3 * spec.hidden, true, true};
    layer.attention.o = {"attn.c_proj", spec.hidden, spec.hidden, true, true};
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size_or("n_inner", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    layer.mlp.up.conv1d = layer.mlp.down.conv1d = true;
    finish_gpt(draft, config, std::move(spec), std::move(layer), true);
}

} // namespace

std::span<const Family> gpt2_families()
{
    static constexpr Family rows[] = {
        {"gpt-sw3", "gpt2", "GPT2LMHeadModel", describe_gpt2, run_as_gpt2},
        {"gpt2", "gpt2", "GPT2LMHeadModel", describe_gpt2, run_as_gpt2, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
