// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"
#include "core/torch/ops.h"

#include <utility>

namespace plimsoll {

namespace {

/// CPTConfig.__post_init__.
Count context_tokens(const AdapterUse &use) { return use.size_of_list("cpt_token_ids").value_or(1); }

/// CPTEmbedding: the tokens' own embeddings in float32, which stand still, and what is added to them.
AdapterTensors cpt_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    return {{"embedding", {context_tokens(use), model.hidden}, false, Dtype::fp32},
            {"delta_embedding", {context_tokens(use), model.hidden}}};
}

step::Tensor embed_context(const step::EmbeddingCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Shape tokens{call.tokens.size[0], context_tokens(call.use)};
    const Tensor own = embedding(m, tokens, call.shared[0]);
    Tensor delta = embedding(m, tokens, call.shared[1]);
    return behind_prompt(call, add(m, own, std::move(delta)));
}

} // namespace

/// peft 0.21.2 tuners/cpt.
constinit const AdapterMethod adapters::cpt = {
    .name = "cpt",
    .title = "CPT",
    .shared = cpt_tensors,
    .virtual_tokens = context_tokens,
    .embed = embed_context,
    .own_loss = true,
};

} // namespace plimsoll
