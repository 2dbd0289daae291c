// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// Why a text that no tool has keys of is none, where its kind is known: what it is, and what is given in its place. Messages that
/// memory ran out, tables of cards, refusals and load lines of engines, configurations of proxies, manifests and commands of servers
/// that are not read. Nothing of any other text.
[[nodiscard]] std::optional<Error> other_kind(std::string_view text);

/// The line, from 1, of a message that an allocation was refused; 0: none.
[[nodiscard]] int line_of_memory_message(std::string_view text);
/// Whether lines of an engine's start say what its memory is taken by ("Model loading took 14.2 GiB").
[[nodiscard]] bool has_figures_of_start(std::string_view log);

} // namespace plimsoll
