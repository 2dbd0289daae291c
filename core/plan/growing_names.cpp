// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of names that grow, but for adapters', which stand with the model (core/model/adapter_names.cpp).
#include "core/plan/objective_names.h"
#include "core/plan/optimizer_names.h"
#include "core/plan/runner_names.h"

namespace plimsoll {

#define PLIMSOLL_NAMED(name) #name,
#define PLIMSOLL_NAMED_OTHERWISE(variable, name) name,

template <>
Names<Stack> &growing_names<Stack>()
{
    static Names<Stack> names{PLIMSOLL_STACKS(PLIMSOLL_NAMED_OTHERWISE)};
    return names;
}

template <>
Names<Engine> &growing_names<Engine>()
{
    static Names<Engine> names{PLIMSOLL_ENGINES(PLIMSOLL_NAMED_OTHERWISE)};
    return names;
}

template <>
Names<Objective> &growing_names<Objective>()
{
    static Names<Objective> names{PLIMSOLL_OBJECTIVES(PLIMSOLL_NAMED)};
    return names;
}

template <>
Names<OptimizerName> &growing_names<OptimizerName>()
{
    static Names<OptimizerName> names{PLIMSOLL_OPTIMIZERS(PLIMSOLL_NAMED)};
    return names;
}

#undef PLIMSOLL_NAMED
#undef PLIMSOLL_NAMED_OTHERWISE

} // namespace plimsoll
