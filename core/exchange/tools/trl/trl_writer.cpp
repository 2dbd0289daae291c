// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: what `trl sft --config FILE` reads (scripts/utils.py, TrlParser); keys that its dataclasses do not have go to
// `accelerate launch` (cli/commands/training.py)
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

constexpr OnlyThese never[] = {
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

void say_loss(TrainingText &text)
{
    say_liger(text);
    if (!text.take("loss.kind")) return;
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
    const std::string command = text.take("objective") ? std::string(name_of(stated.objective)) : "sft";
    text.comment("trl " + command + " --config THIS_FILE --dataset_name ...");
    if (command != "sft")
        text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "the command says it: %1"), {"trl " + command}));
    text.say("model_name_or_path", model->model);
    if (!model->revision.empty()) text.say("model_revision", model->revision);
    if (text.states("method")) text.say("use_peft", stated.method != Method::full);
    say_quantisation(text);
    if (says_adapters(text, is_bitsandbytes_4bit(text.plan().weights.quant))) say_adapter(text);
    say_precision(text);
    say_optimizer(text);
    say_checkpointing(text);
    say_loss(text);
    say_packing(text, "packing");
    if (text.states("evaluation.micro_batch") && stated.evaluation.micro_batch == 0 && text.take("evaluation.micro_batch"))
        text.cannot("evaluation.micro_batch",
                    phrase(QT_TRANSLATE_NOOP("core", "nothing is evaluated unless %1 says so"), {"eval_strategy"}));
    say_trainer_spread(text);
    say_processes(text);
    say_allocator(text);
    text.say_rest();
    return std::move(text).as_yaml();
}

} // namespace plimsoll
