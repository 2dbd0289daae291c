// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/lora/lora_unmatched.h"

#include "core/ground/memo.h"
#include "core/ground/near.h"
#include "core/ground/phrase.h"
#include "core/model/lora/lora_rules.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace plimsoll {
namespace {

/// Joined for "accepted"; empty where none is near.
std::string near_ones(std::string_view name, const std::set<std::string, std::less<>> &known)
{
    constexpr std::size_t most = 3;
    std::string out;
    for (const std::string &near : near_names(name, {known.begin(), known.end()}, most)) out += (out.empty() ? "" : " | ") + near;
    return out;
}

/// Last two parts of a parameter's full name: "experts.gate_up_proj".
std::string_view short_name(std::string_view name)
{
    const std::size_t last = name.rfind('.');
    const std::size_t before = last == std::string_view::npos ? last : name.rfind('.', last - 1);
    return before == std::string_view::npos ? name : name.substr(before + 1);
}

/// Parts of other models that people name in one list for all.
bool is_usual_name(std::string_view name)
{
    constexpr std::array<std::string_view, 22> usual{"W_pack",    "Wqkv",     "c_attn",        "c_fc",
                                                     "c_proj",    "dense",    "dense_4h_to_h", "dense_h_to_4h",
                                                     "down_proj", "fc1",      "fc2",           "fc_in",
                                                     "fc_out",    "gate",     "gate_proj",     "gate_up_proj",
                                                     "lm_head",   "out_proj", "qkv_proj",      "query_key_value",
                                                     "up_proj",   "wo"};
    static_assert(std::ranges::is_sorted(usual));
    return std::ranges::binary_search(usual, name) || is_default_target(name);
}

std::vector<std::string> find_unmatched(const Architecture &arch, const Adapter &adapter)
{
    const auto patterns = target_patterns(arch, adapter);
    if (!patterns || patterns->all_linear || adapter.targets_regex) return {};
    const std::vector<std::string> all = module_names(arch);
    std::vector<std::string> out;
    for (const std::string &name : patterns->names) {
        if (std::ranges::find(adapter.targets, name) == adapter.targets.end()) continue; // of a table or a conversion
        if (std::ranges::none_of(all, [&name](const std::string &module) { return is_named(module, name); })) out.push_back(name);
    }
    return out;
}

struct Unmatched : Memo<Adapter, std::shared_ptr<const std::vector<std::string>>> {};

} // namespace

std::shared_ptr<const std::vector<std::string>> unmatched_targets(const Architecture &arch, const Adapter &adapter)
{
    return arch.analyses.of<Unmatched>().get(
        adapter, [&] { return std::make_shared<const std::vector<std::string>>(find_unmatched(arch, adapter)); });
}

std::vector<std::string> unmatched_saved(const Architecture &arch, const Adapter &adapter)
{
    if (adapter.modules_to_save.empty()) return {};
    const std::vector<std::string> all = module_names(arch);
    std::vector<std::string> out;
    for (const std::string &end : adapter.modules_to_save)
        if (std::ranges::none_of(all, [&end](const std::string &module) { return module.ends_with(end); })) out.push_back(end);
    return out;
}

std::optional<Error> mistyped_target(const Architecture &arch, const Adapter &adapter)
{
    const auto unmatched = unmatched_targets(arch, adapter);
    for (const std::string &name : *unmatched) {
        if (is_usual_name(name)) continue;
        std::set<std::string, std::less<>> known;
        for (const Module &module : arch.modules)
            if (module.kind == ModuleKind::linear || module.kind == ModuleKind::conv1d || module.kind == ModuleKind::embedding)
                known.insert(module.name.substr(module.name.rfind('.') + 1));
        if (std::string near = near_ones(name, known); !near.empty())
            return Error{"adapter.targets", name, std::move(near),
                         phrase(QT_TRANSLATE_NOOP("core", "no module named %1"), {name})};
    }
    return std::nullopt;
}

std::optional<Error> unmatched_parameter(const Architecture &arch, const Adapter &adapter)
{
    for (const std::string &name : adapter.target_parameters) {
        std::set<std::string, std::less<>> known, bare;
        bool found = false;
        for (const Module &module : arch.modules)
            for (const Parameter &parameter : module.parameters) {
                const std::string key = module.name + "." + parameter.name;
                found = found || is_named(key, name);
                if (parameter.shape.size() < 2) continue;
                known.emplace(short_name(key));
                if (module.kind == ModuleKind::experts) bare.emplace(short_name(key));
            }
        if (found) continue;
        std::string near = near_ones(short_name(name), known);
        if (near.empty())
            for (const std::string &one : bare) near += (near.empty() ? "" : " | ") + one;
        return Error{"adapter.target_parameters", name,
                     near.empty() ? phrase(QT_TRANSLATE_NOOP("core", "names of parameters of this model")) : std::move(near),
                     phrase(QT_TRANSLATE_NOOP("core", "no parameter named %1"), {name})};
    }
    return std::nullopt;
}

} // namespace plimsoll
