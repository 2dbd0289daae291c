// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// Writes a whole file: beside it first, then renamed over it, so that what stood there stays whole on any error. A link stays one,
/// and a file keeps who may read and write it. Nothing when it stands.
[[nodiscard]] std::optional<Error> write_file(const std::string &path, std::string_view text);

} // namespace plimsoll
