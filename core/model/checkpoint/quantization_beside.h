// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>

namespace plimsoll {

/// `config` (the text of a config.json) with the quantisation that stands in a file of its own in `folder`, where the
/// configuration itself says nothing: NVIDIA's hf_quant_config.json, AutoGPTQ's quantize_config.json, AutoAWQ's
/// quant_config.json. The same text where there is none, or where either is no JSON object.
[[nodiscard]] std::string with_quantization_beside(const std::string &config, const std::filesystem::path &folder);

} // namespace plimsoll
