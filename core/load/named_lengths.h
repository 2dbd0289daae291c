// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"

#include <nlohmann/json_fwd.hpp>

namespace plimsoll {

/// Layers that predict further tokens, and the words of a model that drafts (num_nextn_predict_layers, draft_vocab_size).
void keep_drafting(const nlohmann::json &file, DecoderSpec &spec);

/// Puts into `spec` what a configuration says of a text's length beside max_position_embeddings (NamedLengths), as engines look for
/// it: in the language model's part of the file. Nothing where max_position_embeddings is all.
void keep_lengths(const nlohmann::json &file, DecoderSpec &spec);

} // namespace plimsoll
