// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"
#include "ui/document/numbers.h"

#include <QString>
#include <QStringList>

namespace plimsoll {

// How the window speaks of a run's ranks, of its hosts, and of what they send.

/// "first stage", "last stage × 8": what tells it from the others, and how many are like it.
[[nodiscard]] QString rank_title(const Rank &rank, const Plan &plan);
/// Sentences about a training over several ranks: which is the fullest, and where the cards that are named are another number.
[[nodiscard]] QStringList rank_sentences(const Estimate &estimate, const Verdict &verdict);
/// "8 × H100" in a verdict looks as if eight shared the load; nothing where they do.
[[nodiscard]] std::optional<QString> each_holds_all(const Plan &plan, const Verdict &verdict);
/// "host 312 · saving 41.2 · sent a step 28.4 GiB": beside the card; empty for one process without an engine.
[[nodiscard]] QString run_line(const RunFigures &run, const Numbers &numbers);
/// The same with how each comes about and whose code says so, as lines of rich text; empty where the line is.
[[nodiscard]] QString run_tip(const RunFigures &run, const Numbers &numbers);
/// The same as a sentence of an answer.
[[nodiscard]] QString run_sentence(const RunFigures &run, const Numbers &numbers);

} // namespace plimsoll
