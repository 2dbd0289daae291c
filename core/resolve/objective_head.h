// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// The model as it is built for an objective that makes no logits of a vocabulary; null where it is built as it is. embedding: no
/// head (ms-swift 4.6 model/patcher.py puts nn.Identity in its place; transformers' AutoModel has none). classification, reranker:
/// AutoModelForSequenceClassification, a linear "score" of num_labels outputs (one unless said) without a bias over all tokens.
[[nodiscard]] ArchitectureRef built_for_objective(const ArchitectureRef &architecture, const Plan &plan);

/// The same with the score, whatever the objective (a model that rewards); the model itself where no such head is known of it.
[[nodiscard]] ArchitectureRef with_score_head(const ArchitectureRef &architecture);

} // namespace plimsoll
