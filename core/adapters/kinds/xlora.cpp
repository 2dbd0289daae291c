// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string_view>
#include <utility>

namespace plimsoll {

namespace {

Count experts_of(const AdapterUse &use) { return use.size_of_list("adapters").value_or(0); }

/// The LoRA adapters that it mixes, of the plan's rank and on its targets, frozen unless use_trainable_adapters.
Result<AdapterTensors> xlora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    if (use.count("xlora_depth", 1) == 0)
        return Error{"adapter.settings", "xlora_depth 0", phrase(QT_TRANSLATE_NOOP("core", "numbers above 0")), {}};
    if (experts_of(use) == 0)
        return Error{"adapter.settings", "adapters", phrase(QT_TRANSLATE_NOOP("core", "an object of LoRA adapters to mix")), {}};
    const bool trains = use.flag("use_trainable_adapters", false);
    AdapterTensors out;
    for (Count i = 0; i < experts_of(use); ++i)
        out.insert(out.end(), {{"lora_A", {use.rank(), linear.in}, trains}, {"lora_B", {linear.out, use.rank()}, trains}});
    return out;
}

/// tuners/xlora/classifier.py: from the last hidden state to a weight for each adapter, of every wrapped module with
/// layerwise_scalings.
AdapterTensors xlora_shared(const AdapterUse &use, const AdaptedModel &model)
{
    constexpr Count usual_hidden = 4096, usual_size = 2048;
    const Count hidden = use.count("hidden_size", usual_hidden), size = use.count("xlora_size", usual_size);
    const Count depth = use.count("xlora_depth", 1);
    const Count classes =
        experts_of(use) * (use.flag("layerwise_scalings", false) ? static_cast<Count>(model.linears.size()) : 1);
    AdapterTensors out;
    Count in = hidden;
    for (Count i = 1; i < depth; ++i) {
        out.insert(out.end(), {{"xlora_classifier", {size, in}}, {"xlora_classifier", {size}}});
        in = size;
    }
    out.insert(out.end(), {{"xlora_classifier", {classes, in}}, {"xlora_classifier", {classes}}});
    return out;
}

/// classifier.py, TemperatureScaledSoftmax: autocast makes float32.
step::Tensor softmaxed(step::Machine &m, step::Tensor x)
{
    using namespace step;
    x = scale(m, x);
    if (m.autocast) x = to(m, std::move(x), Dtype::fp32);
    const Dtype dtype = x.dtype();
    return softmax(m, std::move(x), dtype);
}

/// XLoraClassifier.make_dummy_scalings and forward: [rows, tokens, modules, adapters].
step::Tensor xlora_scalings(const step::ScalingsCall &call)
{
    using namespace step;
    constexpr double usual_dropout = 0.2;
    Machine &m = call.m;
    const Count experts = experts_of(call.use);
    const Shape shape{call.rows, call.tokens, call.modules, experts};
    if (!call.hidden.defined()) return m.empty(shape, call.dtype, "full");
    Tensor logits = call.hidden;
    for (std::size_t i = 0; i < call.shared.size(); i += 2) {
        logits = linear(m, std::move(logits), call.shared[i], &call.shared[i + 1]);
        if (i + 2 == call.shared.size()) break;
        logits = pointwise(m, std::move(logits), "relu", true);
        logits = dropout(m, std::move(logits), call.use.number("xlora_dropout_p", usual_dropout));
    }
    if (call.use.flag("layerwise_scalings", false))
        logits = logits.view(shape);
    else if (call.use.flag("enable_softmax", true)) // expanded, until the division by the temperature
        logits = added_in_place(m, m.empty(shape, logits.dtype(), "div"), logits);
    return call.use.flag("enable_softmax", true) ? softmaxed(m, std::move(logits)) : logits;
}

/// layer.py, get_maybe_topk_scalings: [rows, tokens, adapters] of one module.
step::Tensor module_scalings(const step::AdapterCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Shape &all = call.scalings.shape();
    const Shape own{all.size[0], all.size[1], experts_of(call.use)};
    Tensor out = narrow(m, call.scalings, own);
    if (const Count most = call.use.count("top_k_lora", 0); most > 0) {
        const Tensor values = m.empty(own.with_last(most), out.dtype(), "topk");
        const Tensor indices = m.empty(own.with_last(most), Dtype::int64, "topk");
        const Tensor mask = m.empty(own, Dtype::uint8, "zeros_like");
        out = mul(m, out, m.empty(own, out.dtype(), "to"));
    }
    if (!call.use.flag("enable_softmax_topk", false)) return out;
    const Tensor mask = m.empty(own, Dtype::uint8, "ne");
    Tensor full = fill_masked(m, out);
    if (m.autocast) full = to(m, std::move(full), Dtype::fp32);
    const Dtype dtype = full.dtype();
    return fill_masked(m, softmax(m, std::move(full), dtype));
}

/// layer.py, XLoraLinearLayer.forward, with one adapter after another.
step::Tensor xlora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Dtype previous = x.dtype();
    const Tensor scalings = module_scalings(call);
    Tensor result = call.module.base_forward(m, x);
    const bool trains = !call.leaves.empty();
    Tensor scaled;
    for (std::size_t i = 0; i < static_cast<std::size_t>(experts_of(call.use)); ++i) {
        const Tensor a = trains ? call.leaves[2 * i].value : call.buffers[2 * i];
        const Tensor b = trains ? call.leaves[2 * i + 1].value : call.buffers[2 * i + 1];
        x = to(m, std::move(x), a.dtype());
        scaled = mul(m, x, narrow(m, scalings, scalings.shape().with_last(1)));
        const Tensor dropped = dropout(m, scaled, m.grad_enabled ? call.use.adapter().dropout : 0.0);
        Tensor added = trains ? linear(m, linear(m, dropped, call.leaves[2 * i], nullptr), call.leaves[2 * i + 1], nullptr)
                              : linear_with(m, linear_with(m, dropped, a), b);
        added = scale(m, added);
        added = scale(m, added);
        result = added_in_place(m, result, added);
    }
    return to(m, std::move(result), previous);
}

} // namespace

/// peft 0.21.2 tuners/xlora.
constinit const AdapterMethod adapters::xlora = {
    .name = "xlora",
    .title = "X-LoRA",
    .rank_key = "r",
    .source = "PEFT 0.21, LoraConfig.r",
    .without_bytes =
        "adapters hidden_size xlora_depth xlora_size layerwise_scalings use_trainable_adapters enable_softmax "
        "enable_softmax_topk softmax_temperature top_k_lora scaling_pass_value global_scaling_weight xlora_dropout_p "
        "task_type auto_mapping peft_version revision inference_mode",
    .tensors = xlora_tensors,
    .shared = xlora_shared,
    .forward = xlora_forward,
    .scalings = xlora_scalings,
    .shared_as_base = true,
    .wraps_embeddings = true,
};

} // namespace plimsoll
