// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/nn/forward_inputs.h"
#include "core/nn/modules.h"

#include <deque>

namespace plimsoll::step {

/// State that a mixer keeps while generating.
struct MixerState {
    Tensor convolution, recurrent;
};

/// How a mixer is called.
struct MixerCall {
    bool masked = false;         ///< a mask of padding was given: hidden states are multiplied with it
    bool multiplied = false;     ///< input and projections are multiplied with numbers (Falcon-H1)
    MixerState *state = nullptr; ///< of a generation
    MixerForms forms;
};

/// A recurrence over the sequence as transformers 5.23 runs it, in the kernels of mamba-ssm, causal-conv1d and flash-linear-attention
/// that MixerCall::forms names, else in plain PyTorch. There loops over tokens stand as one operation, what their turns keep as
/// one block; a delta net's over few chunks runs turn by turn (MixerForms::most_turns).
class MixerModule {
public:
    void load(Machine &m, const MixerSpec &spec, const Precision &precision);
    /// Of its own parameters; linears() are the layer's business.
    void raise_to_fp32(Machine &m);
    /// The same of its own norms alone.
    void raise_norms(Machine &m);
    void collect(std::vector<Leaf *> &parameters);
    [[nodiscard]] std::vector<LinearModule *> linears();

    /// x [batch, length, hidden]
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, const MixerCall &call);

private:
    [[nodiscard]] Tensor mamba(Machine &m, const Tensor &x, const MixerCall &call);
    [[nodiscard]] Tensor mamba2(Machine &m, const Tensor &x, const MixerCall &call);
    /// Whether one call of mamba-ssm takes in_proj's result to what out_proj's matrix makes of it: while it trains without a cache,
    /// by dense matrices. Jamba's norms stand where that call has none.
    [[nodiscard]] bool multiplies_weights(const MixerCall &call) const;
    [[nodiscard]] Tensor mamba_at_once(Machine &m, Tensor projected, Tensor a);
    [[nodiscard]] Tensor mamba2_at_once(Machine &m, Tensor projected, Tensor a, const MixerCall &call);
    /// Mamba 1's scan of `hidden`, its gate included; `parts`: x_proj's result, `a`: -exp(A_log).
    [[nodiscard]] Tensor scan_in_kernel(Machine &m, const Tensor &hidden, const Tensor &time_step,
                                        const std::vector<Tensor> &parts, const Tensor &gate, Tensor a);
    [[nodiscard]] Tensor scan_in_torch(Machine &m, const Tensor &hidden, const Tensor &time_step,
                                       const std::vector<Tensor> &parts, const Tensor &gate, Tensor a);
    [[nodiscard]] Tensor delta_net(Machine &m, const Tensor &x, const MixerCall &call);
    [[nodiscard]] Tensor kimi_delta(Machine &m, const Tensor &x, const MixerCall &call);
    [[nodiscard]] Tensor recurrent(Machine &m, const Tensor &x, const MixerCall &call);
    [[nodiscard]] Tensor rglru(Machine &m, const Tensor &activations);
    [[nodiscard]] Tensor linear_scan(Machine &m, const Tensor &decay, const Tensor &input);
    [[nodiscard]] Tensor lightning(Machine &m, const Tensor &x, const MixerCall &call);
    [[nodiscard]] Tensor short_conv(Machine &m, const Tensor &x, const MixerCall &call);
    /// One token with the state that stands: no more than a few rows.
    [[nodiscard]] Tensor one_token(Machine &m, const Tensor &x);
    /// conv1d of `channels` and its activation; x is [batch, channels, length] by strides.
    [[nodiscard]] Tensor convolve(Machine &m, Tensor x, Count channels, bool activated, const MixerCall &call);
    /// Its "weight" or "bias"; undefined where there is none.
    [[nodiscard]] Tensor convolution(const char *end);
    void keep_state(Machine &m, const MixerCall &call, Count batch, Count channels, Dtype dtype);
    [[nodiscard]] Tensor &own(const char *end);
    [[nodiscard]] LinearModule &linear_module(const char *end);

    const MixerSpec *m_spec = nullptr;
    bool m_quantised = false; ///< config._is_quantized
    std::deque<LinearModule> m_linears;
    std::deque<Leaf> m_own;
    Tensor m_none;    ///< in the place of a parameter that it has not
    Tensor m_carried; ///< RecurrentGemma's last state, a module attribute: it holds the graph behind it until the next forward
};

} // namespace plimsoll::step
