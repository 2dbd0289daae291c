// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/forward_work.h"
#include "core/clock/kernel_times.h"
#include "core/clock/links.h"
#include "core/plan/plan.h"
#include "core/runner/tempo.h"
#include "core/serving/engine_start.h"

namespace plimsoll {

/// Shares of what an engine leaves in the host's memory.
struct HostPart {
    double layers = 0;  ///< of the layers' matrices
    double experts = 0; ///< of experts' matrices
    double head = 0;
    double cache = 0; ///< of keys and values
    [[nodiscard]] double of(const ForwardMatrix &one) const { return one.head ? head : one.experts > 0 ? experts : layers; }
    [[nodiscard]] bool any() const { return layers > 0 || experts > 0 || head > 0 || cache > 0; }
};

/// An engine's run as the clock sees it.
struct Served {
    const Plan &plan;
    Tempo tempo; ///< the engine's, with what the plan states
    const KernelTimes &kernels;
    ForwardWork work;
    double weight_bytes = 2; ///< of an element of its matrices on the card
    double kv_bytes = 2;     ///< of a value that is cached
    HostPart host;           ///< what stands in the host's memory
    Count cards = 1;         ///< that share one copy
    Count tensor = 1;        ///< of them those that share a matrix
    Count copies = 1;
    Count table = 0;   ///< elements of the embedding
    Count in_line = 1; ///< cards that hold layers one after another
    NodeLinks node;
    Arithmetic arithmetic = Arithmetic::bf16;
    bool packed = false;
    bool flash = true;        ///< attention keeps no scores
    bool plain = false;       ///< a card of NVIDIA's without matrix units, under one kernel an operation
    bool multiplies8 = false; ///< such a one that multiplies four pairs of 8-bit integers at once, with packed weights

    double checked = 1; ///< tokens of a sequence that one pass of decoding goes through: its last one and those drafted behind it
    bool cache_crosses = false; ///< keys and values wait with the host between layers
    double host_layer = 0;      ///< seconds of a layer's launches, where the host makes them one by one

    [[nodiscard]] double launching() const { return host_layer * static_cast<double>(work.layers); }
    [[nodiscard]] bool narrow() const { return arithmetic == Arithmetic::fp8 || arithmetic == Arithmetic::fp4; }
    [[nodiscard]] double divided() const { return static_cast<double>(tensor); }
};

/// An engine as it was started; null: a model's own generate(). On the cards that the plan spreads it over (cards_used): what the target
/// names beside them stands idle.
[[nodiscard]] Served served_by(const Plan &plan, const DecoderSpec &decoder, const EngineStart *started,
                               const KernelTimes &kernels, const CardFacts &card);

/// Operations a second of the products, where an engine accumulates in FP16 or multiplies integers those of that. 0: no rate is known.
[[nodiscard]] double rate_of(const Served &of);

/// Sequences that run at once in one copy; at least one.
[[nodiscard]] double at_once(const Served &of, const EngineStart *started);

} // namespace plimsoll
