// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"

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

} // namespace

/// peft 0.21.2 tuners/prefix_tuning.
constinit const AdapterMethod adapters::prefix_tuning = {
    .name = "prefix_tuning",
    .title = "Prefix tuning",
    .shared = prefix_tensors,
    .parameters_alone = true,
};

} // namespace plimsoll
