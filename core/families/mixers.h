// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

namespace plimsoll {

class RecipeModules;

/// What a layer of a recurrence has beside its norms and MLP. `sizes` without parameters; those are the modules of `tree`
/// whose names begin with `layer`.`sizes.name`.
[[nodiscard]] std::shared_ptr<const LayerExtension> mixer_extension(const Tree &tree, const std::string &layer, MixerSpec sizes,
                                                                    bool residual_fp32 = false);
/// The same of a layer that a recipe built.
[[nodiscard]] std::shared_ptr<const LayerExtension> mixer_extension(const RecipeModules &layer, MixerSpec sizes);
/// The convolution of LFM2 and its heirs, as wide as the hidden size.
[[nodiscard]] MixerSpec short_convolution(const Config &config);
/// A layer with nothing in it; its parts are put in one by one.
[[nodiscard]] LayerSpec empty_layer();
/// Keeps `spec` as the step of a model whose tree stands: head "lm_head", tied where the tree says so.
void keep_step(Draft &draft, DecoderSpec spec);
/// keep_step() for a head that scores a sequence by its last token.
void keep_reward(Draft &draft, DecoderSpec spec);
/// Says that the step of `spec` is something near what the library runs.
void approximate(DecoderSpec &spec, std::string text);
/// Keeps `sequence` as the step of a model that is no decoder; its modules are those of the tree. `scores`: numbers that the
/// head gives for each position or sequence.
void keep_sequence(Draft &draft, SequenceSpec sequence, Count scores, std::vector<std::string> approximations = {});
/// A decoder whose tree was built by hand: sizes, no layers yet.
[[nodiscard]] DecoderSpec bare_decoder(const Config &config, std::string prefix, std::string embedding, NormSpec final_norm);

/// Attention whose heads are rotated, `dim` numbers of each, by one table for the model.
void set_rotary(DecoderSpec &spec, AttentionSpec &attention, Count dim);
/// A layer with two RMS norms and nothing between.
[[nodiscard]] LayerSpec two_norms(Count hidden, const char *first, const char *second);
/// "lm_head", tied to `embedding` where the configuration or `tied_by_default` says so; keeps `spec` as the step.
void add_lm_head(Draft &draft, const Config &config, Count hidden, Count vocab, const std::string &embedding,
                 bool tied_by_default, std::optional<DecoderSpec> spec = std::nullopt);

/// Per layer: whose keys it reads, where the layers from `first_shared` on have none (kv_sharing_modes of Gemma 3n's and 4's
/// configurations). `types`: of the layers.
[[nodiscard]] std::vector<KvSharing> kv_sharing_of(const std::vector<std::string> &types, std::size_t first_shared);

} // namespace plimsoll
