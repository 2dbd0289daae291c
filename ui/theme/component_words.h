// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/labels.h"

#include <QString>

namespace plimsoll {

/// What bytes of this kind are and when they stand there, in one sentence.
[[nodiscard]] QString about_of(Component component);

} // namespace plimsoll
