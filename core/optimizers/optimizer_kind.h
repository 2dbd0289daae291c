// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/plan/plan.h"

#include <memory>
#include <string_view>

namespace plimsoll {

namespace step {
class OptimizerRule;
}

/// Whose forms optimizer.implementation names.
enum class OptimizerForms : std::uint8_t {
    one,      ///< its library has one; null alone
    stated,   ///< torch.optim's where the plan states one; null is another library's implementation
    by_stack, ///< torch.optim's; what the stack takes where the plan says nothing
};

/// What makes it in the script that measures a plan (resources/measure).
enum class MeasuredBy : std::uint8_t {
    nothing,
    trainer, ///< transformers' Trainer and what is built on it
    any      ///< also the script's own loop (resources/measure/optimizer.py)
};

/// Whose optimizer it is, and how it is made.
struct OptimizerUse {
    const Optimizer &settings;
    bool by_trainer = false; ///< transformers' Trainer.create_optimizer makes it

    /// What settings.args says of a key; empty where it does not name it.
    [[nodiscard]] std::string_view argument(std::string_view key) const;
    /// Whether settings.args gives a key a value that is neither 0 nor a word for no.
    [[nodiscard]] bool turned_on(std::string_view key) const;
    /// Of projections: settings.args' where it says one.
    [[nodiscard]] Count rank() const;

    [[nodiscard]] OptimizerImplementation form() const
    {
        return settings.implementation.value_or(OptimizerImplementation::foreach_);
    }
};

/// What is advised to those who train with a heavier one.
struct AdvisedOptimizer {
    const char *title = nullptr; ///< a text for phrase(), %1 is `called`; null: it is not advised
    const char *later = nullptr; ///< the same after others on a line
    std::string_view called;     ///< "AdamW"
    const char *cost = nullptr;  ///< a text for phrase(); null: what paging and fewer bits cost
    bool whole_model = false;    ///< only where no adapter trains
    std::string_view source;     ///< a paper
};

/// A text that a run's own library prints.
struct PrintedWords {
    std::string_view release; ///< "torch 2.15"
    const char *words = nullptr;
};

/// An optimizer as plans name it. Every place that treats one unlike another asks for one of these properties; what is left out is
/// what an optimizer of a library of its own is like.
struct OptimizerKind {
    std::string_view name;       ///< in plans: "adamw_8bit"
    const char *title = nullptr; ///< for people, a text for phrase(); null: its name
    std::string_view library;    ///< which module of Python has it: "torch", "bitsandbytes"; empty for none
    /// What it keeps and allocates (core/optimizers/optimizer_rules.h); null where nothing steps.
    std::unique_ptr<step::OptimizerRule> (*rule)(const OptimizerUse &use) = nullptr;
    /// Values that the states keep of each trained one, whatever they are stored in: 2 of Adam's. Vectors beside a matrix are none.
    Count states = 0;
    int bits = 0;       ///< of a state, where its library chooses; 0: the parameter's own dtype
    bool paged = false; ///< states go to the host when the card is full
    OptimizerForms forms = OptimizerForms::one;
    bool trainer_has_one_form = false; ///< though torch.optim has more: TrainingArguments.optim has one word for it
    bool projects = false;             ///< gradients to optimizer.rank dimensions
    bool in_backward = false;          ///< it has no other way to step
    std::string_view torch_class = {}; ///< of torch.optim, where it takes fused and foreach: "AdamW"
    /// Why its figures are less sure: a text for phrase(), %1 is "optimizer NAME" and %2 its library; null where its mechanism was
    /// held against runs.
    const char *unchecked = nullptr;
    PrintedWords fails_on_dtensors = {}; ///< what a step over sharded parameters (FSDP 2) ends with
    PrintedWords fails_on_16_bit = {};   ///< what a step over weights of 16 bits ends with
    AdvisedOptimizer advised = {};
    bool offered = false; ///< in the window's list, which has what a plan names besides
    MeasuredBy measured = MeasuredBy::nothing;
};

} // namespace plimsoll
