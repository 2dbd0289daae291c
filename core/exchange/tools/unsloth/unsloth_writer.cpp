// SPDX-License-Identifier: GPL-3.0-or-later
// Unsloth 2026.10.9: models/loader.py (from_pretrained), models/llama.py (get_peft_model), models/rl.py (SFTConfig)
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/shared/frozen_words.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/bytes.h"
#include "core/ground/phrase.h"
#include "core/model/lora/scoped_targets.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

constexpr ClosedVocabulary never[] = {
    {"attention", {QT_TRANSLATE_NOOP("core", "%1 has kernels of its own"), "Unsloth"}},
    {"loss.kind", {QT_TRANSLATE_NOOP("core", "%1 has a loss of its own"), "Unsloth"}},
    {"adapter.dtype", {QT_TRANSLATE_NOOP("core", "adapters are float32")}},
    {"weights.double_quant", {QT_TRANSLATE_NOOP("core", "%1 packs the scales again"), "Unsloth"}},
};

// Where a key stands: in the loader's call, the adapter's, or the Trainer's configuration.
constexpr std::string_view of_loader[] = {
    "model_name",      "max_seq_length", "dtype",          "load_in_4bit",           "load_in_8bit",        "load_in_16bit",
    "full_finetuning", "revision",       "fast_inference", "gpu_memory_utilization", "unsloth_vllm_standby"};
constexpr std::string_view of_peft[] = {"r",
                                        "lora_alpha",
                                        "lora_dropout",
                                        "target_modules",
                                        "target_parameters",
                                        "use_rslora",
                                        "bias",
                                        "use_dora",
                                        "modules_to_save",
                                        "use_gradient_checkpointing",
                                        "finetune_vision_layers",
                                        "finetune_language_layers",
                                        "finetune_attention_modules",
                                        "finetune_mlp_modules"};

constexpr std::string_view always[] = {"micro_batch", "sequence_length"};
constexpr TrainingWords words{
    .title = "Unsloth", .stack = &stacks::unsloth, .words = &trainer_words, .never = never, .always = always};

void say_weights(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string &quant = plan.weights.quant;
    const bool full = plan.method == Method::full, four = quant == "nf4" && !full, eight = quant == "int8" && !full;
    text.say("load_in_4bit", four);
    if (eight) text.say("load_in_8bit", true);
    if (full) text.say("full_finetuning", true);
    if (!full && !four && !eight) text.say("load_in_16bit", true);
    if (text.take("weights.quant") && quant != "none" && !four && !eight)
        text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
    if (!text.take("weights.dtype")) return;
    const WeightDtype dtype = plan.weights.dtype;
    if (dtype == WeightDtype::auto_)
        text.say("dtype", nullptr);
    else
        text.say("dtype", "torch." + text.word("weights.dtype", name_of(dtype)));
}

/// models/vision.py, get_peft_model: which parts of a model that sees get adapters; all of them unless switched off. The projector has
/// them where the names of its layers are those of an attention or an MLP (unsloth_zoo 2026.10 peft_utils.py, get_peft_regex).
void say_scope(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<FrozenParts> parts = said_parts(plan, stacks::unsloth);
    if (plan.adapter.targets_regex || (!parts && !reads_more_than_text(plan.model))) return;
    const FrozenParts frozen = parts.value_or(FrozenParts{});
    if (parts) take_parts_said(text);
    text.say("finetune_vision_layers", !frozen.tower);
    text.say("finetune_language_layers", !frozen.language);
    text.say("finetune_attention_modules", true);
    text.say("finetune_mlp_modules", true);
    if (!(frozen.aligner && frozen.tower) && text.states("images.projector"))
        text.cannot("images.projector",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 has no switch for it: its layers' names decide"), {"Unsloth"}));
}

void say_adapter(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::vector<std::string> &targets = plan.adapter.targets;
    const auto scope = plan.adapter.targets_regex ? scoped_targets(targets[0]) : std::nullopt;
    if (scope && text.take("adapter.targets")) {
        text.say("finetune_vision_layers", scope->vision);
        text.say("finetune_language_layers", scope->language);
        text.say("finetune_attention_modules", scope->attention);
        text.say("finetune_mlp_modules", scope->mlp);
    } else if (text.take("adapter.targets")) {
        say_scope(text);
        if (targets.size() == 1 && targets[0] == "default")
            text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "%1 asks for names"), {"Unsloth"}));
        else if (plan.adapter.targets_regex)
            text.say("target_modules", targets[0]);
        else if (targets.size() == 1 && targets[0] == "all-linear") { // which would switch every part on
            if (!text.keys().contains("finetune_vision_layers")) text.say("target_modules", targets[0]);
        } else
            text.say("target_modules", targets);
    }
    if (text.take("adapter.dora")) text.say("use_dora", plan.adapter.dora);
}

