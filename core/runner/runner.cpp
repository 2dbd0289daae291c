// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/runner.h"

#include "core/objectives/objectives.h"
#include "core/plan/releases.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool holds(When when, const Plan &plan)
{
    switch (when) {
    case When::always: return true;
    case When::full: return plan.task == Task::train && plan.method == Method::full;
    case When::full_in_one_pass:
        return holds(When::full, plan) && plan.gradient_accumulation <= 1 &&
               (plan.max_grad_norm <= 0 || !plan.has("max_grad_norm"));
    case When::adapter: return plan.trains_adapter();
    case When::quantised: return plan.trains_adapter() && plan.weights.quant != "none";
    case When::packed_as_floats: return holds(When::quantised, plan) && plan.weights.quant_storage.has_value();
    case When::kbit_prepared: return plan.kbit_prepare && plan.trains_adapter();
    case When::seeing: return plan.task == Task::train && plan.images.per_row > 0;
    case When::watching: return plan.task == Task::train && plan.video.per_row > 0;
    case When::unreferenced:
        return plan.task == Task::train && kind_of(plan.objective).generates && kind_of(plan.objective).beta == 0.0;
    case When::online_pairs: return plan.task == Task::train && kind_of(plan.objective).pairs_completions;
    case When::whole_logits: return plan.task == Task::train && kind_of(plan.objective).whole_logits;
    case When::own_adapter:
        return plan.trains_adapter() &&
               std::ranges::any_of(plan.given, [](const std::string &path) { return path.starts_with("adapter."); });
    }
    return false;
}

bool named_before(const Before &before, const Plan &plan)
{
    return before.library.empty() || release_before(plan, before.library, before.since);
}

} // namespace

std::string TakenDefault::reason() const
{
    return says.english == nullptr ? std::string(source) : phrase(says.english, {source, says.name, says.other});
}

std::string Why::text() const { return english == nullptr ? std::string() : phrase(english, {a, b, c}); }

const Read *read_in(const Runner &runner, std::string_view path, const Plan &plan)
{
    for (const Runner *at = &runner; at != nullptr; at = at->base)
        for (const Read &read : at->reads)
            if (read.speaks_of(path, plan)) return &read;
    return nullptr;
}

bool may_refuse(const Runner &runner, std::string_view path)
{
    const auto refuses = [path](const Read &read) { return read.effect == Effect::refused && read.names(path); };
    return std::ranges::any_of(runner.reads, refuses) || (runner.base != nullptr && may_refuse(*runner.base, path));
}

std::span<const HeldRelease> held_by(const Runner &runner)
{
    return runner.library == nullptr ? std::span<const HeldRelease>() : runner.library->holds;
}

std::optional<TakenDefault> default_in(const Runner &runner, std::string_view path, const Plan &plan)
{
    for (const Runner *at = &runner; at != nullptr; at = at->base)
        for (const Default &row : at->defaults)
            if (row.path == path && !row.value.empty() && holds(row.when, plan) && named_before(row.before, plan))
                return TakenDefault{row.value, row.source, row.says};
    return std::nullopt;
}

std::string_view key_in(const Runner &runner, std::string_view path)
{
    for (const Runner *at = &runner; at != nullptr; at = at->own_keys ? nullptr : at->base)
        for (const Default &row : at->defaults)
            if (row.path == path && !row.key.empty()) return row.key;
    return {};
}

const ColocatedEngine &colocated_engine(const Runner &runner)
{
    static constexpr ColocatedEngine unknown;
    for (const Runner *at = &runner; at != nullptr; at = at->base)
        if (at->beside != nullptr) return *at->beside;
    return unknown;
}

bool tiles_head(const Runner &runner, const Plan &plan)
{
    const ObjectiveKind &aim = objective_of(plan);
    const bool whole = aim.teaching != Teaching::none || (runner.losses.whole != nullptr && aim.whole_logits);
    return runner.losses.tiled != nullptr && plan.loss.kind != LossKind::full && !whole;
}

} // namespace plimsoll
