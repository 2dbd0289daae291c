// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tool_defaults.h"

#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
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

constexpr std::string_view trl_model = "TRL 1.16, ModelConfig", swift_arguments = "ms-swift 4.6, trainers/arguments.py";

// Of tools whose plans name another stack, or a stack whose own default is the planner's. tests/fixtures/exchange/defaults holds them
// against the tools' own.
constexpr ToolDefault rows[] = {
    {"transformers", "micro_batch", "8", "per_device_train_batch_size", "transformers 5.23, TrainingArguments"},
    {"trl", "adapter.rank", "16", "lora_r", trl_model, has_adapter_by_options},
    {"trl", "adapter.alpha", "32", "lora_alpha", trl_model, has_adapter_by_options},
    {"trl", "adapter.dropout", "0.05", "lora_dropout", trl_model, has_adapter_by_options},
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
    const Count rows_of_step = objective_of(out.plan).generates ? 1 : 16;
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

/// An example script of transformers (examples/pytorch) that runs a Trainer, and how long its rows are where nobody says.
struct ExampleScript {
    std::string_view name, key, length;
    bool by_tokenizer = false; ///< the tokenizer's model_max_length first, where the model is no shorter; `length` else
};
constexpr ExampleScript example_scripts[] = {
    {"run_clm.py", "block_size", "1024", true},
    {"run_clm_no_trainer.py", "block_size", "1024", true},
    {"run_fim.py", "block_size", "1024", true},
    {"run_fim_no_trainer.py", "block_size", "1024", true},
    {"run_mlm.py", "max_seq_length", "1024"}, // or the tokenizer's, where that is less
    {"run_mlm_no_trainer.py", "max_seq_length", "1024"},
    {"run_plm.py", "max_seq_length", "512"},
    {"run_glue.py", "max_seq_length", "128"},
    {"run_glue_no_trainer.py", "max_length", "128"},
    {"run_classification.py", "max_seq_length", "128"},
    {"run_xnli.py", "max_seq_length", "128"},
    {"run_qa.py", "max_seq_length", "384"},
    {"run_qa_beam_search.py", "max_seq_length", "384"},
    {"run_qa_no_trainer.py", "max_seq_length", "384"},
    {"run_seq2seq_qa.py", "max_seq_length", "384"},
    {"run_swag.py", "max_seq_length", "1024"},
    {"run_summarization.py", "max_source_length", "1024"},
    {"run_translation.py", "max_source_length", "1024"},
};

void take_script_length(Imported &out, const ConfigText &text)
{
    const std::string &program = text.programs.back();
    const std::string name = program.substr(program.rfind('/') + 1); // npos + 1 is 0
    const auto script = std::ranges::find(example_scripts, std::string_view(name), &ExampleScript::name);
    if (out.plan.has("sequence_length") || (script != std::end(example_scripts) && text.has(script->key))) return;
    if (script == std::end(example_scripts)) {
        out.warnings.push_back(
            {"length_not_stated",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "no length is stated, and what %1 takes then is not known: rows of %2 tokens are planned; "
                                      "say the length of the longest row"),
                    {name, std::to_string(out.plan.sequence_length)}),
             "sequence_length"});
        return;
    }
    const std::string source = "transformers 5.23, " + name;
    if (!script->by_tokenizer) return take(out, {"", "sequence_length", script->length, script->key, source});
    Result<Plan> with = with_field(out.plan, "sequence_length", script->length);
    if (!with) return;
    out.plan = *std::move(with);
    out.warnings.push_back(
        {"default_taken",
         phrase(QT_TRANSLATE_NOOP(
                    "core", "%1 is not stated: %2 makes rows of the tokenizer's model_max_length where the model's positions "
                            "reach so far, and else of %3 tokens, which are planned; say %1 where the tokenizer names a "
                            "length"),
                {script->key, name, script->length}),
         "sequence_length"});
}

} // namespace

void take_tool_defaults(Imported &out, const ConfigText &text)
{
    if (out.plan.task != Task::train) return;
    for (const ToolDefault &row : rows)
        if (row.tool == out.tool && (row.when == nullptr || row.when({out.plan, text.form}))) take(out, row);
    if (out.tool == "ms-swift") take_swift(out);
    if (out.tool == "transformers" && text.form == ConfigForm::command && !text.programs.empty()) take_script_length(out, text);
}

} // namespace plimsoll
