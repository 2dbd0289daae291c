// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

constexpr Count c3a_usual_block = 256;

Result<AdapterTensors> c3a_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count block = use.count("block_size", c3a_usual_block);
    if (block == 0 || linear.in % block != 0 || linear.out % block != 0)
        return Error{"adapter.settings", "block_size " + std::to_string(block),
                     phrase(QT_TRANSLATE_NOOP("core", "widths that the blocks divide")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses a module of %2 x %3"),
                            {"PEFT", std::to_string(linear.out), std::to_string(linear.in)})};
    return AdapterTensors{{"c3a_kernel", {linear.out / block, linear.in / block, block}}};
}

/// c3a/utils.py, BlockCircularConvolution: keeps x in float32 and the kernel; complex numbers are pairs here.
step::Tensor circular_convolution(step::Machine &m, const step::Tensor &x, const step::Tensor &kernel, Count out)
{
    using namespace step;
    const Shape wide = x.shape(), in_pairs = wide.with_last(2 * wide.last()), out_pairs = wide.with_last(2 * out);
    const Shape own = kernel.shape(), own_pairs = own.with_last(2 * own.last());
    Tensor result;
    {
        Tensor turned;
        {
            const Tensor input = m.empty(in_pairs, Dtype::fp32, "fft_r2c"), weight = m.empty(own_pairs, Dtype::fp32, "fft_r2c");
            turned = m.empty(out_pairs, Dtype::fp32, "einsum");
        }
        result = m.empty(out_pairs, Dtype::fp32, "fft_c2c");
    }
    if (any_requires_grad(m, {&x, &kernel})) {
        const Ref<Node> node = make_node(m, {&x, &kernel}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor gradient = mm.empty(out_pairs, Dtype::fp32, "fft_r2c");
            if (self.needs(0)) {
                const Tensor product = mm.empty(in_pairs, Dtype::fp32, "einsum");
                g[0] = mm.empty(in_pairs, Dtype::fp32, "fft_c2c").view(wide);
            }
            const Tensor input = mm.empty(in_pairs, Dtype::fp32, "fft_r2c");
            const Tensor product = mm.empty(own_pairs, Dtype::fp32, "einsum");
            g[1] = mm.empty(own_pairs, Dtype::fp32, "fft_c2c").view(own);
        });
        node->saved[0].keep(m, x);
        node->saved[1].keep(m, kernel);
        attach(result, node);
    }
    return result.view(wide.with_last(out));
}

step::Tensor c3a_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor result = base_result(call, x);
    x = to(m, std::move(x), Dtype::fp32);
    const Tensor kernel = to(m, call.leaves[0].value, Dtype::fp32);
    Tensor update = circular_convolution(m, x, kernel, call.module.held().out);
    update = scale(m, std::move(update));
    update = to(m, std::move(update), result.dtype());
    return added_in_place(m, result, update);
}

} // namespace

/// peft 0.21.2 tuners/c3a.
constinit const AdapterMethod adapters::c3a = {
    .name = "c3a",
    .title = "C³A",
    .tensors = c3a_tensors,
    .forward = c3a_forward,
    .size = {"block_size", c3a_usual_block, "block_size_pattern"},
};

} // namespace plimsoll
