// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config/defaults.h"

#include "core/ground/embedded.h"
#include "core/ground/once.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace plimsoll {
namespace {

struct Line {
    std::string_view object;
    bool remote = false; ///< of a class on the Hub
    Once<nlohmann::json> parsed{};
};

/// The object of each model type: the tables hold one a line, `"qwen3": {…},`. The first table that has a type counts.
const std::map<std::string_view, Line> &lines()
{
    static const std::map<std::string_view, Line> all = [] {
        std::map<std::string_view, Line> out;
        for (const EmbeddedFile &table : embedded_tables()) {
            if (table.name != "defaults" && table.name != "remote_defaults") continue;
            for (std::string_view rest = table.text; !rest.empty();) {
                const auto end = rest.find('\n');
                std::string_view line = rest.substr(0, end);
                rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
                const auto colon = line.find("\": ");
                if (!line.starts_with('"') || colon == std::string_view::npos) continue;
                if (line.ends_with(',')) line.remove_suffix(1);
                const auto [at, fresh] = out.try_emplace(line.substr(1, colon - 1));
                if (!fresh) continue;
                at->second.object = line.substr(colon + 3);
                at->second.remote = table.name == "remote_defaults";
            }
        }
        return out;
    }();
    return all;
}

} // namespace

bool is_remote_type(std::string_view model_type)
{
    const auto found = lines().find(model_type);
    return found == lines().end() || found->second.remote;
}

bool has_config_defaults(std::string_view model_type) { return config_defaults(model_type).size() > 0; }

const nlohmann::json &config_defaults(std::string_view model_type)
{
    static const nlohmann::json none = nlohmann::json::object();
    const auto found = lines().find(model_type);
    if (found == lines().end() || found->second.object.empty()) return none;
    const Line &line = found->second;
    return line.parsed.get([&line] { return nlohmann::json::parse(line.object); });
}

} // namespace plimsoll
