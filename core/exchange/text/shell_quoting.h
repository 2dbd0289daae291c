// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// A text as one word of a POSIX shell's; variables ("$NAME") stay such.
[[nodiscard]] std::string quoted_word(std::string_view text);
/// The command that starts a container of this image, up to where its own words follow.
[[nodiscard]] std::string docker_run(std::string_view image);

} // namespace plimsoll
