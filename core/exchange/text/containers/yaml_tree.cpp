// SPDX-License-Identifier: GPL-3.0-or-later
// libyaml's events, composed as PyYAML's SafeLoader composes them (constructor.py, resolver.py: YAML 1.1).
#include "core/exchange/text/containers/yaml_tree.h"

#include "core/exchange/text/config_text.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <yaml.h>

#include <map>
#include <optional>

namespace plimsoll {

namespace {

class Composer {
public:
    explicit Composer(std::string_view text)
    {
        m_ready = yaml_parser_initialize(&m_parser) == 1;
        if (m_ready) yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char *>(text.data()), text.size());
    }
    ~Composer()
    {
        if (m_ready) yaml_parser_delete(&m_parser);
    }
    Composer(const Composer &) = delete;
    Composer &operator=(const Composer &) = delete;

    Result<YamlTree> documents(std::size_t most)
    {
        YamlTree out;
        while (!m_error) {
            Event event = next();
            if (m_error || event.type == YAML_STREAM_END_EVENT) break;
            if (event.type != YAML_DOCUMENT_START_EVENT) continue;
            if (out.documents.size() == most) {
                m_warnings.push_back(
                    {"documents", phrase(QT_TRANSLATE_NOOP("core", "only the first YAML document is read")), {}});
                break;
            }
            if (YamlRef root = node(next(), 0)) out.documents.push_back(std::move(root));
        }
        if (m_error) return *m_error;
        out.warnings = std::move(m_warnings);
        return out;
    }

private:
    /// What is kept of libyaml's event.
    struct Event {
        yaml_event_type_t type = YAML_NO_EVENT;
        int line = 0, end_line = 0;
        std::string anchor, tag, value;
        bool plain = false, block = false;
    };
    static constexpr int deepest = 64;

    void fail(int line, std::string what)
    {
        if (!m_error)
            m_error = Error{"YAML", {}, {}, phrase(QT_TRANSLATE_NOOP("core", "line %1: %2"), {std::to_string(line), what})};
    }

    Event next()
    {
        Event out;
        yaml_event_t event;
        if (m_error || !m_ready || yaml_parser_parse(&m_parser, &event) == 0) {
            const char *const problem = m_ready && m_parser.problem != nullptr ? m_parser.problem : "cannot be read";
            fail(static_cast<int>(m_parser.problem_mark.line) + 1, problem);
            return out;
        }
        out.type = event.type;
        out.line = static_cast<int>(event.start_mark.line) + 1;
        out.end_line = static_cast<int>(event.end_mark.line) + 1;
        const auto text = [](const yaml_char_t *held) {
            return held == nullptr ? std::string() : std::string(reinterpret_cast<const char *>(held));
        };
        switch (event.type) {
        case YAML_SCALAR_EVENT:
            out.anchor = text(event.data.scalar.anchor);
            out.tag = text(event.data.scalar.tag);
            out.value.assign(reinterpret_cast<const char *>(event.data.scalar.value), event.data.scalar.length);
            out.plain = event.data.scalar.plain_implicit == 1 && event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
            out.block =
                event.data.scalar.style == YAML_LITERAL_SCALAR_STYLE || event.data.scalar.style == YAML_FOLDED_SCALAR_STYLE;
            break;
        case YAML_ALIAS_EVENT: out.anchor = text(event.data.alias.anchor); break;
        case YAML_MAPPING_START_EVENT: out.anchor = text(event.data.mapping_start.anchor); break;
        case YAML_SEQUENCE_START_EVENT: out.anchor = text(event.data.sequence_start.anchor); break;
        default: break;
        }
        yaml_event_delete(&event);
        return out;
    }

    /// Values of the whole document, with what aliases repeat.
    bool counted(std::size_t more, int line)
    {
        m_values += more;
        if (m_values <= most_config_values) return true;
        fail(line, phrase(QT_TRANSLATE_NOOP("core", "more than %1 values"), {std::to_string(most_config_values)}));
        return false;
    }

