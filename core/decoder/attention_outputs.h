// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// Whether output_attentions gives weights: of eager attention, and of Falcon's class, which leaves SDPA for its own lines then
/// (transformers 5.23, modeling_falcon.py).
[[nodiscard]] bool returns_weights(const DecoderSpec &spec, AttentionBackend attention);

} // namespace plimsoll
