// SPDX-License-Identifier: GPL-3.0-or-later
// nanochat: norms without weights.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll::step {

namespace {

const DecoderClass nanochat({.norms = HeadNorms::after_turn});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec nanochat_step(const Config &config, const RecipeModules &modules)
{
    // norms without weights are no modules of the recipe: width 0; the final one runs before the layers too
    DecoderSpec spec = decoder_base(config, modules, NormKind::none, {.final_norm = ""});
    const auto bare = [](const char *name) { return norm(name, NormKind::rms_fp32_weight, 0); };
    spec.final_norm = spec.embedding_norm = bare("norm");
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        layer.attention = grouped_attention(at, heads);
        layer.attention.norms.q = bare("self_attn.q_norm");
        layer.attention.norms.k = bare("self_attn.k_norm");
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.mlp = plain_mlp(at, "mlp.fc1", "mlp.fc2", activation_of(config, "hidden_act"));
        layer.input_norm = bare("input_layernorm");
        layer.post_attention_norm = bare("post_attention_layernorm");
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> nanochat_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("nanochat", nanochat_step, run_as_one<step::nanochat>),
    };
    return rows;
}

} // namespace plimsoll
