// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace plimsoll {

namespace {

constexpr int most_cards = 1024;

/// "8 x H100", "8xH100", "8 × H100": the count first, as people write it; the name alone otherwise.
std::pair<int, std::string_view> leading_count(std::string_view name)
{
    int count = 1;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), count);
    if (error != std::errc{}) return {1, name};
    std::string_view card = name.substr(static_cast<std::size_t>(rest - name.data()));
    const auto skip_spaces = [&card] { card.remove_prefix(std::min(card.find_first_not_of(' '), card.size())); };
    skip_spaces();
    const std::size_t sign = card.starts_with("×") ? std::string_view("×").size() : card.starts_with('x') ? 1 : 0;
    if (sign == 0 || count < 1 || count > most_cards) return {1, name};
    card.remove_prefix(sign);
    skip_spaces();
    return {count, card};
}

} // namespace

std::string size_of_budget(Bytes budget)
{
    if (budget < gib / 20) return grouped(budget) + " B"; // a number typed without its unit is seen to be bytes
    return (budget % gib == 0 ? std::to_string(budget / gib) : ByteFigures{}.sentence(budget)) + " GiB";
}

std::string name_of_budget(Bytes budget) { return size_of_budget(budget) + " budget"; }

std::string Node::name() const { return card ? card->name : name_of_budget(budget); }

std::string Node::counted_name() const { return (count > 1 ? std::to_string(count) + " × " : std::string()) + name(); }

Node node_of(const Gpu &card, int count) { return {&card, count, 0, card.facts(), {}}; }

Node budget_node(Bytes budget, const CardFacts &of)
{
    Node out{nullptr, 1, budget, of, {}};
    out.facts.memory = budget;
    return out;
}

Result<Node> find_node(std::string_view name)
{
    auto [count, card] = leading_count(name);
    if (const std::size_t colon = name.rfind(':'); card == name && colon != std::string_view::npos) {
        card = name.substr(0, colon);
        const std::string_view digits = name.substr(colon + 1);
        const char *const end = digits.data() + digits.size();
        const auto [rest, error] = std::from_chars(digits.data(), end, count);
        if (error != std::errc{} || rest != end || count < 1 || count > most_cards)
            return Error{"gpu",
                         '"' + std::string(name) + '"',
                         phrase(QT_TRANSLATE_NOOP("core", "%1 or %2 with %3 from %4 to %5"),
                                {"NAME", "NAME:N", "N", "1", std::to_string(most_cards)}),
                         {}};
    }
    Result<GpuMatch> match = find_gpu(card);
    if (!match) return match.error();
    Node out = node_of(*match->gpu, count);
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
