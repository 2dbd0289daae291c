// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>

// How reports, terminal and window call things, in the reader's language: the only place that words them.
namespace plimsoll {

/// "Quantization metadata": at the head of a row or a column.
[[nodiscard]] std::string title_of(Component component);
/// "quantization metadata", "reserved, not in use": inside a sentence or below its group's title.
[[nodiscard]] std::string words_for(Component component);
/// An operation's name as it stands, "log_softmax"; one in words, or a stage of the step, is translated: "after embedding".
[[nodiscard]] std::string title_of_operation(const char *operation);
/// "loss backward".
[[nodiscard]] std::string title_of(Phase phase);
/// The same: the window has a title_of() of its own, in Qt's text.
[[nodiscard]] std::string words_for(Phase phase);

} // namespace plimsoll
