// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

namespace plimsoll::toys {

extern const Runner stack, engine;

} // namespace plimsoll::toys
