// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/measure.h"

#include "core/exchange/tools/shared/engine_words.h"
#include "core/ground/embedded.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/model/config/config_json.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/runner/read.h"

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

/// Who trains in the place of a stack: a part of resources/measure, and what of the stack is then not run.
struct MeasuredStack {
    std::string_view name, runner;
    const char *not_covered = nullptr;
};
constexpr MeasuredStack measured_stacks[] = {
    {"transformers", "trainer"},
    {"trl", "trl"},
    {"pytorch", "loop"},
    {"axolotl", "trainer", "the stack's own patches: transformers' Trainer runs in its place"},
    {"llama-factory", "trainer", "the stack's own patches: transformers' Trainer runs in its place"},
};

constexpr std::string_view steps_of_training = "3";

const MeasuredStack *measured_stack(const Plan &plan)
{
    const auto *const found = std::ranges::find(measured_stacks, name_of(plan.stack), &MeasuredStack::name);
    return found == std::end(measured_stacks) ? nullptr : found;
}

/// A field of which a script runs some values only.
constexpr Why nothing_else{QT_TRANSLATE_NOOP("core", "the script that measures runs nothing else")};

struct OnlyRuns {
    std::string_view path;
    std::string_view accepted;
    bool (*runs)(const Plan &);
    Why why = nothing_else;
    std::string (*listed)() = nullptr; ///< what is accepted, where it is a list that grows
};

constexpr Why of_whole_models{QT_TRANSLATE_NOOP(
    "core", "the script that measures builds the whole model on each card, where such a run holds a part of it")};

bool known_quant(const Plan &plan)
{
    constexpr std::array<std::string_view, 4> known{"none", "nf4", "fp4", "int8"};
    return std::ranges::find(known, plan.weights.quant) != known.end();
}

/// Objectives that a trainer of TRL 1.16 carries out on rows of words (resources/measure/objective.py), and what of completions it
/// takes: an engine beside it, models that reward, how long the engine's context is.
struct MeasuredObjective {
    std::string_view name;
    bool engine = false, rewards = false, context = false;
};
constexpr MeasuredObjective measured_objectives[] = {
    {"dpo"},
    {"kto"},
    {"orpo"},
    {"cpo"},
    {"reward"},
    {"gkd"}, // experimental/gkd: generate() alone
    {.name = "grpo", .engine = true, .rewards = true, .context = true},
    {.name = "rloo", .engine = true, .rewards = true, .context = true},
    {.name = "distillation", .engine = true, .context = true},
    {.name = "online_dpo", .engine = true, .rewards = true}, // its engine's context is max_length and max_new_tokens together
};

const MeasuredObjective *measured_objective(const Plan &plan)
{
    const auto *const found = std::ranges::find(measured_objectives, kind_of(plan.objective).name, &MeasuredObjective::name);
    return found == std::end(measured_objectives) ? nullptr : found;
}

bool known_objective(const Plan &plan)
{
    const MeasuredStack *const stack = measured_stack(plan);
    return kind_of(plan.objective).plain || (measured_objective(plan) != nullptr && stack != nullptr && stack->runner == "trl");
}

bool draws(const Plan &plan)
{
    const ObjectiveKind &aim = kind_of(plan.objective);
    return aim.generates && (!aim.on_policy || plan.distillation.on_policy > 0);
}

bool tells_lengths(const Plan &plan) { return !draws(plan) || (plan.rollout.prompt_length && plan.rollout.completion_length); }

/// TRL's own engine: vLLM in the process that trains, asleep at level 2 or never.
bool serves(const Plan &plan) { return kind_of(plan.objective).generates && plan.rollout.engine != Engine{}; }

bool known_engine(const Plan &plan)
{
    return !serves(plan) || (measured_objective(plan)->engine && name_of(plan.rollout.engine) == "vllm");
}

