// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/objective_names.h"

#include <vector>

namespace plimsoll {

namespace {

std::vector<std::string_view> &names_of_objectives()
{
#define PLIMSOLL_NAMED(name) #name,
    static std::vector<std::string_view> names{PLIMSOLL_OBJECTIVES(PLIMSOLL_NAMED)};
#undef PLIMSOLL_NAMED
    return names;
}

} // namespace

std::span<const std::string_view> objective_names() { return names_of_objectives(); }

Objective add_objective_name(std::string_view name)
{
    names_of_objectives().push_back(name);
    return static_cast<Objective>(names_of_objectives().size() - 1);
}

} // namespace plimsoll