    YamlRef node(const Event &event, int depth)
    {
        if (m_error) return nullptr;
        if (depth > deepest) {
            fail(event.line, phrase(QT_TRANSLATE_NOOP("core", "nested deeper than %1 levels"), {std::to_string(deepest)}));
            return nullptr;
        }
        if (event.type == YAML_ALIAS_EVENT) return alias(event);
        if (!counted(1, event.line)) return nullptr;
        auto out = std::make_shared<YamlNode>();
        out->line = event.line;
        out->end_line = event.end_line;
        out->block = event.block;
        if (event.type == YAML_SCALAR_EVENT) {
            out->scalar = event.plain ? yaml_scalar(event.value) : yaml_tagged(event.value, event.tag);
            out->text = event.value;
        } else if (event.type == YAML_SEQUENCE_START_EVENT)
            read_list(*out, depth);
        else if (event.type == YAML_MAPPING_START_EVENT)
            read_map(*out, depth);
        else
            fail(event.line, phrase(QT_TRANSLATE_NOOP("core", "a value is missing")));
        if (!event.anchor.empty()) m_anchors[event.anchor] = out;
        return out;
    }

    YamlRef alias(const Event &event)
    {
        const auto found = m_anchors.find(event.anchor);
        if (found == m_anchors.end()) {
            fail(event.line, phrase(QT_TRANSLATE_NOOP("core", "there is no anchor %1 before it"), {event.anchor}));
            return nullptr;
        }
        return counted(found->second->size, event.line) ? found->second : nullptr;
    }

    void read_list(YamlNode &out, int depth)
    {
        out.kind = YamlNode::Kind::list;
        for (Event event = next(); !m_error && event.type != YAML_SEQUENCE_END_EVENT; event = next()) {
            YamlRef item = node(event, depth + 1);
            if (!item) return;
            out.size += item->size;
            out.list.push_back(std::move(item));
        }
    }

    void read_map(YamlNode &out, int depth)
    {
        out.kind = YamlNode::Kind::map;
        std::vector<YamlRef> merged;
        for (Event event = next(); !m_error && event.type != YAML_MAPPING_END_EVENT; event = next()) {
            const int line = event.line;
            const bool merges = event.plain && event.value == "<<";
            const YamlRef key = node(event, depth + 1);
            if (!key) return;
            YamlRef value = node(next(), depth + 1);
            if (!value) return;
            out.size += value->size + 1;
            if (merges)
                merged.push_back(std::move(value));
            else
                put(out, key_text(*key), std::move(value), line);
        }
        for (const YamlRef &from : merged) merge(out, *from);
    }

    static std::string key_text(const YamlNode &key)
    {
        return key.scalar.is_string() ? key.scalar.get<std::string>() : key.scalar.dump();
    }

    void put(YamlNode &out, std::string key, YamlRef value, int line)
    {
        if (const auto [found, is_new] = out.places.try_emplace(key, out.map.size()); !is_new) {
            const std::size_t i = found->second;
            m_warnings.push_back({"repeated_key",
                                  phrase(QT_TRANSLATE_NOOP("core", "%1 stands in line %2 and in line %3; the last is read"),
                                         {key, std::to_string(out.lines[i]), std::to_string(line)}),
                                  key});
            out.map[i].second = std::move(value);
            out.lines[i] = line;
            return;
        }
        out.map.emplace_back(std::move(key), std::move(value));
        out.lines.push_back(line);
    }

    /// What stands in the map already goes before what is merged into it.
    static void merge(YamlNode &out, const YamlNode &from)
    {
        for (const YamlRef &item : from.list) merge(out, *item);
        for (std::size_t i = 0; i < from.map.size(); ++i) {
            if (!out.places.try_emplace(from.map[i].first, out.map.size()).second) continue;
            out.map.push_back(from.map[i]);
            out.lines.push_back(from.lines[i]);
        }
    }

    yaml_parser_t m_parser{};
    bool m_ready = false;
    std::size_t m_values = 0;
    std::map<std::string, YamlRef> m_anchors;
    std::optional<Error> m_error;
    std::vector<Warning> m_warnings;
};

} // namespace

const YamlNode *YamlNode::find(std::string_view key) const
{
    const auto found = places.find(std::string(key));
    return found == places.end() ? nullptr : map[found->second].second.get();
}

nlohmann::json yaml_value(const YamlNode &node)
{
    if (node.kind == YamlNode::Kind::scalar) return nlohmann::json(node.scalar);
    nlohmann::json out = node.kind == YamlNode::Kind::map ? nlohmann::json::object() : nlohmann::json::array();
    for (const YamlRef &item : node.list) out.push_back(yaml_value(*item));
    for (const auto &[key, value] : node.map) out[key] = yaml_value(*value);
    return out;
}

Result<YamlTree> yaml_tree(std::string_view text, std::size_t most) { return Composer(text).documents(most); }

} // namespace plimsoll
