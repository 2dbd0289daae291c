// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts_apart.h"
#include "core/nn/parameter_lora.h"

#include <optional>

namespace plimsoll::step {

/// A sparse MLP of transformers 5.23: router, fused experts run by grouped_mm_experts_forward (integrations/moe.py), and
/// perhaps a shared expert. Experts are 3-D parameters, which bitsandbytes leaves alone and PEFT adapts whole.
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
    [[nodiscard]] ApartExperts *apart() const { return m_apart.get(); }

    /// use_liger_kernel=True: one function for all experts, one for the product of the shared expert's gate.
    void use_liger(bool experts, bool shared)
    {
        m_liger_experts = experts;
        m_liger_shared = shared;
        if (experts && m_apart) m_apart->use_liger();
    }

    /// x [batch, length, hidden].
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, bool training);

    /// The router reads `x`, the experts what `norm` makes of it behind the router; `probabilities` get a name of the layer.
    [[nodiscard]] Tensor forward_apart(Machine &m, const Tensor &x, NormModule &norm, Tensor &probabilities);

    /// Whether this kind of sparse MLP can be run.
    [[nodiscard]] static bool known(const MlpSpec &spec);

private:
    struct Routing {
        Tensor scores;  ///< [tokens, top_k]
        Tensor indices; ///< [tokens, top_k], int64
        Tensor logits;
    };
    [[nodiscard]] Routing route(Machine &m, Tensor &x, bool training);
    /// Noise on the input, in place.
    [[nodiscard]] static Tensor jitter(Machine &m, const Tensor &x);
    [[nodiscard]] Routing sparse_mixer_route(Machine &m, Tensor &x, bool training);
    [[nodiscard]] Routing softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing apart_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing grouped_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing grouped_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing biased_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_sigmoid_route(Machine &m, Tensor x);
    [[nodiscard]] Routing float_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing best_first_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing sigmoid_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing float_linear_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_sigmoid_scaled_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_sigmoid_of_float_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_sigmoid_cast_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing corrected_logits_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing best_then_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Routing normed_softmax_route(Machine &m, const Tensor &x);
    [[nodiscard]] Tensor run_all(Machine &m, const Tensor &input);
    [[nodiscard]] Tensor scores_of_all(Machine &m, const Tensor &x, Tensor &logits);
    [[nodiscard]] Routing routed(Machine &m, Tensor &x, bool training);
    [[nodiscard]] Tensor float_logits(Machine &m, const Tensor &x);
    [[nodiscard]] Tensor gate(Machine &m, const Tensor &projected);
    [[nodiscard]] Tensor clamped_gate(Machine &m, const Tensor &projected);
    [[nodiscard]] std::vector<Leaf *> own_leaves();
    [[nodiscard]] std::vector<ParameterLora *> adapters();
    [[nodiscard]] Tensor router_product(Machine &m, Tensor x);
    [[nodiscard]] Tensor grouped(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] Tensor batched(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] Tensor sum_of_choices(Machine &m, const Tensor &weighted, Count tokens);
    [[nodiscard]] Tensor run_experts(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] Tensor shared_expert(Machine &m, const Tensor &x);
    // fused experts in the layout of a quantised checkpoint (experts_packed.cpp)
    void load_packed(Machine &m, const MlpSpec &spec, Count hidden, const Precision &precision);
    [[nodiscard]] Tensor packed_product(Machine &m, const MatrixLayoutRef &layout, Tensor x, const Tensor &weight, Count out,
                                        const Tensor &offsets);
    [[nodiscard]] Tensor packed_batched(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] Tensor mxfp4_experts(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] bool packed() const { return m_up_layout || m_down_layout; }
    [[nodiscard]] Tensor stacked_experts(Machine &m, const Tensor &x, const Routing &routing);
    /// Rows of the first product of every expert.
    [[nodiscard]] Count up_width() const { return (m_spec->moe.gated ? 2 : 1) * m_spec->moe.expert_width; }

    const MlpSpec *m_spec = nullptr;
    bool m_liger_experts = false, m_liger_shared = false;
    Tensor m_correction; ///< e_score_correction_bias
    Adaptable m_router, m_gate_up, m_down;
    Leaf m_router_bias, m_gate_up_bias, m_down_bias;
    LinearModule m_router_linear, m_shared_gate_proj, m_shared_up_proj, m_shared_down_proj, m_shared_gate;
    LinearModule m_latent_in, m_latent_out;
    Leaf m_second;                       ///< DBRX's v1
    Leaf m_router_scale, m_expert_scale; ///< Gemma 4's
    std::unique_ptr<ApartExperts> m_apart;
    MatrixLayoutRef m_up_layout, m_down_layout; ///< of fused experts that are packed; null: dense
    TensorList m_packed_state;                  ///< their scales
};

/// torch.nn.functional.grouped_mm of x [rows, in] with w [experts, out, in]: backward makes the weight's gradient first.
[[nodiscard]] Tensor grouped_mm(Machine &m, Tensor x, const Tensor &weight, Count out, const Tensor &offsets);

/// x.add_(other), perhaps of another dtype: the gradient goes to both.
[[nodiscard]] Tensor add_in_place(Machine &m, Tensor x, const Tensor &other);

/// x[index] of rows; backward adds into zeros with index_put_, which sorts the indices.
[[nodiscard]] Tensor gather_rows(Machine &m, const Tensor &x, const Tensor &index, Shape out);

} // namespace plimsoll::step
