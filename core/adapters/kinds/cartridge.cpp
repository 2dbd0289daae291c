// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"

#include <algorithm>

namespace plimsoll {

namespace {

AdapterTensors cartridge_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count heads = model.heads > 0 ? model.heads : 1;
    const Count width = model.kv_heads > 0 ? model.hidden / heads * model.kv_heads : model.hidden;
    const Count tokens = step::prompt_length(use), frozen = std::min(tokens, use.count("num_frozen_tokens", 1));
    return {{"trainable_tokens", {tokens - frozen, model.layers * 2 * width}},
            {"frozen_tokens", {frozen, model.layers * 2 * width}, false, Dtype::fp32}};
}

} // namespace

/// peft 0.21.2 tuners/cartridge.
constinit const AdapterMethod adapters::cartridge = {
    .name = "cartridge",
    .title = "Cartridge",
    .shared = cartridge_tensors,
    .parameters_alone = true,
};

} // namespace plimsoll
