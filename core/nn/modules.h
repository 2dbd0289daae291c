// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/held_matrix.h"
#include "core/nn/linear_adapter.h"
#include "core/torch/units.h"

#include <memory>
#include <string_view>

namespace plimsoll::step {

/// torch.nn.Linear (or transformers' Conv1D), perhaps quantised by bitsandbytes, perhaps wrapped by PEFT.
class LinearModule {
public:
    LinearModule() = default;
    LinearModule(const LinearModule &) = delete;
    LinearModule &operator=(const LinearModule &) = delete;

    /// Allocates the weights: dense in `precision.weights`, or quantised from a copy that goes again.
    /// `own_class`: a class derived from torch.nn.Linear, input @ weight.T (Falcon's); bitsandbytes leaves it dense.
    void load(Machine &m, const LinearSpec &spec, const Precision &precision, bool quantise, bool own_class = false)
    {
        load_as(m, spec.name.c_str(), spec, precision, quantise, own_class);
    }
    /// The same of a description that goes before the machine's events, which point to `name`, do.
    void load_as(Machine &m, const char *name, const LinearSpec &spec, const Precision &precision, bool quantise,
                 bool own_class = false);
    /// Shares another parameter's storage (tied head).
    void tie(Leaf &other, const LinearSpec &spec);
    /// The bias of a tied head, which another module registers: `other` is left without it.
    void take_bias(Leaf &other);
    /// PEFT's modules_to_save: a dense copy that trains.
    void load_copy(Machine &m, const LinearSpec &spec, Dtype dtype);
    void cast_copy(Machine &m, Dtype dtype);
    /// From now on `adapter` runs its forward.
    void wrap(std::unique_ptr<LinearAdapter> adapter) { m_adapter = std::move(adapter); }
    /// LinearAdapter::cast of its adapter, if it has one.
    void cast_adapter(Machine &m, Dtype dtype, bool all)
    {
        if (m_adapter) m_adapter->cast(m, dtype, all);
    }
    /// prepare_model_for_kbit_training: 16-bit parameters become float32.
    void raise_to_fp32(Machine &m);
    void collect(std::vector<Leaf *> &parameters);

    /// `by_keys`: the result's gradient comes as eager attention's product leaves that of transposed keys: token by token
    /// within a head, so that whoever reads it in rows copies it.
    [[nodiscard]] Tensor forward(Machine &m, Tensor x, bool by_keys = false);
    /// compressed-tensors' hook before the first forward: the matrix becomes dense and stays so, its scales beside it.
    void expand(Machine &m) { step::expand(m, m_held); }
    /// The adapter is added to a packed base's result as it is: PEFT adds to a copy.
    void adapt_without_copy() { m_copies_result = false; }
    /// Weight and quantisation metadata of a module that never runs.
    [[nodiscard]] TensorList take_weights()
    {
        m_held.state.push_back(std::move(m_held.weight.value));
        return std::move(m_held.state);
    }

    [[nodiscard]] const char *name() const { return m_name; }
    /// Its adapter; null: none.
    [[nodiscard]] LinearAdapter *adapter() const { return m_adapter.get(); }
    /// Its matrix and bias, without the adapter.
    [[nodiscard]] const HeldMatrix &held() const { return m_held; }
    /// Of a base that is not dense: its bytes, and what lies beside them.
    [[nodiscard]] RegisteredParameter packed_parameter() { return {&m_held.weight, &m_held.state, m_name}; }
    /// x times them.
    [[nodiscard]] Tensor product(Machine &m, Tensor x);
    /// The wrapped module's own forward, for its adapter: x times them, with the hooks of the module.
    [[nodiscard]] Tensor base_forward(Machine &m, Tensor x);
    /// PEFT adds to a copy of a 4-bit base's result.
    [[nodiscard]] bool copies_result() const { return m_held.base == LinearBase::four_bit && m_copies_result; }
    /// As forward() was told in the call that is running.
    [[nodiscard]] bool by_keys() const { return m_by_keys; }
    [[nodiscard]] Leaf &weight() { return m_tied ? *m_tied : m_held.weight; }
    [[nodiscard]] Leaf *bias() { return m_held.bias.get(); }
    [[nodiscard]] bool loaded() const { return m_held.out > 0; }
    /// What its products give outside autocast.
    [[nodiscard]] Dtype dtype() { return m_held.base == LinearBase::packed ? m_held.layout->dense : weight().value.dtype(); }
    [[nodiscard]] Count out_features() const { return m_held.out; }

private:
    const char *m_name = "";
    HeldMatrix m_held;
    Leaf *m_tied = nullptr; ///< the weight that it shares
    std::unique_ptr<LinearAdapter> m_adapter;
    bool m_copies_result = true;
    bool m_own_class = false; ///< Falcon's: input @ weight.T, whose cast autocast does not keep
    bool m_by_keys = false;   ///< of the call that is running
};

/// The backward of linear()'s own view of several sequences as rows copies what lies by keys.
[[nodiscard]] Tensor read_in_rows(Machine &m, const Tensor &result);

/// A norm of width 0 has no weight.
class NormModule {
public:
    /// `casts`: a LayerNorm in float32 whose result is cast back (OLMo 1).
    void load(Machine &m, const NormSpec &spec, Dtype dtype, bool casts = false);
    void raise_to_fp32(Machine &m);
    void collect(std::vector<Leaf *> &parameters);
    [[nodiscard]] Tensor forward(Machine &m, Tensor x);
    /// Liger's kernel takes the place of the library's lines.
    void use_liger(bool in_place)
    {
        m_liger = true;
        m_liger_in_place = in_place;
    }
    /// PEFT's LN tuning: a copy of it runs and trains, the original stands still beside it.
    void train_copy(Machine &m);
    [[nodiscard]] std::string_view name() const { return m_spec ? std::string_view(m_spec->name) : std::string_view(); }
    [[nodiscard]] Count width() const { return m_spec->width; }
    [[nodiscard]] bool present() const { return m_spec && m_spec->kind != NormKind::none; }
    [[nodiscard]] bool liger() const { return m_liger; }

private:
    [[nodiscard]] Tensor run(Machine &m, Tensor x);
    [[nodiscard]] Tensor rms(Machine &m, Tensor x);
    [[nodiscard]] Tensor layer_norm(Machine &m, Tensor x);
    [[nodiscard]] static Tensor native_layer_norm(Machine &m, Tensor x, Tensor weight, Tensor bias);
    [[nodiscard]] Tensor cohere(Machine &m, Tensor x);
    [[nodiscard]] Tensor power(Machine &m, Tensor x);
    const NormSpec *m_spec = nullptr;
    Leaf m_weight;
    TensorList m_originals;       ///< of a copy that trains
    std::unique_ptr<Leaf> m_bias; ///< of a norm that has one
    bool m_liger = false, m_liger_in_place = true;
    bool m_casts = false;
};

/// x * rsqrt(x.pow(2).mean(-1) + eps) in float32, cast back: norms without weights (Llama4TextL2Norm, NanoChatRMSNorm).
[[nodiscard]] Tensor l2_norm(Machine &m, const Tensor &x);

/// BloomGelu: its function keeps its input only, and both directions are lines of Python.
[[nodiscard]] Tensor bloom_gelu(Machine &m, Tensor x);

/// XIELUActivation without its own kernel; both parameters are one number.
[[nodiscard]] Tensor xielu(Machine &m, const Tensor &x, Leaf &alpha_p, Leaf &alpha_n);

/// Activation of an MLP as transformers' ACT2FN runs it.
[[nodiscard]] Tensor activate(Machine &m, Tensor x, Activation activation);

} // namespace plimsoll::step
