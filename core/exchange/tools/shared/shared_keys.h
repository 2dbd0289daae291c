// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// Takers of keys that several tools have, for their tables.
/// A Hub id, a preset's name or a path; a name of a tool's own library is understood, and no model.
void take_named_model(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// transformers' attn_implementation: "flash_attention_2", and the flash kernels of the Hub.
void take_attention(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// Names of modules, a regular expression, or a word for all linear layers ("all", "all-linear", "all_linear").
void take_modules(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// What the loss asks for: "dpo", "grpo", …; what else there is adds to a step.
void take_objective(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// torch's dtypes: "bfloat16", "torch.float16", "auto".
void take_dtype(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// A section, whose keys are asked for one by one; nothing stands there where it holds none.
void take_section(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// Megatron's recompute_granularity full, by recompute_method and recompute_num_layers: a checkpoint each so many layers (uniform),
/// which the keys stand for; of "block", where the first so many layers alone are run again, they cannot be said.
void read_recomputed_layers(ConfigReading &reading);

/// The revision of a model on the Hub, where one of these keys names it, as plans write it: "org/name@revision".
void add_revision(ConfigReading &reading, std::initializer_list<std::string_view> keys);
/// A switch that two or more keys say; the first that is there.
[[nodiscard]] std::optional<bool> switch_in(ConfigReading &reading, std::initializer_list<std::string_view> keys);
/// Marks the keys that are there, and are open, as understood for a field.
void understand(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field);
/// Marks the keys that are there, and are open, as without effect.
void dismiss(ConfigReading &reading, std::initializer_list<std::string_view> keys, const std::string &why);

} // namespace plimsoll
