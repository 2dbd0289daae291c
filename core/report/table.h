// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll::report {

/// A run of words, of a paragraph or as a cell of a table; a strong one stands out.
struct TextRun {
    std::string text;
    bool strong = false;
    std::optional<Word> mark = {};  ///< where it is drawn: before the text; formats of text leave it out
    std::optional<int> swatch = {}; ///< likewise: the colour of one of component_groups(), by its place there
    bool operator==(const TextRun &) const = default;
};

struct Column {
    std::string title;
    bool figures = false; ///< set to the right
    bool operator==(const Column &) const = default;
};

/// A table for people, in words and figures as they are shown; in every format, and drawn.
struct Table {
    std::vector<Column> columns; ///< without a title at all: a page draws no header
    std::vector<std::vector<TextRun>> rows;
    std::string caption = {}, detail = {}; ///< "Scenarios", "GiB"; on a page alone, elsewhere a heading says it
    bool operator==(const Table &) const = default;
};

/// A row of plain words.
[[nodiscard]] std::vector<TextRun> row_of(std::vector<std::string> texts, bool strong = false);

/// Columns with two blanks between, and a newline after each row.
[[nodiscard]] std::string table_to_text(const Table &table);
/// A table of GitHub's Markdown.
[[nodiscard]] std::string table_to_markdown(const Table &table);
[[nodiscard]] std::string table_to_csv(const Table &table);

} // namespace plimsoll::report
