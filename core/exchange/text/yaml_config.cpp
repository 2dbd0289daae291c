// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/containers/yaml_tree.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

[[nodiscard]] bool add_map(ConfigText &out, const YamlNode &map, const std::string &prefix)
{
    for (std::size_t i = 0; i < map.map.size(); ++i) {
        const auto &[name, value] = map.map[i];
        const bool section = value->kind == YamlNode::Kind::map && !value->map.empty();
        if (!add_entry(out, {{}, prefix + name, yaml_value(*value), map.lines[i], section, false})) return false;
        if (section && !add_map(out, *value, prefix + name + '.')) return false;
    }
    return true;
}

} // namespace

Result<ConfigText> config_from_yaml(std::string_view text)
{
    Result<YamlTree> tree = yaml_tree(text, 1);
    if (!tree.ok()) return tree.error();
    const YamlNode *const root = tree->documents.empty() ? nullptr : tree->documents[0].get();
    if (root == nullptr || root->kind != YamlNode::Kind::map)
        return Error{"configuration",
                     root != nullptr ? quoted(yaml_value(*root)) : phrase(QT_TRANSLATE_NOOP("core", "nothing")),
                     phrase(QT_TRANSLATE_NOOP("core", "keys with values")),
                     {}};
    ConfigText out;
    out.warnings = std::move(tree->warnings);
    if (!add_map(out, *root, {})) return too_many_keys();
    return out;
}

} // namespace plimsoll
