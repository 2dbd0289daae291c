// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change axolotl_changes[] = {
    {{0, 21, 0},
     [](Installed &old) { old.older.raises_embeddings_under_adapters = true; },
     "loaders/model.py, _configure_embedding_dtypes"},
};

constexpr std::string_view axolotl_pins = "axolotl 0.21.0, pyproject.toml";
constexpr HeldRelease axolotl_holds[] = {
    {"torch", "2.14.1", axolotl_pins},
    {"transformers", "5.20.1", axolotl_pins},
    {"trl", "1.14.1", axolotl_pins},
    {"liger_kernel", "0.8.4", axolotl_pins},
};

} // namespace

constinit const Library libraries::axolotl{
    .name = "axolotl", .known = "0.21.0", .changes = axolotl_changes, .holds = axolotl_holds};

} // namespace plimsoll
