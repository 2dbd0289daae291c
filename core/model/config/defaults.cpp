// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config/defaults.h"

#include "core/ground/embedded.h"

#include <nlohmann/json.hpp>

#include <map>
#include <mutex>
#include <string>

namespace plimsoll {
namespace {

struct Line {
    std::string_view object;
    bool remote = false; ///< of a class on the Hub
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
                out.emplace(line.substr(1, colon - 1), Line{line.substr(colon + 3), table.name == "remote_defaults"});
            }
        }
        return out;
    }();
    return all;
}

std::string_view line_of(std::string_view model_type)
{
    const auto found = lines().find(model_type);
    return found == lines().end() ? std::string_view{} : found->second.object;
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
    static std::mutex mutex;
    static std::map<std::string, nlohmann::json, std::less<>> parsed;
    const std::scoped_lock lock(mutex);
    static const nlohmann::json none = nlohmann::json::object();
    if (const auto known = parsed.find(model_type); known != parsed.end()) return known->second;
    const std::string_view line = line_of(model_type);
    if (line.empty()) return none; // not kept: model types come from outside, and the cache must not grow with them
    return parsed.emplace(model_type, nlohmann::json::parse(line)).first->second;
}

} // namespace plimsoll
