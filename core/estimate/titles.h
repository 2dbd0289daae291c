// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>

// How reports and sentences of core call things, in the reader's language.
namespace plimsoll {

/// "Quantization metadata".
[[nodiscard]] std::string title_of(Component component);
/// "loss backward".
[[nodiscard]] std::string title_of(Phase phase);

} // namespace plimsoll
