// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/started_engine.h"

#include "core/resolve/runners.h"
#include "core/run/seen_pictures.h"
#include "core/serving/engine_start.h"
#include "core/torch/machine.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

PromptPictures prompt_pictures(const Architecture &architecture, const Plan &plan)
{
    if (plan.images.per_row == 0) return {};
    const std::optional<SeenPictures> seen = seen_pictures(architecture, plan);
    if (!seen) return {};
    return {seen->per_row, seen->one.computed, seen->one.tokens, seen->one.channels_per_patch,
            std::max<Count>(1, seen->one.tiles)};
}

} // namespace

Result<Trace> started_engine(const Architecture &architecture, const ResolvedPlan &resolved, const CardFacts &device,
                             bool record_events)
{
    const Plan &plan = resolved.plan;
    Card card(device);
    Machine machine(card, record_events);
    Result<EngineStart> start =
        runner_of(plan).start({machine, architecture, plan, plan.inference, device, device.memory, resolved.loaded.get(),
                               architecture.gguf.get(), prompt_pictures(architecture, plan)});
    if (!start) return start.error();
    Trace trace;
    trace.phases = machine.take_phases();
    std::vector<Event> events = machine.take_events();
    while (!events.empty() && events.back().kind == Event::Kind::release) events.pop_back(); // it goes on serving
    trace.events = std::move(events);
    trace.shapes = machine.take_shapes();
    trace.after_load = trace.load_peak = start->weights;
    trace.after_load_components[static_cast<std::size_t>(Component::weights)] = start->weights;
    trace.card = card.take_answers();
    trace.engine = std::make_shared<const EngineStart>(*std::move(start));
    return trace;
}

} // namespace plimsoll::step
