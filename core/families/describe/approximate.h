// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

/// A model type without a description: a decoder as LLaMA's from the keys that exist, under any of their usual names, not
/// exact, with every assumption said. Refuses, naming the key, where a size is missing that cannot be assumed.
void describe_unknown(const Config &config, Draft &draft);

} // namespace plimsoll
