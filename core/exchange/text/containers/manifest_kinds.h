// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/containers/env_files.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What operators make of the kinds that say a server's settings in keys of their own, each as the command of that server: KServe's
/// InferenceService and LLMInferenceService, llmkube's InferenceService with its Model, KubeAI's Model, Ray Serve's `llm_configs` (within
/// RayService too), the values of vLLM's production stack. At most a few.
[[nodiscard]] std::vector<std::string> commands_of_manifests(const YamlTree &tree, const VariableSources &sources);

} // namespace plimsoll
