// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::report {

/// A format that reports are written in.
struct Writer {
    std::string_view ending; ///< of its files, without the dot, lower case: "md"
    std::string_view title;  ///< "Markdown"
    Result<std::string> (*write)(const Document &document);
};

/// All formats, in the order in which they are offered: core's md, html, json, csv and tex, then what was added.
[[nodiscard]] const std::vector<Writer> &writers();

/// One more format, or another writer of one that is there. Programs add theirs when they start, before they have threads.
void add_writer(const Writer &writer);

/// The document in the format of this ending. Error: none has it, or the writer's own.
[[nodiscard]] Result<std::string> written(const Document &document, std::string_view ending);
[[nodiscard]] bool is_written(std::string_view ending);

/// "a file that ends in .md, .html, .json, .csv or .tex"
[[nodiscard]] std::string accepted_endings();

/// <picture> with both files, which Markdown takes as it is.
[[nodiscard]] std::string picture_element(const Picture &picture);

// core's own, a file each.
[[nodiscard]] Result<std::string> write_markdown(const Document &document);
[[nodiscard]] Result<std::string> write_html(const Document &document);
[[nodiscard]] Result<std::string> write_json(const Document &document);
[[nodiscard]] Result<std::string> write_csv(const Document &document);
[[nodiscard]] Result<std::string> write_latex(const Document &document);

} // namespace plimsoll::report
