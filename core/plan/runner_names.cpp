// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/runner_names.h"

#include <vector>

namespace plimsoll {

namespace {

#define PLIMSOLL_NAME(variable, name) name,

std::vector<std::string_view> &names_of_stacks()
{
    static std::vector<std::string_view> names{PLIMSOLL_STACKS(PLIMSOLL_NAME)};
    return names;
}

std::vector<std::string_view> &names_of_engines()
{
    static std::vector<std::string_view> names{PLIMSOLL_ENGINES(PLIMSOLL_NAME)};
    return names;
}

#undef PLIMSOLL_NAME

} // namespace

std::span<const std::string_view> stack_names() { return names_of_stacks(); }
std::span<const std::string_view> engine_names() { return names_of_engines(); }

Stack add_stack_name(std::string_view name)
{
    names_of_stacks().push_back(name);
    return static_cast<Stack>(names_of_stacks().size() - 1);
}

Engine add_engine_name(std::string_view name)
{
    names_of_engines().push_back(name);
    return static_cast<Engine>(names_of_engines().size() - 1);
}

} // namespace plimsoll
