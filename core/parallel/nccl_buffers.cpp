// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/nccl_buffers.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <string_view>

namespace plimsoll {

namespace {

// src/include/device.h: NCCL_STEPS 8; NCCL_LL_MAX_NTHREADS 512, NCCL_LL_LINES_PER_THREAD 8, 16 bytes a line;
// NCCL_LL128_MAX_NTHREADS 640, NCCL_LL128_ELEMS_PER_THREAD 120, 8 bytes each; DEFAULT_BUFFSIZE of Simple.
constexpr Bytes steps = 8;
constexpr Bytes ll = steps * 512 * 8 * 16;
constexpr Bytes ll128 = steps * 640 * 120 * 8;
constexpr Bytes simple = 4 * mib;
constexpr Bytes connection = ll + ll128 + simple;

constexpr Count tree_peers = 3;         ///< NCCL_MAX_TREE_ARITY: parent and two children beside the ring's neighbour
constexpr Bytes nvls_chunk = 128 * kib; ///< src/transport/nvls.cc: NVLS_MEM of a head, channel and step
constexpr Count nvls_channels = 16;
constexpr Bytes p2p_chunk_near = 512 * kib, p2p_chunk_far = 128 * kib; ///< src/init.cc, NCCL_P2P_{NVL,NET,PCI}_CHUNKSIZE
constexpr Count net_slots = 16;                                        ///< NCCL_SHARED_STEPS

/// Channels that NCCL's search finds on such links: fewest, usual, most.
struct Channels {
    Count low, middle, high;
};

Channels channels_of(CardLink link)
{
    switch (link) {
    case CardLink::pcie: return {2, 2, 4};
    case CardLink::nvlink: return {2, 8, 12};
    case CardLink::nvswitch: return {16, 24, 32};
    case CardLink::unknown: break;
    }
    return {2, 8, 24};
}

/// Of a communicator of `ranks` within and beyond nodes.
NcclBuffers of_one(const Communicator &group, const NodeShape &node)
{
    const Count ranks = group.ranks();
    Count widest = 0; // the way that spans most ranks decides whether it leaves the node
    for (const MeshWay &way : group.ways) widest = std::max(widest, way.stride * (way.count - 1) + 1);
    const bool leaves = widest > node.ranks;
    const Channels channels =
        leaves ? Channels{2, std::min<Count>(channels_of(node.link).middle, 8), 16} : channels_of(node.link);
    NcclBuffers out;
    if (group.sends_only) { // a set of channels for each neighbour; beyond the node slots that they share
        const Count peers = std::min<Count>(2, ranks - 1);
        const Bytes slot = leaves ? net_slots * p2p_chunk_far : simple;
        out.low = peers * channels.low * slot;
        out.middle = peers * channels.middle * slot;
        out.high = peers * channels.high * connection;
        return out;
    }
    out.low = channels.low * connection; // a ring alone
    out.middle = channels.middle * connection;
    out.high = channels.high * connection * (1 + tree_peers); // and trees, where small messages choose them
    if (node.multicast && !leaves && ranks > 2) {
        const Bytes nvls = 2 * nvls_channels * steps * nvls_chunk * ranks;
        out.middle += nvls;
        out.high += nvls;
    }
    return out;
}

/// Pieces exchanged with every other rank: expert parallel's all-to-all, context parallel's rotation.
Bytes exchanged(const Communicator &group, const NodeShape &node)
{
    if (group.group != RankGroup::experts && group.group != RankGroup::context) return 0;
    const bool leaves = group.ranks() > node.ranks;
    return (group.ranks() - 1) * (leaves ? net_slots * p2p_chunk_far : steps * p2p_chunk_near);
}

bool contains(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

} // namespace

NodeShape node_shape(const CardFacts &card, Count ranks)
{
    NodeShape out;
    out.ranks = ranks;
    if (card.name.empty()) return out;
    if (contains(card.name, {"SXM", "HGX", "B200", "B300", "GB200", "GB300", "DGX"}))
        out.link = contains(card.name, {"V100", "P100"}) ? CardLink::nvlink : CardLink::nvswitch;
    else if (contains(card.name, {"NVL"}))
        out.link = CardLink::nvlink;
    else if (contains(card.name, {"GeForce", "RTX", "PCIe", "L4", "T4", "A10", "A16", "A2", "Quadro", "TITAN"}))
        out.link = CardLink::pcie;
    out.multicast = out.link == CardLink::nvswitch && card.capability_major >= 9;
    return out;
}

NcclBuffers nccl_buffers(std::span<const Communicator> communicators, const NodeShape &node)
{
    NcclBuffers out;
    std::string names;
    for (const Communicator &group : communicators) {
        const NcclBuffers one = of_one(group, node);
        const Bytes pairs = exchanged(group, node);
        out.low += one.low;
        out.middle += one.middle + pairs;
        out.high += one.high + pairs * 2;
        names.append(names.empty() ? "" : ", ").append(name_of(group.group)).append(" ").append(std::to_string(group.ranks()));
    }
    if (communicators.empty()) return out;
    out.formula = phrase(
        QT_TRANSLATE_NOOP("core", "buffers of %1's communicators (%2): channels × %3 B a connection, %4"),
        {"NCCL", names, grouped(connection), node.multicast ? "NVLS 2 × 16 × 8 × 128 KiB × ranks" : "LL + LL128 + Simple"});
    out.source = "NCCL 2.30 src/init.cc, src/include/device.h, src/transport/{p2p,net,nvls}.cc";
    return out;
}

} // namespace plimsoll
