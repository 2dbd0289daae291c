// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizer.h"
#include "core/stacks/loss.h"
#include "core/stacks/other_models.h"

#include <functional>

namespace plimsoll::step {

/// Whether transformers 5.23's class makes a cache although it trains: nobody tells it not to, and it has attention, since classes
/// of recurrences alone make none then (modeling_mamba2.py, Mamba2Model.forward).
[[nodiscard]] bool makes_cache(const Plan &plan, const Loop &loop, const DecoderSpec &spec);

/// What a training has around its model.
struct TrainingCompany {
    /// Makes a generation's completions, which a step has so many times; empty where no stage has any.
    std::function<void(Machine &, double)> completes = {};
    OtherModels others = {}; ///< models of their own that stages ask
    /// What goes to the host while an engine generates, in the order in which it moves (rollout.offload_trainer).
    struct Parked {
        Tensor tensor;
        std::int16_t layer = -1;
    };
    std::vector<Parked> parked = {};
};

/// A stack's training loop: transformers' Trainer (and what builds on it) or one that is written by hand. Call run() once.
class Training {
public:
    Training(Machine &m, Decoder &decoder, const Plan &plan, const Runner &stack, std::vector<Leaf *> parameters,
             TrainingCompany company = {});
    void run(int steps);
    /// Whether each layer is recomputed where the plan checkpoints; empty: all are.
    void recompute_only(std::vector<bool> layers) { m_recomputed = std::move(layers); }
    /// Only the second step, from the state the first one leaves: optimizer states, and a plain loop's outputs.
    void run_second_step();

private:
    [[nodiscard]] ForwardInputs inputs();
    [[nodiscard]] Count passes() const;
    void trainer_step();
    void keep_first_logits();
    void plain_step();
    /// The objective compares the logits that the model returns.
    [[nodiscard]] bool compares_whole() const;
    [[nodiscard]] Teaching teaching() const;
    /// Log-probabilities of generated pairs, from whole logits.
    [[nodiscard]] Tensor pair_log_probs(Tensor hidden);
    [[nodiscard]] bool keeps_outputs() const;
    /// transformers 5.23 Trainer.training_step: in step 0 of torch_empty_cache_steps, 250 in unsloth 2026.10 models/rl.py.
    [[nodiscard]] bool empties_cache_first() const;
    void drop_outputs();
    /// Forward with loss under autocast; the outputs' logits go to `logits` when the caller keeps them.
    [[nodiscard]] Tensor forward(std::vector<Tensor> &logits);
    /// Of so many rows, whose last states these are.
    [[nodiscard]] Tensor loss_of(Count rows, Tensor hidden, std::vector<Tensor> &logits);
    /// What PEFT makes of the model's `loss`: with that of an adapter's model beside the decoder, from the same labels (peft 0.21
    /// tuners/shadow, ShadowModel.forward), or in its place one of the same logits (tuners/cpt, CPTEmbedding.calculate_loss).
    [[nodiscard]] Tensor adapted_loss(Tensor loss, const std::vector<Tensor> &logits);
    /// Of the rows that are read before the others, graph and all.
    [[nodiscard]] Tensor loss_of_first(Count rows, std::vector<Tensor> &logits);
    /// Stages that run once for all rows of a generation.
    void before_passes();
    /// Forward, loss and what else an objective asks before its backward.
    [[nodiscard]] Tensor pass(std::vector<Tensor> &logits);
    /// The objective's own arithmetic, from what the pass answered: its loss, or the logits where those are compared.
    [[nodiscard]] Tensor compare(const Stage &stage, Tensor answered, std::vector<Tensor> &logits);
    /// One pass over the rows without gradients, by the model of this stage.
    void score(const Stage &stage);
    /// Where the reference is computed beforehand over more rows than a pass has: that pass, which no optimizer stands beside.
    void precompute();
    /// The same by models that reward completions: all rows of a generation at once.
    void reward();
    /// The teacher's answer to the rows, while what the pupil `answered` stands.
    [[nodiscard]] Tensor teach(const Stage &stage, Tensor answered, std::vector<Tensor> &logits);
    /// Before an engine generates beside the training: what is parked leaves the card, and the cache is emptied for one that
    /// wakes. Of the stage before, so that the engine's finds what is left.
    void make_room();
    void keep_workspaces();
    /// Whether an engine generates in this process.
    [[nodiscard]] bool serves_beside() const;
    /// The model that trains makes completions, so many times in a step.
    void complete(double times);
    /// What follows stands for so many passes.
    void stands_for(double passes);
    /// What was parked comes back.
    void return_from_host();
    [[nodiscard]] ForwardInputs inputs_without_graph();
    /// The completions' states of a row's, for a divergence in tiles.
    [[nodiscard]] Tensor completion_states(Tensor hidden);
    void enter_autocast();
    void backward(const Tensor &loss);
    void optimizer_step();
    /// The model keeps keys and values of a step that it trains on.
    [[nodiscard]] bool caches() const;
    void add_what_first_step_left(const ComponentBytes &before);
    [[nodiscard]] std::vector<Tensor> fetch_batches(Count micro_batches, bool with_mask);

    Machine &m;
    Decoder &m_decoder;
    const Plan &m_plan;
    const Runner &m_stack;
    const Loop &m_loop;
    OptimizerModel m_optimizer;
    const Stages m_stages;
    TrainingCompany m_company;
    void leave_logits();

    bool m_parked = false, m_has_room = false;
    double m_stands_for = 1;
    Tensor m_left_logits;                  ///< what a compiled step leaves
    Tensor m_taught;                       ///< what the teacher answered to the present rows
    std::vector<LayerCache> m_taught_keys; ///< and its past_key_values
    std::vector<Tensor> m_workspaces;      ///< what older releases keep of cuBLAS's
    std::vector<Tensor> m_batches;         ///< on the device until the next ones are there
    Tensor m_kept_loss;                    ///< a plain loop's `outputs`
    std::vector<Tensor> m_kept_logits;     ///< likewise
    std::vector<Tensor> m_cache;           ///< its past_key_values, where the model keeps them
    std::vector<bool> m_recomputed;
    std::shared_ptr<TunedKernels> m_tuned = std::make_shared<TunedKernels>();
};

} // namespace plimsoll::step
