// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

class Config;

/// A whole number that the configuration does not have and its class assumes.
struct AssumedSize {
    std::string path; ///< "text_config."; empty at the top
    std::string key;  ///< "hidden_size"
    Count value = 0;
    std::string model_type; ///< whose class assumes it

    bool operator==(const AssumedSize &) const = default;
};

/// What was read from classes (models/defaults.json) instead of the configuration, in the order it was read, each once.
class AssumedSizes {
public:
    [[nodiscard]] const std::vector<AssumedSize> &all() const { return m_all; }
    /// `value` stands in the table of defaults, so that its place tells it from others; other values than whole numbers are no size.
    void note(std::string_view path, std::string_view key, const nlohmann::json &value, std::string_view model_type);

private:
    std::vector<AssumedSize> m_all;
    std::vector<const nlohmann::json *> m_places; ///< of m_all
};

/// One line for each object of the configuration that took sizes from its class.
/// Throws Refusal, naming the key, where a size is among them that every configuration of a trained model has: files leave
/// sizes to the class in the objects inside (save_pretrained() writes only what differs there), never at the top.
[[nodiscard]] std::vector<std::string> account_for(const AssumedSizes &assumed, const Config &config);

} // namespace plimsoll