/// TRL sets as many as it draws at once: micro_batch, of every rank of an engine and step of a generation.
bool own_sequences(const Plan &plan)
{
    if (!serves(plan) || !plan.has("rollout.max_num_seqs") || !plan.rollout.max_num_seqs) return true;
    return *plan.rollout.max_num_seqs == generated_rows(plan) * plan.rollout.tensor;
}

bool known_share(const Plan &plan)
{
    const ObjectiveKind &aim = kind_of(plan.objective);
    return aim.teaching != Teaching::tiled || plan.distillation.on_policy == 1.0;
}

bool known_checkpointing(const Plan &plan)
{
    const Checkpointing &wanted = plan.gradient_checkpointing;
    if (!wanted.enabled && !wanted.offload_activations) return true;
    const MeasuredStack *const stack = measured_stack(plan);
    if (wanted.offload_activations) return stack != nullptr && stack->runner == "trl";
    return !wanted.offload && wanted.every == 1 && wanted.selective.empty();
}

bool known_loss(const Plan &plan)
{
    const MeasuredStack *const stack = measured_stack(plan);
    const std::string_view runner = stack != nullptr ? stack->runner : std::string_view();
    switch (plan.loss.kind) {
    case LossKind::full: return true;
    case LossKind::fused:
    case LossKind::fused_ce: return runner != "loop";
    case LossKind::chunked: return runner == "trl";
    default: return false;
    }
}

bool known_optimizer(const Plan &plan)
{
    const MeasuredStack *const stack = measured_stack(plan);
    switch (kind_of(plan.optimizer).measured) {
    case MeasuredBy::any: return true;
    case MeasuredBy::trainer: return stack != nullptr && stack->runner != "loop";
    case MeasuredBy::nothing: break;
    }
    return false;
}

std::string known_optimizers()
{
    return optimizers_that([](const OptimizerKind &kind) { return kind.measured == MeasuredBy::any; }) + " | " +
           optimizers_that([](const OptimizerKind &kind) { return kind.measured == MeasuredBy::trainer; }, ", ") +
           " (transformers, trl)";
}

bool ddp_alone(const Plan &plan)
{
    const Parallel &p = plan.parallel;
    return p.zero == 0 && p.offload == Offload::none && (!p.engine || *p.engine == ParallelEngine::ddp);
}

