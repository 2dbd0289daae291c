// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solution_text.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

namespace plimsoll {

std::string solution_text(const Solution &solution)
{
    const std::string field(name_of(solution.field)), usable = localised(gib_brief(solution.usable));
    if (solution.value)
        return phrase(
            QT_TRANSLATE_NOOP("core", "%1 %2 (%3 of %4 GiB usable; %5)"),
            {field, localised(grouped(*solution.value)), localised(gib_brief(solution.need.device)), usable, solution.reason});
    if (solution.likely && !solution.tight)
        return phrase(QT_TRANSLATE_NOOP("core", "likely up to %1 %2, sure at none: %3"),
                      {field, localised(grouped(*solution.likely)), solution.reason});
    if (solution.tight)
        return phrase(QT_TRANSLATE_NOOP("core", "tight up to %1 %2, sure at none: %3"),
                      {field, localised(grouped(*solution.tight)), solution.reason});
    return phrase(QT_TRANSLATE_NOOP("core", "none. %1"), {solution.reason});
}

} // namespace plimsoll
