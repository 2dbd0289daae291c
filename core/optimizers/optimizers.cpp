// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"

#include <algorithm>
#include <charconv>

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

std::string_view trimmed_argument(std::string_view text)
{
    constexpr std::string_view blank = " ";
    text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
    return text.substr(0, text.find_last_not_of(blank) + 1);
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

bool steps_in_backward(const Optimizer &optimizer) { return optimizer.in_backward || kind_of(optimizer).in_backward; }

std::string_view OptimizerUse::argument(std::string_view key) const
{
    // transformers 5.23 trainer_optimizer.py, _parse_optim_args: blanks do not count
    std::string_view rest = settings.args;
    while (!rest.empty()) {
        const std::string_view item = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(item.size() + 1, rest.size()));
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) continue;
        if (trimmed_argument(item.substr(0, equals)) == key) return trimmed_argument(item.substr(equals + 1));
    }
    return {};
}

bool OptimizerUse::turned_on(std::string_view key) const
{
    const std::string_view value = argument(key);
    return !value.empty() && value != "False" && value != "false" && value.find_first_not_of("0.") != std::string_view::npos;
}

Count OptimizerUse::rank() const
{
    const std::string_view said = argument("rank");
    Count read = 0;
    const auto [end, problem] = std::from_chars(said.data(), said.data() + said.size(), read);
    return problem == std::errc{} && end == said.data() + said.size() && read > 0 ? read : settings.rank;
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
