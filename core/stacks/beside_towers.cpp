// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/beside_towers.h"

#include "core/ground/phrase.h"
#include "core/model/architecture.h"
#include "core/model/towers.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

/// Ends of the names that targets stand for in the language model.
std::set<std::string> ends_of_targets(const Plan &plan, const Architecture &model)
{
    const std::vector<std::string> &targets = plan.adapter.targets;
    if (targets != std::vector<std::string>{"all-linear"}) return {targets.begin(), targets.end()};
    std::set<std::string> out;
    const std::string language = model.decoder->prefix + ".";
    for (const Module &module : model.modules)
        if (module.kind == ModuleKind::linear && module.name.starts_with(language))
            out.insert(module.name.substr(module.name.rfind('.') + 1));
    return out;
}

} // namespace

std::optional<TakenTargets> targets_beside_towers(const Plan &plan, const Architecture &model, const KeptOutOfTowers &how)
{
    const bool told = plan.has("adapter.settings") || plan.has("images.tower") || plan.has("images.projector");
    if (told || plan.adapter.targets == std::vector<std::string>{"default"}) return std::nullopt;
    const std::vector<std::string> towers = tower_names(model);
    const bool idle = model.decoder && model.decoder->inside_larger &&
                      !model.decoder->prefix.empty(); // else they are loaded apart, and nothing of them is wrapped
    if (towers.empty() || !idle) return std::nullopt;
    std::string beside, ends;
    for (const std::string &name : towers) beside += (beside.empty() ? "" : "|") + name;
    for (const std::string &name : ends_of_targets(plan, model)) ends += (ends.empty() ? "" : "|") + name;
    return TakenTargets{
        R"(^(?!(.*\.)?()" + beside + R"()(\.|$))(.*\.)?()" + ends + ")$", std::string(how.source),
        phrase(QT_TRANSLATE_NOOP("core", "%1 keeps adapters out of what stands beside the language model (%2), unless %3 says "
                                         "otherwise, and is planned so."),
               {how.stack, beside, how.key})};
}

} // namespace plimsoll
