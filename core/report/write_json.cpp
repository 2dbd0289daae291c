// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/report/estimate_json.h"
#include "core/report/writers.h"

namespace plimsoll::report {

namespace {

/// As others may read it: without the folders in which its model lies on the writer's machine.
nlohmann::ordered_json published(PlanAnswer answer)
{
    answer.estimate.plan.plan = card::without_folders(std::move(answer.estimate.plan.plan));
    nlohmann::ordered_json out = estimate_to_json(answer);
    nlohmann::ordered_json &source = out["provenance"]["model_source"];
    if (!source.is_string()) return out;
    const std::string &named = source.get_ref<const std::string &>();
    if (!named.starts_with("hub:") && !named.starts_with("preset:")) source = card::file_name_of(named);
    return out;
}

} // namespace

/// Schema plimsoll.report/1: {"citation", "command", "answers": [estimates]}.
Result<std::string> write_json(const Document &document)
{
    const Record *record = block_of<Record>(document);
    if (record == nullptr) return Error{{}, {}, {}, "a report without its answers cannot be written as JSON"};
    nlohmann::ordered_json answers = nlohmann::ordered_json::array();
    for (const PlanAnswer &answer : record->input.answers) answers.push_back(published(answer));
    const nlohmann::ordered_json out{{"schema", "plimsoll.report/1"},
                                     {"selected", record->input.selected},
                                     {"citation", record->citation},
                                     {"command", record->input.command},
                                     {"answers", std::move(answers)}};
    return to_text(out, 2) + "\n";
}

} // namespace plimsoll::report
