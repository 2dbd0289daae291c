// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string_view>

namespace plimsoll {

/// What `nvidia-smi` prints without options, or with -q: cards with what is used of them, and processes.
[[nodiscard]] bool is_nvidia_table(std::string_view text);
[[nodiscard]] Result<Measured> read_nvidia_table(std::string_view text);

} // namespace plimsoll
