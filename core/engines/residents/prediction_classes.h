// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <optional>

namespace plimsoll::ranks {

/// Layers behind the model's own that predict tokens ahead (multi-token prediction): those that its configuration names, or what vLLM
/// 0.33 takes for this model type where the key is missing (config/speculative.py, hf_config_override). 0: the configuration names
/// none. nullopt: a model type of which it knows no such layers.
[[nodiscard]] std::optional<Count> prediction_layers(const Architecture &architecture);

} // namespace plimsoll::ranks
