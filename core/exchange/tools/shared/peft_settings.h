// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"
#include "core/model/adapter.h"

#include <optional>
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

/// The method that a class of PEFT's configurations stands for, its module before it or not: "peft.LoHaConfig"; LoRA's of any class
/// whose name ends in LoraConfig and that PEFT has not. Nothing for other calls.
[[nodiscard]] std::optional<AdapterName> adapter_of_config_class(std::string_view call);

/// Every key of another method than LoRA in a scope: adapter.type, adapter.settings by PEFT's own keys, and what plans have fields for.
/// `type`: the key that names the method, null where a class does.
void read_peft_method(ConfigReading &reading, AdapterName method, const ConfigEntry *type, std::string_view scope);

} // namespace plimsoll