constexpr OnlyRuns of_training[] = {
    {"stack", "transformers | trl | pytorch | axolotl | llama-factory",
     [](const Plan &p) { return measured_stack(p) != nullptr; }},
    {"objective", "sft | dpo | kto | orpo | cpo | reward | grpo | rloo | gkd | distillation | online_dpo (trl)", known_objective},
    {"rollout.engine", "transformers | vllm (grpo, rloo, distillation, online_dpo)", known_engine},
    {"rollout.colocated", "true", [](const Plan &p) { return !serves(p) || p.rollout.colocated; }},
    {"rollout.sleep", "0 | 2", [](const Plan &p) { return !serves(p) || p.rollout.sleep.value_or(0) != 1; }},
    {"rollout.offload_trainer", "false", [](const Plan &p) { return !serves(p) || !p.rollout.offload_trainer; }},
    {"rollout.tensor", "ranks that parallel.data has",
     [](const Plan &p) { return !serves(p) || p.parallel.data % std::max<Count>(1, p.rollout.tensor) == 0; }},
    {"rollout.max_model_length", "null",
     [](const Plan &p) { return !serves(p) || measured_objective(p)->context || !p.has("rollout.max_model_length"); }},
    {"rollout.max_num_seqs", "null", own_sequences},
    {"weights.quant", "none (beside an engine)", [](const Plan &p) { return !serves(p) || p.weights.quant == "none"; }},
    {"rollout.completion_length", "tokens, and rollout.prompt_length beside them", tells_lengths},
    {"rollout.reward_models", "[]",
     [](const Plan &p) {
         return p.rollout.reward_models.empty() || (measured_objective(p) != nullptr && measured_objective(p)->rewards);
     }},
    {"distillation.teacher", "a model",
     [](const Plan &p) { return kind_of(p.objective).teaching == Teaching::none || p.distillation.teacher; }},
    {"distillation.on_policy", "1 (distillation)", known_share},
    {"gradient_checkpointing", "true | false | {\"reentrant\": true} | {\"offload\": \"activations\"} (trl)",
     known_checkpointing},
    {"loss.kind", "full | fused, fused_ce (transformers, trl) | chunked (trl)", known_loss},
    {"optimizer.name", {}, known_optimizer, nothing_else, known_optimizers},
    {"optimizer.in_backward", "false", [](const Plan &p) { return !p.optimizer.in_backward; }},
    {"parallel.zero", "0", ddp_alone, of_whole_models},
};
constexpr OnlyRuns of_inference[] = {
    {"inference.engine", "transformers", [](const Plan &p) { return name_of(p.inference.engine) == "transformers"; }},
    {"inference.assistant", "null", [](const Plan &p) { return !p.inference.assistant; }},
    {"inference.kv_dtype", "int4 | int8 (quantized)",
     [](const Plan &p) { return p.inference.cache != CacheKind::quantized || p.inference.kv_dtype != KvDtype::fp8; }},
};
constexpr OnlyRuns of_extraction[] = {
    {"extract.capture", "hidden_states | attentions | full", [](const Plan &p) { return p.extract.capture != Capture::hooks; }},
    {"extract.layers", "all", [](const Plan &p) { return p.extract.layers.empty(); }},
    {"extract.chunk", "null", [](const Plan &p) { return !p.extract.chunk || *p.extract.chunk >= p.sequence_length; }},
};
constexpr OnlyRuns of_all[] = {
    {"weights.quant", "none | nf4 | fp4 | int8", known_quant},
    {"weights.quantize_moe_experts", "false", [](const Plan &p) { return !p.weights.quantize_moe_experts; }},
    {"parallel.tensor", "1", [](const Plan &p) { return p.parallel.tensor == 1; }, of_whole_models},
    {"parallel.pipeline", "1", [](const Plan &p) { return p.parallel.pipeline == 1; }, of_whole_models},
    {"parallel.context", "1", [](const Plan &p) { return p.parallel.context == 1; }, of_whole_models},
    {"parallel.expert", "1", [](const Plan &p) { return p.parallel.expert == 1; }, of_whole_models},
};

std::optional<Error> refusal(const Plan &plan)
{
    const auto first = [&plan](std::span<const OnlyRuns> rows) -> std::optional<Error> {
        for (const OnlyRuns &row : rows)
            if (!row.runs(plan))
                return Error{std::string(row.path), shown_value(row.path, plan),
                             row.listed ? row.listed() : std::string(row.accepted), row.why.text()};
        return std::nullopt;
    };
    if (auto error = first(of_all)) return error;
    if (plan.task == Task::train) return first(of_training);
    return plan.task == Task::infer ? first(of_inference) : first(of_extraction);
}

/// The parts of resources/measure in the order in which they follow, and the lines of run(model).
struct Script {
    std::vector<std::string_view> parts{"meter", "model"};
    std::vector<std::string> run;
    std::vector<std::string> packages{"torch", "transformers"};
    std::string runner;
    std::vector<std::string> not_covered;
};

