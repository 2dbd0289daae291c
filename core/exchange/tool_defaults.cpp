// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tool_defaults.h"

#include "core/ground/phrase.h"
#include "core/plan/plan_json.h"

namespace plimsoll {

namespace {

struct ToolDefault {
    std::string_view tool; ///< as --from takes it
    std::string_view path, value, key, source;
};

// Of tools whose plans name another stack, or a stack whose own default is the planner's. tests/fixtures/exchange/defaults holds them
// against the tools' own.
constexpr ToolDefault rows[] = {
    {"transformers", "micro_batch", "8", "per_device_train_batch_size", "transformers 5.23, TrainingArguments"},
    {"ms-swift", "micro_batch", "1", "per_device_train_batch_size", "ms-swift 4.6, TrainArgumentsMixin"},
    {"ms-swift", "evaluation.micro_batch", "1", "per_device_eval_batch_size", "ms-swift 4.6, TrainArgumentsMixin"},
};

} // namespace

void take_tool_defaults(Imported &out)
{
    if (out.plan.task != Task::train) return;
    for (const ToolDefault &row : rows) {
        if (row.tool != out.tool || out.plan.has(std::string(row.path))) continue;
        Result<Plan> with = with_field(out.plan, row.path, row.value);
        if (!with) continue;
        out.plan = *std::move(with);
        out.warnings.push_back(
            {"default_taken",
             phrase(QT_TRANSLATE_NOOP("core", "%1 is not stated and taken as %2 (%3)"), {row.key, row.value, row.source}),
             std::string(row.path)});
    }
}

} // namespace plimsoll
