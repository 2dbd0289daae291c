// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: what `trl sft --config FILE` reads (scripts/utils.py, TrlParser); keys that its dataclasses do not have go to
// `accelerate launch` (cli/commands/training.py)
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/exchange/tools/trl/trl_script_writer.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr ClosedVocabulary never[] = {
    {"adapter.dtype", {QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), "TRL"}},
    {"adapter.bias", {QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), "TRL's ModelConfig"}},
    {"inference.new_tokens", {QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task train"}},
    {"inference.cache", {QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task train"}},
};

// adapters: ModelConfig has other defaults than PEFT, whose a plan has
constexpr std::string_view always[] = {"micro_batch", "sequence_length", "adapter.rank", "adapter.alpha", "adapter.dropout"};

constexpr TrainingWords words{.title = "TRL", .stack = &stacks::trl, .words = &trainer_words, .never = never, .always = always};

void say_quantisation(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string &quant = plan.weights.quant;
    const bool four = is_bitsandbytes_4bit(quant);
    if (text.take("weights.quant")) {
        if (four) text.say("load_in_4bit", true);
        if (quant == "fp4") text.say("bnb_4bit_quant_type", "fp4");
        if (quant == "int8") text.say("load_in_8bit", true);
        if (!four && quant != "int8" && quant != "none")
            text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
        if (quant == "none") text.say("load_in_4bit", false);
    }
    for (const char *path : {"weights.double_quant", "weights.quant_storage"}) {
        if (!text.take(path)) continue;
        if (!four)
            text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "only %1 and %2 have one"), {"nf4", "fp4"}));
        else if (std::string_view(path) == "weights.double_quant")
            text.say("use_bnb_nested_quant", plan.weights.double_quant);
        else if (plan.weights.quant_storage)
            text.say("bnb_4bit_quant_storage", text.word("weights.quant_storage", name_of(*plan.weights.quant_storage)));
    }
}

/// PEFT's, where adapters train; TRL takes a list, whose only word stands for itself.
void say_adapter(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::vector<std::string> &targets = plan.adapter.targets;
    if (!text.take("adapter.targets")) return;
    if (targets.size() == 1 && targets[0] == "default")
        return text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "it is what TRL does where nobody says")));
    if (plan.adapter.targets_regex || (targets.size() == 1 && targets[0] == "all-linear"))
        return text.say("lora_target_modules", targets[0]);
    text.say("lora_target_modules", targets);
}

/// trl/scripts: the trainers that a command starts.
constexpr std::string_view commands[] = {"sft", "dpo", "kto", "reward", "grpo", "rloo", "distillation"};

/// GRPOConfig and RLOOConfig.
constexpr RolloutWords of_groups = [] {
    RolloutWords out = trl_rollout_words;
    out.reward_models = "reward_model_name_or_path";
    return out;
}();
/// DistillationConfig.
constexpr RolloutWords of_distillation = [] {
    RolloutWords out = trl_rollout_words;
    out.generations = out.steps = out.iterations = out.beta = {};
    return out;
}();
/// experimental/gkd: by the pupil's own generate().
constexpr RolloutWords of_gkd{.tool = "TRL", .completion = "max_new_tokens"};
/// experimental/online_dpo.
constexpr RolloutWords of_online_pairs = [] {
    RolloutWords out = of_distillation;
    out.context = {};
    out.completion = "max_new_tokens";
    out.reward_models = "reward_model_path";
    return out;
}();

const RolloutWords &words_of_rollout(const ObjectiveKind &aim)
{
    if (aim.pairs_completions) return of_online_pairs;
    if (aim.teaching == Teaching::whole) return of_gkd;
    return aim.teaching == Teaching::tiled ? of_distillation : of_groups;
}

/// What a file's reader knows the trainer by, where no command stands before it: a key of its own configuration at its default.
void say_trainers_own(TrainingText &text, const ObjectiveKind &aim)
{
    const bool referred = aim.residents != nullptr && !aim.generates && aim.teaching == Teaching::none;
    if (aim.head == ObjectiveHead::score && aim.rows > 1) text.say("center_rewards_coefficient", nullptr);
    if (referred && aim.rows == 1) text.say("desirable_weight", 1.0);
    if (referred && aim.rows > 1 && text.plan().preference.reference != HeldAs::precomputed)
        text.say("precompute_ref_log_probs", false);
    if (aim.beta.value_or(0) > 0) text.say("normalize_advantages", false);
}

