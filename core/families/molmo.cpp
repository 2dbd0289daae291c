// SPDX-License-Identifier: GPL-3.0-or-later
// Molmo (code on the Hub).
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/ground/phrase.h"

namespace plimsoll::step {

namespace {

/// Every forward puts the token table together of two: F.embedding(x, torch.cat([self.embedding, self.new_embedding])).
class Molmo final : public DecoderClass {
public:
    Tensor embed(Machine &m, const Pass &pass) const override
    {
        const Tensor &table = pass.model.embedding.value;
        const Tensor joined = m.empty(table.shape(), table.dtype(), "cat");
        return DecoderClass::embed(m, pass);
    }
};

const Molmo molmo;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec molmo_step(const Config &config, const RecipeModules &modules)
{
    const bool rms = config.text("layer_norm_type", "default") == "rms", bias = !rms && config.flag("include_bias");
    const NormKind kind = rms ? NormKind::rms : bias ? NormKind::layer_norm : NormKind::layer_norm_bare;
    const RecipeModules model = modules.in("model.transformer");
    const Dimensions &table = model.shape("wte", "embedding");
    DecoderSpec spec = bare_decoder(config, model.path(), "wte", model.norm("ln_f", kind));
    spec.vocab = table[0] + model.shape("wte", "new_embedding")[0];
    spec.hidden = spec.embedding_width = table[1];
    spec.layers_name = "blocks";
    spec.head = linear("model.transformer.ff_out", table[1], table[0]); // no module where it is the table
    spec.positions = Positions::rotary;
    spec.inside_larger = true;
    const Count heads = config.size("num_attention_heads");
    const Heads sizes{heads, config.size_or("num_key_value_heads", heads), spec.hidden / heads};
    for (const RecipeModules &at : model.each("blocks")) {
        LayerSpec layer;
        layer.attention = fused_attention(at, sizes, "self_attn", "att_proj", "attn_out");
        layer.attention.rotary.dim = sizes.dim;
        if (at.has("q_norm")) {
            layer.attention.norms.q = at.norm("q_norm", kind);
            layer.attention.norms.k = at.norm("k_norm", kind);
            layer.attention.norms.per_head = false;
        }
        layer.mlp = fused_gated_mlp(at, "ff_proj", "ff_out", Activation::silu);
        layer.input_norm = at.norm("attn_norm", kind);
        layer.post_attention_norm = at.norm("ff_norm", kind);
        layer.norm_after = config.flag("norm_after");
        repeat(spec, layer, 1);
    }
    approximate(spec, phrase(QT_TRANSLATE_NOOP("core", "%1's code stands on the Hub; its decoder is planned as %2 runs %3's"),
                             {"Molmo", "transformers", "Molmo 2"}));
    return spec;
}

} // namespace

std::span<const Family> molmo_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("molmo", molmo_step, run_as_one<step::molmo>),
    };
    return rows;
}

} // namespace plimsoll
