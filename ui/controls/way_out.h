// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/plan_editor.h"

#include <optional>

namespace plimsoll {

/// A change of the plan that leads out of what is impossible or odd about it: a link beside the sentence that says it.
struct WayOut {
    QString title; ///< "take FP16"
    FieldEdits edits;
    bool undoes = false; ///< in place of edits: the step that was made last is undone
    bool operator==(const WayOut &) const = default;
};

/// Out of what is odd about an answered plan; nothing where nothing would be better.
[[nodiscard]] std::optional<WayOut> way_out(const Warning &warning, const Estimate &estimate);

/// Out of an error. `tried`: the edits that were refused, whose wish is made possible by another change; empty: the plan itself
/// stands so, and the first accepted value is offered.
[[nodiscard]] std::optional<WayOut> way_out(const Error &error, const Plan &plan, const FieldEdits &tried = {});

} // namespace plimsoll
