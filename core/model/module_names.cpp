// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/module_names.h"

#include "core/ground/glob.h"

#include <algorithm>

namespace plimsoll {
namespace {

bool is_plain(std::string_view entry) { return !is_pattern(entry); }

std::shared_ptr<const NamePattern> compiled(const std::string &pattern)
{
    const auto made = name_pattern(pattern, "");
    return made ? *made : nullptr;
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
            m_globs.push_back(entry);
        else if (style == transformers && is_expression(entry))
            add_pattern(entry, true);
        else
            add_globs(entry);
    }
}

/// "model.layers.0.*": all below, whatever the name begins with; "model.layers.*.self_attn": up to a dot.
void NameList::add_globs(const std::string &entry)
{
    std::string bare = entry;
    while (bare.ends_with('*') || bare.ends_with('.')) bare.pop_back();
    const bool open = bare.size() != entry.size() && !entry.ends_with(".*"); // "self_attn*" names self_attn_norm too
    for (const std::string &start : {bare, "*." + bare}) {
        if (bare.size() == entry.size() && start != bare) break; // wildcards inside: from the name's start
        m_globs.push_back(open ? start + "*" : start);
        if (!open) m_globs.push_back(start + ".*");
    }
}

void NameList::add_pattern(const std::string &expression, bool to_boundary)
{
    if (auto made = compiled("^(?:" + expression + (to_boundary ? ")(?=\\.|$)" : ")"))) m_patterns.push_back(std::move(made));
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
        return std::ranges::any_of(m_names,
                                   [name](const std::string &key) { return name.find(key + ".") != std::string_view::npos; });
    }
    default:
        return std::ranges::any_of(m_names, [name](const std::string &key) { return name.find(key) != std::string_view::npos; });
    }
}

bool NameList::matches_pattern(std::string_view name) const
{
    if (std::ranges::any_of(m_globs, [name](const std::string &glob) { return globs(glob, name); })) return true;
    if (m_patterns.empty()) return false;
    const std::string text(name);
    return std::ranges::any_of(m_patterns, [&text](const auto &pattern) { return pattern->found_in(text); });
}

} // namespace plimsoll
