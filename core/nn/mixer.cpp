// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/mixer.h"

#include "core/nn/delta_kernels.h"
#include "core/optimizers/optimizer.h"
#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <string_view>

namespace plimsoll::step {

void MixerModule::load(Machine &m, const MixerSpec &spec, const Precision &precision)
{
    m_spec = &spec;
    m_quantised = precision.bitsandbytes() || precision.packed();
    for (const Parameter &parameter : spec.own) {
        Leaf &leaf = m_own.emplace_back();
        Shape shape;
        for (const Count size : parameter.shape) shape.size[shape.rank++] = size;
        leaf.value = new_parameter(m, shape, precision.weights, parameter.name.c_str());
        leaf.module = parameter.name.c_str();
        leaf.layer = m.scope.layer;
        leaf.decays = decays_by_name(parameter.name);
    }
    for (const LinearSpec &linear : spec.linears) {
        // Mamba 1 multiplies with dt_proj.weight itself, which a packed weight does not allow; Falcon-Mamba and Jamba have a
        // way around
        const bool quantise = spec.inner_norms || !linear.name.ends_with("dt_proj");
        m_linears.emplace_back().load(m, linear, precision, quantise);
    }
}

void MixerModule::raise_to_fp32(Machine &m)
{
    for (Leaf &leaf : m_own) raise_leaf(m, leaf);
}

void MixerModule::raise_norms(Machine &m)
{
    for (Leaf &leaf : m_own)
        if (std::string_view(leaf.module).find("norm") != std::string_view::npos) raise_leaf(m, leaf);
}

void MixerModule::collect(std::vector<Leaf *> &parameters)
{
    for (Leaf &leaf : m_own) parameters.push_back(&leaf);
}

std::vector<LinearModule *> MixerModule::linears()
{
    std::vector<LinearModule *> all;
    for (LinearModule &module : m_linears) all.push_back(&module);
    return all;
}

Tensor &MixerModule::own(const char *end)
{
    for (Leaf &leaf : m_own)
        if (std::string_view(leaf.module).ends_with(end)) return leaf.value;
    return m_none;
}

LinearModule &MixerModule::linear_module(const char *end)
{
    for (LinearModule &module : m_linears)
        if (std::string_view(module.name()).ends_with(end)) return module;
    return m_linears.front();
}

Tensor MixerModule::forward(Machine &m, const Tensor &x, const MixerCall &call)
{
    const WithScope inside(m, m_spec->name.c_str());
    if (call.state && call.state->convolution.defined() && x.shape().size[1] == 1) return one_token(m, x);
    switch (m_spec->kind) {
    case MixerKind::mamba: return mamba(m, x, call);
    case MixerKind::mamba2: return mamba2(m, x, call);
    case MixerKind::delta_net: return delta_net(m, x, call);
    case MixerKind::kimi_delta: return kimi_delta(m, x, call);
    case MixerKind::lightning: return lightning(m, x, call);
    case MixerKind::recurrent: return recurrent(m, x, call);
    default: return short_conv(m, x, call);
    }
}

Tensor MixerModule::convolve(Machine &m, Tensor x, Count channels, bool activated, const MixerCall &call)
{
    const Count batch = x.shape().size[0], length = x.elements() / (batch * channels);
    const Dtype given = x.dtype();
    keep_state(m, call, batch, channels, given);
    const Tensor weight = convolution("weight"), bias = convolution("bias");
    // RecurrentGemma calls conv_1d itself
    if (call.forms.causal_conv1d && m_spec->kind != MixerKind::recurrent)
        return causal_conv1d(m, std::move(x), weight, bias).view({batch, length, channels});
    // causal_conv1d_fn: hidden_states.to(weight.dtype), which float32 weights widen before autocast narrows it again
    Tensor widened;
    if (m_spec->kind != MixerKind::recurrent && x.dtype() != weight.dtype()) x = widened = to(m, std::move(x), weight.dtype());
    Tensor out = depthwise_conv(m, std::move(x), weight, bias, channels, length, m_spec->kernel - 1);
    widened.reset();
    if (activated) out = activate(m, std::move(out), Activation::silu);
    if (m_spec->kind != MixerKind::recurrent) out = to(m, std::move(out), given);
    return out.view({batch, length, channels});
}

Tensor MixerModule::convolution(const char *end)
{
    for (Leaf &leaf : m_own) { // conv1d, conv_1d or conv.conv
        const std::string_view name = leaf.module;
        if (name.find("conv") != std::string_view::npos && name.ends_with(end)) return leaf.value;
    }
    return {};
}

void MixerModule::keep_state(Machine &m, const MixerCall &call, Count batch, Count channels, Dtype dtype)
{
    if (!call.state) return;
    const MixerSpec &s = *m_spec;
    call.state->convolution = m.empty({batch, channels, s.kernel}, dtype, "conv_state", Component::kv_cache);
    const Count rows = s.kind == MixerKind::mamba ? s.inner : s.inner * std::max<Count>(1, s.state);
    const Count columns = s.kind == MixerKind::mamba ? s.state : 1;
    if (s.kind == MixerKind::short_conv || s.kind == MixerKind::mamba2) return; // mamba2 makes its state itself
    if (s.kind == MixerKind::recurrent)
        call.state->recurrent = m.empty({batch, s.inner}, Dtype::fp32, "recurrent_state", Component::kv_cache);
    else
        call.state->recurrent = m.empty({batch, rows, columns}, Dtype::fp32, "recurrent_state", Component::kv_cache);
}

Tensor MixerModule::one_token(Machine &m, const Tensor &x)
{
    // projections, the new state beside the old one, and the way out
    const Count batch = x.shape().size[0];
    Tensor projected = m_linears.front().forward(m, x);
    const Count states = m_spec->inner * std::max<Count>(1, m_spec->state);
    const Tensor decay = m.empty({batch, states}, Dtype::fp32, "state_update");
    const Tensor input = m.empty({batch, states}, Dtype::fp32, "state_update");
    Tensor state = m.empty({batch, states}, Dtype::fp32, "state_update");
    projected.reset();
    state.reset();
    const bool kimi = m_spec->kind == MixerKind::kimi_delta;
    return linear_module(kimi ? "o_proj" : "out_proj").forward(m, m.empty({batch, 1, m_spec->inner}, x.dtype(), "scan_output"));
}

Tensor MixerModule::short_conv(Machine &m, const Tensor &x, const MixerCall &call)
{
    // modeling_lfm2.py Lfm2ShortConv.slow_forward
    Tensor hidden = mask_padding(m, x, call.masked);
    const Tensor all = linear_module("in_proj").forward(m, hidden);
    const Shape part = all.shape().with_last(m_spec->inner);
    const std::vector<Tensor> parts = split(m, all, {part, part, part});
    hidden = mul(m, parts[0], parts[2]);
    hidden = convolve(m, Tensor(hidden), m_spec->inner, false, call); // its name is given away when all is done
    // the product lies as its first factor does, token by token: .transpose(-1, -2).contiguous() is no copy
    const Tensor out = mul(m, parts[1], hidden);
    return linear_module("out_proj").forward(m, out);
}

} // namespace plimsoll::step