/// What a trainer says beside SFT's keys.
void say_trainer_of(TrainingText &text, const ObjectiveKind &aim, bool length_stated)
{
    const bool pairs = !aim.plain && !aim.generates && aim.head == ObjectiveHead::language;
    say_rollout(text, words_of_rollout(aim));
    say_preference(text, {.tool = "TRL",
                          .precomputes = pairs && aim.residents != nullptr,
                          .loss = pairs ? word_of(aim, "loss_type", "loss_type") : "",
                          .nll = aim.whole_logits ? word_of(aim, "cpo_alpha", "cpo_alpha") : ""});
    say_teaching(text, {"TRL", "teacher_model_name_or_path", aim.teaching == Teaching::whole ? "lmbda" : ""});
    say_trainers_own(text, aim);
    if (aim.beta && text.plan().rollout.reward_models.empty()) // scripts/grpo.py: one reward at least
        text.say("reward_funcs", nlohmann::ordered_json::array({"think_format_reward"}));
    const bool grouped = aim.beta || aim.teaching == Teaching::tiled; // rows are prompts and completions, which nothing cuts
    if (!grouped || !text.take("sequence_length")) return;
    if (length_stated)
        text.cannot("sequence_length", phrase(QT_TRANSLATE_NOOP("core", "prompts are as long as the data has them")));
}

/// The command that reads the file, and what it says of the objective.
void say_objective(TrainingText &text, const ObjectiveKind &aim)
{
    const bool stated = text.take("objective");
    const std::string name(aim.name);
    if (experimental_trainer(aim.name)) return; // the script says it
    if (std::ranges::find(commands, aim.name) == std::end(commands)) {
        text.comment("trl sft --config THIS_FILE --dataset_name ...");
        return text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such objective"), {"TRL"}));
    }
    text.comment("trl " + name + " --config THIS_FILE --dataset_name ...");
    if (stated && !aim.plain)
        text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "the command says it: %1"), {"trl " + name}));
}

void say_loss(TrainingText &text)
{
    say_liger(text);
    if (!text.take("loss.kind")) return;
    if (!kind_of(text.plan().objective).plain)
        return text.cannot("loss.kind", phrase(QT_TRANSLATE_NOOP("core", "%1 has a loss of its own"),
                                               {"objective " + std::string(kind_of(text.plan().objective).name)}));
    if (text.plan().loss.kind == LossKind::chunked)
        text.say("loss_type", "nll");
    else
        text.cannot("loss.kind",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 computes its loss in chunks, or by Liger's kernel"), {"TRL"}));
}

/// Options that go on to accelerate, and what its file alone says.
void say_processes(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<ParallelEngine> engine = plan.parallel.engine;
    if (engine == ParallelEngine::ddp && text.states("parallel.engine")) text.say("accelerate_config", "multi_gpu");
    for (const char *path : {"parallel.tensor", "parallel.context", "parallel.replicate"})
        if (text.take(path))
            text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "a file of accelerate says it (%1)"), {"--to accelerate"}));
    if (text.take("parallel.data")) text.say("num_processes", plan.parallel.data);
}

void say_allocator(TrainingText &text)
{
    if (text.take("allocator.expandable_segments"))
        text.say("env.PYTORCH_ALLOC_CONF",
                 std::string("expandable_segments:") + (text.plan().allocator.expandable_segments ? "True" : "False"));
}

} // namespace

Result<Exported> write_trl(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(words, stated);
    const ObjectiveKind &aim = kind_of(stated.objective);
    say_objective(text, aim);
    text.say("model_name_or_path", model->model);
    if (!model->revision.empty()) text.say("model_revision", model->revision);
    if (text.states("method")) text.say("use_peft", stated.method != Method::full);
    say_quantisation(text);
    if (says_adapters(text, is_bitsandbytes_4bit(text.plan().weights.quant))) say_adapter(text);
    say_precision(text);
    say_optimizer(text);
    say_checkpointing(text);
    say_loss(text);
    say_trainer_of(text, aim, stated.has("sequence_length"));
    if (aim.plain)
        say_packing(text, "packing");
    else if (text.take("padded"))
        text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "it is up to the data")));
    if (text.states("evaluation.micro_batch") && stated.evaluation.micro_batch == 0 && text.take("evaluation.micro_batch"))
        text.cannot("evaluation.micro_batch",
                    phrase(QT_TRANSLATE_NOOP("core", "nothing is evaluated unless %1 says so"), {"eval_strategy"}));
    say_trainer_spread(text);
    say_processes(text);
    say_allocator(text);
    text.say_rest();
    if (const ExperimentalTrainer *const trainer = experimental_trainer(aim.name))
        return Exported{{}, trl_script(text.keys(), *trainer), std::move(text.not_said())};
    return std::move(text).as_yaml();
}

} // namespace plimsoll
