// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "ui/document/advisor.h"
#include "ui/document/text.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace plimsoll {
namespace {

/// Estimates while the answer is wanted; then every further one is an error, which ends the work.
/// Other models than the plan's, smaller ones, are loaded by their names.
Estimator interruptible(const ModelReference &own, const ArchitectureRef &model, LatestTask::Wanted wanted)
{
    struct Models {
        std::mutex mutex; // of the list; threads of the advice share it
        std::vector<std::pair<ModelReference, Result<ArchitectureRef>>> known;
    };
    auto models = std::make_shared<Models>();
    models->known.emplace_back(own, model);
    return [wanted = std::move(wanted), models](const Plan &plan, const DeviceFacts &device) -> Result<Estimate> {
        if (!wanted()) return Error{{}, {}, {}, "Another question was asked."};
        const Result<ArchitectureRef> asked = [&] {
            const std::scoped_lock lock(models->mutex);
            const auto known = std::ranges::find(models->known, plan.model, &decltype(models->known)::value_type::first);
            if (known != models->known.end()) return known->second;
            return models->known.emplace_back(plan.model, load_model(plan.model)).second;
        }();
        if (!asked.ok()) return asked.error();
        EstimateOptions options;
        options.timeline = options.explain = false;
        return estimate(*asked, plan, device, options);
    };
}

} // namespace

Advisor::Advisor(QObject *parent) : QObject(parent), m_task(this) {}

void Advisor::ask(const Plan &plan, const Target &cards, const ArchitectureRef &model)
{
    Plan asked = plan;
    asked.target = cards;
    const bool no_card = cards.gpus.empty() && !cards.budget_bytes; // the error speaks of the command line's options
    m_task.ask(
        [asked, model](const LatestTask::Wanted &wanted) {
            const auto target = advice_target(asked);
            return target.ok() ? advise(interruptible(asked.model, model, wanted), asked, *target)
                               : Result<std::vector<Advice>>(target.error());
        },
        [this, no_card](const Result<std::vector<Advice>> &advice) {
            if (no_card) return emit advised({}, tr("Add a card or a budget to see what to change."));
            emit advised(advice.ok() ? *advice : std::vector<Advice>(), advice.ok() ? QString() : qt(advice.error().message()));
        });
}

} // namespace plimsoll
