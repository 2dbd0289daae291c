// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"

#include <utility>

namespace plimsoll {

namespace {

constexpr Count waveft_usual = 2592;

Result<AdapterTensors> waveft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count count = use.count("n_frequency", waveft_usual);
    if (const auto refused = refused_frequencies(count, linear)) return *refused;
    return AdapterTensors{{"waveft_spectrum", {count}}};
}

/// waverec2d of four sub-bands: transposed convolutions, which autocast runs in 16 bit on copies of the bands.
step::Tensor wave_weight(const step::AdapterCall &call, const step::Tensor &dense, const step::Shape &whole)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor bands = m.autocast ? to(m, dense, *m.autocast) : clone(m, dense);
    Tensor out = m.empty(whole, bands.dtype(), "conv_transpose2d");
    if (!any_requires_grad(m, {&bands})) return out;
    const Ref<Node> node = make_node(m, {&bands}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(kept.shape(), in[0].dtype(), "convolution_backward");
    });
    node->saved[0].keep(m, bands);
    attach(out, node);
    return out;
}

step::Tensor waveft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Shape whole{held.out, held.in};
    const Tensor result = base_result(call, x);
    const Tensor &spectrum = call.leaves[0].value;
    Tensor delta;
    {
        const Tensor indices = m.empty({2, spectrum.elements()}, Dtype::int64, "to");
        const Tensor dense = scattered(m, spectrum, whole, indices);
        delta = call.use.flag("use_idwt", true) ? wave_weight(call, dense, whole) : dense;
        delta = scale(m, delta);
    }
    x = to(m, std::move(x), delta.dtype());
    Tensor added = linear_with(m, std::move(x), std::move(delta));
    return to(m, add(m, result, std::move(added)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/waveft.
constinit const AdapterMethod adapters::waveft = {
    .name = "waveft",
    .title = "WaveFT",
    .tensors = waveft_tensors,
    .forward = waveft_forward,
    .size = {"n_frequency", waveft_usual, "n_frequency_pattern", "proportional_parameters"},
    .default_targets = waveft_targets,
};

} // namespace plimsoll
