// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>

// How reports and sentences of core call things, in the reader's language.
namespace plimsoll {

/// "Quantization metadata".
[[nodiscard]] std::string title_of(Component component);
/// An operation's name as it stands, "log_softmax"; one in words, or a stage of the step, is translated: "after embedding".
[[nodiscard]] std::string title_of_operation(const char *operation);
/// "loss backward".
[[nodiscard]] std::string title_of(Phase phase);

} // namespace plimsoll
