// SPDX-License-Identifier: GPL-3.0-or-later
// Molmo (code on the Hub).
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
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

void run_as_molmo(const Config &, DecoderSpec &spec) { run_as(spec, step::molmo); }

DecoderSpec molmo_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("hidden_size"), width = config.size("intermediate_size");
    const bool rms = config.text("layer_norm_type", "default") == "rms", bias = !rms && config.flag("include_bias");
    const NormKind kind = rms ? NormKind::rms : bias ? NormKind::layer_norm : NormKind::layer_norm_bare;
    DecoderSpec spec = bare_decoder(config, "model.transformer", "wte", norm("ln_f", kind, hidden, bias));
    spec.vocab = config.size_or("embedding_size", config.size("vocab_size")) + 128;
    spec.layers_name = "blocks";
    spec.head = linear("model.transformer.ff_out", hidden, spec.vocab - 128);
    spec.positions = Positions::rotary;
    spec.inside_larger = true;
    const Count heads = config.size("num_attention_heads");
    const Heads sizes{heads, config.size_or("num_key_value_heads", heads), hidden / heads};
    LayerSpec layer;
    layer.attention = fused_qkv_attention(hidden, sizes, "self_attn", "att_proj", "attn_out", config.flag("qkv_bias"), false);
    layer.attention.fused.name = "att_proj";
    layer.attention.o.name = "attn_out";
    if (config.flag("attention_layer_norm")) {
        set_q_k_norms(layer.attention, kind, 0, "q_norm", "k_norm");
        layer.attention.q_norm = norm("q_norm", kind, hidden);
        layer.attention.k_norm = norm("k_norm", kind, sizes.key_value * sizes.dim);
        layer.attention.norm_per_head = false;
    }
    layer.mlp.kind = MlpKind::gated_fused;
    layer.mlp.up = linear("ff_proj", hidden, width);
    layer.mlp.down = linear("ff_out", width / 2, hidden);
    layer.input_norm = norm("attn_norm", kind, hidden, bias);
    layer.post_attention_norm = norm("ff_norm", kind, hidden, bias);
    layer.norm_after = config.flag("norm_after");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    approximate(spec, phrase(QT_TRANSLATE_NOOP("core", "%1's code stands on the Hub; its decoder is planned as %2 runs %3's"),
                             {"Molmo", "transformers", "Molmo 2"}));
    return spec;
}

} // namespace plimsoll
