// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/model/reference.h"

#include <string>
#include <string_view>

namespace plimsoll {

// As core/load/load.h reads them, but what the first architecture of the configuration builds, where a plan would run the causal
// language model in its place: LlamaForSequenceClassification, Qwen2Model, …

[[nodiscard]] Result<ArchitectureRef> named_class_from_config(std::string_view text, const std::string &source);
[[nodiscard]] Result<ArchitectureRef> load_named_class(const ModelReference &reference, const std::string &base_directory = {});

} // namespace plimsoll
