// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/gate/import_gate.h"

#include "core/api/answer.h"
#include "core/api/models.h"
#include "core/resolve/gate.h"
#include "core/resolve/resolve.h"

namespace plimsoll {

std::optional<Error> refusal_of(const Plan &plan, const std::string &base_directory, bool named)
{
    const Result<CardFacts> device = device_of(plan);
    if (!device.ok()) return device.error();
    if (plan.has("model")) {
        const Result<ArchitectureRef> model = KnownModels().load_for(plan, base_directory);
        if (model.ok()) {
            const Result<PlanAnswer> made = answer(*model, plan, {.usual_slack = true});
            return made.ok() ? std::nullopt : std::optional(made.error());
        }
        if (named || !plan.model.preset.empty()) return model.error();
    }
    return refused_by_runner(with_defaults(plan, Architecture{}, *device));
}

std::optional<Error> missing_model(const Plan &plan, const std::string &base_directory)
{
    if (!plan.has("model")) return std::nullopt;
    const Result<ArchitectureRef> model = KnownModels().load_for(plan, base_directory);
    return model.ok() ? std::nullopt : std::optional(model.error());
}

} // namespace plimsoll
