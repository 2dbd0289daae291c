// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/resolve/resolve.h"
#include "ui/document/evaluator.h"

namespace plimsoll::sample {

/// An estimate with figures made by hand: real model, real resolved plan, round bytes, so that widgets can be tested without
/// the step. Weights follow the quantisation, logits the tokens; everything else is fixed.
inline Estimate estimate_of(const ArchitectureRef &architecture, const ResolvedPlan &resolved, const CardFacts &device)
{
    const Plan &plan = resolved.plan;
    Estimate out;
    out.plan = resolved;
    out.architecture = architecture;
    out.device = device;
    out.total_parameters = architecture->total_parameters();
    out.active_parameters = out.total_parameters;
    out.trainable_parameters = plan.method == Method::full ? out.total_parameters : plan.adapter.rank * 2'523'136;
    const Bytes per_two = plan.weights.quant != "none" ? 1 : plan.weights.dtype == WeightDtype::fp32 ? 8 : 4;
    const auto add = [&](Component component, Bytes bytes) {
        out.fullest().at_peak.push_back({component,
                                         bytes,
                                         "formula of " + std::to_string(bytes),
                                         "1 × " + std::to_string(bytes),
                                         "source",
                                         {{"a tensor", bytes}}});
        out.fullest().peak.device += bytes;
    };
    add(Component::weights, out.total_parameters * per_two / 2);
    if (plan.weights.quant != "none") add(Component::quantization_metadata, 100 * mib);
    if (plan.task == Task::train) add(Component::optimizer, out.trainable_parameters * 8);
    if (plan.method != Method::full && plan.task == Task::train) add(Component::adapters, out.trainable_parameters * 4);
    add(Component::activations, 600 * mib);
    add(Component::logits_loss, plan.micro_batch * plan.sequence_length * 152064 * 4);
    out.fullest().peak.allocated = out.fullest().peak.device;
    add(Component::allocator_slack, 500 * mib);
    add(Component::context, 512 * mib);
    out.fullest().peak.reserved = out.fullest().peak.required = out.fullest().peak.device - 512 * mib;
    out.fullest().peak.phase = plan.task == Task::train ? Phase::loss_backward : Phase::generate;
    out.fullest().peak.device_interval = {out.fullest().peak.device - 300 * mib, out.fullest().peak.device + 300 * mib};
    out.assumptions = resolved.assumptions;
    return out;
}

/// A planner of documents with the step taken out.
inline std::shared_ptr<Planner> planner()
{
    PlannerParts out = document_parts();
    out.figures = [](const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device,
                     const EstimateOptions &) -> Result<Estimate> {
        const auto resolved = resolve(plan, *architecture, device);
        if (!resolved.ok()) return resolved.error();
        return estimate_of(architecture, *resolved, device);
    };
    return std::make_shared<Planner>(std::move(out));
}

} // namespace plimsoll::sample
