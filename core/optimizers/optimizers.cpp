// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"

namespace plimsoll {

namespace {

using Optimizers = Registry<OptimizerKind, OptimizerName>;

Optimizers &known_optimizers()
{
#define PLIMSOLL_LISTED(name) &optimizers::name,
    static Optimizers list{PLIMSOLL_OPTIMIZERS(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const OptimizerKind &kind_of(OptimizerName name) { return known_optimizers().of(name); }
const OptimizerKind &kind_of(const Optimizer &optimizer) { return kind_of(optimizer.name); }

const std::vector<const OptimizerKind *> &all_optimizers() { return known_optimizers().all(); }

OptimizerName add_optimizer(const OptimizerKind &kind) { return known_optimizers().add(kind); }

std::string optimizers_that(bool (*have)(const OptimizerKind &), std::string_view between)
{
    std::string out;
    for (const OptimizerKind *kind : all_optimizers())
        if (have(*kind)) out += std::string(out.empty() ? "" : between) + std::string(kind->name);
    return out;
}

bool has_torch_forms(const OptimizerKind &kind) { return kind.forms == OptimizerForms::by_stack; }
bool keeps_plain_moments(const OptimizerKind &kind) { return has_torch_forms(kind) && kind.states == 2; }

bool by_bitsandbytes(const OptimizerKind &kind)
{
    constexpr std::string_view bitsandbytes = "bitsandbytes";
    return kind.library == bitsandbytes;
}

bool pages_states_of(const OptimizerKind &other, const OptimizerKind &kind)
{
    return other.paged && !kind.paged && other.library == kind.library && other.bits == kind.bits && other.states == kind.states;
}

} // namespace plimsoll
