// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "ui/controls/chooser.h"

#include <QStringList>

#include <vector>

namespace plimsoll {

// What the chooser of models lists, and what its ids mean.

/// Recent models, presets under their families, models of the local Hugging Face cache; ids are those of model_from_id().
[[nodiscard]] std::vector<ChooserItem> model_items(const QStringList &recent = {});
/// What a typed or pasted text means as a model: an address of the Hub or of a mirror, "org/name", a path, the text of a config.json, a
/// tag of Ollama's library. `fetches`: what is not on this machine can be fetched, by an item that leaves the list open and has the id
/// "fetch:org/name".
[[nodiscard]] TypedItems typed_model_items(const QString &query, bool fetches = false);
/// Whether the planner can read this Hub id as it is: from the local cache, or by a preset of its shape.
[[nodiscard]] bool is_known_hub_id(const QString &id);
[[nodiscard]] ModelReference model_from_id(const QString &id);
/// The type of weights that the chosen file or tag has, as weights.quant has it; empty: none is named.
[[nodiscard]] QString tag_of_id(const QString &id);
[[nodiscard]] QString id_of(const ModelReference &model); ///< back again; empty for no model

} // namespace plimsoll
