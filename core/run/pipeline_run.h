// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/nn/held_matrix.h"
#include "core/run/simulate.h"

#include <optional>

namespace plimsoll::step {

/// Why a pipeline of torch.distributed.pipelining does not run this plan; nothing where it does.
[[nodiscard]] std::optional<Error> unsupported_pipeline(const Architecture &architecture, const Plan &plan);

/// Two steps of the rank at `stage` of the pipeline, of the whole model's layers. `architecture` outlives the trace's names.
[[nodiscard]] Trace run_pipeline(const Architecture &architecture, const Plan &plan, const Precision &precision, Count stage,
                                 Machine &m);

} // namespace plimsoll::step
