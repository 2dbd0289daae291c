// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

#include <string>

namespace plimsoll {

/// Sizes that encoders name alike; `base` before the modules' names.
[[nodiscard]] SequenceSpec encoder_spec(const Config &config, std::string family, std::string base);
/// Keeps what the tree stands for: `scores` numbers that the head gives.
void finish_encoder(Draft &draft, SequenceSpec spec, Count scores);

} // namespace plimsoll
