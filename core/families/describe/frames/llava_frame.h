// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/keep_tower.h"
#include "core/families/describe/inner_text_model.h"

#include <string>
#include <string_view>

namespace plimsoll {

// A vision tower, a projector and any language model behind: LLaVA and what follows its plan.

void add_tower(Draft &draft, const Config &vision, const char *name);
/// What keep_tower() is told of a tower below `name` and its projector: their scopes, its patches, the projector's activation.
[[nodiscard]] TowerSpec framed_tower(const Config &config, const Config &vision, const step::TowerClass &of, const char *name,
                                     const char *projector);
/// Sizes by the keys that CLIP, SigLIP and Pixtral have for them.
[[nodiscard]] SequenceSpec framed_sizes(const Config &vision);
[[nodiscard]] TextModel add_text(Draft &draft, const Config &config, std::string_view fallback,
                                 const std::string &prefix = "model.language_model");
/// The head around the language model. Where it is tied, LlavaForConditionalGeneration and its kin name the parameter that it
/// shares, model.language_model.embed_tokens.weight, and cannot be built around a model that calls its embedding otherwise.
void add_head(Draft &draft, const Config &config, const TextModel &text, bool tied);
/// Mistral 3's projector and PaliGemma's and Gemma 3's towers read keys that not every class inside has.
void need_key(const Config &config, const char *object, const char *key, const char *accepted);
/// Two layers with an activation between; the first reads one tower output for every selected feature layer.
void add_two_layer_projector(Tree &tree, const Config &config, Count in, Count out);

} // namespace plimsoll
