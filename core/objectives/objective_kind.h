// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/plan/plan.h"
#include "core/torch/labels.h"

#include <span>
#include <string_view>
#include <vector>

namespace plimsoll {

/// The model that trains, as stages name it; others by the name of a resident.
inline constexpr std::string_view policy = "policy";
/// Models of their own beside it (Architecture::teacher, reward_models).
inline constexpr std::string_view teacher = "teacher", reward_model = "reward";

/// A model that a step asks beside the one that trains.
struct Resident {
    std::string_view name; ///< "reference"
    HeldAs held = HeldAs::model;
};

/// What a stage of a step does.
enum class Act : std::uint8_t {
    generate, ///< completions of the model that trains, by transformers' generate()
    serve,    ///< completions by an engine that stands beside it, or elsewhere
    score,    ///< one pass over the rows without gradients, head included
    forward,  ///< the pass whose graph stands until its backward, head included
    compare,  ///< the objective's arithmetic on what the models answered: vectors of tokens
    backward,
    update ///< the optimizer's step
};

/// One stage of a step. Those before the first that is `of_pass` run once, the others with every micro batch but for the update.
struct Stage {
    Act act = Act::forward;
    Phase phase = Phase::forward;    ///< as timeline and answer call it
    std::string_view model = policy; ///< that it runs
    bool of_pass = true;             ///< with every micro batch; false: once for all of a generation's
};
using Stages = std::vector<Stage>;

/// What stands on the decoder's last states.
enum class ObjectiveHead : std::uint8_t {
    language, ///< the model's own
    none,     ///< states are pooled
    score     ///< a linear "score" of one output
};

/// How what a model answers is held against what its teacher does.
enum class Teaching : std::uint8_t {
    none,
    whole, ///< logits of all positions, of both (TRL 1.16 experimental/gkd)
    tiled  ///< states of both, projected in tiles (TRL 1.16 trainer/distillation_trainer.py)
};

/// Whether runs of an objective's step were held against its figures; where_run: of stacks whose trainers were (measured_pairs).
enum class ObjectiveChecked : std::uint8_t { everywhere, where_run, nowhere };

/// A tool's word for an objective, behind one of its keys.
struct ObjectiveWord {
    std::string_view key;  ///< "stage"
    std::string_view word; ///< empty: the tool has none
};

/// What an objective's warning of its stand-in is told.
struct StandInCall {
    const Plan &plan;
    bool by_engine = false; ///< an engine generates the completions
};

/// An objective as plans name it. Every place that treats one unlike another asks for one of these properties; what is left out is
/// what the language model's own loss over plain rows is like.
struct ObjectiveKind {
    std::string_view name;  ///< in plans: "dpo"
    bool plain = false;     ///< the language model's own loss over rows of text: what is trained where nothing is said
    Count rows = 1;         ///< of a pass for each that micro_batch counts: 2 of a pair
    bool generates = false; ///< its rows are prompts and completions that are made in the step
    Count generations = 1; ///< of those that it makes of one row of a data set, where nobody says (TRL 1.16, num_generations)
    ObjectiveHead head = ObjectiveHead::language;
    ObjectiveChecked checked = ObjectiveChecked::everywhere;
    std::optional<double> beta = {}; ///< weight of the reference where nobody says (rollout.beta), by TRL's trainer
    bool caches_gradients = false;   ///< of what the model answers, by losses that run it over parts of a batch (loss.mini_batch)
    bool whole_logits = false;       ///< TRL's trainer compares the logits that the model returns, in float32
    bool pairs_completions = false;  ///< of each prompt two completions, whose log-probabilities are read from whole logits
    Teaching teaching = Teaching::none;
    std::optional<double> on_policy = {}; ///< share of the rows that are generated where nobody says (distillation.on_policy)
    /// Models beside the one that trains; null: none.
    std::vector<Resident> (*residents)(const Plan &) = nullptr;
    /// In their order; null: forward, backward, update.
    Stages (*stages)(const Plan &) = nullptr;
    /// Tokens of a row that the head scores under TRL's trainers; null: all but the first.
    Count (*scored)(const Plan &) = nullptr;
    /// What is said of a step that stands for another, a whole sentence; null: nothing.
    std::string (*stand_in)(const StandInCall &) = nullptr;
    std::span<const ObjectiveWord> words = {}; ///< where a tool's word is another than the name
};

} // namespace plimsoll
