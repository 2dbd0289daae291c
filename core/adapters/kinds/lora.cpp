// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/lora_pair.h"

namespace plimsoll {

/// peft 0.21 tuners/lora.
constinit const AdapterMethod adapters::lora = {
    .name = "lora",
    .title = "LoRA",
    .rank_key = "r",
    .tensors = [](const AdapterUse &use, const AdaptedLinear &linear) -> Result<AdapterTensors> {
        AdapterTensors out{{"lora_A", {use.rank(), linear.in}}, {"lora_B", {linear.out, use.rank()}}};
        if (use.adapter().dora) out.push_back({"lora_magnitude_vector", {linear.out}});
        return out;
    },
    .wrap = [](step::Machine &m, step::LinearModule &module, const Adapter &adapter) -> std::unique_ptr<step::LinearAdapter> {
        return std::make_unique<step::LoraPair>(m, module, adapter);
    },
    .wraps_embeddings = true,
    .wraps_convolutions = true,
    .folds_parameters = true,
    .own_bias = true,
};

} // namespace plimsoll
