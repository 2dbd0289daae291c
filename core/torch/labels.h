// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace plimsoll {

/// The components of docs/schema/estimate.md, bottom to top as the chart stacks them.
enum class Component : std::uint8_t {
    weights,
    weight_casts,
    quantization_metadata,
    adapters,
    gradients,
    optimizer,
    activations,
    checkpoints,
    recompute,
    captured_states,
    logits_loss,
    kv_cache,
    temporaries,
    workspace,
    communication,
    allocator_slack,
    context
};
inline constexpr std::size_t component_count = 17;
[[nodiscard]] std::string_view name_of(Component component);

/// Bytes per component, indexed by Component.
using ComponentBytes = std::array<Bytes, component_count>;

enum class Phase : std::uint8_t {
    load,
    forward,
    loss,
    loss_backward,
    backward,
    optimizer_step,
    prefill,
    generate,
    extract,
    evaluation,
    old_log_probs, ///< of an objective: what the model that trains thought of its completions when it made them
    reference,     ///< what another model thinks of the rows
    reward,        ///< models that judge completions
    objective,     ///< the objective's own arithmetic, once all models have answered
    profile,       ///< an engine measures what its largest pass takes
    capture,       ///< it records CUDA graphs
    serve,         ///< it stands, with its cache
    save,          ///< a checkpoint is written
    kl             ///< of an objective: the model that trains scores mismatched pairs, from which a divergence is estimated
};
[[nodiscard]] std::string_view name_of(Phase phase);

} // namespace plimsoll
