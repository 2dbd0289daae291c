// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ranks/rank_figures.h"

#include "core/estimate/titles.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/rank.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Several reasons as one: "a (source); b".
class Reasons {
public:
    void add(const std::string &why, const std::string &source)
    {
        if (why.empty()) return;
        const std::string one = source.empty() ? why : why + " (" + source + ")";
        m_text.append(m_text.empty() ? "" : "; ").append(one);
    }
    [[nodiscard]] std::string take() && { return std::move(m_text); }

private:
    std::string m_text;
};

std::string reasons_of(const std::vector<HostLine> &lines)
{
    Reasons out;
    for (const HostLine &line : lines) out.add(line.why, line.source);
    return std::move(out).take();
}

std::string reasons_of(const Communication &sent)
{
    Reasons out;
    for (const SentBytes &line : sent.lines) out.add(line.formula, line.source);
    return std::move(out).take();
}

std::string reason_of(const SaveBytes &save)
{
    Reasons out;
    out.add(save.why, save.source);
    return std::move(out).take();
}

} // namespace

bool speaks_of_ranks(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    return plan.task == Task::train && plan.parallel.spread();
}

std::string role_in_words(const Rank &rank, const Plan &plan)
{
    switch (role_in(rank, plan)) {
    case RankRole::all: return phrase(QT_TRANSLATE_NOOP("core", "all"));
    case RankRole::first_stage: return phrase(QT_TRANSLATE_NOOP("core", "first stage"));
    case RankRole::middle_stage: return phrase(QT_TRANSLATE_NOOP("core", "stage %1"), {localised(grouped(rank.stage + 1))});
    case RankRole::last_stage: return phrase(QT_TRANSLATE_NOOP("core", "last stage"));
    case RankRole::one_rank: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "rank %1"), {localised(grouped(rank.number))});
}

report::Table ranks_table(const Estimate &estimate, const ByteFigures &in)
{
    report::Table out{{{phrase(QT_TRANSLATE_NOOP("core", "Rank"))},
                       {phrase(QT_TRANSLATE_NOOP("core", "alike")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "Allocated")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "Reserved")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "On the device")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "90 % interval")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "Peak at"))}},
                      {}};
    const auto figure = [&in](Bytes bytes) { return localised(in.table(bytes)); };
    for (const ProcessEstimate &process : estimate.processes)
        out.rows.push_back(
            report::row_of({role_in_words(process.rank, estimate.plan.plan), localised(grouped(process.rank.like_it)),
                            figure(process.peak.allocated), figure(process.peak.reserved), figure(process.needed()),
                            figure(process.needed_interval().low) + "–" + figure(process.needed_interval().high),
                            title_of(process.peak.phase)}));
    return out;
}

std::vector<RunFigure> run_figures_of(const Estimate &estimate)
{
    std::vector<RunFigure> out;
    if (const auto &host = estimate.run.host) {
        out.push_back({"host_load_bytes", phrase(QT_TRANSLATE_NOOP("core", "Host, while loading")), host->load,
                       reasons_of(host->while_loading)});
        if (host->steady > 0)
            out.push_back({"host_steady_bytes", phrase(QT_TRANSLATE_NOOP("core", "Host, while training")), host->steady,
                           reasons_of(host->while_training)});
        if (host->pinned > 0)
            out.push_back({"host_pinned_bytes", phrase(QT_TRANSLATE_NOOP("core", "of it pinned")), host->pinned, {}});
    }
    if (const auto &save = estimate.run.save) {
        out.push_back(
            {"save_bytes", phrase(QT_TRANSLATE_NOOP("core", "Rank 0's card, while saving")), save->card, reason_of(*save)});
        if (save->host > 0)
            out.push_back({"save_host_bytes", phrase(QT_TRANSLATE_NOOP("core", "Host of rank 0, while saving")), save->host, {}});
    }
    if (const auto &sent = estimate.run.communication)
        out.push_back({"communication_bytes", phrase(QT_TRANSLATE_NOOP("core", "Sent by a rank in a step")), sent->bytes,
                       reasons_of(*sent)});
    return out;
}

std::vector<std::string> run_keys(const std::vector<PlanAnswer> &answers)
{
    std::vector<std::string> out;
    for (const PlanAnswer &answer : answers)
        for (const RunFigure &one : run_figures_of(answer.estimate))
            if (std::ranges::find(out, one.key) == out.end()) out.push_back(one.key);
    return out;
}

std::optional<Bytes> run_figure(const Estimate &estimate, std::string_view key)
{
    for (const RunFigure &one : run_figures_of(estimate))
        if (one.key == key) return one.bytes;
    return std::nullopt;
}

report::Table run_table(const Estimate &estimate, const ByteFigures &in)
{
    report::Table out{{{phrase(QT_TRANSLATE_NOOP("core", "Beside the cards"))},
                       {std::string(in.name()), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "Why"))}},
                      {}};
    for (const RunFigure &one : run_figures_of(estimate))
        out.rows.push_back(report::row_of({one.title, localised(in.table(one.bytes)), one.why}));
    return out;
}

} // namespace plimsoll
