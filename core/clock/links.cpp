// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/links.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"

#include <algorithm>
#include <cmath>

// ai-dynamo/aiconfigurator systems/data/*/nccl and its system files @095f58a51: bus bandwidth of large messages, latency of small
// ones; stas00/ml-engineering network/README.md @744d01e for links between nodes.

namespace plimsoll {

namespace {

/// Share of a switch's one-way rate that rings of all cards reach: A100 205 to 222 of 300, H100 335 to 445 of 450, B200 617 to 704 of
/// 900; fewer cards reach less (H100 259 to 318 with two).
double fabric_share(const CardSpeed &card, Count ranks, bool reduces)
{
    // 222, 445 and 704 of 300, 450 and 900 GB/s reduced, 205, 335 and 617 gathered
    const bool hopper = card.link > 400e9 && card.link < 600e9;
    const double all = reduces ? (hopper ? 0.98 : 0.76) : 0.70;
    return ranks <= 2 ? all * 0.80 : ranks <= 4 ? all * 0.9 : all;
}

/// Cards on PCI Express, share of the bus that rings of 2, 4 and 8 reach. It is the machine's more than the card's: RTX PRO 6000 0.62,
/// 0.41, 0.40 and Arc Pro B60 0.60, 0.57 with peer-to-peer, one machine of L40S without it 0.63, 0.16, 0.04; FSDP of a 70B on 4 and 8
/// rented RTX A5000 sends as fast (AnswerDotAI/fsdp_qlora benchmarks_03_2024.md). Nobody states the topology as a rule: where the card's
/// own was not measured, the middle of both with peer-to-peer.
double bus_share(const CardSpeed &card, Count ranks)
{
    if (const double ring = card.bus_rings[ranks <= 2 ? 0 : ranks <= 4 ? 1 : 2]; ring > 0) return ring / std::max(card.bus, 8e9);
    const double shared = card.desktop ? 0.35 : 1; // half the lanes each, by way of the host's memory
    return shared * (ranks <= 2 ? 0.6 : ranks <= 4 ? 0.48 : 0.4);
}

/// Over a bus whose topology is stated. GeForce has no peer-to-peer under one switch either: all that it sends goes by way of the
/// host's memory, as fast as where nobody states how. Between processors rings are no faster than those that were measured without a
/// stated topology, whose machines have two as a rule.
double stated_bus(const CardSpeed &card, Count ranks, Topology topology)
{
    constexpr double switched = 0.75, through_host = switched * 5 / 6, between_processors = 16e9;
    const double bus = std::max(card.bus, 8e9), unstated = bus * bus_share(card, ranks);
    if (card.desktop) return unstated;
    const bool direct = topology == Topology::pix || topology == Topology::pxb;
    const double out = bus * (direct ? switched : through_host);
    return topology == Topology::sys ? std::min({out, between_processors, unstated}) : out;
}

/// Between nodes, of one card: a network card each, of an eighth to a sixth of the switch's rate (A100 25 of 300, H100 50 of 450,
/// B200 100 of 900 GB/s), at 0.85; without a switch 100 Gb/s of a node.
double network_of_card(const CardSpeed &card, Count in_node)
{
    constexpr double ethernet = 12.5e9;
    if (card.kind == CardLink::bus || card.kind == CardLink::pair)
        return 0.8 * ethernet / static_cast<double>(std::max<Count>(1, in_node));
    return 0.85 * card.link / (card.link < 400e9 ? 12 : 9);
}

} // namespace

NodeLinks node_links(const Plan &plan, const CardFacts &card)
{
    const Count machine = std::max(1, card.gpus_per_node);
    const bool stated = plan.has("parallel.gpus_per_node");
    return {stated ? plan.parallel.gpus_per_node.value_or(machine) : machine, plan.parallel.topology};
}

GroupSpeed group_speed(const CardSpeed &card, Count ranks, const NodeLinks &node, bool reduces)
{
    GroupSpeed out;
    Count in_node = node.cards;
    if (card.domain > 0) in_node = std::max<Count>(in_node, card.domain);
    const double n = static_cast<double>(std::max<Count>(2, ranks));
    out.latency = 4e-6 + 2e-6 * std::min(8.0, n);
    const Count inside = std::min(ranks, in_node);
    const bool linked = node.topology == Topology::nvlink && card.link > 0;
    const bool on_bus = node.topology && !linked;
    const bool bridged = card.kind == CardLink::pair && inside <= 2;
    if (on_bus) {
        const bool none = node.topology == Topology::nvlink;
        out.bandwidth = stated_bus(card, inside, none ? Topology::phb : *node.topology);
        out.guessed = none || card.desktop; // whose lanes it does not tell
    } else if (linked || card.kind == CardLink::fabric || card.kind == CardLink::mesh || bridged) {
        out.bandwidth = card.link * fabric_share(card, inside, reduces);
        out.guessed = bridged && !linked;
    } else {
        out.bandwidth = std::max(card.bus, 8e9) * bus_share(card, inside);
        out.guessed = true;
    }
    if (ranks > in_node) {
        // rings of all network cards at once
        out.bandwidth = std::min(out.bandwidth, network_of_card(card, in_node) * static_cast<double>(inside));
        out.latency += 12e-6 * std::log2(std::ceil(n / static_cast<double>(std::max<Count>(1, in_node))) + 1);
        out.between_nodes = true;
    }
    return out;
}

void say_topology(std::vector<std::string> &assumptions, const CardSpeed &card, Count ranks, const NodeLinks &node)
{
    const Count inside = std::min(ranks, node.cards);
    const GroupSpeed group = group_speed(card, inside, node, true);
    if (inside < 2 || (!group.guessed && !node.topology)) return;
    const auto figure = [](double bytes) { return localised(fixed(bytes / 1e9, 1)); };
    if (node.topology) {
        const bool none = node.topology == Topology::nvlink && card.link <= 0;
        assumptions.push_back(phrase(
            none ? QT_TRANSLATE_NOOP("core", "time: cards of this kind have no NVLink (%1 %2); over the bus %3 of them send in "
                                             "a ring at %4 GB a second")
                 : QT_TRANSLATE_NOOP("core", "time: with %1 %2, %3 cards send in a ring at %4 GB a second"),
            {"parallel.topology", name_of(*node.topology), std::to_string(inside), figure(group.bandwidth)}));
        return;
    }
    const bool measured = card.bus_rings[inside <= 2 ? 0 : inside <= 4 ? 1 : 2] > 0;
    if (card.kind == CardLink::pair && inside <= 2)
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: a bridge joins both cards, %1 GB a second"), {figure(group.bandwidth)}));
    else if (measured)
        assumptions.push_back(phrase(
            QT_TRANSLATE_NOOP(
                "core", "time: %1 cards on PCI Express send in a ring at %2 GB a second, as was measured with peer-to-peer"),
            {std::to_string(inside), figure(group.bandwidth)}));
    else if (card.desktop)
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: %1 cards on PCI Express send in a ring at %2 GB a second, by way of the "
                                             "host's memory and on half their lanes; a machine may be twice as fast or slow"),
                   {std::to_string(inside), figure(group.bandwidth)}));
    else
        assumptions.push_back(phrase(
            QT_TRANSLATE_NOOP("core", "time: %1 cards on PCI Express send in a ring at %2 GB a second, peer to peer without a "
                                      "bridge; a machine may be twice as fast or slow, and without peer-to-peer slower still"),
            {std::to_string(inside), figure(group.bandwidth)}));
}

double host_bus(const CardSpeed &card)
{
    constexpr double lanes_of_16 = 31.5e9;
    for (const std::string_view shared : {"Apple", "Ryzen", "Jetson", "DGX Spark"})
        if (card.name.starts_with(shared)) return card.bandwidth;
    return card.bus > 0 ? card.bus : lanes_of_16;
}

double seconds_to_send(const GroupSpeed &group, double bytes, double collectives)
{
    if (bytes <= 0 || group.bandwidth <= 0) return 0;
    // half of the bandwidth at 4 to 8 MB over NVLink, 0.5 MB over PCI Express: as many bytes as pass in about 15 µs
    const double slow = 15e-6;
    return bytes / group.bandwidth + collectives * (group.latency + slow);
}

} // namespace plimsoll
