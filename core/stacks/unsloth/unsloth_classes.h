// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

/// Unsloth's own classes of models, by model type. The one place where that stack tells models apart.
namespace plimsoll::unsloth {

/// Whether FastLanguageModel.from_pretrained (unsloth 2026.10, models/loader.py) runs a class of its own whose lines are LLaMA's;
/// other models run the library's classes, compiled.
[[nodiscard]] bool has_class_of(std::string_view model_type);

} // namespace plimsoll::unsloth
