// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

#include <algorithm>

namespace plimsoll {

namespace {

AdapterTensors adaption_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count layers = std::min(model.layers, use.count("adapter_layers", model.layers));
    return {{"adaption_prompt", {layers, use.count("adapter_len", 0), model.hidden}}, {"adaption_gate", {layers}}};
}

} // namespace

/// peft 0.21.2 tuners/adaption_prompt.
constinit const AdapterMethod adapters::adaption_prompt = {
    .name = "adaption_prompt",
    .title = "Adaption prompt",
    .shared = adaption_tensors,
    .parameters_alone = true,
};

} // namespace plimsoll
