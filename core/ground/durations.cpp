// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/durations.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <cmath>

namespace plimsoll {

std::string few_figures(double value)
{
    return localised(value >= 100 ? grouped(std::llround(value)) : fixed(value, value >= 10 ? 1 : 2));
}

std::string time_in_words(double seconds)
{
    constexpr double minute = 60, hour = 3600, day = 86400;
    if (seconds < 0.1) return phrase(QT_TRANSLATE_NOOP("core", "%1 ms"), {few_figures(seconds * 1000)});
    if (seconds < 2 * minute) return phrase(QT_TRANSLATE_NOOP("core", "%1 s"), {few_figures(seconds)});
    if (seconds < 2 * hour) return phrase(QT_TRANSLATE_NOOP("core", "%1 min"), {few_figures(seconds / minute)});
    if (seconds < 3 * day) return phrase(QT_TRANSLATE_NOOP("core", "%1 h"), {few_figures(seconds / hour)});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 days"), {few_figures(seconds / day)});
}

} // namespace plimsoll
