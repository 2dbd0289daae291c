// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/rank_classes.h"

namespace plimsoll::ranks {

bool absorbs_latent_keys(std::string_view type) { return type != "minicpm3"; }
bool scales_global_tables(std::string_view type) { return type.starts_with("gemma3"); }

} // namespace plimsoll::ranks
