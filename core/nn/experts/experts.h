// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts/separate_experts.h"
#include "core/nn/experts/experts_fused.h"

#include <optional>

namespace plimsoll::step {

/// An MLP that every token passes beside those it was routed to, perhaps times a gate of its own.
struct SharedExpert {
    const MlpSpec *spec = nullptr;
    LinearModule gate_proj, up_proj, down_proj;
    LinearModule gate;  ///< of one column
    bool liger = false; ///< one function for the product of gate and up

    /// Nothing where the MLP has none.
    void load(Machine &m, const MlpSpec &mlp, const Precision &precision);
    /// Without its gate.
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x);
};

/// Every expert sees every token, times its score (Llama 4). x [batch, length, hidden].
[[nodiscard]] Tensor run_all(Machine &m, Router &router, FusedExperts &experts, SharedExpert &shared, const Tensor &input);

/// A sparse MLP of transformers 5.23: router, experts, fused or apart, and perhaps a shared expert.
class ExpertsModule {
public:
    void load(Machine &m, const MlpSpec &spec, Count hidden, const Precision &precision);
    /// Of its own parameters; linears() are the layer's business.
    void raise_to_fp32(Machine &m);
    void collect(std::vector<Leaf *> &parameters);
    /// Which of its own parameters PEFT adapts, with the rank of each; none: 0.
    struct AdapterRanks {
        Count router = 0, gate_up = 0, down = 0;
        bool scaled = true; ///< alpha / rank is not 1
    };
    /// No dtype: each parameter's own (peft 0.21 lora/layer.py, ParamWrapper._move_adapter_to_device_of_base_layer).
    void add_lora(Machine &m, const AdapterRanks &ranks, std::optional<Dtype> dtype);
    void cast_lora(Machine &m, Dtype dtype);
    /// The linear modules in it that may be quantised or wrapped, in module order.
    [[nodiscard]] std::vector<LinearModule *> linears();
    /// Experts that are modules one by one; null: fused.
    [[nodiscard]] SeparateExperts *separate() const { return m_separate.get(); }

    /// use_liger_kernel=True: one function for all experts, one for the product of the shared expert's gate.
    void use_liger(bool experts, bool shared)
    {
        m_fused.liger = experts;
        m_shared.liger = shared;
        if (experts && m_separate) m_separate->use_liger();
    }

    /// Unsloth's forward of fused experts (experts_beside.h).
    void adapt_beside() { m_fused.beside = true; }

    /// x [batch, length, hidden].
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, bool training);
    /// The routed experts alone: [tokens, hidden].
    [[nodiscard]] Tensor run(Machine &m, const Tensor &x, const Routing &routing);
    /// The router reads `x`, the experts what `norm` makes of it behind the router; `probabilities` get a name of the layer.
    [[nodiscard]] Tensor forward_apart(Machine &m, const Tensor &x, NormModule &norm, Tensor &probabilities);

    /// Whether this kind of sparse MLP can be run.
    [[nodiscard]] static bool known(const MlpSpec &spec);

private:
    [[nodiscard]] std::vector<Leaf *> own_leaves();
    [[nodiscard]] std::vector<ParameterLora *> adapters();

    const MlpSpec *m_spec = nullptr;
    Router m_router;
    FusedExperts m_fused;
    std::unique_ptr<SeparateExperts> m_separate; ///< in place of the fused ones
    SharedExpert m_shared;
    LinearModule m_latent_in, m_latent_out; ///< around the experts (Nemotron-H)
};

} // namespace plimsoll::step
