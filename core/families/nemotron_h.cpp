// SPDX-License-Identifier: GPL-3.0-or-later
// Nemotron-H: a layer is Mamba 2, attention, an MLP or experts, as a pattern says.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/mamba_mixers.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// self.norm(hidden_states.to(dtype=self.norm.weight.dtype))
class NemotronH final : public DecoderClass {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return mixed_layer(m, layer, input, pass, true);
    }
};

const NemotronH nemotron_h;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

/// hybrid_override_pattern "M*-E", else layers_block_type in its old and new words.
std::string nemotron_pattern(const Config &config)
{
    const std::vector<std::string> types = config.texts("layers_block_type");
    if (types.empty()) return config.text("hybrid_override_pattern", "ME*-");
    std::string pattern;
    for (const std::string &type : types) {
        if (type == "mamba" || type == "linear_attention")
            pattern += 'M';
        else if (type == "attention" || type == "full_attention")
            pattern += '*';
        else if (type == "mlp")
            pattern += '-';
        else if (type == "moe")
            pattern += 'E';
        else
            config.refuse("layers_block_type", type,
                          phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"mamba, attention, mlp", "moe"}));
    }
    return pattern;
}

/// Adds the modules and gives their description.
MlpSpec add_nemotron_experts(Tree &tree, const Config &config, Count hidden)
{
    const Count experts = config.size("n_routed_experts"), width = config.size("moe_intermediate_size");
    const Count latent = config.size_or("moe_latent_size", hidden), top = config.size("num_experts_per_tok");
    tree.experts("mixer.experts", experts, std::min(top, experts),
                 {{"up_proj", {experts, width, latent}}, {"down_proj", {experts, latent, width}}});
    tree.own("weight", {experts, hidden}, "mixer.gate");
    tree.buffer("e_score_correction_bias", {experts}, Dtype::fp32, "mixer.gate");
    const Count shared = config.size("moe_shared_expert_intermediate_size");
    const bool bias = config.flag("mlp_bias");
    tree.linear("mixer.shared_experts.up_proj", hidden, shared, bias);
    tree.linear("mixer.shared_experts.down_proj", shared, hidden, bias);
    MlpSpec out = expert_mlp(hidden, experts, top, width, Activation::relu2, "mixer.gate", RouterKind::grouped_sigmoid, "mixer");
    out.moe.shared.order = SharedOrder::last;
    out.moe.gated = false;
    out.moe.router.corrected = true;
    out.moe.router.normalised = config.flag("norm_topk_prob", true);
    out.moe.router.groups = std::max<Count>(1, config.amount_or("n_group", 1));
    out.moe.router.top_groups = std::max<Count>(1, config.amount_or("topk_group", 1));
    out.moe.shared.width = shared;
    out.moe.shared.up_proj = linear("mixer.shared_experts.up_proj", hidden, shared, bias);
    out.moe.shared.down_proj = linear("mixer.shared_experts.down_proj", shared, hidden, bias);
    if (!config.has("moe_latent_size")) return out;
    tree.linear("mixer.fc1_latent_proj", hidden, latent, bias);
    tree.linear("mixer.fc2_latent_proj", latent, hidden, bias);
    out.moe.latent.in = linear("mixer.fc1_latent_proj", hidden, latent, bias);
    out.moe.latent.out = linear("mixer.fc2_latent_proj", latent, hidden, bias);
    return out;
}

void describe_nemotron_h(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), width = config.size("intermediate_size");
    const bool bias = config.flag("use_bias");
    const auto either = [&config](const char *key, const char *old) {
        return config.mentioned(old) ? config.size(old) : config.size(key);
    };
    const Mamba2 mamba{hidden,
                       config.size("mamba_num_heads"),
                       config.size("mamba_head_dim"),
                       either("n_groups", "mamba_n_groups"),
                       config.size("ssm_state_size"),
                       either("conv_kernel", "mamba_d_conv"),
                       bias,
                       config.flag("use_conv_bias", true),
                       bias};
    const AttentionSpec attention = grouped_attention(hidden, heads_of(config), false, false, "o_proj", "mixer");
    const std::string pattern = nemotron_pattern(config);
    if (pattern.size() > 2000)
        config.refuse("hybrid_override_pattern", phrase(QT_TRANSLATE_NOOP("core", "%1 layers"), {std::to_string(pattern.size())}),
                      at_most(2000));
    const MlpSpec plain =
        plain_mlp("mixer.up_proj", "mixer.down_proj", hidden, width, Activation::relu2, config.flag("mlp_bias"));
    std::shared_ptr<const LayerExtension> extension;
    DecoderSpec spec = bare_decoder(config, "model", "embeddings", norm("norm_f", NormKind::rms_fp32_weight, hidden));
    tree.embedding("model.embeddings", vocab, hidden);
    Count index = 0;
    for (const char kind : pattern) {
        const auto layer = tree.in("model.layers", index++);
        tree.norm("norm", hidden);
        LayerSpec made = empty_layer();
        (kind == '-' || kind == 'E' ? made.post_attention_norm : made.input_norm) =
            norm("norm", NormKind::rms_fp32_weight, hidden);
        if (kind == 'M') {
            add_mamba2(tree, "mixer", mamba);
            if (!extension) {
                MixerSpec mixer = mixer2(mamba, "mixer", config.size_or("chunk_size", 128));
                mixer.state_dtype = dtype_from_name(config.text("mamba_ssm_cache_dtype"));
                extension = mixer_extension(tree, tree.path(), std::move(mixer));
            }
            made.extension = extension;
        } else if (kind == '*') {
            add_attention(tree, attention);
            made.attention = attention;
            made.attention.rotary.dim = 0;
        } else if (kind == '-') {
            add_mlp(tree, plain);
            made.mlp = plain;
        } else if (kind == 'E') {
            made.mlp = add_nemotron_experts(tree, config, hidden);
        } else
            config.refuse("hybrid_override_pattern", pattern.substr(0, 60),
                          phrase(QT_TRANSLATE_NOOP("core", "%1 and %2"), {"M, *, -", "E"}));
        repeat(spec, made, 1);
    }
    tree.norm("model.norm_f", hidden);
    tree.linear("lm_head", hidden, vocab);
    draft.arch.output_embedding = "lm_head"; // never tied: the class has no tied keys
    auto around = std::make_shared<DecoderExtension>();
    around->float_logits = true;
    spec.extension = std::move(around);
    keep_step(draft, std::move(spec));
}

} // namespace

std::span<const Family> nemotron_h_families()
{
    static constexpr Family rows[] = {
        {"nemotron_h", "nemotron_h", "NemotronHForCausalLM", describe_nemotron_h, run_as_one<step::nemotron_h>},
    };
    return rows;
}

} // namespace plimsoll
