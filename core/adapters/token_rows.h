// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"
#include "core/ground/result.h"
#include "core/model/architecture.h"

#include <optional>
#include <string_view>

namespace plimsoll {

inline constexpr std::string_view token_rows_setting = "trainable_token_indices"; ///< of adapter.settings

/// Rows of the embedding that train beside an adapter (peft 0.21.2 utils/other.py, set_additional_trainable_modules), and of a head that
/// is not tied to it. A tied head follows the embedding's.
struct TokenRows {
    Count embedding = 0, head = 0;
};

/// What trainable_token_indices says: a list of the embedding's rows, or lists by the names of embedding and head.
[[nodiscard]] TokenRows token_rows(const AdapterUse &use);

/// Lists of the same rows by the names of the embedding and of a head that is tied to it are one list: both follow one delta (peft 0.21.2
/// utils/other.py, layers_to_skip). Anything else stays.
[[nodiscard]] Adapter with_tied_rows(Adapter adapter, const Architecture &architecture);

/// Of trainable_token_indices: names or rows that this model has not, modules that the adapter takes in another way, both of a tied
/// pair, methods beside which it is not planned. Nothing where it stands or is not said.
[[nodiscard]] std::optional<Error> refused_token_rows(const AdapterUse &use, const Architecture &architecture);

/// tuners/trainable_tokens/layer.py: the rows that train [rows, width], float32 like adapters, and what they were.
[[nodiscard]] AdapterTensors token_tensors(Count rows, Count width);

namespace step {

/// The look-up in the whole table made anew with the rows that train in it, and a head that multiplies with it.
[[nodiscard]] Tensor embed_trained_tokens(const EmbeddingCall &call);
[[nodiscard]] Tensor trained_tokens_head(const AdapterCall &call, Tensor x);

} // namespace step

} // namespace plimsoll