void say_activations(TrainingText &text)
{
    if (!text.take("gradient_checkpointing")) return;
    const Checkpointing &held = text.plan().gradient_checkpointing;
    text.say("use_gradient_checkpointing", held.offload ? ordered_json("unsloth") : ordered_json(held.enabled));
    if (held.offload_activations || held.reentrant || held.every > 1 || !held.selective.empty())
        text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
}

/// vLLM in the training's process, which from_pretrained starts.
constexpr RolloutWords of_rollouts = [] {
    RolloutWords out = trl_rollout_words;
    out.tool = "Unsloth";
    out.use_engine = "fast_inference";
    out.share = "gpu_memory_utilization";
    out.mode = out.tensor = out.context = out.sleeps = {};
    return out;
}();

/// Trainers of TRL's that Unsloth patches, by the names of their classes.
struct TrainerClass {
    std::string_view objective, name, module;
};
constexpr TrainerClass trainer_classes[] = {
    {"grpo", "GRPO", "trl"},
    {"rloo", "RLOO", "trl"},
    {"dpo", "DPO", "trl"},
    {"kto", "KTO", "trl"},
    {"orpo", "ORPO", "trl.experimental.orpo"},
    {"cpo", "CPO", "trl.experimental.cpo"},
};

/// Parts of a generation's rows, of which passes without gradients take one at once.
void say_scored_rows(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<Count> rows = plan.rollout.micro_batch_size;
    if (!rows || !kind_of(plan.objective).generates || !text.take("rollout.micro_batch_size")) return;
    const Count all = plan.micro_batch * plan.rollout.steps_per_generation.value_or(plan.gradient_accumulation);
    const Count parts = std::max<Count>(ceil_div(all, *rows), 1);
    text.say("unsloth_grpo_mini_batch", parts);
    if (ceil_div(all, parts) != *rows)
        text.cannot("rollout.micro_batch_size", phrase(QT_TRANSLATE_NOOP("core", "a generation is scored in equal parts")));
}

TrainerClass say_objective(TrainingText &text)
{
    constexpr TrainerClass supervised{"sft", "SFT", "trl"};
    const ObjectiveKind &aim = kind_of(text.plan().objective);
    const auto *const found = std::ranges::find(trainer_classes, aim.name, &TrainerClass::objective);
    const bool known = found != std::end(trainer_classes);
    if (text.take("objective") && !known && !aim.plain)
        text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such objective"), {"Unsloth"}));
    const std::optional<Count> sleep = text.plan().rollout.sleep;
    const bool beside = aim.beta && name_of(text.plan().rollout.engine) == "vllm" && text.plan().rollout.colocated;
    if (beside && sleep.value_or(2) < 2 && text.take("rollout.sleep"))
        text.say("unsloth_vllm_standby", *sleep == 1);
    else if (beside && text.take("rollout.sleep"))
        text.cannot("rollout.sleep", phrase(QT_TRANSLATE_NOOP("core", "it sleeps at level 1, or not at all")));
    const bool pairs = !aim.plain && !aim.generates && aim.head == ObjectiveHead::language;
    say_scored_rows(text);
    say_rollout(text, aim.beta ? of_rollouts : RolloutWords{.tool = "Unsloth"});
    say_preference(text, {.tool = "Unsloth",
                          .precomputes = pairs && aim.residents != nullptr,
                          .loss = pairs ? word_of(aim, "loss_type", "loss_type") : "",
                          .nll = aim.whole_logits ? word_of(aim, "cpo_alpha", "cpo_alpha") : ""});
    say_teaching(text, {"Unsloth", {}, {}});
    return known ? *found : supervised;
}

