// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/ops.h"

#include <memory>

// What one optimizer keeps and what its step() allocates beside it, library by library.

namespace plimsoll::step {

using OptimizerState = TensorList;

class OptimizerRule {
public:
    OptimizerRule() = default;
    OptimizerRule(const OptimizerRule &) = delete;
    OptimizerRule &operator=(const OptimizerRule &) = delete;
    virtual ~OptimizerRule() = default;

    /// Tensors that the state of one parameter consists of.
    virtual void create(Machine &m, const Leaf &leaf, OptimizerState &state) const = 0;
    /// Temporaries of one parameter's turn; called in order. Names that live until the next turn are members, dropped by end().
    virtual void turn(Machine &, const Leaf &, OptimizerState &) {}
    /// Temporaries of all parameters at once, before the turns.
    virtual void together(Machine &, const std::vector<Leaf *> &) {}
    virtual void end() {}
    /// Values that the states keep of each trained one, whatever they are stored in: 2 of Adam's. Vectors beside a matrix are none.
    [[nodiscard]] virtual Count values() const = 0;
    /// States are made in the turns, not before all of them.
    [[nodiscard]] virtual bool creates_in_turn() const { return false; }
};

/// torch 2.15 optim/adam.py, sgd.py.
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_adam(OptimizerImplementation implementation);
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_sgd(bool momentum);
/// torch 2.15 optim/_adafactor.py in its foreach form or one parameter at a time; transformers 5.23 optimization.py otherwise.
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_adafactor(bool foreach);
[[nodiscard]] std::unique_ptr<OptimizerRule> transformers_adafactor();

struct BitsAndBytesRule {
    int bits = 32;
    int states = 2;
    bool paged = false;
    bool spares_embeddings = false; ///< transformers' Trainer keeps them in 32 bit
};
[[nodiscard]] std::unique_ptr<OptimizerRule> bitsandbytes_optimizer(const BitsAndBytesRule &rule);

/// torchao optim/adam.py, AdamW4bit: blocks of `block` values.
[[nodiscard]] std::unique_ptr<OptimizerRule> torchao_adam_4bit(Count block);

/// torch 2.15 optim/_muon.py for the matrices of the layers, AdamW for the rest.
[[nodiscard]] std::unique_ptr<OptimizerRule> muon();
/// galore_torch adamw.py, apollo_torch apollo.py: moments of gradients projected to `rank`, for the matrices of the layers.
[[nodiscard]] std::unique_ptr<OptimizerRule> galore(Count rank);
[[nodiscard]] std::unique_ptr<OptimizerRule> apollo(Count rank);

/// Whether low-rank optimizers and Muon treat a parameter as a matrix: a weight of a layer with two dimensions.
[[nodiscard]] bool is_layer_matrix(const Leaf &leaf);

} // namespace plimsoll::step
