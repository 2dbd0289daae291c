// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <random>
#include <string>
#include <vector>

namespace plimsoll::fuzz {

using Random = std::mt19937_64;

/// `text` damaged in one to six places: bytes and runs of bytes changed, cut, doubled or moved, pieces of another seed put in,
/// numbers and 64-bit words replaced by those at the edges.
[[nodiscard]] std::string mutated(std::string text, const std::vector<std::string> &seeds, Random &random);

} // namespace plimsoll::fuzz
