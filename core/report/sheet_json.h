// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/sheet.h"

#include <string>
#include <string_view>

// A sheet on its way to a program that draws: the command line has no charts. Both are of one version, so that nothing else reads it.
namespace plimsoll::report {

[[nodiscard]] std::string sheet_to_text(const Sheet &sheet);
/// Error: what is no such text.
[[nodiscard]] Result<Sheet> sheet_from_text(std::string_view text);

} // namespace plimsoll::report
