// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <string>

namespace plimsoll {

struct TextStyle {
    bool colour = false; ///< ANSI colours; never the only carrier of anything
    std::size_t width = 80;
};

/// The answer as the terminal shows it: sentence, a bar per group scaled to the card, breakdown that sums, verdicts,
/// assumptions. Ends with a newline.
[[nodiscard]] std::string estimate_to_text(const PlanAnswer &answer, const TextStyle &style = {});

/// First line of every answer: the verdict in words, or the need where no card was named.
/// Where the server of a training decides (server_decides()): the training's own, behind its mark; else empty.
[[nodiscard]] std::string trainer_sentence(const PlanAnswer &answer, ByteUnit unit = ByteUnit::binary);
[[nodiscard]] std::string answer_sentence(const PlanAnswer &answer, ByteUnit unit = ByteUnit::binary);

/// "train · transformers · QLoRA nf4, rank 16 · 1 × 2,048 tokens · checkpointing".
[[nodiscard]] std::string plan_in_words(const Plan &resolved);

/// component, bytes, GiB, share: one line per component, then the total.
[[nodiscard]] std::string estimate_to_csv(const PlanAnswer &answer);

} // namespace plimsoll