void add_training(const Plan &plan, Script &out)
{
    const MeasuredStack &stack = *measured_stack(plan);
    out.runner = stack.runner;
    out.parts.push_back("batches");
    if (plan.method != Method::full) {
        out.parts.push_back("adapter");
        out.packages.push_back("peft");
    }
    if (plan.trainable) {
        out.parts.push_back("freeze");
        out.run.push_back("freeze(model)");
    }
    out.parts.push_back("optimizer");
    if (!kind_of(plan.objective).plain) out.parts.push_back("objective");
    out.parts.push_back(stack.runner == "loop" ? "loop" : "trainer");
    out.run.push_back("return train(model)");
    if (stack.runner != "loop") out.packages.push_back("accelerate");
    if (stack.runner == "trl") out.packages.insert(out.packages.end(), {"trl", "datasets"});
    if (plan.loss.kind == LossKind::fused || plan.loss.kind == LossKind::fused_ce) out.packages.push_back("liger-kernel");
    if (serves(plan)) out.packages.emplace_back("vllm");
    if (stack.not_covered != nullptr) out.not_covered.push_back(stack.not_covered);
    if (plan.parallel.data > 1) out.not_covered.push_back("other ranks than 0, and links between nodes");
    if (plan.evaluation.micro_batch > 0 && plan.has("evaluation.micro_batch")) out.not_covered.push_back("evaluation");
}

Script script_of(const Plan &plan)
{
    Script out;
    if (plan.weights.quant != "none") {
        out.parts.push_back("quantised");
        out.run.push_back("model = quantise(model)");
        out.packages.insert(out.packages.end(), {"accelerate", "bitsandbytes"});
    }
    if (plan.task == Task::train) {
        add_training(plan, out);
    } else {
        out.runner = plan.task == Task::infer ? "generate" : "extract";
        out.parts.push_back(plan.task == Task::infer ? "generate" : "extract");
        out.run.push_back("return " + out.runner + "(model)");
    }
    if (plan.attention == AttentionBackend::flash2) out.packages.push_back("flash-attn");
    out.parts.push_back("report");
    std::ranges::sort(out.packages.begin() + 2, out.packages.end());
    out.packages.erase(std::unique(out.packages.begin(), out.packages.end()), out.packages.end());
    return out;
}

std::string_view part(std::string_view name)
{
    const auto files = embedded_measure();
    return std::ranges::find(files, name, &EmbeddedFile::name)->text;
}

/// JSON between r''' and ''': an apostrophe stands within its strings alone.
std::string literal(const ordered_json &value)
{
    std::string out = "json.loads(r'''";
    for (const char c : to_text(value)) {
        if (c == '\'')
            out += "\\u0027";
        else
            out += c;
    }
    return out + "''')";
}

/// What the script builds a model of.
Result<ordered_json> kept_config(const std::string &config, const char *field)
{
    const Result<nlohmann::json> checked = parse_config_json(config, "config.json", config_size_limit);
    if (!checked) return checked.error();
    ordered_json kept = ordered_json::parse(without_bare_words(config, "1e308"), nullptr, false);
    if (!kept.is_object() || !kept.contains("model_type"))
        return Error{field,
                     phrase(QT_TRANSLATE_NOOP("core", "no %1"), {"model_type"}),
                     phrase(QT_TRANSLATE_NOOP("core", "a %1 of transformers"), {"config.json"}),
                     {}};
    for (const char *const key : {"_name_or_path", "auto_map", "quantization_config", "transformers_version"}) kept.erase(key);
    return kept;
}

std::string words(const std::vector<std::string> &all, std::string_view between)
{
    std::string out;
    for (const std::string &one : all) out.append(out.empty() ? "" : between).append(one);
    return out;
}

/// DDP's fields, as TrainingArguments names them.
ordered_json sharding(const Plan &plan)
{
    ordered_json out = ordered_json::object();
    if (plan.task != Task::train || plan.parallel.data == 1) return out;
    out["ddp_bucket_cap_mb"] = plan.parallel.bucket_mb;
    if (plan.parallel.find_unused_parameters) out["ddp_find_unused_parameters"] = *plan.parallel.find_unused_parameters;
    return out;
}

/// Configurations of the models beside the one that trains; null and empty where there are none.
struct Others {
    ordered_json teacher, judges = ordered_json::array();
};

