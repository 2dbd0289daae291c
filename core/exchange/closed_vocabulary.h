// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace plimsoll {

/// A field that only has the words of its spellings; why all other values have none.
struct ClosedVocabulary {
    std::string_view path;
    Why why;
};
/// Null where none is about this path.
[[nodiscard]] inline const ClosedVocabulary *row_for(std::span<const ClosedVocabulary> rows, std::string_view path)
{
    const auto found = std::ranges::find(rows, path, &ClosedVocabulary::path);
    return found == rows.end() ? nullptr : &*found;
}

} // namespace plimsoll
