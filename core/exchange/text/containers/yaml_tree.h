// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/resolved_plan.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plimsoll {

/// A value of a YAML document, aliases and merge keys followed.
struct YamlNode {
    nlohmann::ordered_json scalar;
    std::string text; ///< of a scalar: as it stands, quotes and folds resolved
    std::vector<std::pair<std::string, std::shared_ptr<const YamlNode>>> map;
    std::vector<int> lines;                              ///< of the map's keys
    std::unordered_map<std::string, std::size_t> places; ///< in `map`
    std::vector<std::shared_ptr<const YamlNode>> list;
    enum class Kind : std::uint8_t { scalar, map, list } kind = Kind::scalar;
    std::size_t size = 1; ///< values with those below
    int line = 0;         ///< from 1: where it begins
    int end_line = 0;     ///< of a scalar: where it ends; of one in a block ("|", ">") the line behind it
    bool block = false;   ///< of a scalar: one in a block

    /// The value of a key of a map; null where there is none.
    [[nodiscard]] const YamlNode *find(std::string_view key) const;
};
using YamlRef = std::shared_ptr<const YamlNode>;

struct YamlTree {
    std::vector<YamlRef> documents; ///< at least those that were asked for; an empty one is left out
    std::vector<Warning> warnings;  ///< keys that stand twice, documents that were not read
};

/// A value with all below it.
[[nodiscard]] nlohmann::json yaml_value(const YamlNode &node);

/// YAML 1.1 as PyYAML's safe loader composes it: at most `most` documents. Error: the text is no YAML, or too large.
[[nodiscard]] Result<YamlTree> yaml_tree(std::string_view text, std::size_t most);

} // namespace plimsoll
