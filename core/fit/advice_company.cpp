// SPDX-License-Identifier: GPL-3.0-or-later
// What a training may do without of the models and engines that it holds beside the one that trains.
#include "core/fit/advice_collector.h"

#include "core/estimate/rollout_engine.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

class CompanyCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void company()
    {
        reference();
        if (m_plan.rollout.steps_per_generation.value_or(m_plan.gradient_accumulation) > 1 && generates_completions(m_plan))
            add("generations",
                Title(QT_TRANSLATE_NOOP("core", "Completions of one micro batch at a time"),
                      QT_TRANSLATE_NOOP("core", "completions of one micro batch at a time")),
                {{"rollout", {{"steps_per_generation", 1}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "more and smaller generations")), "trl GRPOConfig.steps_per_generation");
        if (m_estimate.beside) engine(*m_estimate.beside);
    }

private:
    void reference()
    {
        const HeldAs held = held_as(m_plan, "reference");
        const bool asked = held == HeldAs::model || held == HeldAs::adapter_off || held == HeldAs::adapter_copy;
        if (!asked) return;
        if (held == HeldAs::model && m_plan.trains_adapter())
            add("reference",
                Title(QT_TRANSLATE_NOOP("core", "The same model without adapters as the reference"),
                      QT_TRANSLATE_NOOP("core", "the same model without adapters as the reference")),
                {{objective_of(m_plan).generates ? "rollout" : "preference", {{"reference", "adapter_off"}}}},
                CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "no second model is held; same result where both began alike")),
                "trl DPOTrainer, ref_model None");
        if (objective_of(m_plan).beta)
            return add("reference", Title(QT_TRANSLATE_NOOP("core", "No reference"), QT_TRANSLATE_NOOP("core", "no reference")),
                       {{"rollout", {{"beta", 0}}}}, CostKind::quality,
                       phrase(QT_TRANSLATE_NOOP("core", "nothing keeps the model near where it began")), "trl GRPOConfig.beta");
        if (objective_of(m_plan).generates) return; // its rows are not known beforehand
        add("reference",
            Title(QT_TRANSLATE_NOOP("core", "Reference computed before the training"),
                  QT_TRANSLATE_NOOP("core", "reference computed before the training")),
            {{"preference", {{"reference", "precomputed"}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "one pass over all rows before the first step; same result")),
            "trl DPOConfig.precompute_ref_log_probs");
    }

    void engine(const RolloutEngine &beside)
    {
        const Count level = colocated_engine(stack_of(m_plan)).keeps_base ? 1 : 2; // what is pushed anew need not be kept
        if (!beside.sleeps)
            add("sleep",
                Title(QT_TRANSLATE_NOOP("core", "The engine sleeps while the model trains"),
                      QT_TRANSLATE_NOOP("core", "the engine sleeps while the model trains")),
                {{"rollout", {{"sleep", level}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "it wakes before every generation")), "vllm device_allocator/cumem.py");
        if (!m_plan.rollout.offload_trainer && beside.sleeps)
            add_moved("offload_trainer",
                      Title(QT_TRANSLATE_NOOP("core", "The model that trains waits on the host"),
                            QT_TRANSLATE_NOOP("core", "the model that trains waits on the host")),
                      {{"rollout", {{"offload_trainer", true}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "its weights cross PCIe before and behind every generation")),
                      "agilerl use_memory_efficient_params");
        const double share = m_plan.rollout.gpu_memory_utilization.value_or(0) / 2;
        if (share < 0.05) return;
        add("share", phrase(QT_TRANSLATE_NOOP("core", "%1 of the card for the engine"), {localised(fixed(share, 2))}),
            {{"rollout", {{"gpu_memory_utilization", share}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "fewer completions are drawn at once")), "vllm EngineArgs.gpu_memory_utilization");
    }
};

} // namespace

std::vector<Candidate> company_candidates(const Estimate &estimate, const Node &target)
{
    CompanyCandidates out(estimate, target);
    out.company();
    return std::move(out).take();
}

} // namespace plimsoll
