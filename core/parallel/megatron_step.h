// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/megatron_sizes.h"
#include "core/torch/machine.h"

#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace plimsoll::step {

/// One rank's run of Megatron-LM (d98e8a6; distributed/param_and_grad_buffer.py, optimizer/distrib_optimizer.py, Transformer Engine's
/// layers) as allocations: flat buffers of parameters and of float32 gradients, the distributed optimizer's share of states,
/// activations divided by sequence parallel, a vocabulary-parallel loss, micro-batches in flight.
class MegatronStep {
public:
    /// `plan`: the whole run's.
    MegatronStep(const Plan &plan, const Rank &rank, MegatronStage stage);

    void load(Machine &m);
    void run(Machine &m, int steps);

    /// That train on this rank: all, or LoRA's.
    [[nodiscard]] Count parameters() const { return trained() + trained_experts(); }
    [[nodiscard]] Bytes gradient_bytes() const { return parameters() * m_precision.gradient; }

private:
    /// What one layer keeps of one micro-batch.
    struct Kept {
        Tensor input, normed, qkv, attention, sums, residual, normed_2, fc1, act;
        Tensor keys, values;           ///< of latent attention; its queries are `qkv`
        std::vector<Tensor> narrow;    ///< behind its projections down, and normalised
        Tensor routing, permuted;      ///< the router's scores, and the rows that came to this rank's experts
        Tensor shared_fc1, shared_act; ///< of the experts that every token passes
        Tensor delta;                  ///< of a gated delta net
        std::vector<Tensor> low;       ///< between LoRA's two matrices
    };
    using Flight = std::vector<Kept>; ///< of one micro-batch through the layers, or a chunk of them
    /// What one prediction layer keeps of it, and the softmax of its own loss.
    struct Predicted {
        Tensor embedded, joined, state, softmax;
        Kept layer;
    };
    struct Predictions {
        std::vector<Predicted> each;
        Tensor states; ///< theirs behind the model's, as one
    };

    [[nodiscard]] bool adapts() const { return m_plan.trains_adapter(); }
    [[nodiscard]] bool gathers() const { return m_plan.parallel.sequence && m_plan.parallel.tensor > 1; }
    [[nodiscard]] Count trained() const { return adapts() ? m_stage.adapters() : m_stage.parameters(); }
    [[nodiscard]] Count trained_experts() const { return adapts() ? m_stage.expert_adapters() : m_stage.expert_parameters(); }
    /// What a matrix makes and LoRA adds to it.
    [[nodiscard]] Tensor adapted(Machine &m, Tensor made, bool targeted, Kept &kept) const;
    void adapter_gradient(Machine &m, Count rows, Count in, bool targeted) const;
    void recompute(Machine &m, std::size_t begin, std::size_t first, std::size_t end, Flight &flight);

    // Megatron-FSDP (megatron_fsdp.cpp): nothing where parallel.zero is less.
    [[nodiscard]] bool cuts_gradients() const { return m_plan.parallel.zero >= 2; }
    [[nodiscard]] bool cuts_parameters() const { return m_plan.parallel.zero >= 3; }
    [[nodiscard]] Count communication_unit() const; ///< elements
    [[nodiscard]] Count elements_of_layers() const;
    void gather(Machine &m, std::size_t layer, int step);
    void let_go(std::size_t layer);
    void reduce(Machine &m, std::size_t layer);
    void end_reducing(Machine &m);
    [[nodiscard]] Tensor tokens(Machine &m, Count width, const char *operation) const;
    [[nodiscard]] Tensor shared(Machine &m, Count width, const char *operation) const;
    /// What a matrix that is cut by columns reads, of all ranks' tokens; nothing where each rank has them.
    [[nodiscard]] Tensor gathered(Machine &m, Count width) const;

