// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"

namespace plimsoll::step {

/// The model as LitGPT 0.5.13 builds it (litgpt/model.py, litgpt/lora.py): a head of its own where transformers ties it,
/// queries, keys and values out of one projection, repeated heads, norms whose weight multiplies in float32. `quantised`: by
/// bitsandbytes, which then takes the head as well. `stable`: bitsandbytes' StableEmbedding is put in, whose norm comes behind it.
[[nodiscard]] Architecture litgpt_model(const Architecture &architecture, bool quantised, bool stable);

/// Its head and its torch.nn.Linear alone, for models that transformers' loop runs under lightning's bitsandbytes: the head is
/// not tied, and both are packed, where transformers leaves linears of a class of their own (Falcon's).
[[nodiscard]] Architecture with_litgpt_head(const Architecture &architecture);

} // namespace plimsoll::step
