// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Keys of transformers' TrainingArguments (5.23, and those of earlier releases), whoever builds on them.
extern const ToolWords trainer_words;
/// PEFT's LoraConfig.
extern const ToolWords lora_words;

/// Variables that a command is started with: devices, allocator, libraries' own.
extern const ToolWords environment_words;

// Takers of single keys, for other tools' tables.
void take_optimizer(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value); ///< "adamw_torch_fused"
/// The same in the words of a tool that has others besides.
void take_optimizer_of(const ToolWords &words, ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
void take_liger(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);   ///< a switch
void take_packing(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value); ///< a switch

void take_model(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value); ///< Hub id, preset or path
/// Names of modules, one text or several; those that hold a comma, which a shell left in its word, name none.
void take_targets(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// A Trainer's fsdp, fsdp_config, deepspeed and parallelism_config.
void read_trainer_spread(ConfigReading &reading);
/// All that TrainingArguments say: precision, checkpointing (`checkpoints`: where nobody says), and what spreads it. What is left is
/// taken by trainer_words.
void read_trainer(ConfigReading &reading, bool checkpoints);
/// The scope of the keys of a command's program or of the last call; empty of a file.
[[nodiscard]] std::string program_scope(const ConfigText &text);

/// bf16 and fp16, two switches of which one key stands for none.
void read_precision(ConfigReading &reading);
/// gradient_checkpointing or activation_checkpointing, its kwargs, and activation_offloading. `otherwise`: what the tool does where
/// nobody says.
void read_checkpointing(ConfigReading &reading, bool otherwise);
/// load_in_4bit, load_in_8bit and bitsandbytes' keys beside them, prefixed or not; whether weights have four bits,
/// beside which adapters are called QLoRA.
bool read_bitsandbytes(ConfigReading &reading);
/// bnb_4bit_compute_dtype: under autocast it decides nothing, without it a plan takes 16 bits; float32 is not said.
void take_four_bit_dtype(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

} // namespace plimsoll
