// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "core/fit/verdict.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What a change costs most of.
enum class CostKind : std::uint8_t { none, convenience, time, quality, another_model, hardware };
[[nodiscard]] std::string_view name_of(CostKind kind);

/// What a change leaves as it is, in the order in which people give things up. keeps: model, method, rank, length and global batch
/// stay, and no cost is one of quality.
enum class AdviceKind : std::uint8_t { keeps, costs, hardware, model };
[[nodiscard]] std::string_view name_of(AdviceKind kind);

/// A change of the plan and what it does to this plan on this card.
struct Advice {
    std::string title;  ///< "LoRA rank 8"
    std::string change; ///< JSON merge patch on the plan (with_patch); empty where there is nothing to apply
    Bytes saves = 0;    ///< of device bytes on the same card; exactly what applying it takes off the estimate
    Bytes device = 0;   ///< device bytes then
    Fits fits = Fits::unknown;
    Word word = Word::unknown; ///< of the verdict then
    Bytes host = 0;            ///< that the fullest host holds more then; 0 where that is not counted
    AdviceKind touches = AdviceKind::keeps;
    CostKind kind = CostKind::none;
    std::string cost;      ///< "longer examples are cut"
    std::string source;    ///< of the cost: library or paper
    std::string no_effect; ///< why it does nothing here; empty where it does something
    int parts = 1;         ///< changes taken together
    /// How much longer a token of the run takes then on this card: 0.27 is 27 % more, below 0 less; absent: nobody knows its speed.
    std::optional<double> slower = {};
    bool operator==(const Advice &) const = default;
};

/// What is advised for: the first of plan.target.gpus, else plan.target.budget_bytes; the error says that one is needed.
[[nodiscard]] Result<Node> advice_target(const Plan &plan);
/// The same where the cards of a run over several kinds may be named: the kind that decides for it.
[[nodiscard]] Result<Node> advice_target(const Estimator &estimator, const Plan &plan);

/// Every change that may help: what keeps the plan's model and work, what costs of them, other hardware, other models; each by bytes
/// saved in this plan, and then what does nothing here, with the reason. Where the plan does not fit, first of its kind stands the
/// least that makes it fit (smallest_set(), each set a plan of its own), else, of more changes, what does. `plan` is as the user gave it.
[[nodiscard]] Result<std::vector<Advice>> advise(const ArchitectureRef &architecture, const Plan &plan, const Node &target);
/// The same with another estimator; it also gets plans of other models, and is called from several threads at once. `quick`, without
/// the allocator's replay, tells what cannot fit (quick_estimator_for()).
[[nodiscard]] Result<std::vector<Advice>> advise(const Estimator &estimator, const Plan &plan, const Node &target,
                                                 const Estimator &quick = {});
/// What an answer proposes as long as nobody waits for the list: the least that keeps the model and makes the plan fit, as solution_in()
/// finds it in advise() wherever such a set is there. Nothing where there is none, and where the plan fits. Of the set alone an
/// allocator is replayed, and of those that may be it.
[[nodiscard]] Result<std::optional<Advice>> solution_for(const Estimator &estimator, const Plan &plan, const Node &target,
                                                         const Estimator &quick);
/// The change that an answer proposes: the first that makes the plan fit, and can be applied; null where none does.
[[nodiscard]] const Advice *solution_in(const std::vector<Advice> &advice);
/// As people read it: what is proposed first, and all that does nothing here last.
[[nodiscard]] std::vector<Advice> useful_first(std::vector<Advice> advice);

/// The array of docs/schema/advise.md, but for the card, which is the caller's to name.
[[nodiscard]] nlohmann::ordered_json advice_to_json(const std::vector<Advice> &advice);

} // namespace plimsoll
