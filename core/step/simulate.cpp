// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/simulate.h"

#include "core/step/training.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

Dtype weight_dtype(const Plan &plan)
{
    switch (plan.weights.dtype) {
    case WeightDtype::fp32: return Dtype::fp32;
    case WeightDtype::fp16: return Dtype::fp16;
    default: return Dtype::bf16;
    }
}

Precision precision_of(const Plan &plan)
{
    Precision p;
    p.weights = weight_dtype(plan);
    p.quant = plan.weights.quant;
    p.double_quant = plan.weights.double_quant;
    p.kbit_prepare = plan.kbit_prepare;
    p.compute = plan.autocast == Autocast::fp16 ? Dtype::fp16
        : plan.autocast == Autocast::bf16       ? Dtype::bf16
        : p.weights == Dtype::fp32              ? Dtype::bf16
                                                : p.weights;
    return p;
}

std::optional<Error> unsupported(const Architecture &architecture, const Plan &plan)
{
    if (!architecture.decoder)
        return Error{"model", architecture.model_type, "a model type whose step is known", architecture.no_decoder_reason};
    static const std::vector<std::string> quants{"none", "nf4", "fp4", "int8"};
    if (std::ranges::find(quants, plan.weights.quant) == quants.end())
        return Error{"weights.quant", plan.weights.quant, "none, nf4, fp4 or int8 for a simulated step", ""};
    return std::nullopt;
}

void fill_phases(Machine &m, Trace &trace)
{
    trace.phases = m.phases();
    trace.events = m.events();
    trace.between_steps = m.components();
}

Result<Trace> train(const Architecture &architecture, const Plan &plan, Machine &m)
{
    Trace trace;
    Decoder decoder(*architecture.decoder, precision_of(plan));
    m.begin_phase(Phase::load);
    decoder.load(m);
    if (plan.kbit_prepare) decoder.raise_to_fp32(m);
    const bool adapters = plan.trains_adapter();
    if (adapters) {
        const Result<LoraPlan> targets = lora_targets(architecture, plan.adapter);
        if (!targets) return targets.error();
        decoder.add_adapters(m, *targets, plan.adapter, plan.adapter.dtype);
    }
    std::vector<Leaf *> parameters = decoder.make_trainable(adapters);
    for (const Leaf *leaf : parameters) {
        trace.trainable_parameters += leaf->value.elements();
        trace.gradient_bytes += round_up(leaf->value.bytes(), 512);
    }
    decoder.input_requires_grad = adapters && plan.gradient_checkpointing.enabled;
    m.empty_cache();
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    {
        Training training(m, decoder, plan, std::move(parameters));
        training.run(2);
        fill_phases(m, trace);
    }
    return trace;
}

} // namespace

Result<Trace> simulate(const Architecture &architecture, const ResolvedPlan &resolved, const DeviceFacts &device, bool record_events)
{
    if (const auto error = unsupported(architecture, resolved.plan)) return *error;
    Machine machine(device, record_events);
    return train(architecture, resolved.plan, machine);
}

} // namespace plimsoll::step
