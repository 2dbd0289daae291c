// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/dtype.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What matrices are multiplied in.
enum class Arithmetic : std::uint8_t { fp32, tf32, fp16, bf16, int8, fp8, fp4 };
inline constexpr std::size_t arithmetic_count = 7;
[[nodiscard]] std::string_view name_of(Arithmetic arithmetic);
/// The one of operands of this type; of integers int8's.
[[nodiscard]] Arithmetic arithmetic_of(Dtype dtype);

/// Where a card's peaks come from.
enum class PeakSource : std::uint8_t {
    stated,   ///< its vendor
    computed, ///< units × boost clock × operations a clock
    of_class  ///< no source: a guess from cards like it
};

/// How cards of a node reach each other.
enum class CardLink : std::uint8_t {
    bus,    ///< PCI Express alone; a bridge that is bought apart is no plan's unless it says so
    pair,   ///< a bridge between two that comes with them
    mesh,   ///< each to each (xGMI)
    fabric, ///< a switch (NVLink), or Ethernet of the card's own
};

/// Time of a matrix product: t0 + ((F / (compute · peak))^norm + (B / (memory · bandwidth))^norm)^(1/norm).
struct ProductFit {
    double compute = 0.8, memory = 0.8; ///< shares of peak and bandwidth
    double kernel = 4e-6;               ///< t0, seconds
    double norm = 2;
    double median_error = 0.15, p95_error = 0.5; ///< of one product
    bool measured = false;                       ///< fitted to this card's, else to cards of its class
};

/// What a card can do; seconds, bytes and operations. Rates that are not known are 0.
struct CardSpeed {
    std::string name;
    double bandwidth = 0; ///< of its memory, bytes a second
    std::array<double, arithmetic_count> peaks{};
    std::array<double, arithmetic_count> measured{}; ///< best square product that somebody measured
    PeakSource source = PeakSource::of_class;
    std::string like; ///< whose rates they are, where its own are known to nobody: "L4 x 0.8"
    double bus = 0;   ///< to the host, bytes a second one way
    double link = 0;  ///< to its neighbours likewise
    CardLink kind = CardLink::bus;
    std::array<double, 3> bus_rings{}; ///< bus bandwidth of rings of 2, 4 and 8 over PCI Express, where somebody measured them
    int domain = 0;                    ///< cards that one switch joins, where they are more than a node's; 0: a node's
    bool desktop = false;              ///< GeForce: no peer-to-peer over the bus, lanes shared out among cards
    std::vector<std::pair<Arithmetic, ProductFit>> fits; ///< of this card
    [[nodiscard]] double peak(Arithmetic arithmetic) const { return peaks[static_cast<std::size_t>(arithmetic)]; }
    [[nodiscard]] double best(Arithmetic arithmetic) const { return measured[static_cast<std::size_t>(arithmetic)]; }
};

/// Of a card of the catalogue (resources/card_speed.json); nothing where its bandwidth or its peaks are known to nobody.
[[nodiscard]] std::optional<CardSpeed> speed_of(std::string_view card);

} // namespace plimsoll
