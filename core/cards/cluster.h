// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/plan/plan.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Ranks of a run that sit on an entry's cards, where the entries of a target make one run.
struct RankRange {
    Count first = 0; ///< rank
    Count count = 1;
    bool operator==(const RankRange &) const = default;
    [[nodiscard]] bool holds(Count rank) const { return rank >= first && rank < first + count; }
};

/// What one entry of a plan's target stands for: cards of one kind, or a budget of bytes in a card's place.
struct Node {
    const Gpu *card = nullptr;               ///< of the catalogue, or `limited`; null: a budget
    int count = 1;                           ///< of the card
    Bytes budget = 0;                        ///< counts without a card
    CardFacts facts;                         ///< what a step may ask of the card; of a budget, of the card that it is of
    std::string assumption;                  ///< said where the name is shared by several cards
    std::shared_ptr<const Gpu> limited = {}; ///< the card under target.process_bytes; null: as the catalogue has it
    std::optional<RankRange> own_ranks = {}; ///< absent: judged as if any rank could sit on it
    bool counted = false;                    ///< `count` was said: "H100:1" is one card, "H100" a kind of card
    bool operator==(const Node &) const = default;
    /// The catalogue's name, "16 GiB budget" for a budget: the same in every language.
    [[nodiscard]] std::string name() const;
    /// The same with how many: "4 × NVIDIA A100-SXM4-80GB".
    [[nodiscard]] std::string counted_name() const;
};
/// One is a kind of card: nobody said how many.
[[nodiscard]] Node node_of(const Gpu &card, int count = 1);
/// `of`: the card that the budget is of; its context and kernels count.
[[nodiscard]] Node budget_node(Bytes budget, const CardFacts &of = {});
/// "16 GiB budget"
[[nodiscard]] std::string name_of_budget(Bytes budget);
/// "16 GiB", in whole GiB where it is that, a number of bytes below 1/20 GiB.
[[nodiscard]] std::string size_of_budget(Bytes budget);

/// NAME or NAME:N of target.gpus (docs/schema/plan.md). Error lists the nearest names.
[[nodiscard]] Result<Node> find_node(std::string_view name);

/// What a plan's target names, made once: verdicts, solver, sweep and advice take it. Nodes are alternatives, each judged alone;
/// those of a run over cards of several kinds have own_ranks (core/fit/mixed/mixed_cards.h).
struct Cluster {
    std::vector<Node> nodes; ///< in the order of target.gpus, the budget last, or first by target.budget_first
    bool operator==(const Cluster &) const = default;
    [[nodiscard]] bool empty() const { return nodes.empty(); }
    /// Whose facts the plan's own estimate has: the first node's; the planner's defaults where there is none.
    [[nodiscard]] CardFacts device() const { return nodes.empty() ? CardFacts{} : nodes.front().facts; }
    [[nodiscard]] std::optional<Bytes> budget() const
    {
        for (const Node &node : nodes)
            if (!node.card) return node.budget;
        return std::nullopt;
    }
};
/// Error: the first name that no card has.
[[nodiscard]] Result<Cluster> cluster_of(const Target &target);

} // namespace plimsoll
