// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "ui/document/numbers.h"

#include <QString>

namespace plimsoll {

// A verdict as the window says it: core's sentence in the unit, the digits and the locale of the figures around it.

/// "Fits on RTX 4090: 15.2 of 23.5 GiB usable, 8.3 to spare."
[[nodiscard]] QString answer_text(const Verdict &verdict, const Numbers &numbers);
/// One sentence: why tight, why not, why unknown; where it fits, where the peak stands.
[[nodiscard]] QString reason_text(const Verdict &verdict, const Numbers &numbers);

/// "No", "Unlikely": a verdict in the fewest words, for a column without room for more.
[[nodiscard]] QString brief_title_of(Word word);

} // namespace plimsoll
