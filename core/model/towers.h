// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/trained_part.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What stands beside a language model, by the names that freeze it: "visual", "vision_tower", "multi_modal_projector". Of a class
/// whose language model is run alone those that the class named by the file has besides. Empty: nothing does.
[[nodiscard]] std::vector<std::string> tower_names(const Architecture &architecture);

/// Which parameters of DecoderExtension::towers train: one value for each, beside the modules. Names that mean nothing train nothing
/// more: trained_part() refuses them.
[[nodiscard]] std::vector<std::vector<bool>> trained_towers(const Architecture &architecture, const Trainable &wanted,
                                                            NamesMeet meet);

} // namespace plimsoll
