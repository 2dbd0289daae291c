// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/parallel/communicators.h"

#include <span>
#include <string>

namespace plimsoll {

/// How the cards of a node reach each other.
enum class CardLink : std::uint8_t { unknown, pcie, nvlink, nvswitch };

struct NodeShape {
    Count ranks = 8; ///< of the run, in one node
    CardLink link = CardLink::unknown;
    bool multicast = false; ///< NVLS: an NVSwitch of cards from compute capability 9.0 on
    bool operator==(const NodeShape &) const = default;
};
/// By the card's name: SXM and HGX boards have NVSwitch, GeForce and other boards PCIe where no NVLink is in the name.
[[nodiscard]] NodeShape node_shape(const CardFacts &card, Count ranks);

/// Bytes outside the allocator, part of nvidia-smi's figure for a process.
struct NcclBuffers {
    Bytes low = 0, middle = 0, high = 0; ///< 0 for one rank
    std::string formula, source;
    bool operator==(const NcclBuffers &) const = default;
};

/// What NCCL takes of the card for these communicators: NCCL 2.30 src/init.cc computeBuffSizes, src/include/device.h (LL, LL128 and
/// Simple buffers of a connection), src/transport/{p2p,net,nvls}.cc. How many channels its search of the topology finds is not
/// known without the machine: the interval spans those that it finds on such links.
[[nodiscard]] NcclBuffers nccl_buffers(std::span<const Communicator> communicators, const NodeShape &node);

} // namespace plimsoll
