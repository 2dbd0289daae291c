// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/document.h"

#include <string>

namespace plimsoll {

/// Makes PNG (2 pixels per unit), SVG and PDF (A4, fonts embedded) formats of reports: their sheet, drawn on light paper. Programs
/// with a QGuiApplication call it when they start.
void add_drawn_writers();

/// The document's chart alone: the bytes of an "svg" or "png", on light or dark paper. Error: another ending, or nothing that is drawn.
[[nodiscard]] Result<std::string> chart_of_document(const report::Document &document, const std::string &ending, bool dark);

} // namespace plimsoll
