// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Unsloth 2026.10.9, models/_utils.py, _redirect_embedding_targets: embedding and head train whole, not by adapters that would never
/// learn.
void read_embedding_targets(ConfigReading &reading);

} // namespace plimsoll
