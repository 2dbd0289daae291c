// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 @ff6d4d12: hparams; what `llamafactory-cli train FILE` reads
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/llama_factory/llama_factory.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/shared/frozen_words.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

constexpr ClosedVocabulary never[] = {
    {"adapter.bias", {QT_TRANSLATE_NOOP("core", "%1 trains no biases beside adapters"), "LLaMA-Factory"}},
    {"adapter.target_parameters", {QT_TRANSLATE_NOOP("core", "%1 names modules alone"), "LLaMA-Factory"}},
    {"weights.quant_storage", {QT_TRANSLATE_NOOP("core", "it is the dtype that is computed in")}},
};
constexpr std::string_view always[] = {"micro_batch", "sequence_length"};

constexpr TrainingWords write_words{
    .title = "LLaMA-Factory", .stack = &stacks::llama_factory, .words = &llama_factory_words, .never = never, .always = always};

/// Names with commas between, as its own dataclass splits them.
std::string joined(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out += (out.empty() ? "" : ",") + name;
    return out;
}

void say_weights(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string &quant = plan.weights.quant;
    const bool four = is_bitsandbytes_4bit(quant);
    if (text.take("weights.quant")) {
        if (four || quant == "int8") text.say("quantization_bit", four ? 4 : 8);
        if (quant == "fp4") text.say("quantization_type", "fp4");
        if (!four && quant != "int8" && quant != "none")
            text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
    }
    if (!four && text.take("weights.double_quant"))
        text.cannot("weights.double_quant",
                    phrase(QT_TRANSLATE_NOOP("core", "only %1 and %2 have scales to pack again"), {"nf4", "fp4"}));
}

/// Weights are as the card computes; what trains becomes float32, unless all of it is pure_bf16.
void say_floats(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool full = plan.method == Method::full, dtype = text.take("weights.dtype"), cast = text.take("autocast");
    const bool pure = full && dtype && plan.weights.dtype == WeightDtype::bf16 && (!cast || plan.autocast == Autocast::none);
    if (pure) return text.say("pure_bf16", true);
    if (cast) text.say("bf16", plan.autocast == Autocast::bf16);
    if (cast && plan.autocast == Autocast::fp16) text.say("fp16", true);
    if (!dtype) return;
    text.cannot("weights.dtype",
                phrase(QT_TRANSLATE_NOOP("core", "%1 chooses it by the card and by what trains"), {"LLaMA-Factory"}));
}

void say_trained_part(TrainingText &text)
{
    if (!text.take("trainable") || !text.plan().trainable) return;
    const Trainable &part = *text.plan().trainable;
    if (!part.last_layers)
        return text.cannot("trainable",
                           phrase(QT_TRANSLATE_NOOP("core", "%1 freezes by layers from the end"), {"LLaMA-Factory"}));
    text.say("finetuning_type", "freeze");
    text.say("freeze_trainable_layers", *part.last_layers);
    if (!part.also.empty()) text.say("freeze_extra_modules", joined(part.also));
}

void say_method(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool packs = is_bitsandbytes(plan.weights.quant);
    text.say("finetuning_type", plan.method != Method::full ? "lora" : "full");
    const bool adapters = says_adapters(text, packs);
    say_parts(text, stacks::llama_factory, {"freeze_vision_tower", "freeze_multi_modal_projector", "freeze_language_model"});
    if (!adapters) return say_trained_part(text);
    const std::vector<std::string> &targets = plan.adapter.targets;
    if (text.take("adapter.targets")) {
        if (plan.adapter.targets_regex || (targets.size() == 1 && targets[0] == "default"))
            text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "%1 names modules alone"), {"LLaMA-Factory"}));
        else
            text.say("lora_target", targets.size() == 1 && targets[0] == "all-linear" ? "all" : joined(targets));
    }
    if (text.take("adapter.modules_to_save")) text.say("additional_target", joined(plan.adapter.modules_to_save));
    if (text.take("adapter.dtype")) text.cannot("adapter.dtype", phrase(QT_TRANSLATE_NOOP("core", "adapters are float32")));
}

