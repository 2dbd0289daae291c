// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"

namespace plimsoll::step {

/// checkpoint() whose input waits on the host: torch.autograd.graph.save_on_cpu around torch.utils.checkpoint, as
/// transformers 5.23 activation_checkpointing_enable(offload=True) has it.
[[nodiscard]] Tensor checkpoint_on_host(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward);

} // namespace plimsoll::step
