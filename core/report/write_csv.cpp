// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/writers.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

/// Whose figures stand in the line.
void add_rank(std::vector<std::string> &line, const Estimate &estimate)
{
    const Rank &rank = estimate.shown().rank;
    const bool several = speaks_of_ranks(estimate);
    line.push_back(std::to_string(several ? mesh_of(estimate.plan.plan).ranks() : 1));
    line.push_back(several ? role_of(rank, estimate.plan.plan) : "");
    line.push_back(std::to_string(several ? rank.like_it : 1));
}

} // namespace

/// One line per scenario: bytes and a verdict per card.
Result<std::string> write_csv(const Document &document)
{
    const Record *record = block_of<Record>(document);
    if (record == nullptr) return Error{{}, {}, {}, "a report without its answers cannot be written as CSV"};
    std::vector<std::string> head{"scenario",     "allocated_bytes",    "reserved_bytes",
                                  "device_bytes", "interval_low_bytes", "interval_high_bytes"};
    const std::vector<const Verdict *> cards = cards_of(record->input.answers);
    for (const Verdict *card : cards) {
        head.push_back(card->card + " fits");
        head.push_back(card->card + " headroom_bytes");
    }
    const bool spread =
        std::ranges::any_of(record->input.answers, [](const PlanAnswer &one) { return speaks_of_ranks(one.estimate); });
    const std::vector<std::string> keys = run_keys(record->input.answers);
    if (spread) head.insert(head.end(), {"ranks", "rank", "ranks_alike"});
    head.insert(head.end(), keys.begin(), keys.end());
    std::string out = csv_line(head);
    for (const PlanAnswer &answer : record->input.answers) {
        const Peak &peak = answer.estimate.shown().peak;
        std::vector<std::string> line{answer.name};
        for (const Bytes bytes :
             {peak.allocated, peak.reserved, peak.device, peak.device_interval.low, peak.device_interval.high})
            line.push_back(std::to_string(bytes));
        for (const Verdict *card : cards) {
            const Verdict *verdict = verdict_on(answer, *card);
            line.push_back(verdict == nullptr ? "" : std::string(name_of(verdict->fits)));
            line.push_back(verdict == nullptr ? "" : std::to_string(verdict->headroom));
        }
        if (spread) add_rank(line, answer.estimate);
        for (const std::string &key : keys) {
            const auto bytes = run_figure(answer.estimate, key);
            line.push_back(bytes ? std::to_string(*bytes) : std::string());
        }
        out += csv_line(line);
    }
    return out;
}

} // namespace plimsoll::report
