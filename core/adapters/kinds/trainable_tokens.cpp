// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/token_rows.h"

namespace plimsoll {

/// peft 0.21.2 tuners/trainable_tokens.
constinit const AdapterMethod adapters::trainable_tokens = {
    .name = "trainable_tokens",
    .title = "Trainable tokens",
    .shared = [](const AdapterUse &use, const AdaptedModel &model) -> AdapterTensors {
        return token_tensors(use.size_of_list("token_indices").value_or(0), model.hidden);
    },
    .forward = step::trained_tokens_head,
    .embed = step::embed_trained_tokens,
    .takes_tied_head = true,
};

} // namespace plimsoll
