// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// On what the plan's own engine raises, or what it cannot do, in its words: field, what was read, what is accepted. `plan`: every
/// field filled in. `trainer`: transformers' Trainer with accelerate; else a plain loop. Nothing where the plan is not spread.
[[nodiscard]] std::optional<Error> refused_by_engine(const Plan &plan, const Architecture &architecture, bool trainer);

/// What a library says, as it stands there, with `values` for %1 and on.
[[nodiscard]] std::string in_words(std::string_view library, const char *words,
                                   std::initializer_list<std::string_view> values = {});

/// Of refused_by_engine, what parts of a sequence on several ranks meet.
struct ContextQuestion {
    const Plan &plan; ///< every field filled in
    const Architecture &architecture;
    ParallelEngine engine;
    bool trainer;
};
[[nodiscard]] std::optional<Error> refused_context(const ContextQuestion &of);

} // namespace plimsoll
