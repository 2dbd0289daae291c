// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <string_view>

namespace plimsoll {

/// Another tuner than LoRA and full: its method as adapter.type, its own arguments or their defaults as adapter.settings, and which of
/// LoRA's arguments it leaves out. A tuner that plans have no method for refuses the text by its name. `entry`: the key that names it.
void read_swift_tuner(ConfigReading &reading, const ConfigEntry &entry, std::string_view type, std::string_view method);

/// Arguments of other tuners than this one, which it does not read.
void dismiss_other_tuners(ConfigReading &reading, std::string_view type);

/// freeze_parameters_ratio between 0 and 1: the first parameters up to a share of all numbers, which no plan counts, so that it trains
/// all of them: a warning.
void say_frozen_share(ConfigReading &reading);

} // namespace plimsoll
