// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"
#include "core/report/plan_answer.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// One figure of a document beside ours.
struct DocumentRow {
    std::string term;
    std::int64_t document = 0; ///< bytes, or parameters
    std::int64_t planned = 0;  ///< the same by the estimate
    bool is_count = false;
    std::string note; ///< why they differ, with the estimate's figures filled in
    bool operator==(const DocumentRow &) const = default;
};

/// Bytes in the unit of a document, "14.00"; and its name.
[[nodiscard]] std::string document_amount(const SourceDocument &document, Bytes bytes);

/// The document's figures for this answer's scenario. In notes, {document}, {planned} and {difference} are the row's own
/// figures in the document's unit; {parameters}, {trainable}, {adapter_sum}, {weights_16bit}, {layers}, {rank}, {phase},
/// {device}, {spare} and {COMPONENT} (any of docs/schema/estimate.md) are the estimate's. Unknown names stay as they are.
[[nodiscard]] std::vector<DocumentRow> document_rows(const SourceDocument &document, const PlanAnswer &answer);

/// "28 × (q_proj 16·(3,584 + 3,584) + …) = 40,370,176": modules of one shape and name together.
[[nodiscard]] std::string adapter_sum(const Estimate &estimate);

/// The rows as a table of 80 columns with each note below its row; empty without a figure for this scenario.
[[nodiscard]] std::string document_to_text(const SourceDocument &document, const PlanAnswer &answer, std::size_t width = 80);

} // namespace plimsoll
