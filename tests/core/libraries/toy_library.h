// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/library.h"

namespace plimsoll {

extern const Library toy_library;

} // namespace plimsoll
