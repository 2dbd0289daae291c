// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::card {

inline constexpr std::string_view closing_comment = "<!-- END PLIMSOLL -->";

/// The plan as others may read it: of a model that is a file the file's own name alone.
[[nodiscard]] Plan without_folders(Plan plan);

/// Plans as others may read them: what was given, and of a model that is a file the file's own name alone. One plan is of schema
/// plimsoll.plan/1, several are a session.
[[nodiscard]] std::string published_plans(const std::vector<Scenario> &plans, std::size_t selected, ByteUnit unit);

/// The opening comment with that text in it, on one line: nothing in it can end a comment.
[[nodiscard]] std::string opening_comment(std::string_view plans);

/// Whether a text has a block's opening comment, if only to be refused by plans_of_card().
[[nodiscard]] bool has_block(std::string_view card);

/// The plans that the block of a model card carries. Error: read_card()'s, no block, a block without a plan, session_from_text()'s.
[[nodiscard]] Result<ParsedSession> plans_of_card(std::string_view card);

/// The last part of a path of any system: "config.json".
[[nodiscard]] std::string file_name_of(std::string_view path);

} // namespace plimsoll::card
