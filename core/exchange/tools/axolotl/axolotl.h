// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Keys of an Axolotl configuration.
extern const ToolWords axolotl_words;

// Takers of its keys.
void take_total_batch(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_axolotl_optimizer(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_unfrozen(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_compile(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_attention_switch(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

} // namespace plimsoll
