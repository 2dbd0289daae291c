// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// Names in "sources" that an entry may use for a long source.
using SourceNames = std::map<std::string, std::string, std::less<>>;

struct ReadGpu {
    Gpu gpu;
    std::vector<Error> errors;   ///< not empty: the card is left out
    std::vector<Error> warnings; ///< unknown fields
};

/// Reads one entry of a catalogue. Never throws.
[[nodiscard]] ReadGpu read_gpu(const nlohmann::json &entry, const SourceNames &sources);

} // namespace plimsoll
