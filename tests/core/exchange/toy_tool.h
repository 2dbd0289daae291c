// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tool_format.h"

/// A tool that nobody has: two keys and one word of its own.
extern const plimsoll::ToolFormat toy_tool;
