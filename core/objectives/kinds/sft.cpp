// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

/// The language model's own loss over rows of text.
constinit const ObjectiveKind objectives::sft = {.name = "sft", .plain = true};

} // namespace plimsoll
