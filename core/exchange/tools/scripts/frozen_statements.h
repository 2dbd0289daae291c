// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// What a script's statements leave training (core/exchange/text/python_freezing.h), as `trainable`. Call it when `method` is known.
void read_frozen_statements(ConfigReading &reading);

/// Pixels that a processor's call or its members name: min_pixels, max_pixels.
void read_processor(ConfigReading &reading);

} // namespace plimsoll
