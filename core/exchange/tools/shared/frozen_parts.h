// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// Parts of a model that reads more than text, as tools freeze them.
struct FrozenParts {
    bool tower = false;    ///< what reads images, sound or video
    bool aligner = false;  ///< what brings it to the language model's width: projector, merger, connector
    bool language = false; ///< the language model with its head
    bool operator==(const FrozenParts &) const = default;
    [[nodiscard]] bool any() const { return tower || aligner || language; }
};

/// The pattern over parameters' names that meets these parts in the classes of transformers and in those of the Hub; empty for none.
[[nodiscard]] std::string pattern_of(const FrozenParts &parts);

/// The parts that a plan's `trainable` freezes, where it is such a pattern alone; nothing for any other.
[[nodiscard]] std::optional<FrozenParts> parts_of(const Plan &plan);

/// The expression over modules' names that PEFT leaves these parts out by (`exclude_modules`, re.fullmatch); empty for none.
[[nodiscard]] std::string exclusion_of(const FrozenParts &parts);

/// The parts that a plan's adapters are kept out of by such an expression; none where nothing is left out; nothing where
/// adapter.settings say more than that.
[[nodiscard]] std::optional<FrozenParts> parts_without_adapters(const Plan &plan);

/// Whether a model's name or preset says that it reads more than text.
[[nodiscard]] bool reads_more_than_text(const ModelReference &model);

/// Whether it is known to read text alone.
[[nodiscard]] bool reads_text_alone(const ModelReference &model);

/// The number of decoder layers of a model that is known by its name; nothing of others.
[[nodiscard]] std::optional<Count> layers_of(const ModelReference &model);

/// What freezing a part does to adapters.
enum class FrozenAdapters : std::uint8_t {
    by_targets, ///< nothing: they stand where their targets' names are
    kept_out,   ///< the part gets none
};

/// Of full fine-tuning: `trainable` without these parts. Of adapters that are kept out of them: `adapter.settings` with what PEFT
/// leaves out. The keys are taken as understood. `keys`: that say so, where they are there.
void freeze_parts(ConfigReading &reading, const FrozenParts &parts, std::initializer_list<std::string_view> keys,
                  FrozenAdapters adapters = FrozenAdapters::by_targets);

/// A prefix of parameters' names as a pattern: "model.visual" as "^model\.visual".
[[nodiscard]] std::string prefix_pattern(std::string_view prefix);

} // namespace plimsoll