void say_objective(TrainingText &text)
{
    const bool stated = text.take("objective");
    const ObjectiveKind &aim = kind_of(stated ? text.plan().objective : Objective{});
    const bool simple = aim.whole_logits && !text.plan().preference.nll && word_of(aim, "pref_loss", "").empty();
    const std::string_view stage = simple ? "dpo" : word_of(aim, "stage", "sft"),
                           loss = simple ? "simpo" : word_of(aim, "pref_loss", "");
    if (simple) text.take("preference.nll");
    text.say("stage", std::string(stage.empty() ? "sft" : stage));
    if (!loss.empty()) text.say("pref_loss", std::string(loss));
    say_rollout(text, {.tool = "LLaMA-Factory"});
    say_preference(text, {.tool = "LLaMA-Factory"});
    say_teaching(text, {"LLaMA-Factory", {}, {}});
    if (aim.head == ObjectiveHead::score && !stage.empty())
        text.cannot("objective",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 keeps the language head beside that of scores"), {"LLaMA-Factory"}));
    if (stage.empty()) text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such objective"), {"LLaMA-Factory"}));
}

/// Checkpointing is on, and re-entrant, unless said.
void say_activations(TrainingText &text)
{
    if (!text.take("gradient_checkpointing")) return;
    const Checkpointing &held = text.plan().gradient_checkpointing;
    if (held.offload_activations || held.every > 1 || !held.selective.empty())
        text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
    if (!held.enabled) return text.say("disable_gradient_checkpointing", true);
    if (held.offload)
        text.say("use_unsloth_gc", true);
    else if (held.reentrant)
        text.say("disable_gradient_checkpointing", false);
    else
        text.say("use_reentrant_gc", false);
}

void say_loss(TrainingText &text)
{
    if (!text.take("loss.kind")) return;
    const LossKind kind = text.plan().loss.kind;
    const bool pairs = kind_of(text.plan().objective).rows == 2;
    if (kind == LossKind::full)
        text.say("enable_liger_kernel", false);
    else if (kind == (pairs ? LossKind::fused_ce : LossKind::fused))
        text.say("enable_liger_kernel", true);
    else
        text.cannot("loss.kind", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such loss"), {"LLaMA-Factory"}));
}

/// Some optimizers have keys of their own.
void say_switched_optimizer(TrainingText &text)
{
    const Plan &plan = text.plan();
    const OptimizerKind &kind = kind_of(plan.optimizer);
    const bool switched = std::ranges::find(optimizers_with_switch, kind.name) != std::end(optimizers_with_switch);
    if (!text.states("optimizer.name") || !switched || !text.take("optimizer.name")) return say_optimizer(text);
    const std::string name(kind.name);
    text.say("use_" + name, true);
    if (!kind.projects) return;
    if (text.take("optimizer.rank")) text.say(name + "_rank", plan.optimizer.rank);
    if (text.take("optimizer.in_backward")) text.say(name + "_layerwise", plan.optimizer.in_backward);
}

} // namespace

Result<Exported> write_llama_factory(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, write_words.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(write_words, stated);
    text.comment("llamafactory-cli train THIS_FILE");
    text.say("model_name_or_path", model->model);
    if (!model->revision.empty()) text.say("model_revision", model->revision);
    say_objective(text);
    text.say("do_train", true);
    say_method(text);
    say_weights(text);
    say_floats(text);
    say_switched_optimizer(text);
    say_activations(text);
    say_loss(text);
    say_packing(text, "packing");
    if (text.states("optimizer.implementation") && text.take("optimizer.implementation"))
        text.cannot("optimizer.implementation", phrase(QT_TRANSLATE_NOOP("core", "this optimizer has one form")));
    if (text.plan().parallel.engine == ParallelEngine::ddp && text.take("parallel.engine"))
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "whoever starts several processes chooses it")));
    say_trainer_spread(text);
    if (text.take("parallel.data"))
        text.cannot("parallel.data", phrase(QT_TRANSLATE_NOOP("core", "whoever starts it says how many processes: %1"),
                                            {"NPROC_PER_NODE=" + std::to_string(text.plan().parallel.data)}));
    text.say_rest();
    text.say("dataset", "identity");
    text.say("template", "default");
    text.say("output_dir", "saves/plimsoll");
    return std::move(text).as_yaml();
}

} // namespace plimsoll
