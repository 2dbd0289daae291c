// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <memory>

namespace plimsoll {

/// The engine that generates for a training on cards of its own, as it serves there: PlanAnswer::server of an answer with this
/// estimate. `cards`: that train, where its plan names none. Null where none does, or where it cannot be said: then the reason is among `warnings`.
[[nodiscard]] std::shared_ptr<const PlanAnswer> server_of(const Estimate &estimate, std::vector<Warning> &warnings,
                                                          const Target &cards = {});

} // namespace plimsoll
