// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"
#include "core/torch/ops.h"

namespace plimsoll {

namespace {

AdapterTensors multitask_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count tokens = step::prompt_length(use), tasks = use.count("num_tasks", 1), ranks = use.count("num_ranks", 1);
    return {{"prompt_embeddings", {tokens, model.hidden}},
            {"prefix_task_cols", {tasks, tokens, ranks}},
            {"prefix_task_rows", {tasks, ranks, model.hidden}}};
}

step::Tensor embed_task_prompt(const step::EmbeddingCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Shape tokens{call.tokens.size[0], prompt_length(call.use)};
    const Tensor prompt = embedding(m, tokens, call.shared[0]);
    const Count hidden = prompt.shape().last();
    const Tensor cols = index_copy(m, call.shared[1].value, {tokens.size[0], tokens.size[1], 1});
    const Tensor rows = index_copy(m, call.shared[2].value, {tokens.size[0], 1, hidden});
    const Tensor task = bmm(m, cols, rows, {tokens.size[0], tokens.size[1], hidden});
    return behind_prompt(call, mul(m, prompt, task));
}

} // namespace

/// peft 0.21.2 tuners/multitask_prompt_tuning.
constinit const AdapterMethod adapters::multitask_prompt_tuning = {
    .name = "multitask_prompt_tuning",
    .title = "Multitask prompt tuning",
    .shared = multitask_tensors,
    .virtual_tokens = step::prompt_length,
    .embed = embed_task_prompt,
};

} // namespace plimsoll
