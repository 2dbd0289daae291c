// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "core/fit/verdict.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// What a change costs most of.
enum class CostKind : std::uint8_t { none, convenience, time, quality, another_model, hardware };
[[nodiscard]] std::string_view name_of(CostKind kind);

/// A change of the plan and what it does to this plan on this card.
struct Advice {
    std::string title;  ///< "LoRA rank 8"
    std::string change; ///< JSON merge patch on the plan (with_patch); empty where there is nothing to apply
    Bytes saves = 0;    ///< of device bytes on the same card; exactly what applying it takes off the estimate
    Bytes device = 0;   ///< device bytes then
    Fits fits = Fits::unknown;
    CostKind kind = CostKind::none;
    std::string cost;      ///< "longer examples are cut"
    std::string source;    ///< of the cost: library or paper
    std::string no_effect; ///< why it does nothing here; empty where it does something
    int parts = 1;         ///< changes taken together
    bool operator==(const Advice &) const = default;
};

/// What is advised for: the first of plan.target.gpus, else plan.target.budget_bytes; the error says that one is needed.
[[nodiscard]] Result<Node> advice_target(const Plan &plan);
/// The same where the cards of a run over several kinds may be named: the kind that decides for it.
[[nodiscard]] Result<Node> advice_target(const Estimator &estimator, const Plan &plan);

/// Every change that may help, by bytes saved in this plan; before them the cheapest set that makes the plan fit where none
/// does alone, after them other hardware, and last what does nothing here, with the reason. `plan` is as the user gave it.
[[nodiscard]] Result<std::vector<Advice>> advise(const ArchitectureRef &architecture, const Plan &plan, const Node &target);
/// The same with another estimator; it also gets plans of other models, and is called from several threads at once.
[[nodiscard]] Result<std::vector<Advice>> advise(const Estimator &estimator, const Plan &plan, const Node &target);

/// The array of docs/schema/advise.md, but for the card, which is the caller's to name.
[[nodiscard]] nlohmann::ordered_json advice_to_json(const std::vector<Advice> &advice);

} // namespace plimsoll
