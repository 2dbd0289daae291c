// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/module_names.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr std::string_view meaning = "*+?[]()|^$\\{}"; // what makes an entry a pattern; a dot alone does not

bool is_plain(std::string_view entry) { return entry.find_first_of(meaning) == std::string_view::npos; }

std::shared_ptr<const std::regex> compiled(const std::string &pattern)
{
    try {
        return std::make_shared<const std::regex>(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error &) {
        return nullptr;
    }
}

/// fnmatch's wildcards as a regular expression; "model.layers.*.self_attn" has one between its dots.
std::string of_wildcards(std::string_view entry, bool loose)
{
    std::string out;
    for (std::size_t i = 0; i < entry.size(); ++i) {
        const char c = entry[i];
        if (loose && c == '.' && i + 1 < entry.size() && entry[i + 1] == '*') {
            const bool inside = i + 2 < entry.size() && entry[i + 2] == '.';
            out += inside ? "\\..*" : ".*";
            ++i;
        } else if (c == '*')
            out += ".*";
        else if (c == '?')
            out += '.';
        else if (std::string_view(".+[]()|^$\\{}").find(c) != std::string_view::npos)
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

bool at_boundary(std::string_view name, std::size_t end)
{
    return end == name.size() || name[end] == '.' || (end > 0 && name[end - 1] == '.');
}

/// Calls `found` with every part of `name` between dots, alone and joined, until it says true.
template <class F>
bool any_run(std::string_view name, F found)
{
    for (std::size_t from = 0; from <= name.size();) {
        for (std::size_t to = name.find('.', from);; to = name.find('.', to + 1)) {
            if (found(name.substr(from, to == std::string_view::npos ? to : to - from))) return true;
            if (to == std::string_view::npos) break;
        }
        const std::size_t dot = name.find('.', from);
        if (dot == std::string_view::npos) return false;
        from = dot + 1;
    }
    return false;
}

} // namespace

bool is_expression(const std::string &text) { return compiled(text) != nullptr; }

NameList::NameList(const std::vector<std::string> &entries, NameStyle style) : m_style(style)
{
    using enum NameStyle;
    for (const std::string &entry : entries) {
        if (entry.empty()) continue;
        if (entry.starts_with("re:") && (style == loose || style == exact || style == wildcard))
            add_pattern(entry.substr(3), false);
        else if (style == expression)
            add_pattern(entry, false);
        else if (style == exact || style == transformers4 || style == inside || is_plain(entry))
            m_names.insert(style == loose && entry.ends_with('.') ? entry.substr(0, entry.size() - 1) : entry);
        else if (style == wildcard)
            add_pattern("^" + of_wildcards(entry, false) + "$", false);
        else if (style == transformers && is_expression("(?:" + entry + ")"))
            add_pattern("(?:" + entry + ")", true);
        else { // "model.layers.0.*": all below, whatever the name ends with
            std::string_view bare = entry;
            while (bare.ends_with('*') || bare.ends_with('.')) bare.remove_suffix(1);
            if (bare.size() != entry.size() && is_plain(bare))
                add_pattern("(?:.*\\.)?" + of_wildcards(bare, true) + (entry.ends_with(".*") ? "(?:\\.|$)" : ""), false);
            else
                add_pattern(of_wildcards(bare, true), bare.size() == entry.size());
        }
    }
}

void NameList::add_pattern(const std::string &expression, bool to_boundary)
{
    if (auto made = compiled(expression)) m_patterns.push_back({std::move(made), to_boundary});
}

bool NameList::contains_name(std::string_view name) const
{
    if (m_names.empty()) return false;
    const auto known = [this](std::string_view part) { return m_names.contains(std::string(part)); };
    switch (m_style) {
    case NameStyle::exact:
    case NameStyle::wildcard: return known(name);
    case NameStyle::loose: return any_run(name, known);
    case NameStyle::transformers:
        for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
            if (known(name.substr(0, dot)) || known(name.substr(0, dot + 1))) return true;
        for (std::size_t from = 0; from < name.size(); ++from)
            if (known(name.substr(from))) return true;
        return false;
    case NameStyle::transformers4: {
        if (known(name) || known(name.substr(name.rfind('.') + 1))) return true;
        return std::ranges::any_of(m_names, [name](const std::string &key) {
            return name.find(key + ".") != std::string_view::npos;
        });
    }
    default:
        return std::ranges::any_of(m_names,
                                   [name](const std::string &key) { return name.find(key) != std::string_view::npos; });
    }
}

bool NameList::matches_pattern(std::string_view name) const
{
    return std::ranges::any_of(m_patterns, [name](const Pattern &pattern) {
        std::cmatch found;
        const auto from_start = std::regex_constants::match_continuous; // re.match
        if (!std::regex_search(name.data(), name.data() + name.size(), found, *pattern.expression, from_start)) return false;
        return !pattern.to_boundary || at_boundary(name, static_cast<std::size_t>(found.length()));
    });
}

} // namespace plimsoll
