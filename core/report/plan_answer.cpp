// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plan_answer.h"

#include "core/estimate/unfelt.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

int severity(Fits fits)
{
    switch (fits) {
    case Fits::yes: return 0;
    case Fits::tight: return 1;
    case Fits::unknown: return 2;
    case Fits::no: return 3;
    }
    return 2;
}

std::string upper(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return out;
}

/// What the plan's resolution says belongs to the answer as well; nothing is said twice.
template <class T>
void merge(std::vector<T> &into, const std::vector<T> &more)
{
    std::vector<T> out = more;
    for (T &line : into)
        if (std::ranges::find(more, line) == more.end()) out.push_back(std::move(line));
    into = std::move(out);
}

void say_cards(Estimate &estimate, const std::vector<GpuMatch> &cards)
{
    if (cards.empty())
        estimate.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1: none — workspaces, kernels and context are those of compute capability %2"),
                   {"target.gpus", "8.0"}));
    for (const GpuMatch &card : cards)
        if (!card.assumption.empty()) estimate.assumptions.push_back("target.gpus: " + card.assumption);
}

bool same_card(const Verdict &a, const Verdict &b) { return a.gpu == b.gpu && a.count == b.count; }

} // namespace

Result<PlanAnswer> answer(const ArchitectureRef &architecture, const Plan &plan, const EstimateOptions &options)
{
    std::vector<GpuMatch> cards;
    for (const std::string &name : plan.target.gpus) {
        Result<GpuMatch> found = find_gpu(name);
        if (!found.ok()) {
            Error error = found.error();
            error.field = "target.gpus";
            return error;
        }
        cards.push_back(*std::move(found));
    }
    const DeviceFacts facts = cards.empty() ? DeviceFacts{} : cards.front().gpu->facts();
    Result<Estimate> made = estimate(architecture, plan, facts, options);
    if (!made.ok()) return made.error();
    PlanAnswer out{{}, std::move(made).value(), {}};
    out.name = answer_name(out.estimate.plan.plan);
    std::vector<std::string> assumptions = out.estimate.assumptions;
    merge(assumptions, out.estimate.plan.assumptions.all());
    out.estimate.assumptions = std::move(assumptions);
    merge(out.estimate.warnings, out.estimate.plan.warnings);
    merge(out.estimate.warnings, unfelt_fields(out.estimate));
    say_cards(out.estimate, cards);
    Result<std::vector<Verdict>> verdicts = verdicts_for_target(out.estimate);
    if (!verdicts.ok()) return verdicts.error();
    out.verdicts = std::move(verdicts).value();
    return out;
}

std::string answer_name(const Plan &resolved)
{
    if (!resolved.name.empty()) return resolved.name;
    const std::string precision =
        resolved.weights.quant == "none" ? upper(name_of(resolved.weights.dtype)) : resolved.weights.quant;
    if (resolved.task == Task::infer) return "inference " + precision;
    if (resolved.task == Task::extract) return "extraction " + precision;
    switch (resolved.method) {
    case Method::full: return "full " + precision;
    case Method::lora: return "LoRA " + precision;
    case Method::qlora: break;
    }
    return "QLoRA " + precision;
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

const Verdict *worst(const std::vector<Verdict> &verdicts)
{
    const auto found = std::ranges::max_element(verdicts, {}, [](const Verdict &verdict) { return severity(verdict.fits); });
    return found == verdicts.end() ? nullptr : &*found;
}

const Verdict *card_of_figures(const PlanAnswer &answer)
{
    const auto is_its_own = [&](const Verdict &verdict) { return verdict.need.device == answer.estimate.peak.device; };
    if (std::ranges::all_of(answer.verdicts, is_its_own)) return nullptr;
    const auto found = std::ranges::find_if(answer.verdicts, is_its_own);
    return found == answer.verdicts.end() ? nullptr : &*found;
}

} // namespace plimsoll
