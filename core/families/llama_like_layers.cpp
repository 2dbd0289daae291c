// SPDX-License-Identifier: GPL-3.0-or-later
// Classes that differ from LLaMA's in a few lines (transformers 5.23, models/*/modeling_*.py).
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

class Apertus final : public DecoderClass {
public:
    explicit Apertus(bool xielu) : DecoderClass({.norms = HeadNorms::last}), m_xielu(xielu) {}
    void load_layer(Machine &m, DecoderModules &model, Layer &layer) const override
    {
        DecoderClass::load_layer(m, model, layer);
        if (!m_xielu) return;
        layer.seldom = std::make_unique<SeldomModules>();
        for (Leaf *leaf : {&layer.seldom->alpha_p, &layer.seldom->alpha_n})
            leaf->value = new_parameter(m, {1}, model.precision.weights, "xielu");
        for (int i = 0; i < 2; ++i) model.buffers.push_back(m.empty({1}, model.precision.weights, "buffer", Component::weights));
    }
    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        if (!m_xielu) return DecoderClass::mlp(m, layer, x, pass);
        Tensor hidden = layer.up.forward(m, x);
        hidden = xielu(m, hidden, layer.seldom->alpha_p, layer.seldom->alpha_n);
        return layer.down.forward(m, std::move(hidden));
    }

private:
    bool m_xielu; ///< an activation with parameters of its own
};

/// Cohere: residual + attention + MLP.
class Cohere final : public DecoderClass {
public:
    explicit Cohere(HeadNorms norms) : DecoderClass({.turn = TurnForm::interleaved_fp32, .norms = norms}) {}
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return parallel_layer(m, layer, input, pass, pass.dropout_of(layer), true);
    }
};

class StableLm final : public DecoderClass {
public:
    StableLm() : DecoderClass({.join = RotaryJoin::held, .norms = HeadNorms::last, .views_last = true}) {}
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const double rate = pass.dropout_of(layer);
        if (layer.spec->parallel) return parallel_layer(m, layer, input, pass, rate, true);
        Tensor hidden = layer.input_norm.forward(m, input);
        const Tensor normed = hidden; // the first norm's result keeps its name, and so does the attention's
        Tensor mixed = attention_block(m, layer, hidden, pass);
        hidden = dropout(m, std::move(mixed), rate);
        const Tensor attended = hidden;
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
        hidden = std::move(fed);
        return add(m, residual, std::move(hidden));
    }
};

/// OLMo 1 clamps its projections in place.
class Olmo final : public DecoderClass {
public:
    Olmo() : DecoderClass({.turn = TurnForm::halves_fp32, .views_last = true}) {}
    Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        if (!a.clip_qkv) return DecoderClass::project(m, layer, x, pass);
        const HeadOrder ordered = head_order(a, pass);
        const Count b = pass.inputs.batch, s = pass.inputs.length;
        Projected out;
        out.q = layer.q.forward(m, x).view({b, a.heads, s, a.head_dim});
        out.k = layer.k.forward(m, x, ordered.k_by_tokens).view({b, a.kv_heads, s, a.head_dim});
        out.v = layer.v.forward(m, x);
        for (Tensor *part : {&out.q, &out.k, &out.v}) *part = clamp(m, std::move(*part), true);
        out.v = out.v.view({b, a.kv_heads, s, a.v_head_dim});
        if (ordered.q) out.q = turned_heads(m, std::move(out.q));
        if (ordered.k) out.k = turned_heads(m, std::move(out.k));
        if (ordered.v) out.v = turned_heads(m, std::move(out.v));
        return out;
    }
};

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

/// Hidden states take the logits' multiplier, not the logits.
class MiniCpm3 final : public DecoderClass {
public:
    Tensor logits(Machine &m, DecoderModules &model, Tensor hidden) const override
    {
        if (!model.spec.logits_multiplier) return DecoderClass::logits(m, model, std::move(hidden));
        return model.running_head().forward(m, scale(m, hidden));
    }
};

/// self.norm(hidden_states.to(dtype=self.norm.weight.dtype))
class NemotronH final : public DecoderClass {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return mixed_layer(m, layer, input, pass, true);
    }
};

/// tanh(logits / cap) * cap in one line, while the head's result has its name.
class RecurrentGemma final : public DecoderClass {
public:
    Tensor logits(Machine &m, DecoderModules &model, Tensor hidden) const override
    {
        if (!model.spec.final_softcap) return DecoderClass::logits(m, model, std::move(hidden));
        Tensor out = model.running_head().forward(m, std::move(hidden));
        const Tensor named = out;
        out = scale(m, std::move(out));
        out = pointwise(m, std::move(out), "tanh", true);
        return scale(m, std::move(out));
    }
};

/// Queries grow with their position.
class Mistral4 final : public DecoderClass {
public:
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        return layer.latent ? latent_attention(m, layer, x, pass, true) : DecoderClass::attention(m, layer, x, pass);
    }
};

/// Qwen2-MoE makes a mask of a window of no tokens for layers that it does not have.
class Qwen2Moe final : public DecoderClass {
public:
    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override
    {
        DecoderClass::make_masks(m, pass, dtype);
        if (pass.inputs.length > 1) pass.window_mask = build_mask(m, pass.inputs, 0, dtype, false);
    }
    Tensor end(Machine &m, Pass &pass, ModelNames &names, Tensor hidden) const override
    {
        hidden = DecoderClass::end(m, pass, names, std::move(hidden));
        pass.window_mask.tensor.reset(); // a name of this forward only
        return hidden;
    }
};

