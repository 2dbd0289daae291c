// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/chosen_modules.h"

#include "core/ground/phrase.h"
#include "core/model/lora/lora_match.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

/// Of a part of a name that is a number.
std::optional<Count> number_of(std::string_view part)
{
    Count out = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), out);
    return error == std::errc() && end == part.data() + part.size() && out >= 0 ? std::optional(out) : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view name)
{
    std::vector<std::string_view> out;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
        out.push_back(name.substr(0, dot));
        name.remove_prefix(dot + 1);
    }
    out.push_back(name);
    return out;
}

} // namespace

Result<ChosenModules> ChosenModules::of(const AdapterUse &use)
{
    ChosenModules out;
    const Adapter &adapter = use.adapter();
    out.m_targets = adapter.targets;
    if (const std::string text = use.word("exclude_modules"); !text.empty()) {
        Result<std::shared_ptr<const NamePattern>> pattern = name_pattern(text, "adapter.settings");
        if (!pattern) return pattern.error();
        out.m_excluded = *std::move(pattern);
    } else
        out.m_excluded_ends = use.names("exclude_modules").value_or(std::vector<std::string>());
    out.m_layers = use.counts("layers_to_transform");
    out.m_containers = use.names("layers_pattern").value_or(std::vector<std::string>());
    const bool one_text = adapter.targets_regex || adapter.targets == std::vector<std::string>{"all-linear"};
    if (one_text && (out.m_layers || !out.m_containers.empty()))
        return Error{"adapter.settings", out.m_layers ? "layers_to_transform" : "layers_pattern",
                     phrase(QT_TRANSLATE_NOOP("core", "a list of %1"), {"adapter.targets"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses it beside %2 or an expression"), {"PEFT", "all-linear"})};
    if (!out.m_containers.empty() && !out.m_layers)
        return Error{"adapter.settings", "layers_pattern", "layers_to_transform",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 wants both"), {"PEFT"})};
    return out;
}

bool ChosenModules::takes(const std::string &module) const
{
    if (m_excluded && m_excluded->matches(module)) return false;
    if (std::ranges::any_of(m_excluded_ends, [&](const std::string &end) { return is_named(module, end); })) return false;
    if (!m_layers || m_layers->empty() || std::ranges::find(m_targets, module) != m_targets.end()) return true;
    return in_layers(module);
}

/// The first number behind a name: the layer's, not an expert's inside it. Without layers_pattern something stands before that name.
bool ChosenModules::in_layers(const std::string &module) const
{
    const std::vector<std::string_view> parts = parts_of(module);
    for (std::size_t i = m_containers.empty() ? 2 : 1; i + 1 < parts.size(); ++i) {
        const std::optional<Count> layer = number_of(parts[i]);
        if (!layer) continue;
        if (!m_containers.empty() && std::ranges::find(m_containers, parts[i - 1]) == m_containers.end()) continue;
        return std::ranges::find(*m_layers, *layer) != m_layers->end();
    }
    return false;
}

} // namespace plimsoll
