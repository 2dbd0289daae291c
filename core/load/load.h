// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/model/reference.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Reads a Hugging Face config.json (bare NaN and Infinity accepted). `source` is said in the answer and in errors.
/// Errors name the key, what was read and what is accepted. Never reads beyond `text`.
[[nodiscard]] Result<ArchitectureRef> architecture_from_config(std::string_view text, const std::string &source);

/// Resolves a plan's model (docs/schema/plan.md): preset name, path to a config.json or its folder, inline object, Hub id
/// in the local cache. Relative paths are looked up beside `base_directory`, then in the working directory.
[[nodiscard]] Result<ArchitectureRef> load_model(const ModelReference &reference, const std::string &base_directory = {});

/// The text of the configuration that load_model() describes the model by; of a GGUF file what it makes of its keys. Error: as
/// there, or there is none (tensors alone).
[[nodiscard]] Result<std::string> config_of(const ModelReference &reference, const std::string &base_directory = {});

} // namespace plimsoll
