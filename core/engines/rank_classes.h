// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

/// What both engines' code of one model does alike, by model type.
namespace plimsoll::ranks {

[[nodiscard]] bool
absorbs_latent_keys(std::string_view model_type); ///< queries meet the latent vectors; else its heads' own keys
[[nodiscard]] bool scales_global_tables(std::string_view model_type); ///< linear scaling of long models (Gemma 3 beyond 1B)

} // namespace plimsoll::ranks
