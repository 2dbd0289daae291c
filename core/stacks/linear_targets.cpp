// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/linear_targets.h"

#include "core/ground/phrase.h"
#include "core/model/architecture.h"
#include "core/model/lora/lora_match.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

std::optional<TakenTargets> targets_of_linears(const Plan &plan, const Architecture &model, std::string_view title,
                                               std::string_view source)
{
    if (plan.adapter.targets != std::vector<std::string>{"all-linear"} || !has_converted_experts(model)) return std::nullopt;
    std::set<std::string> ends;
    for (const Module &module : model.modules)
        if (module.kind == ModuleKind::linear && module.name != model.output_embedding)
            ends.insert(module.name.substr(module.name.rfind('.') + 1));
    std::string names;
    for (const std::string &end : ends) names += (names.empty() ? "" : "|") + end;
    if (names.empty()) return std::nullopt;
    return TakenTargets{
        R"((.*\.)?()" + names + ")", std::string(source),
        phrase(QT_TRANSLATE_NOOP("core", "%1 names the linear layers itself, among which experts and a router that "
                                         "are parameters are not, and is planned so."),
               {title})};
}

} // namespace plimsoll
