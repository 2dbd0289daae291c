// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/optimizers/optimizer_kind.h"
#include "core/plan/plan.h"
#include "core/torch/ops.h"

#include <memory>
#include <string>
#include <vector>

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
    virtual void turn(Machine &, Leaf &, OptimizerState &) {}
    /// Temporaries of all parameters at once, before the turns.
    virtual void together(Machine &, const std::vector<Leaf *> &) {}
    virtual void end() {}
    /// States are made in the turns, not before all of them.
    [[nodiscard]] virtual bool creates_in_turn() const { return false; }
    /// States are made with the optimizer, before anything runs.
    [[nodiscard]] virtual bool creates_at_once() const { return false; }
    /// Its hooks run before a gradient is stored, and step the parameter whose gradient came before.
    [[nodiscard]] virtual bool steps_one_behind() const { return false; }
    /// In whose turns gradients are projected: they come last, whatever decays.
    [[nodiscard]] virtual bool projects(const Leaf &) const { return false; }
};

/// torch 2.15 optim/adam.py, sgd.py.
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_adam(OptimizerImplementation implementation);
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_sgd(bool momentum);

/// An optimizer that updates all parameters at once by lists (foreach), in the parameters' dtype.
struct ListRule {
    int states = 2;        ///< of a parameter's size
    int counters = 0;      ///< single float32 values of a parameter on the card
    int lists = 1;         ///< of all parameters' size that stand together in a step
    int scalars = 0;       ///< likewise lists of single values
    bool at_once = false;  ///< states are made in its constructor
    const char *made = ""; ///< what makes the first list: "foreach_sqrt"
};
/// torch 2.15 optim: radam.py, nadam.py, adamax.py, adadelta.py, rmsprop.py, adagrad.py, asgd.py; schedulefree 1.4.
[[nodiscard]] std::unique_ptr<OptimizerRule> by_lists(const ListRule &rule);
/// torch 2.15 optim/rprop.py in its foreach form.
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_rprop();

/// torch 2.15 optim/_adafactor.py in its foreach form or one parameter at a time; transformers 5.23 optimization.py otherwise.
[[nodiscard]] std::unique_ptr<OptimizerRule> torch_adafactor(bool foreach);
[[nodiscard]] std::unique_ptr<OptimizerRule> transformers_adafactor();

struct BitsAndBytesRule {
    int bits = 32;
    int states = 2;
    bool paged = false;
    bool spares_embeddings = false; ///< transformers' Trainer keeps them in 32 bit
    bool two_in_first = false;      ///< AdEMAMix: both averages of the gradient stand in one state
};
[[nodiscard]] std::unique_ptr<OptimizerRule> bitsandbytes_optimizer(const BitsAndBytesRule &rule);

/// torchao 0.18 optim/adam.py: blocks of `block` values.
enum class TorchaoState : std::uint8_t { four_bit, eight_bit, fp8 };
[[nodiscard]] std::unique_ptr<OptimizerRule> torchao_adam(TorchaoState state, Count block);

/// lomo-optim 0.1.1 lomo.py, adalomo.py.
[[nodiscard]] std::unique_ptr<OptimizerRule> lomo(bool adaptive);

/// torch 2.15 optim/_muon.py for the matrices of the layers, AdamW for the rest.
[[nodiscard]] std::unique_ptr<OptimizerRule> muon();

/// What is projected, and by what.
struct ProjectedRule {
    enum class Of : std::uint8_t {
        galore,           ///< galore_torch 1.0 adamw.py
        galore_8bit,      ///< galore_torch 1.0 adamw8bit.py
        galore_adafactor, ///< galore_torch 1.0 adafactor.py
        apollo            ///< apollo_torch 1.0.3 apollo.py
    };
    Of of = Of::galore;
    Count rank = 128;
    bool by_trainer = false;          ///< every torch.nn.Linear; else the matrices of the layers
    std::vector<std::string> targets; ///< parts of their names; empty: all
};
[[nodiscard]] std::unique_ptr<OptimizerRule> projected(ProjectedRule rule);
/// That of a kind's use.
[[nodiscard]] std::unique_ptr<OptimizerRule> projected(ProjectedRule::Of of, const OptimizerUse &use);

/// Sizes of the row and column statistics of a tensor with two dimensions or more.
struct Factors {
    explicit Factors(const Shape &shape);
    [[nodiscard]] Count row_values() const { return matrices * rows; }
    [[nodiscard]] Count column_values() const { return matrices * columns; }
    Count matrices = 1, rows = 1, columns = 1;
};
/// Adafactor's second moment of a tensor of this shape: rows and columns of what has two dimensions or more.
void create_factored(Machine &m, const Shape &shape, Dtype dtype, OptimizerState &state);
/// _approx_sq_grad of transformers' Adafactor: from means over rows and columns to the update, in float32.
[[nodiscard]] Tensor approximate_update(Machine &m, const Shape &shape);

/// Whether low-rank optimizers and Muon treat a parameter as a matrix: a weight of a layer with two dimensions.
[[nodiscard]] bool is_layer_matrix(const Leaf &leaf);

} // namespace plimsoll::step
