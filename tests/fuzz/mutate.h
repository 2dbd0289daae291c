// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace plimsoll::fuzz {

using Random = std::mt19937_64;

/// `text` damaged in one to six places: bytes and runs of bytes changed, cut, doubled or moved, pieces of another seed put in,
/// numbers and 64-bit words replaced by those at the edges.
/// Where it is JSON, three times of four its values instead (mutated_json).
[[nodiscard]] std::string mutated(std::string text, const std::vector<std::string> &seeds, Random &random);

/// JSON that stays JSON, with one to four changes: numbers at the edges (one, or many at once), other types, keys of other
/// seeds, keys twice, values nested, moved, left out, lists made long. Nothing where `text` is no JSON.
[[nodiscard]] std::optional<std::string> mutated_json(const std::string &text, const std::vector<std::string> &seeds,
                                                      Random &random);

} // namespace plimsoll::fuzz
