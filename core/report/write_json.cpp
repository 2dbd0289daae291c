// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/report/estimate_json.h"
#include "core/report/writers.h"

namespace plimsoll::report {

/// Schema plimsoll.report/1: {"citation", "command", "answers": [estimates]}.
Result<std::string> write_json(const Document &document)
{
    const Record *record = block_of<Record>(document);
    if (record == nullptr) return Error{{}, {}, {}, "a report without its answers cannot be written as JSON"};
    nlohmann::ordered_json answers = nlohmann::ordered_json::array();
    for (const PlanAnswer &answer : record->input.answers) answers.push_back(estimate_to_json(answer));
    const nlohmann::ordered_json out{{"schema", "plimsoll.report/1"},
                                     {"selected", record->input.selected},
                                     {"citation", record->citation},
                                     {"command", record->input.command},
                                     {"answers", std::move(answers)}};
    return to_text(out, 2) + "\n";
}

} // namespace plimsoll::report
