// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/plan/plan.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"

#include <QString>
#include <QStringList>

namespace plimsoll {

// How the window says things; every sentence that more than one panel uses stands here.

[[nodiscard]] Numbers numbers_of(const Session &session);
/// "7.62 B", "494 M", "12,345".
[[nodiscard]] QString brief_count(Count count);
/// "bf16, fused AdamW, checkpointing": what the stack made of the plan.
[[nodiscard]] QString stack_note(const Plan &resolved);
/// "AdamW, fused", "AdamW 8-bit".
[[nodiscard]] QString title_of(const Optimizer &optimizer);
[[nodiscard]] QString title_of(LossKind loss);
/// What weights are held in at the peak: "BF16", "nf4, embeddings FP32"; empty where no step was simulated.
[[nodiscard]] QString weights_title(const Estimate &estimate);
/// A component's title in this estimate's breakdown: weights by their types.
[[nodiscard]] QString title_of(Component component, const Estimate &estimate);
/// "±4 %"; empty without an interval.
[[nodiscard]] QString interval_text(const ProcessEstimate &process);
/// An error for people: its own sentence, or field, what was read and what is accepted.
[[nodiscard]] QString sentence_of(const Error &error);
/// Whether the model is what cannot be: the error names it, or, as no field of the plan is called so, a file or a key of it.
[[nodiscard]] bool is_about_model(const Error &error);
/// What a panel without figures says instead, in a few words: the sentence stands once, at the field or in the answer.
[[nodiscard]] QString state_of(const Error &error);
/// Of the scenario's model: its preset's title, else the architecture's name.
[[nodiscard]] QString model_title(const ModelReference &model, const Estimate *estimate);

/// The two lines on top of the window.
struct Answer {
    Fits fits = Fits::unknown;
    QString headline;
    QStringList details; ///< sentences, the most useful first; the last ones may be left out for want of room
    QString link; ///< rich text of a way out: "apply" or "model", shown after the first of them, or before what is not known
    [[nodiscard]] QString detail() const { return details.join(QLatin1Char(' ')); }
    QString card;              ///< as the headline calls it; empty where it names none
    QString short_link = {};   ///< `link` in fewer words, for want of room; empty where it has none
    Word word = Word::unknown; ///< of `fits`
    QString changes = {};      ///< the names that `short_link` leaves out
    bool operator==(const Answer &) const = default;
};

/// The answer about the selected scenario and the first load line.
[[nodiscard]] Answer answer_of(const Snapshot &snapshot);

} // namespace plimsoll