/// As the plan states it, where a name alone says which; else its configuration, since a script has no path of anybody's.
ordered_json stated_model(const ModelReference &one, const ordered_json &config)
{
    return one.preset.empty() ? ordered_json{{"config", config}} : ordered_json{{"preset", one.preset}};
}

void state_others(const Plan &plan, const Others &others, ordered_json &settings)
{
    ordered_json &teacher = settings["distillation"]["teacher"];
    teacher = others.teacher.is_null() ? ordered_json() : stated_model(*plan.distillation.teacher, others.teacher);
    ordered_json judges = ordered_json::array();
    for (std::size_t i = 0; i < others.judges.size(); ++i)
        judges.push_back(stated_model(plan.rollout.reward_models[i], others.judges[i]));
    settings["rollout"]["reward_models"] = std::move(judges);
}

std::string head(const Plan &plan, const Script &script, const ordered_json &config, const Others &others)
{
    ordered_json settings = plan_to_json(plan);
    settings["name"] = "";
    // a stated evaluation counts: read back, this plan asks for none that was not
    if (!plan.has("evaluation.micro_batch")) settings["evaluation"]["micro_batch"] = nullptr;
    settings["model"] = plan.model.preset.empty() ? ordered_json() : ordered_json{{"preset", plan.model.preset}};
    state_others(plan, others, settings);
    const std::string ranks = std::to_string(plan.task == Task::train ? plan.parallel.data : 1);
    const std::string python = ranks == "1" ? "python" : "torchrun --nproc-per-node " + ranks;
    std::string out =
        "\"\"\"Measures a plan of Plimsoll on this machine's GPU: real libraries, random weights and tokens, no downloads.\n\n";
    out += "    pip install " + words(script.packages, " ") + "\n    " + python + " measure.py > measured.json\n";
    out += "    plimsoll import measured.json\n\nOne JSON object (plimsoll.measurement/1) goes to standard output; it holds no "
           "path, host or user.\n\"\"\"\n";
    out += "import json\n\nPLAN = " + literal(settings) + "\nCONFIG = " + literal(config) + '\n';
    out += "GIVEN = PLAN if PLAN[\"model\"] else dict(PLAN, model={\"config\": CONFIG})\n";
    if (std::ranges::find(script.parts, "objective") != script.parts.end())
        out += "TEACHER, JUDGES = " + literal(others.teacher) + ", " + literal(others.judges) + '\n';
    out += "RUNNER, STEPS, RANKS = \"" + script.runner + "\", " +
           std::string(plan.task == Task::train ? steps_of_training : "1") + ", " + ranks + '\n';
    out += "SHARDING = " + literal(sharding(plan)) + "\nNOTES, NOT_COVERED = [], " + literal(script.not_covered) + "\n\n";
    return out;
}

} // namespace

Result<Exported> write_measure(const Plan &resolved, const MeasuredModels &models)
{
    if (auto error = refusal(resolved)) return *std::move(error);
    const Result<ordered_json> config = kept_config(models.policy, "model");
    if (!config) return config.error();
    Others others;
    if (!models.teacher.empty()) {
        Result<ordered_json> read = kept_config(models.teacher, "distillation.teacher");
        if (!read) return read.error();
        others.teacher = *std::move(read);
    }
    for (const std::string &one : models.reward_models) {
        Result<ordered_json> read = kept_config(one, "rollout.reward_models");
        if (!read) return read.error();
        others.judges.push_back(*std::move(read));
    }
    const Script script = script_of(resolved);
    std::string text = head(resolved, script, *config, others);
    for (const std::string_view name : script.parts) {
        text.append("\n").append(part(name)).append("\n");
        if (name != script.parts[script.parts.size() - 2]) continue;
        text += "\ndef run(model):\n";
        for (const std::string &line : script.run) text += "    " + line + '\n';
        text += '\n';
    }
    return Exported{{}, std::move(text), {}};
}

} // namespace plimsoll