/// A value as Python has it.
std::string python(const ordered_json &value)
{
    if (value.is_null()) return "None";
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (value.is_string() && value.get_ref<const std::string &>().starts_with("torch.")) return value.get<std::string>();
    if (value.is_array()) {
        std::string out;
        for (const ordered_json &item : value) out += (out.empty() ? "" : ", ") + python(item);
        return '[' + out + ']';
    }
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

template <class Takes>
std::string arguments(const ordered_json &keys, const std::string &indent, Takes takes)
{
    std::string out;
    for (const auto &[key, value] : keys.items())
        if (takes(key)) out += indent + key + " = " + python(value) + ",\n";
    return out;
}

/// The loader's class: of models that see where adapters are told by their part, or all of one trains.
std::string loader_of(const ordered_json &keys, bool sees)
{
    return sees || keys.contains("finetune_vision_layers") ? "FastVisionModel" : "FastLanguageModel";
}

std::string script(const ordered_json &keys, bool adapter, bool sees, const TrainerClass &trainer)
{
    const auto among = [](std::span<const std::string_view> all, const std::string &key) {
        return std::ranges::find(all, std::string_view(key)) != all.end();
    };
    const auto loads = [&](const std::string &key) { return among(of_loader, key); };
    const auto adapts = [&](const std::string &key) { return among(of_peft, key); };
    const std::string name(trainer.name);
    std::string out;
    if (keys.value("unsloth_vllm_standby", false)) // before unsloth is imported
        out += "import os\nos.environ[\"UNSLOTH_VLLM_STANDBY\"] = \"1\"\n";
    out += "import torch\nfrom unsloth import " + loader_of(keys, sees) + "\nfrom " + std::string(trainer.module) + " import " +
           name + "Config, " + name + "Trainer\n\n";
    out += "model, tokenizer = " + loader_of(keys, sees) + ".from_pretrained(\n" + arguments(keys, "    ", loads) + ")\n";
    if (adapter)
        out += "model = " + loader_of(keys, sees) + ".get_peft_model(\n    model,\n" + arguments(keys, "    ", adapts) + ")\n";
    out += "args = " + name + "Config(\n" +
           arguments(keys, "    ", [&](const std::string &key) { return !loads(key) && !adapts(key); }) + ")\n";
    const bool rewarded = kind_of(*plan_enum<Objective>(trainer.objective)).beta.has_value();
    return out + "trainer = " + name + "Trainer(model = model, processing_class = tokenizer, train_dataset = dataset, " +
           (rewarded ? "reward_funcs = rewards, " : "") + "args = args)\n";
}

} // namespace

Result<Exported> write_unsloth(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(words, stated);
    text.say("model_name", model->model);
    if (!model->revision.empty()) text.say("revision", model->revision);
    const TrainerClass trainer = say_objective(text);
    say_weights(text);
    const std::string &quant = text.plan().weights.quant;
    if (says_adapters(text, quant == "nf4" || quant == "int8")) say_adapter(text);
    say_activations(text);
    say_precision(text);
    say_optimizer(text);
    if (kind_of(stated.objective).plain)
        say_packing(text, "packing");
    else if (text.take("padded"))
        text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "it is up to the data")));
    text.say_rest();
    if (text.keys().contains("use_gradient_checkpointing") && stated.method == Method::full)
        text.say("gradient_checkpointing", text.keys()["use_gradient_checkpointing"]);
    return Exported{{},
                    script(text.keys(), text.plan().method != Method::full, reads_more_than_text(stated.model), trainer),
                    std::move(text.not_said())};
}

} // namespace plimsoll
