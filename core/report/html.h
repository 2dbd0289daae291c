// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// A whole page of the Markdown that the reports write (model_card): headings, paragraphs, tables, lists, fenced code, details,
/// bold, code and escapes. What is no such construct is text, and never markup.
[[nodiscard]] std::string html_page(std::string_view markdown, std::string_view title);

} // namespace plimsoll
