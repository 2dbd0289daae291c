// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

constexpr Count fourierft_usual = 1000;

Result<AdapterTensors> fourierft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count count = use.count("n_frequency", fourierft_usual);
    if (const auto refused = refused_frequencies(count, linear)) return *refused;
    return AdapterTensors{{"fourierft_spectrum", {count}}};
}

/// torch.fft.ifft2(x).real: a complex copy of x and a complex result, of which the real half is a view.
step::Tensor inverse_fourier(step::Machine &m, const step::Tensor &x)
{
    using namespace step;
    const Shape whole = x.shape(), pairs = whole.with_last(2 * whole.last());
    Tensor out;
    {
        const Tensor copy = m.empty(pairs, Dtype::fp32, "to");
        out = m.empty(pairs, Dtype::fp32, "fft_c2c");
    }
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [=](Machine &mm, Node &, Gradients &, Gradients &g) {
                   Tensor complex = mm.empty(pairs, Dtype::fp32, "real_backward");
                   Tensor turned = mm.empty(pairs, Dtype::fp32, "fft_c2c_backward");
                   complex.reset();
                   g[0] = mm.empty(whole, Dtype::fp32, "to");
               }));
    return out;
}

step::Tensor fourierft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Tensor result = base_result(call, x);
    const Tensor &spectrum = call.leaves[0].value;
    Tensor delta;
    {
        const Tensor indices = m.empty({2, spectrum.elements()}, Dtype::int64, "to");
        const Tensor dense = scattered(m, to(m, spectrum, Dtype::fp32), {held.out, held.in}, indices);
        const Tensor turned = inverse_fourier(m, dense);
        delta = m.empty({held.out, held.in}, Dtype::fp32, "mul");
        if (any_requires_grad(m, {&turned}))
            attach(delta, make_node(m, {&turned}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                       g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
                   }));
    }
    delta = to(m, std::move(delta), spectrum.dtype());
    x = to(m, std::move(x), delta.dtype());
    Tensor added = linear_with(m, std::move(x), std::move(delta));
    return to(m, add(m, result, std::move(added)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/fourierft.
constinit const AdapterMethod adapters::fourierft = {
    .name = "fourierft",
    .title = "FourierFT",
    .tensors = fourierft_tensors,
    .forward = fourierft_forward,
    .size = {"n_frequency", fourierft_usual, "n_frequency_pattern"},
};

} // namespace plimsoll
