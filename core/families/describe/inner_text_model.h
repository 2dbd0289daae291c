// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

/// A language model inside a larger one.
struct TextModel {
    std::string prefix;    ///< module that it is
    std::string embedding; ///< full name of its token embedding
    Count hidden = 0;
    Count vocab = 0;
    std::optional<DecoderSpec> decoder; ///< with the prefix it has inside
    std::string no_decoder_reason;      ///< why, when absent
};

/// Describes the language model of `config` by its own family and puts its tree, without head, under `prefix`.
/// Refuses a model type without a family.
[[nodiscard]] TextModel add_text_model(const Config &config, std::string_view model_type, const std::string &prefix,
                                       Draft &draft);

/// The head of a model with a language model inside; `tied` shares its token embedding. The step is that of the language
/// model on text, the other towers idle.
void finish_with_text(Draft &draft, const TextModel &text, bool tied, const std::string &head = "lm_head");

} // namespace plimsoll
