// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/links.h"

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

/// Cards on PCI Express: RTX PRO 6000 with peer-to-peer 0.6, 0.4, 0.37 of the bus with 2, 4, 8 cards; L40S without it 0.63, 0.16,
/// 0.04. Nobody states the topology as a rule: the card's own where it was measured, else the middle of both.
double bus_share(const CardSpeed &card, Count ranks)
{
    if (const double ring = card.bus_rings[ranks <= 2 ? 0 : ranks <= 4 ? 1 : 2]; ring > 0) return ring / std::max(card.bus, 8e9);
    const double shared = card.desktop ? 0.35 : 1; // half the lanes each, by way of the host's memory
    return shared * (ranks <= 2 ? 0.6 : ranks <= 4 ? 0.25 : 0.12);
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

GroupSpeed group_speed(const CardSpeed &card, Count ranks, Count in_node, bool reduces)
{
    GroupSpeed out;
    if (card.domain > 0) in_node = std::max<Count>(in_node, card.domain);
    const double n = static_cast<double>(std::max<Count>(2, ranks));
    out.latency = 4e-6 + 2e-6 * std::min(8.0, n);
    const Count inside = std::min(ranks, in_node);
    const bool bridged = card.kind == CardLink::pair && inside <= 2;
    if (card.kind == CardLink::fabric || card.kind == CardLink::mesh || bridged) {
        out.bandwidth = card.link * fabric_share(card, inside, reduces);
        out.guessed = bridged;
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

double seconds_to_send(const GroupSpeed &group, double bytes, double collectives)
{
    if (bytes <= 0 || group.bandwidth <= 0) return 0;
    // half of the bandwidth at 4 to 8 MB over NVLink, 0.5 MB over PCI Express: as many bytes as pass in about 15 µs
    const double slow = 15e-6;
    return bytes / group.bandwidth + collectives * (group.latency + slow);
}

} // namespace plimsoll
