// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/plan/plan.h"
#include "ui/controls/chooser.h"
#include "ui/document/numbers.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace plimsoll {

// What the choosers list, and what their ids mean.

/// Recent models, presets under their families, models of the local Hugging Face cache; ids are those of model_from_id().
[[nodiscard]] std::vector<ChooserItem> model_items(const QStringList &recent = {});
/// For a typed "org/name": that Hub id.
[[nodiscard]] std::vector<ChooserItem> typed_model(const QString &query);
[[nodiscard]] ModelReference model_from_id(const QString &id);
[[nodiscard]] QString id_of(const ModelReference &model); ///< back again; empty for no model

/// The catalogue by vendor, with memory and year.
[[nodiscard]] std::vector<ChooserItem> card_items();
/// For a typed size ("16", "24 GB", "7.5 GiB"): a budget of so many of the session's units. GB are those of 2³⁰ bytes, by which
/// cards are sold, unless the session counts in 10⁹; GiB always are what they are.
[[nodiscard]] std::vector<ChooserItem> typed_budget(const QString &query, ByteUnit unit = ByteUnit::binary);
/// `cards` with what an id of card_items() or typed_budget() names; unchanged when it stands already.
[[nodiscard]] Target with_card(Target cards, const QString &id);

} // namespace plimsoll
