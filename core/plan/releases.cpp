// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/releases.h"

namespace plimsoll {

std::optional<ReleaseNumber> release_named(const Plan &plan, std::string_view library)
{
    return release_among(plan.libraries, library);
}

bool release_before(const Plan &plan, std::string_view library, const ReleaseNumber &since)
{
    const auto release = release_named(plan, library);
    return release && *release < since;
}

Installed installed_by(const Plan &plan) { return installed_by(plan.libraries); }

Older older_of(const Plan &plan) { return installed_by(plan).older; }

} // namespace plimsoll
