// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/served.h"

// Seconds of an engine's passes, what stands with the host among them.
namespace plimsoll {

/// A prompt alone, in chunks of the engine's batch; of so many at once.
[[nodiscard]] double prefill_seconds(const Served &of, double prompt, double sequences);
/// A token of each of `sequences` that have so many keys.
[[nodiscard]] double decode_seconds(const Served &of, double keys, double sequences);
/// A pass of an engine that joins prompts with what is generated, once as many come as go: each of `sequences` brings one token, and
/// for each token that a sequence makes, so much of another's prompt is read.
[[nodiscard]] double mixed_seconds(const Served &of, double prompt, double fresh, double sequences);

/// Of prefill_seconds what products in the host's memory and on the bus take.
[[nodiscard]] double host_prefill_seconds(const Served &of, double prompt, double sequences);
/// Of decode_seconds likewise.
[[nodiscard]] double host_decode_seconds(const Served &of, double keys, double sequences);
/// Two all-reduces a layer among tensor ranks, which nothing hides; small ones by the engines' own kernels in 4 to 14 µs.
[[nodiscard]] double reductions(const Served &of, double rows);
/// What the engine's own code takes beside its kernels.
[[nodiscard]] double overhead(const Served &of);
/// Of decode_seconds where the cache stays on the card.
[[nodiscard]] double decode_of_card(const Served &of, double keys, double sequences);
/// An unknown host's memory, bytes a second: two channels of DDR5.
inline constexpr double host_memory_rate = 60e9;
/// Operations a second of an unknown host: some sixteen cores with AVX2.
inline constexpr double host_rate = 0.8e12;
/// Rate at which what stands with the host comes to the card, bytes a second.
[[nodiscard]] double crossing(const Served &of);

} // namespace plimsoll
