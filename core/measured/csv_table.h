// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// The lines of a text without their ends, those that are blank left out.
void each_log_line(std::string_view text, const std::function<void(std::string_view line)> &visit);

/// The cells of a line of CSV (RFC 4180, on one line), blanks around them taken away.
[[nodiscard]] std::vector<std::string> csv_cells(std::string_view line);

/// "103 MiB", "103" with the unit of its column, "1.5GiB", "[N/A]": bytes, or nothing.
[[nodiscard]] std::optional<Bytes> bytes_in(std::string_view cell, std::string_view unit = {});

} // namespace plimsoll
