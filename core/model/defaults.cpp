// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/defaults.h"

#include "core/model/embedded.h"

#include <nlohmann/json.hpp>

#include <map>
#include <mutex>
#include <string>

namespace plimsoll {
namespace {

/// The object of one model type: the tables hold one a line, `"qwen3": {…},`.
std::string_view line_of(std::string_view model_type)
{
    const std::string start = "\n\"" + std::string(model_type) + "\": ";
    for (const EmbeddedFile &table : embedded_tables()) {
        if (table.name != "defaults" && table.name != "remote_defaults") continue;
        const std::size_t at = table.text.find(start);
        if (at == std::string_view::npos) continue;
        std::string_view line = table.text.substr(at + start.size());
        line = line.substr(0, line.find('\n'));
        if (line.ends_with(',')) line.remove_suffix(1);
        return line;
    }
    return {};
}

} // namespace

bool has_config_defaults(std::string_view model_type) { return config_defaults(model_type).size() > 0; }

const nlohmann::json &config_defaults(std::string_view model_type)
{
    static std::mutex mutex;
    static std::map<std::string, nlohmann::json, std::less<>> parsed;
    const std::scoped_lock lock(mutex);
    static const nlohmann::json none = nlohmann::json::object();
    if (const auto known = parsed.find(model_type); known != parsed.end()) return known->second;
    const std::string_view line = model_type.find('"') == std::string_view::npos ? line_of(model_type) : std::string_view{};
    if (line.empty()) return none; // not kept: model types come from outside, and the cache must not grow with them
    return parsed.emplace(model_type, nlohmann::json::parse(line)).first->second;
}

} // namespace plimsoll
