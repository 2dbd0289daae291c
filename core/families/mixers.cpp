// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/mixers.h"

#include "core/families/pieces.h"
#include "core/families/recipe_modules.h"
#include "core/families/sequence.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

std::shared_ptr<const LayerExtension> mixer_extension(const Tree &tree, const std::string &layer, MixerSpec sizes,
                                                      bool residual_fp32)
{
    auto out = std::make_shared<LayerExtension>();
    const std::string start = layer + "." + sizes.name;
    for (const Module &module : tree.modules()) {
        if (module.name != start && !module.name.starts_with(start + ".")) continue;
        const std::string name = module.name.substr(layer.size() + 1);
        if (module.kind == ModuleKind::linear) {
            const Dimensions &shape = module.parameters.front().shape;
            sizes.linears.push_back(linear(name, shape[1], shape[0], module.parameters.size() > 1));
            continue;
        }
        for (Parameter parameter : module.parameters) {
            parameter.name = name + "." + parameter.name;
            sizes.own.push_back(std::move(parameter));
        }
    }
    out->mixer = std::move(sizes);
    out->residual_fp32 = residual_fp32;
    return out;
}

std::shared_ptr<const LayerExtension> mixer_extension(const RecipeModules &layer, MixerSpec sizes)
{
    return mixer_extension(layer.tree(), layer.path(), std::move(sizes));
}

std::vector<KvSharing> kv_sharing_of(const std::vector<std::string> &types, std::size_t first_shared)
{
    std::vector<KvSharing> out(types.size(), KvSharing::none);
    if (first_shared >= types.size()) return out;
    std::vector<std::string> stored;
    for (std::size_t i = first_shared; i-- > 0;) {
        if (std::ranges::find(stored, types[i]) != stored.end()) continue;
        stored.push_back(types[i]);
        out[i] = KvSharing::store;
    }
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(first_shared), out.end(), KvSharing::reuse);
    return out;
}

MixerSpec short_convolution(const Config &config)
{
    MixerSpec out;
    out.kind = MixerKind::short_conv;
    out.name = "conv";
    out.inner = config.size("hidden_size");
    out.kernel = config.size("conv_L_cache");
    return out;
}

LayerSpec empty_layer()
{
    LayerSpec out;
    out.attention.kind = AttentionKind::none;
    out.mlp.kind = MlpKind::none;
    return out;
}

DecoderSpec bare_decoder(const Config &config, std::string prefix, std::string embedding, NormSpec final_norm)
{
    DecoderSpec spec;
    spec.prefix = std::move(prefix);
    spec.embedding_name = std::move(embedding);
    spec.vocab = config.size("vocab_size");
    spec.hidden = spec.embedding_width = config.size("hidden_size");
    spec.final_norm = std::move(final_norm);
    spec.head = linear("lm_head", spec.hidden, spec.vocab);
    spec.positions = Positions::none;
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_position_embeddings").value_or(0));
    return spec;
}

void approximate(DecoderSpec &spec, std::string text)
{
    auto around = spec.more ? std::make_shared<DecoderExtension>(*spec.more) : std::make_shared<DecoderExtension>();
    around->approximations.push_back(std::move(text));
    spec.more = std::move(around);
}

void keep_step(Draft &draft, DecoderSpec spec)
{
    const auto mixed = [](const LayerSpec &layer) { return layer.more && layer.more->mixer.kind != MixerKind::none; };
    if (std::ranges::any_of(spec.kinds, mixed))
        approximate(spec,
                    phrase(QT_TRANSLATE_NOOP("core", "recurrences run in plain %1, as %2 runs them where %3, %4 or %5 are not "
                                                     "installed; with those kernels the step needs less. Loops over tokens and "
                                                     "chunks are taken as one operation."),
                           {"PyTorch", "transformers", "mamba-ssm", "causal-conv1d", "flash-linear-attention"}));
    for (const Module &module : draft.tree.modules())
        if (module.name == spec.head.name) spec.tied = module.parameters.front().tied_to.has_value();
    draft.arch.no_decoder_reason.clear();
    draft.arch.decoder = std::move(spec);
}

void keep_reward(Draft &draft, DecoderSpec spec)
{
    auto around = std::make_shared<DecoderExtension>();
    around->scores_sequence = true;
    spec.more = std::move(around);
    approximate(spec,
                phrase(QT_TRANSLATE_NOOP(
                    "core", "trained on the score of each sequence's last token; a pair of answers counts as two sequences")));
    draft.arch.generates = false;
    keep_step(draft, std::move(spec));
}

void keep_sequence(Draft &draft, SequenceSpec sequence, Count scores, std::vector<std::string> approximations)
{
    DecoderSpec spec;
    spec.prefix = sequence.base;
    spec.hidden = spec.embedding_width = sequence.hidden;
    spec.vocab = std::max<Count>(1, scores);
    spec.caches_in_training = sequence.of->copies_settings && sequence.decoder_layers > 0;
    spec.positions = Positions::none;
    spec.head.name = sequence.output;
    sequence.modules = draft.tree.modules();
    for (const Module &module : sequence.modules) {
        if (module.parameters.empty()) continue;
        const Dimensions &shape = module.parameters.front().shape;
        const bool biased = module.parameters.size() > 1;
        if (module.kind == ModuleKind::linear) sequence.linears.push_back(linear(module.name, shape[1], shape[0], biased));
        if (module.kind == ModuleKind::norm)
            sequence.norms.push_back(norm(module.name, biased ? NormKind::layer_norm : NormKind::rms_t5,
                                          module.parameters.front().elements(), biased));
    }
    auto around = std::make_shared<DecoderExtension>();
    around->approximations = std::move(approximations);
    around->sequence = std::make_shared<SequenceSpec>(std::move(sequence));
    spec.more = std::move(around);
    draft.arch.no_decoder_reason.clear();
    draft.arch.decoder = std::move(spec);
}

/// Attention whose heads are rotated, `dim` numbers of each, by one table for the model.
void set_rotary(DecoderSpec &spec, AttentionSpec &attention, Count dim)
{
    attention.rotary_dim = dim;
    spec.positions = Positions::rotary;
    spec.rotary_dim = dim;
}

LayerSpec two_norms(Count hidden, const char *first, const char *second)
{
    LayerSpec layer = empty_layer();
    layer.input_norm = norm(first, NormKind::rms, hidden);
    layer.post_attention_norm = norm(second, NormKind::rms, hidden);
    return layer;
}

void add_lm_head(Draft &draft, const Config &config, Count hidden, Count vocab, const std::string &embedding,
                 bool tied_by_default, std::optional<DecoderSpec> spec)
{
    draft.tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings", tied_by_default)) draft.tree.tie("lm_head.weight", embedding + ".weight");
    draft.arch.output_embedding = "lm_head";
    if (spec) keep_step(draft, *std::move(spec));
}

} // namespace plimsoll
