// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/optimizer_names.h"

#include <vector>

namespace plimsoll {

namespace {

std::vector<std::string_view> &names_of_optimizers()
{
#define PLIMSOLL_NAMED(name) #name,
    static std::vector<std::string_view> names{PLIMSOLL_OPTIMIZERS(PLIMSOLL_NAMED)};
#undef PLIMSOLL_NAMED
    return names;
}

} // namespace

std::span<const std::string_view> optimizer_names() { return names_of_optimizers(); }

OptimizerName add_optimizer_name(std::string_view name)
{
    names_of_optimizers().push_back(name);
    return static_cast<OptimizerName>(names_of_optimizers().size() - 1);
}

} // namespace plimsoll
