// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/engine_course.h"

#include "core/estimate/rollout_engine.h"
#include "core/estimate/stage_peaks.h"
#include "core/objectives/objectives.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// What stands of it awake, by parts, which sum to RolloutEngine::awake.
EngineHolding all_of(const RolloutEngine &engine)
{
    EngineHolding out{engine.weights, engine.cache, 0, 0, 0};
    Bytes rest = std::max<Bytes>(0, engine.awake - engine.weights - engine.cache);
    out.activation = std::min(engine.activation, rest);
    rest -= out.activation;
    out.graphs = std::min(engine.start.graphs, rest);
    out.other = rest - out.graphs;
    return out;
}

/// What stays of one that sleeps.
EngineHolding asleep(const RolloutEngine &engine)
{
    EngineHolding out;
    out.graphs = std::min(engine.start.graphs, engine.training);
    out.other = engine.training - out.graphs;
    return out;
}

class CourseOfEngine {
public:
    CourseOfEngine(const Estimate &estimate, const ProcessEstimate &process)
        : m_estimate(estimate), m_process(process), m_engine(*estimate.beside),
          m_context(context_of(estimate.plan.plan, estimate.device).bytes)
    {}

    [[nodiscard]] std::optional<EngineCourse> take()
    {
        if (m_engine.plan) start();
        for (const StagePeak &stage : m_process.stages) {
            const bool generates = stage.stage == name_of(Phase::generate);
            if (generates && m_engine.plan) wake(stage);
            const bool awake = generates || !m_engine.sleeps;
            add(stage.stage, awake, awake ? all_of(m_engine) : asleep(m_engine), stage.allocated, stage.reserved);
        }
        if (m_out.moments.empty()) return std::nullopt;
        const auto most = std::ranges::max_element(m_out.moments, {}, &EngineMoment::device);
        const EngineMoment *const told = m_out.in_phase(phase_of_peak(m_process)); // of equals the one that the peak is told of
        const EngineMoment *const full = told != nullptr && told->device == most->device ? told : &*most;
        m_out.fullest = static_cast<std::size_t>(full - m_out.moments.data());
        return std::move(m_out);
    }

private:
    void add(std::string_view stage, bool awake, const EngineHolding &engine, Bytes allocated, Bytes reserved)
    {
        m_out.moments.push_back({stage, awake, engine, allocated, reserved, m_context + reserved + engine.sum()});
    }

    /// Beside the models that the training holds, before there is an optimizer.
    void start()
    {
        Bytes loaded = 0;
        for (const ResidentBytes &one : m_process.residents)
            if (one.resident != "engine" && !one.on_host) loaded += one.bytes;
        const EngineStart &begun = m_engine.start;
        EngineHolding engine{m_engine.weights, 0, 0, 0, begun.process + begun.unseen};
        add(name_of(Phase::load), false, engine, loaded, loaded);
        engine.other += begun.buffers;
        engine.activation = begun.activation;
        if (m_engine.start.refuses) return; // it stops there
        add(name_of(Phase::profile), false, engine, loaded, loaded);
        EngineHolding stands = all_of(m_engine);
        stands.activation = 0;
        add(name_of(Phase::capture), false, stands, loaded, loaded);
    }

    /// In front of a generation, beside what the trainer holds in it.
    void wake(const StagePeak &stage)
    {
        const ColocatedEngine &habits = colocated_engine(stack_of(m_estimate.plan.plan));
        EngineHolding whole = all_of(m_engine);
        whole.activation = 0;
        EngineHolding weights = whole;
        weights.cache = 0;
        const bool in_parts = m_engine.sleeps && !habits.keeps_base; // what is merged is pushed before there is a cache
        if (in_parts) add("wake_weights", false, weights, stage.allocated, stage.reserved);
        if (!habits.shares_weights) add("push_weights", !in_parts, in_parts ? weights : whole, stage.allocated, stage.reserved);
        if (in_parts) add("wake_cache", true, whole, stage.allocated, stage.reserved);
    }

    const Estimate &m_estimate;
    const ProcessEstimate &m_process;
    const RolloutEngine &m_engine;
    Bytes m_context;
    EngineCourse m_out;
};

} // namespace

const EngineMoment *EngineCourse::in_phase(Phase phase) const
{
    if (phase == Phase::load) return nullptr; // that of the engine's own start is another
    const std::string_view stage = stage_of(phase);
    auto found = std::ranges::find(moments, stage, &EngineMoment::stage);
    if (found == moments.end() && phase == Phase::reference) found = std::ranges::find(moments, teacher, &EngineMoment::stage);
    return found == moments.end() ? nullptr : &*found;
}

std::optional<EngineCourse> engine_course(const Estimate &estimate, const ProcessEstimate &process)
{
    if (!estimate.beside) return std::nullopt;
    return CourseOfEngine(estimate, process).take();
}

} // namespace plimsoll
