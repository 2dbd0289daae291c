// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"

#include "core/ground/figures.h"
#include "core/ground/text.h"

#include <utility>

namespace plimsoll {

std::string size_of_budget(Bytes budget)
{
    if (budget < gib / 20) return grouped(budget) + " B"; // a number typed without its unit is seen to be bytes
    return (budget % gib == 0 ? std::to_string(budget / gib) : ByteFigures{}.sentence(budget)) + " GiB";
}

std::string name_of_budget(Bytes budget) { return size_of_budget(budget) + " budget"; }

std::string Node::name() const { return card ? card->name : name_of_budget(budget); }

std::string Node::counted_name() const { return (count > 1 ? std::to_string(count) + " × " : std::string()) + name(); }

Node node_of(const Gpu &card, int count) { return {&card, count, 0, card.facts(), {}}; }

Node budget_node(Bytes budget, const DeviceFacts &of) { return {nullptr, 1, budget, of, {}}; }

Result<Node> find_node(std::string_view name)
{
    Result<GpuMatch> match = find_gpu(name);
    if (!match) return match.error();
    Node out = node_of(*match->gpu, match->count);
    out.assumption = std::move(match->assumption);
    return out;
}

Result<Cluster> cluster_of(const Target &target)
{
    Cluster out;
    for (const std::string &name : target.gpus) {
        Result<Node> node = find_node(name);
        if (!node) return node.error();
        out.nodes.push_back(*std::move(node));
    }
    if (target.budget_bytes) out.nodes.push_back(budget_node(*target.budget_bytes, out.device()));
    return out;
}

} // namespace plimsoll
