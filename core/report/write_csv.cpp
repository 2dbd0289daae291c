// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv.h"
#include "core/report/writers.h"

namespace plimsoll::report {

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
        out += csv_line(line);
    }
    return out;
}

} // namespace plimsoll::report
