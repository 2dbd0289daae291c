// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>
#include <string_view>

// Numbers as people type and paste them, decimal point and comma alike. Half-read is not read: what is not understood to its end is
// nothing.
namespace plimsoll {

/// Which sign is which where a number could be read both ways ("1,024"): those of the reader's language.
struct TypedStyle {
    char decimal = '.';
    char group = ','; ///< '\0': another than point and comma
};

/// "4096", "4,096", "4.096", "4 096", "8k", "32Ki", "1.5M", "1e6" as a whole number. k M G T are powers of 1,000, Ki Mi Gi Ti of 1,024;
/// three digits behind a single sign are a group of thousands, since a count has no decimals. Nothing: it is no whole number.
[[nodiscard]] std::optional<Count> typed_count(std::string_view text);

/// "0.05", "0,05", "1.5e-4", "1,024.5" as a number. A single sign with three digits behind it is read in the reader's way.
[[nodiscard]] std::optional<double> typed_real(std::string_view text, const TypedStyle &style = {});

/// The text in small letters with its number in digits and a point, and without blanks, whatever unit follows: "24,5 GB" → "24.5gb",
/// "12,288" → "12288", "1,024.5 MiB" → "1024.5mib". A point never groups where it stands alone. Nothing: the signs make no sense
/// together ("1,50,000"). `comma_groups`: whether a single comma with three digits behind it stands between thousands.
[[nodiscard]] std::optional<std::string> with_point(std::string_view text, bool comma_groups);

/// Whether the text scales by a letter, so that what came of it should be said ("8k").
[[nodiscard]] bool has_scale(std::string_view text);

} // namespace plimsoll
