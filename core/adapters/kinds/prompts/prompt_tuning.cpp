// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"
#include "core/torch/ops.h"

namespace plimsoll {

namespace {

AdapterTensors prompt_tuning_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    return {{"prompt_embeddings", {step::prompt_length(use), model.hidden}}};
}

step::Tensor embed_prompt(const step::EmbeddingCall &call)
{
    const step::Shape tokens{call.tokens.size[0], step::prompt_length(call.use)};
    return step::behind_prompt(call, step::embedding(call.m, tokens, call.shared[0]));
}

} // namespace

/// peft 0.21.2 tuners/prompt_tuning.
constinit const AdapterMethod adapters::prompt_tuning = {
    .name = "prompt_tuning",
    .title = "Prompt tuning",
    .shared = prompt_tuning_tensors,
    .virtual_tokens = step::prompt_length,
    .embed = embed_prompt,
};

} // namespace plimsoll
