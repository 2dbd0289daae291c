// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/ground/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Reads a Hugging Face config.json (bare NaN and Infinity accepted). `source` is said in the answer and in errors.
/// Errors name the key, what was read and what is accepted. Never reads beyond `text`.
[[nodiscard]] Result<ArchitectureRef> architecture_from_config(std::string_view text, const std::string &source);

/// A preset shipped with the planner.
struct Preset {
    std::string name;   ///< "qwen2.5-coder-7b"
    std::string title;  ///< "Qwen2.5-Coder-7B"
    std::string family; ///< header it stands under: "Qwen2.5"
    std::string hub;    ///< "Qwen/Qwen2.5-Coder-7B"
    std::string model_type;
    Count parameters = 0;
    Count context = 0; ///< max positions
    bool operator==(const Preset &) const = default;
};

/// All presets, sorted by family, then size. Compiled in; never fails.
[[nodiscard]] const std::vector<Preset> &presets();

/// Resolves REF of the contract or a plan's model: preset name, path to a config.json or its folder, inline object, Hub id
/// in the local cache. Relative paths are looked up beside `base_directory`, then in the working directory.
[[nodiscard]] Result<ArchitectureRef> load_model(const ModelReference &reference, const std::string &base_directory = {});

/// What a REF typed on a command line or into a field means.
[[nodiscard]] ModelReference reference_from_text(std::string_view text);

} // namespace plimsoll
