// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr std::string_view pins = "AgileRL 2.8.4, pyproject.toml", earlier_pins = "AgileRL 2.8.2, pyproject.toml";

/// Its releases name one of each to the last number: 2.8.0 to 2.8.2 transformers 5.11.0 and a Liger that knows fewer models.
constexpr HeldRelease agilerl_holds[] = {
    {"liger_kernel", "0.8.0", earlier_pins, "transformers", {5, 14, 0}},
    {"liger_kernel", "0.8.1", pins},
    {"transformers", "5.14.1", pins},
    {"peft", "0.19.1", pins},
    {"bitsandbytes", "0.49.2", pins},
};

} // namespace

constinit const Library libraries::agilerl{.name = "agilerl", .known = "2.8.4", .in_plans = false, .holds = agilerl_holds};

} // namespace plimsoll
