// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advisor.h"
#include "core/model/load.h"
#include "ui/document/text.h"

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

/// Estimates until somebody asks something else; then every further one is an error, which ends the work.
Estimator interruptible(std::shared_ptr<std::atomic<int>> latest, int number)
{
    auto models = std::make_shared<std::vector<std::pair<ModelReference, Result<ArchitectureRef>>>>();
    return [latest = std::move(latest), number, models](const Plan &plan, const DeviceFacts &device) -> Result<Estimate> {
        if (latest->load() != number) return Error{{}, {}, {}, "Another question was asked."};
        auto known = std::find_if(models->begin(), models->end(), [&](const auto &one) { return one.first == plan.model; });
        if (known == models->end()) known = models->insert(models->end(), {plan.model, load_model(plan.model)});
        if (!known->second.ok()) return known->second.error();
        EstimateOptions options;
        options.timeline = options.explain = false;
        return estimate(*known->second, plan, device, options);
    };
}

} // namespace

Advisor::Advisor(QObject *parent) : QObject(parent), m_question(std::make_shared<std::atomic<int>>(0))
{
    m_pool.setMaxThreadCount(1);
}

Advisor::~Advisor()
{
    ++*m_question;
    m_pool.clear();
    m_pool.waitForDone();
}

void Advisor::ask(const Plan &plan, const Target &cards)
{
    const int number = ++*m_question;
    m_pool.clear();
    Plan asked = plan;
    asked.target = cards;
    m_pool.start([this, number, latest = m_question, asked] {
        const auto target = advice_target(asked);
        const auto advice =
            target.ok() ? advise(interruptible(latest, number), asked, *target) : Result<std::vector<Advice>>(target.error());
        QMetaObject::invokeMethod(
            this,
            [this, number, advice] {
                if (number != m_question->load()) return;
                emit advised(advice.ok() ? *advice : std::vector<Advice>(),
                             advice.ok() ? QString() : qt(advice.error().message()));
            },
            Qt::QueuedConnection);
    });
}

} // namespace plimsoll