/// DeepSeek V3.2, GLM-5: the mask is built even where a causal flag would do.
class SparselyAttending final : public DecoderClass {
public:
    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override { make_library_masks(m, pass, dtype, true); }
};

using enum TurnForm;
using enum RotaryJoin;
const Apertus apertus(false), apertus_xielu(true);
const Cohere cohere(HeadNorms::last), cohere2(HeadNorms::each);
const MiniCpm3 minicpm3;
const Mistral4 mistral4;
const Molmo molmo;
const NemotronH nemotron_h;
const Olmo olmo;
const Qwen2Moe qwen2_moe;
const RecurrentGemma recurrent_gemma;
const SparselyAttending sparsely_attending;
const StableLm stablelm;
const DecoderClass ernie4_5({.turn = interleaved_each});
const DecoderClass fused_in_parts({.split = FusedSplit::split});                                ///< DBRX
const DecoderClass glm({.turn = interleaved, .join = after});
const DecoderClass gpt_neox({.split = FusedSplit::split, .join = after});
const DecoderClass helium({.turn = interleaved});
const DecoderClass minimax_m2({.join = after, .views_last = true});
const DecoderClass nemotron({.join = last});
const DecoderClass normed_last({.norms = HeadNorms::last});                                     ///< Gemma 3, EXAONE 4, GLM-4.5
const DecoderClass normed_turned({.norms = HeadNorms::after_turn});                             ///< Hunyuan, NanoChat
const DecoderClass olmo2({.turn = halves_fp32, .views_last = true});
const DecoderClass persimmon({.join = held});
const DecoderClass phi({.join = held, .norms = HeadNorms::last});
const DecoderClass phi3({.join = each});
const DecoderClass viewed_last({.views_last = true});                                           ///< OLMoE

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

template <const auto &lines>
void as(const Config &, DecoderSpec &spec)
{
    run_as(spec, lines);
}

/// The embedding's own module multiplies (Gemma).
void scaled_inside(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

/// Behind masks and positions (Granite MoE).
void scaled_late(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::behind_masks; });
}

void as_apertus(const Config &config, DecoderSpec &spec)
{
    run_as(spec, config.text("hidden_act", "xielu") == "xielu" ? step::apertus_xielu : step::apertus);
}

void as_gemma3(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::normed_last);
    scaled_inside(config, spec);
}

void as_minicpm3(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::minicpm3);
    scaled_inside(config, spec);
}

void as_olmo(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::olmo);
    change_around(spec, [](DecoderExtension &around) { around.norms_cast = true; });
}

void as_qwen2_moe(const Config &config, DecoderSpec &spec)
{
    if (!config.flag("use_sliding_window")) run_as(spec, step::qwen2_moe);
}

constexpr DecoderRow rows[] = {
    {"apertus", as_apertus},
    {"cohere", as<step::cohere>},
    {"cohere2", as<step::cohere2>},
    {"cohere2_moe", as<step::cohere2>},
    {"dbrx", as<step::fused_in_parts>},
    {"deepseek_v32", as<step::sparsely_attending>},
    {"ernie4_5", as<step::ernie4_5>},
    {"ernie4_5_moe", as<step::ernie4_5>},
    {"exaone4", as<step::normed_last>},
    {"exaone_moe", as<step::normed_last>},
    {"flex_olmo", as<step::olmo2>},
    {"gemma", scaled_inside},
    {"gemma2", scaled_inside},
    {"gemma3_text", as_gemma3},
    {"glm", as<step::glm>},
    {"glm4", as<step::glm>},
    {"glm4_moe", as<step::normed_last>},
    {"glm_moe_dsa", as<step::sparsely_attending>},
    {"gpt_neox", as<step::gpt_neox>},
    {"granitemoe", scaled_late},
    {"granitemoeshared", scaled_late},
    {"helium", as<step::helium>},
    {"hunyuan_v1_dense", as<step::normed_turned>},
    {"hunyuan_v1_moe", as<step::normed_turned>},
    {"hy_v3", as<step::normed_last>},
    {"kolibri1", as<step::normed_last>},
    {"minicpm3", as_minicpm3},
    {"minimax_m2", as<step::minimax_m2>},
    {"mistral4", as<step::mistral4>},
    {"molmo", as<step::molmo>},
    {"nanochat", as<step::normed_turned>},
    {"nemotron", as<step::nemotron>},
    {"nemotron_h", as<step::nemotron_h>},
    {"olmo", as_olmo},
    {"olmo2", as<step::olmo2>},
    {"olmo3", as<step::olmo2>},
    {"olmo_hybrid", as<step::olmo2>},
    {"olmoe", as<step::viewed_last>},
    {"persimmon", as<step::persimmon>},
    {"phi", as<step::phi>},
    {"phi3", as<step::phi3>},
    {"phi4_multimodal", as<step::phi3>},
    {"qwen2_moe", as_qwen2_moe},
    {"recurrent_gemma", as<step::recurrent_gemma>},
    {"stablelm", as<step::stablelm>},
    {"vaultgemma", scaled_inside},
};

} // namespace

std::span<const DecoderRow> llama_like_rows() { return rows; }

} // namespace plimsoll
