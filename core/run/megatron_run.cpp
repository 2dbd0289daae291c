// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/megatron_run.h"

#include "core/parallel/megatron_step.h"

namespace plimsoll::step {

Trace megatron_run(Machine &m, const Plan &plan, const Rank &rank, MegatronStage stage)
{
    Trace trace;
    MegatronStep step(plan, rank, std::move(stage));
    m.begin_phase(Phase::load);
    step.load(m);
    trace.gradient_bytes = step.gradient_bytes();
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    step.run(m, 2);
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    trace.between_steps = m.components();
    return trace;
}

} // namespace plimsoll::step
