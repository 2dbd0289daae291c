// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/trained_part.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What stands beside a language model, by the names that freeze it: "visual", "vision_tower", "multi_modal_projector". Of a class
/// whose language model is run alone those that the class named by the file has besides. Empty: nothing does.
[[nodiscard]] std::vector<std::string> tower_names(const Architecture &architecture);

/// Which parameters of DecoderExtension::towers train: one value for each, beside the modules. Names that mean nothing train nothing
/// more: trained_part() refuses them.
[[nodiscard]] std::vector<std::vector<bool>> trained_towers(const Architecture &architecture, const Trainable &wanted,
                                                            NamesMeet meet);

/// Whether a module of this full name is one of `scopes` or stands within one.
[[nodiscard]] bool stands_within(const std::vector<std::string> &scopes, std::string_view module);

/// What a plan's `trainable` trains of what reads pictures or sound.
struct TrainedTower {
    bool tower = false, projector = false; ///< whether anything of them trains
    std::set<std::string> names; ///< of all parameters of the model that train, full: "model.visual.merger.mlp.0.weight"
};

/// Of a model that has such a tower (DecoderExtension::tower). Nothing trains where `wanted` is refused by trained_part().
[[nodiscard]] TrainedTower trained_tower(const Architecture &architecture, const Trainable &wanted, NamesMeet meet);

} // namespace plimsoll
