// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Keys of transformers' TrainingArguments (5.24, and those of earlier releases), whoever builds on them.
extern const ToolWords trainer_words;
/// TrainingArguments.optim's words.
[[nodiscard]] std::span<const Spelling> trainer_optimizers();

/// Variables that a command is started with: devices, allocator, libraries' own.
extern const ToolWords environment_words;

// Takers of single keys, for other tools' tables.
void take_optimizer(Reading &reading, const ConfigEntry &entry, const nlohmann::json &value); ///< "adamw_torch_fused"
void take_liger(Reading &reading, const ConfigEntry &entry, const nlohmann::json &value);     ///< a switch
void take_packing(Reading &reading, const ConfigEntry &entry, const nlohmann::json &value);   ///< a switch

/// bf16 and fp16, two switches of which one key stands for none.
void read_precision(Reading &reading);
/// gradient_checkpointing or activation_checkpointing, its kwargs, and activation_offloading. `otherwise`: what the tool does where
/// nobody says.
void read_checkpointing(Reading &reading, bool otherwise);
/// load_in_4bit, load_in_8bit and bitsandbytes' keys beside them, prefixed or not; whether weights are quantised.
bool read_bitsandbytes(Reading &reading);

} // namespace plimsoll
