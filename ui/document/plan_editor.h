// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "ui/document/document.h"
#include "ui/document/evaluator.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// One field of a plan set from text as on a command line; no value: back to the stack's default.
struct FieldEdit {
    std::string path;
    std::optional<std::string> value;
    bool operator==(const FieldEdit &) const = default;
};
using FieldEdits = std::vector<FieldEdit>;

/// The plan with the edits made, or the first one that is not accepted.
[[nodiscard]] Result<Plan> with_edits(const Plan &plan, const FieldEdits &edits);

/// A field that an edit took along: it could not stay, or nobody had set it and another tool does otherwise.
struct TakenAlong {
    std::string path;
    std::string was, is; ///< as plans spell them, defaults taken
    std::string why;     ///< a sentence; empty: the tool's own default
};

/// What came of an edit.
struct EditOutcome {
    std::optional<Error> error; ///< refused: the document keeps its last value
    std::vector<TakenAlong> along;
};

/// Edits the selected scenario in one undo step named after `field`. Edits of the same field that follow each other are one
/// step. Whoever chooses another stack, engine, task or method gets it: fields of the first start's example that nobody set become its
/// own defaults, and what cannot stay is changed. What else makes a plan impossible that was possible is refused.
[[nodiscard]] EditOutcome apply_edits(Document &document, Evaluator &evaluator, const FieldEdits &edits, const QString &field);

/// Another model for the selected scenario; refused where it cannot be read.
[[nodiscard]] std::optional<Error> choose_model(Document &document, Evaluator &evaluator, const ModelReference &model);

/// "Compare precisions" in one undo step; FP16 instead of BF16 where the first card computes no BF16.
void compare_precisions(Document &document, bool with_lora);

} // namespace plimsoll
