// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/shared/training_writer.h"

#include <string_view>

namespace plimsoll {

/// Switches by which a tool freezes parts of a model that sees.
struct PartKeys {
    std::string_view tower, aligner, language;
};

/// What a plan freezes of such a model: by `trainable`, by adapter.settings, by images.tower and images.projector, or as its stack does
/// where `tool` would do otherwise. Nothing: `tool` does the same unasked, or no switch says it.
[[nodiscard]] std::optional<FrozenParts> said_parts(const Plan &plan, const Runner &tool);

/// Takes the fields that said_parts() reads; what trains whole beside adapters cannot be said.
void take_parts_said(TrainingText &text);

/// Both, by these switches; that of the language model where it is frozen alone.
void say_parts(TrainingText &text, const Runner &tool, const PartKeys &keys);

/// The plan's `trainable`, taken, for a tool that names parameters, by its title; null where there is nothing to say, or where it cannot
/// be said: of adapters, and of layers from the end.
[[nodiscard]] const Trainable *named_trainable(TrainingText &text, std::string_view title);

} // namespace plimsoll
