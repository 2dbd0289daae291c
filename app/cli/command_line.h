// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/document.h"

#include <QStringList>

#include <string>

namespace plimsoll::cli {

/// The document's chart alone: the bytes of an "svg" or "png", on light or dark paper.
using DrawChart = Result<std::string> (*)(const report::Document &document, const std::string &ending, bool dark);

/// Runs the command line `arguments` (without the program's name); returns the exit status. `draw_chart`: of the program that has
/// charts, whose writers of drawn reports are added already; null: this program has none, and gives what is drawn to that one.
[[nodiscard]] int run(const QStringList &arguments, DrawChart draw_chart);

} // namespace plimsoll::cli
