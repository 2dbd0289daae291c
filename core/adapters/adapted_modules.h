// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"
#include "core/ground/result.h"
#include "core/model/adapter.h"
#include "core/model/architecture.h"

#include <string>
#include <vector>

namespace plimsoll {

/// One module that PEFT wraps.
struct AdaptedModule {
    std::string module; ///< full name; of a parameter where PEFT wraps that (fused experts, routers)
    ModuleKind kind = ModuleKind::linear;
    Count in = 0;
    Count out = 0;
    Count rank =
        0; ///< the adapter's or its own where a rank sizes it, doubled where two projections were fused into one parameter
    Count copies = 1;    ///< experts of a fused 3-D parameter, each with its own pair of matrices
    Count trainable = 0; ///< parameters of its own, and the bias where it trains
    bool operator==(const AdaptedModule &) const = default;
};

struct AdaptedModules {
    std::vector<AdaptedModule> targets;
    Count usual_rank = 0;                   ///< the adapter's
    std::vector<std::string> saved_modules; ///< modules_to_save as matched, full names
    bool tied_head = false;                 ///< the head's matrices are the embedding's, the other way round (TiedTargets::head)
    bool tied_copy = false;                 ///< the head reads the embedding's trained copy (TiedTargets::saved)
    AdaptedModel model;                     ///< its sizes where the method makes something once for it
    Count trainable = 0;                    ///< parameters, adapters and saved modules
    bool operator==(const AdaptedModules &) const = default;
};

/// What PEFT 0.21 wraps for this adapter on this model, and how many parameters train then. Error where PEFT refuses.
[[nodiscard]] Result<AdaptedModules> adapted_modules(const Architecture &architecture, const Adapter &adapter);

} // namespace plimsoll
