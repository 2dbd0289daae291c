// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"

namespace plimsoll {

extern const AdapterMethod toy_adapter;

} // namespace plimsoll
