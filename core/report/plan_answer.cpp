// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plan_answer.h"

#include "core/adapters/adapters.h"
#include "core/plan/names.h"
#include "core/ground/ascii.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool same_card(const Verdict &a, const Verdict &b) { return a.gpu == b.gpu && a.count == b.count; }

} // namespace

std::string answer_name(const Plan &resolved)
{
    if (!resolved.name.empty()) return resolved.name;
    const std::string precision =
        resolved.weights.quant == "none" ? upper(name_of(resolved.weights.dtype)) : resolved.weights.quant;
    if (resolved.task == Task::infer) return "inference " + precision;
    if (resolved.task == Task::extract) return "extraction " + precision;
    if (resolved.method == Method::full) return "full " + precision;
    return title_of(resolved.adapter, resolved.method == Method::qlora) + " " + precision;
}

bool server_decides(const std::vector<Verdict> &verdicts, const PlanAnswer *server)
{
    const Verdict *const own = leading(verdicts), *const served = server != nullptr ? leading(server->verdicts) : nullptr;
    if (served == nullptr || served->fits == Fits::yes) return false;
    if (own == nullptr) return true;
    const std::vector<Verdict> both{*own, *served};
    return served->fits != own->fits && worst(both) == &both[1];
}

bool server_decides(const PlanAnswer &answer) { return server_decides(answer.verdicts, answer.server.get()); }

const Verdict *headline_of(const PlanAnswer &answer)
{
    return leading(server_decides(answer) ? answer.server->verdicts : answer.verdicts);
}

std::vector<const Verdict *> cards_of(const std::vector<PlanAnswer> &answers)
{
    std::vector<const Verdict *> out;
    for (const PlanAnswer &answer : answers)
        for (const Verdict &verdict : answer.verdicts)
            if (std::ranges::none_of(out, [&](const Verdict *known) { return same_card(*known, verdict); }))
                out.push_back(&verdict);
    return out;
}

const Verdict *verdict_on(const PlanAnswer &answer, const Verdict &card)
{
    const auto found = std::ranges::find_if(answer.verdicts, [&](const Verdict &one) { return same_card(one, card); });
    return found == answer.verdicts.end() ? nullptr : &*found;
}

const Verdict *card_of_figures(const PlanAnswer &answer)
{
    const auto is_its_own = [&](const Verdict &verdict) { return verdict.need.device == answer.estimate.shown().needed(); };
    if (std::ranges::all_of(answer.verdicts, is_its_own)) return nullptr;
    const auto found = std::ranges::find_if(answer.verdicts, is_its_own);
    return found == answer.verdicts.end() ? nullptr : &*found;
}

} // namespace plimsoll
