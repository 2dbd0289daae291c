// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/card_speed.h"
#include "core/ground/bytes.h"
#include "core/ground/card_facts.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// How fast a group of cards exchanges bytes. NCCL's bus bandwidth: bytes that each rank sends in a ring over seconds.
struct GroupSpeed {
    double bandwidth = 0; ///< bytes a second
    double latency = 0;   ///< of one collective, seconds
    bool guessed = false; ///< cards on a bus whose topology nobody stated
    bool between_nodes = false;
};

/// Cards that share a node, and how those of them that are farthest apart reach each other.
struct NodeLinks {
    Count cards = 8;
    std::optional<Topology> topology; ///< nothing: nobody says
};
/// As the plan states them (parallel.gpus_per_node, parallel.topology), else as machines with this card are built. What a resolved plan
/// holds without having been told is of the card that it was resolved for.
[[nodiscard]] NodeLinks node_links(const Plan &plan, const CardFacts &card);

/// Of `ranks` cards; `reduces`: all-reduce, else gathers and scatters. Over a stated bus as NCCL counts it (graph/topo.h and topo.cc
/// of 2.30): 0.75 of PCI Express, five sixths of that through a processor, between two processors 16 GB/s at most (AMD_BW; Intel's
/// 10 to 40) and no more than where nobody states one; of GeForce as where nobody does. NVLink that is stated of cards whose kind has none is taken for the bus.
[[nodiscard]] GroupSpeed group_speed(const CardSpeed &card, Count ranks, const NodeLinks &node, bool reduces);

/// Says what is taken for granted of how so many cards on a bus reach each other; nothing of others.
void say_topology(std::vector<std::string> &assumptions, const CardSpeed &card, Count ranks, const NodeLinks &node);

/// Bytes a second from the host's memory to the card, one way. A card whose bus is not known is taken to have sixteen lanes of PCI
/// Express 4; one that shares its memory with the host reads it there.
[[nodiscard]] double host_bus(const CardSpeed &card);

/// A collective of so many bytes sent by each rank: half of the bandwidth is reached where a ring's message is as long as it sends
/// within its latency and some.
[[nodiscard]] double seconds_to_send(const GroupSpeed &group, double bytes, double collectives);

} // namespace plimsoll
