// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// The part of a model that full fine-tuning trains.
struct Trainable {
    std::vector<std::string> modules; ///< names or patterns of modules; empty where `last_layers` says
    std::optional<Count> last_layers; ///< the last N decoder layers
    std::vector<std::string> also;    ///< modules beside them: "embed_tokens", "norm"
    std::vector<std::string> frozen;  ///< everything trains but these; the other three are empty then
    bool operator==(const Trainable &) const = default;
};

} // namespace plimsoll
