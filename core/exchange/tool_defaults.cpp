// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tool_defaults.h"

#include "core/ground/phrase.h"
#include "core/plan/plan_json.h"

#include <algorithm>

namespace plimsoll {

namespace {

struct Asked {
    const Plan &plan;
    ConfigForm form;
};

struct ToolDefault {
    std::string_view tool; ///< as --from takes it
    std::string_view path, value, key, source;
    bool (*when)(const Asked &) = nullptr; ///< null: always
};

/// LoraConfig's own defaults hold in a script, ModelConfig's in a command and its file.
bool has_adapter_by_options(const Asked &asked) { return asked.plan.method != Method::full && asked.form != ConfigForm::call; }

bool is_trainers(const Asked &asked) { return asked.plan.parallel.engine != ParallelEngine::megatron; }

constexpr std::string_view trl_model = "TRL 1.16, ModelConfig", swift_arguments = "ms-swift 4.6, trainers/arguments.py";

// Of tools whose plans name another stack, or a stack whose own default is the planner's. tests/fixtures/exchange/defaults holds them
// against the tools' own.
constexpr ToolDefault rows[] = {
    {"transformers", "micro_batch", "8", "per_device_train_batch_size", "transformers 5.23, TrainingArguments"},
    {"trl", "adapter.rank", "16", "lora_r", trl_model, has_adapter_by_options},
    {"trl", "adapter.alpha", "32", "lora_alpha", trl_model, has_adapter_by_options},
    {"trl", "adapter.dropout", "0.05", "lora_dropout", trl_model, has_adapter_by_options},
    {"ms-swift", "micro_batch", "1", "per_device_train_batch_size", swift_arguments, is_trainers},
    {"ms-swift", "evaluation.micro_batch", "1", "per_device_eval_batch_size", swift_arguments, is_trainers},
};

void take(Imported &out, const ToolDefault &row)
{
    if (out.plan.has(std::string(row.path))) return;
    Result<Plan> with = with_field(out.plan, row.path, row.value);
    if (!with) return;
    out.plan = *std::move(with);
    out.warnings.push_back(
        {"default_taken",
         phrase(QT_TRANSLATE_NOOP("core", "%1 is not stated and taken as %2 (%3)"), {row.key, row.value, row.source}),
         std::string(row.path)});
}

/// ms-swift makes sixteen rows a step of what it is left, and one pass of a GRPO step; its rows are as long as the model takes.
void take_swift(Imported &out)
{
    const Count rows_of_step = out.plan.objective == Objective::grpo ? 1 : 16;
    const Count rows_at_once = std::max<Count>(1, out.plan.micro_batch * out.plan.parallel.data);
    const std::string passes = std::to_string(std::max<Count>(1, (rows_of_step + rows_at_once - 1) / rows_at_once));
    const bool megatron = out.plan.parallel.engine == ParallelEngine::megatron; // its global batch says it
    if (!megatron) take(out, {"", "gradient_accumulation", passes, "gradient_accumulation_steps", swift_arguments});
    if (out.plan.has("sequence_length")) return;
    out.warnings.push_back(
        {"length_not_stated",
         phrase(QT_TRANSLATE_NOOP("core", "%1 is not stated: %2 trains rows up to the model's own length, and %3 "
                                          "tokens are planned; say the length of the longest row"),
                {"max_length", "ms-swift", std::to_string(out.plan.sequence_length)}),
         "sequence_length"});
}

} // namespace

void take_tool_defaults(Imported &out, ConfigForm form)
{
    if (out.plan.task != Task::train) return;
    for (const ToolDefault &row : rows)
        if (row.tool == out.tool && (row.when == nullptr || row.when({out.plan, form}))) take(out, row);
    if (out.tool == "ms-swift") take_swift(out);
}

} // namespace plimsoll
