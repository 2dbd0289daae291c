// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Options of llama-server and of llama.cpp's other programs.
extern const ToolWords llama_cpp_words;

} // namespace plimsoll
