// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

constexpr Count vblora_usual = 256;

Result<AdapterTensors> vblora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count vectors = use.count("num_vectors", vblora_usual), length = use.count("vector_length", vblora_usual);
    if (length == 0 || linear.in % length != 0 || linear.out % length != 0)
        return Error{"adapter.settings", "vector_length " + std::to_string(length),
                     phrase(QT_TRANSLATE_NOOP("core", "widths that the blocks divide")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses a module of %2 x %3"),
                            {"PEFT", std::to_string(linear.out), std::to_string(linear.in)})};
    return AdapterTensors{{"vblora_logits_A", {use.rank(), linear.in / length, vectors}},
                          {"vblora_logits_B", {linear.out / length, use.rank(), vectors}}};
}

AdapterTensors vblora_shared(const AdapterUse &use, const AdaptedModel &)
{
    return {{"vblora_vector_bank", {use.count("num_vectors", vblora_usual), use.count("vector_length", vblora_usual)}}};
}

/// vblora/layer.py, _get_low_rank_matrix: the best of the bank's vectors, weighed by a softmax of their logits.
step::Tensor mixed_vectors(const step::AdapterCall &call, const step::Tensor &logits, const step::Shape &whole)
{
    using namespace step;
    Machine &m = call.m;
    constexpr Count usual_best = 2;
    const Count best = call.use.count("topk", usual_best), groups = logits.shape().rows();
    const Count length = call.shared[0].value.shape().last();
    Tensor values;
    {
        const Tensor indices = m.empty({groups, best}, Dtype::int64, "topk");
        const Tensor top = scattered(m, logits, {groups, best}, indices);
        values = softmax(m, top, top.dtype());
    }
    const Tensor chosen = index_copy(m, call.shared[0].value, {groups * best, length});
    const Tensor weighed = mul(m, chosen, values);
    return sum_of_blocks(m, weighed.view({groups, best * length}), length).view(whole);
}

step::Tensor vblora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Tensor result = call.module.base_forward(m, x);
    const Tensor a = mixed_vectors(call, call.leaves[0].value, {call.use.rank(), held.in});
    const Tensor b = mixed_vectors(call, call.leaves[1].value, {held.out, call.use.rank()});
    x = to(m, std::move(x), call.shared[0].value.dtype());
    const Tensor dropped = dropout(m, x, call.use.number("vblora_dropout", 0.0));
    Tensor update = linear_with(m, linear_with(m, dropped, a), b);
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/vblora.
constinit const AdapterMethod adapters::vblora = {
    .name = "vblora",
    .title = "VB-LoRA",
    .rank_key = "r",
    .rank = 4,
    .source = "PEFT 0.21, VBLoRAConfig.r",
    .tensors = vblora_tensors,
    .shared = vblora_shared,
    .forward = vblora_forward,
    .default_targets = vblora_targets,
};

} // namespace plimsoll
