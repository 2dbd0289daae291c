// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/pipeline_run.h"

#include "core/ground/phrase.h"
#include "core/stacks/pipeline.h"

namespace plimsoll::step {

std::optional<Error> unsupported_pipeline(const Architecture &architecture, const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    const auto refused = [&parallel](const char *why) {
        return Error{"parallel.pipeline", std::to_string(parallel.pipeline), "1", phrase(why)};
    };
    const DecoderSpec &spec = *architecture.decoder;
    if (spec.tied) return refused(QT_TRANSLATE_NOOP("core", "tied embeddings lie on two stages of a pipeline"));
    if (spec.extension && spec.extension->sequence)
        return refused(QT_TRANSLATE_NOOP("core", "a pipeline of this kind of model is not simulated yet"));
    if (plan.trains_adapter() || plan.weights.quant != "none")
        return refused(QT_TRANSLATE_NOOP("core", "a pipeline is simulated for full fine-tuning in a plain loop"));
    if (parallel.data > 1 || parallel.tensor > 1 || parallel.context > 1 || parallel.expert > 1 || parallel.zero > 0)
        return refused(QT_TRANSLATE_NOOP("core", "a pipeline beside other ways of splitting a model is not simulated yet"));
    const PipelineShape shape = pipeline_shape(plan);
    if (shape.stages() > static_cast<Count>(spec.layers.size()))
        return refused(QT_TRANSLATE_NOOP("core", "the model has fewer layers than the pipeline has stages"));
    return refused_schedule(shape);
}

Trace run_pipeline(const Architecture &architecture, const Plan &plan, const Precision &precision, Count stage, Machine &m)
{
    Trace trace;
    m.begin_phase(Phase::load);
    PipelineTraining training(m, *architecture.decoder, precision, plan, stage);
    training.load();
    trace.trainable_parameters = architecture.total_parameters(); // every stage's
    for (const Leaf *leaf : training.parameters()) trace.gradient_bytes += round_up(leaf->value.bytes(), 512);
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    training.run(2);
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    trace.between_steps = m.components();
    return trace;
}

} // namespace plimsoll::step
