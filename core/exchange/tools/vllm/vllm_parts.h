// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

// What vLLM's options say of pictures, and of adapters that are served.

namespace plimsoll {

/// {"image": 1, "video": {"count": 0, …}}; before 0.8 "image=1,video=0". Sizes of what is profiled, which no field says, to a warning.
void take_item_limits(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// Of a processor's words those that say how large a picture may be.
void take_processor_words(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_unprofiled(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_tower_mode(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// Places for adapters are made where --enable-lora stands alone; what LoRAConfig raises on, to a warning.
void read_adapters(ConfigReading &reading);

/// Options whose names lead into an object ("--speculative-config.method mtp"), which vLLM's parser puts together.
struct DottedOptions {
    const ConfigEntry *first = nullptr; ///< null: there are none
    nlohmann::json value = nlohmann::json::object();
};
/// Those of a command line that begin with one of `prefixes` ("limit_mm_per_prompt."), taken as understood for `field`.
[[nodiscard]] DottedOptions dotted_options(ConfigReading &reading, std::initializer_list<std::string_view> prefixes,
                                           std::string_view field);
/// --limit-mm-per-prompt.image 2
void read_dotted_limits(ConfigReading &reading);

} // namespace plimsoll
