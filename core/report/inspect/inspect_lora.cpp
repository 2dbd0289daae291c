// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/inspect/inspect_lora.h"

#include "core/adapters/adapted_modules.h"

#include <algorithm>

namespace plimsoll {
namespace {

bool is_name_list(std::string_view text)
{
    return std::ranges::all_of(text,
                               [](char c) {
                                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                          c == '_' || c == '-' || c == ',' || c == '.' || c == ' ';
                               }) &&
           text.find(".*") == std::string_view::npos;
}

std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> out;
    while (true) {
        const auto comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        if (!part.empty()) out.emplace_back(part);
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

LoraAnswer answer_for(const Architecture &arch, const std::string &targets, Count rank)
{
    Adapter adapter;
    adapter.rank = rank;
    adapter.targets_regex = !is_name_list(targets);
    adapter.targets = adapter.targets_regex ? std::vector{targets} : split(targets);
    const Result<AdaptedModules> plan = adapted_modules(arch, adapter);
    if (plan) return {targets, plan->trainable, {}};
    return {targets, std::nullopt, plan.error().text.empty() ? plan.error().message() : plan.error().text};
}

} // namespace

std::vector<LoraAnswer> lora_answers(const Architecture &arch, const InspectOptions &options)
{
    std::vector<std::string> asked{"default", "all-linear", "q_proj,v_proj"};
    for (const std::string &targets : options.targets)
        if (std::ranges::find(asked, targets) == asked.end()) asked.push_back(targets);
    std::vector<LoraAnswer> out;
    for (const std::string &targets : asked) out.push_back(answer_for(arch, targets, options.rank));
    return out;
}

} // namespace plimsoll
