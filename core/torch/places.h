// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>

// Where a step stands, as Scope::layer numbers it. A layer of the language model counts up from 0; −1 is outside of its layers. What
// reads pictures or sound before it counts down: −2 is outside of the tower's layers (patches, merging, projector), −3 its first layer.

namespace plimsoll::step {

inline constexpr std::int16_t tower_outside_layers = -2;

[[nodiscard]] constexpr std::int16_t place_of_tower_layer(std::int64_t layer)
{
    return static_cast<std::int16_t>(tower_outside_layers - 1 - layer);
}
/// Whether a place is in a tower or its projector.
[[nodiscard]] constexpr bool in_tower(int place) { return place <= tower_outside_layers; }
/// Layer of the tower, from 0; none outside of its layers.
[[nodiscard]] constexpr std::optional<int> tower_layer(int place)
{
    return place < tower_outside_layers ? std::optional(tower_outside_layers - 1 - place) : std::nullopt;
}

} // namespace plimsoll::step