    // One layer (megatron_layer.cpp).
    [[nodiscard]] Kept forward(Machine &m, const MegatronLayer &layer, Tensor input) const;
    void attend(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    /// `fc1` and `act`: what it keeps between its matrices.
    void run_mlp(Machine &m, const MegatronMlp &mlp, Kept &kept, Tensor &fc1, Tensor &act) const;
    /// What selective recomputation gives up behind a layer's attention, and behind its end; and makes again for its backward.
    void drop_of_attention(Kept &kept) const;
    void drop_of_mlp(const MegatronLayer &layer, Kept &kept) const;
    void again_for_attention(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void again_for_mlp(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void backward(Machine &m, const MegatronLayer &layer, Kept kept, Tensor &gradient);
    void backward_mlp(Machine &m, const MegatronMlp &mlp, Tensor &fc1, Tensor &act);
    void backward_attention(Machine &m, const MegatronLayer &layer, Kept &kept);
    /// From the attention's output to what its projections made.
    void backward_scores(Machine &m, const MegatronLayer &layer, Kept &kept, Tensor of_attention);
    void tell_attention(Machine &m, const MegatronLayer &layer, bool backward) const;
    void tell_gradients(Machine &m, Count rows, Count in, Count out, Count experts) const;
    void weight_gradient(Machine &m, Count out, Count in);

    // Latent attention (megatron_latent.cpp).
    void project_down(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void project_up(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void backward_latent(Machine &m, const MegatronLayer &layer, Kept &kept, Tensor of_attention);

    // Prediction layers (megatron_prediction.cpp).
    [[nodiscard]] Count prediction_columns() const; ///< of eh_proj on the rank
    [[nodiscard]] Tensor predict(Machine &m, const MegatronLayer &layer, Predicted &kept) const;
    [[nodiscard]] Predictions forward_predictions(Machine &m) const;
    void backward_predictions(Machine &m, Predictions predictions);

    // Experts (megatron_experts.cpp).
    [[nodiscard]] Count chosen_rows(const MegatronLayer &layer) const; ///< of this rank's tokens
    [[nodiscard]] Count coming_rows(const MegatronLayer &layer) const; ///< to this rank's experts
    [[nodiscard]] Count held_experts(const MegatronLayer &layer) const;
    [[nodiscard]] Tensor dispatched(Machine &m, const MegatronLayer &layer, bool there) const;
    void run_experts(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void backward_experts(Machine &m, const MegatronLayer &layer, Kept &kept);

    /// What the kernels of a gated delta net take while they run (fla-core 0.6 ops/gated_delta_rule/chunk.py), one way and the other.
    void delta_forward(Machine &m, const MegatronLayer &layer, Kept &kept) const;
    void delta_backward(Machine &m, const MegatronLayer &layer) const;
    /// Of the stage, where the chunk begins.
    [[nodiscard]] std::size_t first_layer(Count chunk) const;
    [[nodiscard]] Flight forward_chunk(Machine &m, Count chunk, Tensor &output);
    void backward_chunk(Machine &m, Count chunk, Flight flight, Tensor &gradient);
    [[nodiscard]] Tensor cross_entropy(Machine &m, Tensor logits) const;
    [[nodiscard]] Tensor loss(Machine &m);
    void micro_batches(Machine &m);
    void optimizer_step(Machine &m);

    Plan m_plan;
    MegatronStage m_stage;
    MegatronTargets m_targets;
    MegatronRecompute m_recompute;
    MegatronPrecision m_precision;
    Rank m_rank;
    Count m_tokens;        ///< of one micro-batch on the rank
    Count m_shared_tokens; ///< of them where sequence parallel divides
    Dtype m_dtype;
    std::vector<Tensor> m_resident;
    Tensor m_states;
    std::vector<std::pair<std::size_t, Tensor>> m_units; ///< layers whose parameters are gathered
    Tensor m_outer;                                      ///< and what belongs to no layer
    std::deque<std::pair<Count, Tensor>> m_reducing;     ///< gradients on their way
    Tensor m_gathered;                                   ///< what the head gathers, kept between steps
    std::map<std::pair<Count, Count>, Tensor> m_dummies; ///< weight_gradient(), by the matrix's shape
};

} // namespace plimsoll::step
