// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"

#include <utility>

namespace plimsoll {

namespace {

AdapterTensors prefix_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count heads = model.heads > 0 ? model.heads : 1;
    const Count width = model.kv_heads > 0 ? model.hidden / heads * model.kv_heads : model.hidden, all = model.layers * 2 * width;
    const Count tokens = step::prompt_length(use);
    if (!use.flag("prefix_projection", false)) return {{"embedding", {tokens, all}}};
    const Count inner = use.count("encoder_hidden_size", width);
    return {
        {"embedding", {tokens, width}}, {"weight", {inner, width}}, {"bias", {inner}}, {"weight", {all, inner}}, {"bias", {all}}};
}

/// tuners/prefix_tuning/model.py: the look-up alone, or two linears with a tanh between behind it.
step::Tensor prefix_past(const step::PastCall &call)
{
    using namespace step;
    Tensor out = embedding(call.m, {call.rows, prompt_length(call.use)}, call.shared[0]);
    if (call.shared.size() == 1) return out;
    out = linear(call.m, std::move(out), call.shared[1], &call.shared[2]);
    out = pointwise(call.m, std::move(out), "tanh", true);
    return linear(call.m, std::move(out), call.shared[3], &call.shared[4]);
}

} // namespace

/// peft 0.21.2 tuners/prefix_tuning.
constinit const AdapterMethod adapters::prefix_tuning = {
    .name = "prefix_tuning",
    .title = "Prefix tuning",
    .shared = prefix_tensors,
    .past_tokens = step::prompt_length,
    .past = prefix_past,
};

} // namespace plimsoll
