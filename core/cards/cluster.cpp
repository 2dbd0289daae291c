// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/counted_card.h"
#include "core/plan/field.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// "12 GB": a number with a unit.
bool names_memory(std::string_view text)
{
    return bytes_from_text(text).has_value() && text.find_first_not_of("0123456789.,_ ") != std::string_view::npos;
}

} // namespace

std::string size_of_budget(Bytes budget)
{
    if (budget < gib / 20) return grouped(budget) + " B"; // a number typed without its unit is seen to be bytes
    return (budget % gib == 0 ? std::to_string(budget / gib) : ByteFigures{}.brief(budget)) + " GiB";
}

std::string name_of_budget(Bytes budget) { return size_of_budget(budget) + " budget"; }

std::string Node::name() const { return card ? card->name : name_of_budget(budget); }

std::string Node::counted_name() const { return (count > 1 ? std::to_string(count) + " × " : std::string()) + name(); }

Node node_of(const Gpu &card, int count)
{
    Node out{&card, count, 0, card.facts(), {}};
    out.counted = count > 1;
    return out;
}

Node budget_node(Bytes budget, const CardFacts &of)
{
    Node out{nullptr, 1, budget, of, {}};
    out.facts.memory = budget;
    return out;
}

Result<Node> find_node(std::string_view name)
{
    const std::optional<CountedCard> card = counted_card(name);
    if (!card)
        return Error{"gpu",
                     '"' + std::string(name) + '"',
                     phrase(QT_TRANSLATE_NOOP("core", "%1 or %2 with %3 from %4 to %5"),
                            {"NAME", "NAME:N", "N", "1", std::to_string(most_cards)}),
                     {}};
    Result<GpuMatch> match = find_gpu(card->name);
    if (!match && names_memory(card->name))
        return Error{"gpu",
                     '"' + std::string(name) + '"',
                     phrase(QT_TRANSLATE_NOOP("core", "the name of a card, or %1 for so much memory"),
                            {"--budget \"" + std::string(card->name) + '"'}),
                     {}};
    if (!match) return match.error();
    Node out = node_of(*match->gpu, card->count);
    out.counted = says_count(name);
    out.assumption = std::move(match->assumption);
    return out;
}

namespace {

/// The node of a card that shares its memory, under the limit which the target states; one above the memory limits nothing.
void set_process_limit(Node &node, Bytes limit)
{
    if (!node.card->unified_memory) return; // card_warnings() says so
    node.limited = std::make_shared<const Gpu>(with_process_limit(*node.card, std::min(limit, node.card->memory_nominal)));
    node.card = node.limited.get();
    node.facts = node.card->facts();
}

} // namespace

Result<Cluster> cluster_of(const Target &target)
{
    Cluster out;
    for (const std::string &name : target.gpus) {
        Result<Node> node = find_node(name);
        if (!node) return node.error();
        if (target.process_bytes) set_process_limit(*node, *target.process_bytes);
        out.nodes.push_back(*std::move(node));
    }
    if (target.budget_bytes)
        out.nodes.insert(target.led_by_budget() ? out.nodes.begin() : out.nodes.end(),
                         budget_node(*target.budget_bytes, out.device()));
    return out;
}

} // namespace plimsoll
