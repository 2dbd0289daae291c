// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/labels.h"

#include <array>

namespace plimsoll {

std::string_view name_of(Component component)
{
    constexpr std::array<std::string_view, component_count> names{
        "weights",         "weight_casts", "quantization_metadata", "adapters",  "gradients",
        "optimizer",       "activations",  "checkpoints",           "recompute", "captured_states",
        "logits_loss",     "kv_cache",     "temporaries",           "workspace", "communication",
        "allocator_slack", "context"};
    return names[static_cast<std::size_t>(component)];
}

std::string_view name_of(Phase phase)
{
    constexpr std::array<std::string_view, 19> names{
        "load",     "forward", "loss",       "loss_backward", "backward",  "optimizer_step", "prefill",
        "generate", "extract", "evaluation", "old_log_probs", "reference", "reward",         "objective",
        "profile",  "capture", "serve",      "save",          "kl"};
    return names[static_cast<std::size_t>(phase)];
}

} // namespace plimsoll
