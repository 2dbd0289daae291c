// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// A script whose variables are filled by `read … NAME <<END`, with what stands up to END in the place of $NAME and ${NAME}: options that
/// people keep apart from the launcher. The text as it is where it has none of these.
[[nodiscard]] std::string with_read_variables(std::string_view script);

/// The text from a place on, with the value where $NAME or ${NAME} stands; as it was where that would be too long.
void put_in(std::string &text, std::size_t from, const std::string &name, const std::string &value);

} // namespace plimsoll
