// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <span>
#include <string_view>

namespace plimsoll {

/// A key of a tool, and PEFT's own for the same.
struct PeftKey {
    std::string_view own, peft;
};

/// LoraConfig's keys that choose among its targets, give some of them a rank of their own, or tie them.
extern const std::span<const PeftKey> lora_choices;

/// What the keys say goes to adapter.settings under PEFT's names. What is empty or off stays open: it says nothing of an adapter.
void take_peft_settings(ConfigReading &reading, std::span<const PeftKey> keys);

} // namespace plimsoll
