// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layer_keys.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr std::size_t most_digits = 5;
const nlohmann::json nothing;

} // namespace

const nlohmann::json &of_layer(const Config &config, Count layer, std::string_view key)
{
    const nlohmann::json &layers = config.raw("per_layer_config");
    if (!layers.is_object()) return nothing;
    for (std::string name = std::to_string(layer); name.size() <= most_digits; name.insert(0, "0")) {
        const auto own = layers.find(name);
        if (own == layers.end() || !own->is_object()) continue;
        const auto value = own->find(key);
        return value == own->end() ? nothing : *value;
    }
    return nothing;
}

std::optional<Count> size_of_layer(const Config &config, Count layer, std::string_view key)
{
    const nlohmann::json &value = of_layer(config, layer, key);
    if (value.is_null()) return std::nullopt;
    const std::string path = "per_layer_config." + std::to_string(layer) + ".";
    const nlohmann::json object{{std::string(key), value}};
    return Config(object, {}, config.full_key(path)).maybe_size(key);
}

bool lists_layers(const Config &config) { return config.raw("per_layer_config").is_object(); }

} // namespace plimsoll
