// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Keys that LLaMA-Factory and ms-swift take alike beside the Trainer's, each of whose tables builds upon this one.
extern const ToolWords tuner_words;

} // namespace plimsoll
