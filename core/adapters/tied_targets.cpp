// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/tied_targets.h"

#include "core/adapters/adapter_settings.h"
#include "core/model/lora/lora_match.h"
#include "core/model/name_pattern.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 2> known{"embed_tokens", "lm_head"}; // utils/constants.py, EMBEDDING_LAYER_NAMES

bool is_known(const std::string &name)
{
    return std::ranges::find(known, std::string_view(name).substr(name.rfind('.') + 1)) != known.end();
}

/// The embedding that the head is; empty: it stands for itself.
std::string embedding_of(const Architecture &architecture)
{
    for (const Module &module : architecture.modules) {
        if (architecture.output_embedding.empty() || module.name != architecture.output_embedding) continue;
        for (const Parameter &parameter : module.parameters)
            if (parameter.name == "weight" && parameter.tied_to)
                return parameter.tied_to->substr(0, parameter.tied_to->rfind('.'));
    }
    return {};
}

/// The first name that is the head, or a part of its name, goes.
void leave_out_head(std::vector<std::string> &names, const std::string &head)
{
    const auto found = std::ranges::find_if(names, [&head](const std::string &name) {
        return head == name || ends_with_part(head, name) || head.starts_with(name + ".") ||
               head.find("." + name + ".") != std::string::npos;
    });
    if (found != names.end()) names.erase(found);
}

void add_name(std::vector<std::string> &names, const std::string &name)
{
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

std::string escaped(const std::string &name)
{
    std::string out;
    for (const char c : name) out.append(c == '.' ? "\\." : std::string(1, c));
    return out;
}

/// Whether the targets name either of them: bare names are asked, so that an expression for whole names fits neither.
Result<bool> names_either(const Adapter &adapter)
{
    if (!adapter.targets_regex) return std::ranges::any_of(adapter.targets, is_known);
    const Result<std::shared_ptr<const NamePattern>> pattern = name_pattern(adapter.targets.front(), "adapter.targets");
    if (!pattern) return pattern.error();
    return std::ranges::any_of(known, [&](std::string_view name) { return (*pattern)->matches(std::string(name)); });
}

} // namespace

Result<TiedTargets> tied_targets(const AdapterUse &use, const Architecture &architecture)
{
    TiedTargets out{use.adapter()};
    Adapter &adapter = out.adapter;
    if (!use.flag(tying_setting, false) || adapter.targets.empty()) return out;
    const std::string embedding = embedding_of(architecture);
    if (embedding.empty()) return out;
    if (std::ranges::any_of(adapter.modules_to_save, is_known)) {
        out.saved = true;
        add_name(adapter.modules_to_save, embedding);
        leave_out_head(adapter.modules_to_save, architecture.output_embedding);
        return out;
    }
    const Result<bool> named = names_either(adapter);
    if (!named) return named.error();
    if (!*named) return out;
    out.head = true;
    if (adapter.targets_regex) {
        adapter.targets.front() = "(?:" + adapter.targets.front() + "|" + escaped(embedding) + ")";
        return out;
    }
    add_name(adapter.targets, embedding);
    leave_out_head(adapter.targets, architecture.output_embedding);
    return out;
}

} // namespace plimsoll
