// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"
#include "core/torch/machine.h"

#include <vector>

// What libraries that spread a model over processes hang into its forward, backward and optimizer step: hooks of modules,
// gradients and outputs. Machine::units is null on one card.

namespace plimsoll::step {

class OptimizerModel;

/// A part of a decoder that such libraries wrap as one.
struct Block {
    enum class Kind : std::uint8_t {
        model,     ///< the whole of it, loss included
        embedding, ///< of tokens
        layer,
        tail ///< from the final norm to the head
    };
    Kind kind = Kind::model;
    int layer = -1; ///< of a layer, among those that are run
    bool operator==(const Block &) const = default;
};

/// A registered parameter, in the order of model.parameters(). Frozen and packed ones are among them.
struct RegisteredParameter {
    Leaf *leaf = nullptr;
    TensorList *state = nullptr; ///< quantisation metadata beside packed bytes; null: dense
    const char *module = "";     ///< "q_proj"
    bool adapter = false;
    bool norm_or_bias = false; ///< in the Trainer's group without weight decay
};

/// All of a decoder's parameters, once each: a tied head has none.
struct ModelParameters {
    std::vector<RegisteredParameter> before;              ///< embedding and what is registered ahead of the layers
    std::vector<std::vector<RegisteredParameter>> layers; ///< of those that are run
    std::vector<RegisteredParameter> after;               ///< final norm and head
    std::vector<Tensor> *buffers = nullptr;               ///< of the model
    bool tied = false;                                    ///< the head reads the embedding
    [[nodiscard]] std::vector<const RegisteredParameter *> all() const
    {
        std::vector<const RegisteredParameter *> out;
        for (const RegisteredParameter &p : before) out.push_back(&p);
        for (const auto &layer : layers)
            for (const RegisteredParameter &p : layer) out.push_back(&p);
        for (const RegisteredParameter &p : after) out.push_back(&p);
        return out;
    }
};

/// A module that owns parameters: torch.nn.Linear, an embedding, a norm, a half of LoRA, a layer's stacked experts.
struct ModuleLeaves {
    Leaf *weight = nullptr, *bias = nullptr; ///< null: none
    Leaf *more = nullptr;                    ///< a third parameter (down projection of stacked experts)
    const char *name = "";
};

/// How tokens go to experts on other ranks and back.
struct ExpertExchange {
    Count ranks = 1;      ///< that divide a layer's experts among them
    double fullest = 1.0; ///< rows that come to this rank over those of even routing
};

/// Ring attention: each rank's queries meet the keys of all.
struct ContextRing {
    Count ranks = 1;     ///< that divide a sequence
    Count place = 0;     ///< of this one
    bool gathers = true; ///< keys and values of all at once, not one rank's after another's
};

/// Ranks that divide matrices, and between them a sequence's tokens.
struct TensorShare {
    Count ranks = 1;
    bool tokens = false; ///< sequence parallel: norms and residuals stand for a share of the tokens alone
};

/// Hooks of one rank's library. Each does nothing unless it is overridden. Machine's scope is that of the caller: of the block
/// or module whose hook runs, in backward of the node that was made there.
class Units {
public:
    virtual ~Units() = default;

    /// The model was built without bytes (it stands on the host or on meta) and place() brings this rank's share onto the card.
    [[nodiscard]] virtual bool loads_on_host() const { return false; }
    /// Behind loading and adapters, before the optimizer is made: shards, buckets and what else stands for good. `parameters`
    /// live as long as the run.
    virtual void place(Machine &, ModelParameters) {}
    /// What the optimizer steps in place of the model's own trained parameters.
    [[nodiscard]] virtual std::vector<Leaf *> stepped(std::vector<Leaf *> trained) { return trained; }

    /// Ahead of micro-batch `index` of `count`.
    virtual void micro_batch(Machine &, Count /*index*/, Count /*count*/) {}
    /// Forward hooks of a block's __call__. Inside a checkpoint of the model's own they run again in its second run, where
    /// Machine::stopped may be set on the way out.
    [[nodiscard]] virtual Tensor enter(Machine &, Block, Tensor input) { return input; }
    [[nodiscard]] virtual Tensor leave(Machine &, Block, Tensor output) { return output; }
    /// Of a module within a block, where wants_modules(). An embedding's input is a shape alone: of the ids; where what comes back
    /// is defined, its shape is that of the weight's gradient.
    [[nodiscard]] virtual bool wants_modules() const { return false; }
    [[nodiscard]] virtual Tensor enter_module(Machine &, const ModuleLeaves &, Tensor input) { return input; }
    [[nodiscard]] virtual Tensor leave_module(Machine &, const ModuleLeaves &, Tensor output) { return output; }
    [[nodiscard]] virtual ExpertExchange exchange() const { return {}; }
    [[nodiscard]] virtual ContextRing ring() const { return {}; }
    /// torch.nn.functional.linear is another autograd.Function (DeepSpeed 0.19.8 runtime/zero/linear.py).
    [[nodiscard]] virtual bool replaces_linear() const { return false; }
    /// On what the model's forward returns, after Trainer's conversion: logits that the caller keeps, and the loss.
    virtual void outputs(Machine &, std::vector<Tensor> & /*logits*/, Tensor & /*loss*/) {}

    /// Tensor.register_post_accumulate_grad_hook on every parameter, where wants_gradients().
    [[nodiscard]] virtual bool wants_gradients() const { return false; }
    virtual void accumulated(Machine &, Leaf &) {}
    /// Inside the backward of a reentrant checkpoint of a layer: the detached input that it ran on, and that input's gradient.
    virtual void reentered(Machine &, const Tensor & /*input*/, const Tensor & /*gradient*/) {}
    /// Engine.queue_callback: at the end of the outermost backward.
    virtual void backward_ends(Machine &) {}

    /// Around generate() of the model that the trainer has taken out of its wrapper (TRL 1.16 models/utils.py,
    /// unwrap_model_for_generation): what is gathered for all of its forwards stands between the two.
    virtual void begin_generation(Machine &) {}
    virtual void end_generation(Machine &) {}

    /// The step in place of clip, step and zero_grad; false: the optimizer's own are run.
    [[nodiscard]] virtual bool step(Machine &, OptimizerModel &) { return false; }

    /// The head on a part of a pass's rows alone, whose loss runs its backward at once, behind the model's own forward. `last`: of
    /// them, behind whose backward gradients are reduced. Around them parameters of the head stay whole.
    [[nodiscard]] virtual Tensor enter_head(Machine &, Tensor rows, bool /*last*/) { return rows; }
    /// All of them are through.
    virtual void leave_head(Machine &) {}
    /// How the model's own lines divide matrices and tokens among ranks; they gather and scatter themselves.
    [[nodiscard]] virtual TensorShare tensor_share() const { return {}; }

    /// Ulysses: ranks that divide a sequence, and heads while attention runs on the whole of it.
    [[nodiscard]] virtual Count head_ranks() const { return 1; }
};

/// run(m, x) of a module that owns `leaves`, with its hooks around it.
template <class Run>
[[nodiscard]] Tensor through_module(Machine &m, const ModuleLeaves &leaves, Tensor x, Run &&run)
{
    if (!m.hooks_modules) [[likely]]
        return run(m, std::move(x));
    Tensor input = m.units->enter_module(m, leaves, std::move(x));
    return m.units->leave_module(m, leaves, run(m, std::move(input)));
}

} // namespace plimsoll::step
