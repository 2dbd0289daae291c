// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/keep_step.h"

#include "core/families/describe/pieces.h"
#include "core/decoder/sequence.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

void approximate(DecoderSpec &spec, std::string text)
{
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->approximations.push_back(std::move(text));
    spec.extension = std::move(around);
}

void keep_step(Draft &draft, DecoderSpec spec)
{
    const auto mixed = [](const LayerSpec &layer) { return layer.extension && layer.extension->mixer.kind != MixerKind::none; };
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
    spec.extension = std::move(around);
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
    spec.extension = std::move(around);
    draft.arch.no_decoder_reason.clear();
    draft.arch.decoder = std::move(spec);
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
