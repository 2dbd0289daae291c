// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/sweep_table.h"

#include "core/api/threads.h"
#include "core/cards/gpu.h"
#include "core/fit/choice.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

SweepRow row_at(const SweepJob &job, std::size_t index)
{
    SweepRow out;
    out.values = job.sweep.values_at(index);
    const Result<Estimate> made = sweep_estimate(job.model_at(index), job.sweep.plan_at(index), job.target);
    if (!made.ok()) {
        out.point.error = made.error();
        return out;
    }
    out.point = judged_point(*made, job.target);
    out.need = made->fullest().needed();
    if (made->fullest().engine) out.claim = made->fullest().peak.device;
    const std::string card = smallest_card(*made).gpu;
    out.smallest_card = card.empty() ? std::string() : find_gpu(card)->gpu->short_title();
    return out;
}

void compare(SweepRow &row, const SweepRow &first)
{
    if (row.point.error || first.point.error) return;
    row.extra = row.need - first.need;
    if (first.need > 0) row.saved_percent = 100.0 * static_cast<double>(-*row.extra) / static_cast<double>(first.need);
}

std::string signed_figure(const std::optional<Bytes> &extra) { return !extra ? "" : *extra == 0 ? "–" : gib_difference(*extra); }

std::string saved_text(const SweepRow &row)
{
    const bool saves = row.extra && *row.extra < 0 && row.saved_percent;
    return saves ? fixed(*row.saved_percent, 0) + " %" : "";
}

bool any_claims(const std::vector<SweepRow> &rows)
{
    return std::ranges::any_of(rows, [](const SweepRow &row) { return row.claim.has_value(); });
}

std::vector<std::string> shown_row(const SweepRow &row, bool claims, std::size_t cards)
{
    std::vector<std::string> out = row.values;
    const bool failed = row.point.error.has_value();
    out.push_back(failed ? "" : gib_table(row.need));
    if (claims) out.push_back(row.claim ? gib_table(*row.claim) : "");
    out.push_back(signed_figure(row.extra));
    out.push_back(saved_text(row));
    for (std::size_t i = 0; i < cards; ++i) out.emplace_back(failed ? std::string_view() : name_of(row.point.fits[i]));
    out.push_back(failed ? row.point.error->message() : row.smallest_card.empty() ? "none" : row.smallest_card);
    return out;
}

} // namespace

Result<std::vector<SweepRow>> sweep_rows(const SweepJob &job, unsigned threads)
{
    if (job.sweep.size() > most_table_points)
        return Error{"over",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 points"), {std::to_string(job.sweep.size())}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 to %2 points"), {"1", std::to_string(most_table_points)}),
                     {}};
    std::vector<SweepRow> out(job.sweep.size());
    for_each_of(out.size(), threads, [&](std::size_t at) { out[at] = row_at(job, at); });
    const std::size_t group = job.sweep.axes().back().values.size();
    for (std::size_t i = 0; i < out.size(); ++i) compare(out[i], out[i - i % group]);
    return out;
}

report::Table sweep_table(const SweepJob &job, const std::vector<SweepRow> &rows)
{
    report::Table out;
    const bool claims = any_claims(rows);
    const auto column = [&](std::string title, bool figures) { out.columns.push_back({std::move(title), figures}); };
    for (const SweepAxis &axis : job.sweep.axes()) column(axis.field, false);
    column("needs", true);
    if (claims) column("claims", true);
    column("extra", true);
    column("saved", true);
    const std::vector<std::string> cards = job.target.names();
    for (const std::string &card : cards) column(card, false);
    column("smallest card", false);
    for (const SweepRow &row : rows) out.rows.push_back(report::row_of(shown_row(row, claims, cards.size())));
    return out;
}

std::vector<std::string> difference_cells(const SweepRow &row)
{
    const auto figure = [](const std::optional<Bytes> &bytes) { return bytes ? std::to_string(*bytes) : std::string(); };
    const bool failed = row.point.error.has_value();
    return {failed ? std::string() : std::to_string(row.need), figure(row.claim), figure(row.extra),
            row.saved_percent ? fixed(*row.saved_percent, 2) : std::string(), row.smallest_card};
}

nlohmann::ordered_json difference_to_json(const SweepRow &row)
{
    nlohmann::ordered_json out;
    out["need_bytes"] = row.point.error ? nlohmann::ordered_json() : nlohmann::ordered_json(row.need);
    out["claim_bytes"] = or_null(row.claim);
    out["extra_bytes"] = or_null(row.extra);
    out["saved_percent"] = or_null(row.saved_percent);
    out["smallest_card"] = row.smallest_card.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.smallest_card);
    return out;
}

} // namespace plimsoll
