// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/config/config.h"
#include "core/model/tree.h"

#include <string_view>

namespace plimsoll {

// Towers that several families hold, built inside the scope that is open.

void add_clip_text(Tree &tree, const Config &config);
void add_clip_vision(Tree &tree, const Config &config);
void add_siglip_vision(Tree &tree, const Config &config);
void add_pixtral_vision(Tree &tree, const Config &config);
/// Whether the model type is one of these towers.
[[nodiscard]] bool is_vision_tower(std::string_view model_type);
/// The tower that config.model_type names; refuses one that is not known.
void add_vision_tower(Tree &tree, const Config &config);

} // namespace plimsoll
