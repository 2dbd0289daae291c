// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"
#include "core/load/load.h"

// What Planner puts an answer together from, for who keeps the parts: a window whose cards move asks for verdicts alone, a
// benchmark for an estimate of a model that is read already. All pure.
namespace plimsoll::parts {

/// Reads the model anew.
[[nodiscard]] Result<ArchitectureRef> model(const ModelReference &reference, const std::string &base_directory = {});
/// What the plan takes of a card with these facts.
[[nodiscard]] Result<Estimate> figures(const ArchitectureRef &model, const Plan &plan, const DeviceFacts &device = {},
                                       const EstimateOptions &options = {});
/// Whether that fits on a card, with the plan's own needs there (its kernels, its context).
[[nodiscard]] Verdict on_card(const Estimate &estimate, const Gpu &gpu, int count = 1);
[[nodiscard]] Verdict in_budget(const Estimate &estimate, Bytes budget);

} // namespace plimsoll::parts
