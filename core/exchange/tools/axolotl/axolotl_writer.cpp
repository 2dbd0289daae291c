// SPDX-License-Identifier: GPL-3.0-or-later
// Axolotl 0.21.0: utils/schemas; what `axolotl train FILE` reads
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/axolotl/axolotl.h"
#include "core/exchange/tools/axolotl/unfrozen_names.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/shared/frozen_words.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/ground/phrase.h"
#include "core/model/trained_share.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/liger_parts.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

constexpr ClosedVocabulary never[] = {
    {"adapter.bias", {QT_TRANSLATE_NOOP("core", "%1 trains no biases beside adapters"), "Axolotl"}},
    {"weights.double_quant", {QT_TRANSLATE_NOOP("core", "only %1 and %2 have scales to pack again"), "nf4", "fp4"}},
    {"weights.quant_storage", {QT_TRANSLATE_NOOP("core", "only %1 and %2 have one"), "nf4", "fp4"}},
};
constexpr std::string_view always[] = {"micro_batch", "sequence_length", "gradient_checkpointing"};

/// utils/schemas/trl.py and vllm.py: TRL's keys, and the engine's in a section of their own.
constexpr RolloutWords of_rollouts{.tool = "Axolotl",
                                   .use_engine = "trl.use_vllm",
                                   .mode = "trl.vllm_mode",
                                   .share = "vllm.gpu_memory_utilization",
                                   .tensor = "vllm.tensor_parallel_size",
                                   .context = "vllm.max_model_len",
                                   .context_of_server = true,
                                   .sleeps = "trl.vllm_enable_sleep_mode",
                                   .completion = "trl.max_completion_length",
                                   .generations = "trl.num_generations",
                                   .iterations = "trl.num_iterations",
                                   .beta = "trl.beta",
                                   .reward_models = "trl.reward_funcs",
                                   .tells_server = true,
                                   .several_rewards = true};

constexpr TrainingWords words{
    .title = "Axolotl", .stack = &stacks::axolotl, .words = &axolotl_words, .never = never, .always = always};

bool packs_four_bits(const Plan &plan) { return plan.method != Method::full && is_bitsandbytes_4bit(plan.weights.quant); }

/// bitsandbytes packs to 4 bits under qlora and to 8 under lora, and nothing else.
void say_weights(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string &quant = plan.weights.quant;
    const bool four = is_bitsandbytes_4bit(quant), adapter = plan.method != Method::full;
    if (text.take("weights.quant")) {
        if (four && adapter) {
            text.say("load_in_4bit", true);
            if (quant == "fp4") text.say("bnb_config_kwargs.bnb_4bit_quant_type", "fp4");
        } else if (quant == "int8" && adapter)
            text.say("load_in_8bit", true);
        else if (quant == "gptq4" && adapter)
            text.say("gptq", true);
        else if (quant != "none")
            text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
    }
    if (!four || !adapter) return;
    if (text.take("weights.double_quant")) text.say("bnb_config_kwargs.bnb_4bit_use_double_quant", plan.weights.double_quant);
    if (text.take("weights.quant_storage") && plan.weights.quant_storage)
        text.say("bnb_config_kwargs.bnb_4bit_quant_storage",
                 text.word("weights.quant_storage", name_of(*plan.weights.quant_storage)));
}

void say_method(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool four = is_bitsandbytes_4bit(plan.weights.quant);
    if (!says_adapters(text, four)) return;
    text.say("adapter", four ? "qlora" : "lora");
    text.take("adapter.rank");
    text.say("lora_r", plan.adapter.rank);
    const bool whole = plan.adapter.alpha == std::floor(plan.adapter.alpha);
    text.take("adapter.alpha");
    text.say("lora_alpha", static_cast<Count>(std::max(1.0, std::floor(plan.adapter.alpha))));
    if (!whole) text.cannot("adapter.alpha", phrase(QT_TRANSLATE_NOOP("core", "%1 takes whole numbers"), {"lora_alpha"}));
    const std::vector<std::string> &targets = plan.adapter.targets;
    const bool stated = text.take("adapter.targets");
    const bool by_name = targets.size() != 1 || (targets[0] != "all-linear" && targets[0] != "default");
    if (targets.size() == 1 && targets[0] == "default")
        text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "%1 asks for names"), {"Axolotl"}));
    if (stated && plan.adapter.targets_regex)
        text.say("lora_target_modules", targets[0]);
    else if (stated && by_name)
        text.say("lora_target_modules", targets);
    else
        text.say("lora_target_linear", true);
    if (!text.take("adapter.dtype")) return;
    if (plan.adapter.dtype == Dtype::fp32 || plan.adapter.dtype == Dtype::bf16)
        text.say("peft_autocast_adapter_dtype", plan.adapter.dtype == Dtype::fp32);
    else
        text.cannot("adapter.dtype", phrase(QT_TRANSLATE_NOOP("core", "adapters are float32, or as the weights are")));
}

/// utils/config, resolve_dtype: weights are bf16 with autocast, float32 without it, fp16 with float16.
void say_floats(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool autocast = text.take("autocast"), dtype = text.take("weights.dtype");
    if (!autocast && !dtype) return text.say("bf16", "auto");
    const Autocast cast = autocast ? plan.autocast : Autocast::bf16;
    text.say("bf16", cast == Autocast::bf16);
    if (cast == Autocast::fp16) text.say("fp16", true);
    if (!dtype) return;
    const WeightDtype made = cast == Autocast::bf16   ? WeightDtype::bf16
                             : cast == Autocast::fp16 ? WeightDtype::fp16
                                                      : WeightDtype::fp32;
    if (plan.weights.dtype == made) return;
    if (cast == Autocast::none && plan.weights.dtype == WeightDtype::fp16)
        text.say("float16", true);
    else
        text.cannot("weights.dtype", phrase(QT_TRANSLATE_NOOP("core", "weights are loaded in what is computed with")));
}

void say_optimizer_of_axolotl(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool stated = text.states("optimizer.name");
    const std::string word = optimizer_word(text, "Axolotl", "Axolotl");
    if (word.empty()) return;
    text.say("optimizer", word);
    if (!stated || word != "adamw_bnb_8bit" || plan.parallel.engine != ParallelEngine::fsdp2) return;
    text.say("optimizer", "adamw_torch_8bit");
    text.cannot("optimizer.name", phrase(QT_TRANSLATE_NOOP("core", "%1 refuses %2 under %3, and the file names %4"),
                                         {"Axolotl", "bitsandbytes", "FSDP 2", "adamw_torch_8bit"}));
}

/// Offloading takes the place of recomputation under adapters and goes beside it where the whole model trains.
void say_activations(TrainingText &text)
{
    if (!text.take("gradient_checkpointing")) return;
    const Plan &plan = text.plan();
    const Checkpointing &held = plan.gradient_checkpointing;
    const bool adapter = plan.method != Method::full;
    const auto cannot = [&](const char *why) { text.cannot("gradient_checkpointing", phrase(why)); };
    text.say("gradient_checkpointing", held.enabled || held.offload_activations);
    if (held.offload)
        text.say("activation_offloading", adapter ? nlohmann::ordered_json("hidden_states") : nlohmann::ordered_json(true));
    if (held.offload_activations && adapter) text.say("activation_offloading", true);
    if (held.offload_activations && !adapter)
        cannot(QT_TRANSLATE_NOOP("core", "offloading goes beside recomputation where the whole model trains"));
    const bool refused = !kind_of(text.plan().objective).plain && packs_four_bits(plan) && plan.parallel.engine;
    if (held.reentrant && refused)
        cannot(QT_TRANSLATE_NOOP("core", "it is refused beside pairs, 4-bit weights and several cards"));
    else if (held.reentrant)
        text.say("gradient_checkpointing_kwargs.use_reentrant", true);
    if (held.every > 1 || !held.selective.empty()) cannot(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none"));
}

void say_lora_kernels(TrainingText &text)
{
    const auto &held = text.plan().lora_kernels;
    if (!text.take("lora_kernels") || !held) return;
    for (const std::string_view part : lora_kernel_parts)
        text.say("lora_" + std::string(part) + "_kernel", std::ranges::find(*held, part) != held->end());
}

/// The share of the layers that the plan trains beside embedding and head, as its plugin for Spectrum does; taken. Nothing where it
/// says another part, of which shares cannot be said.
std::optional<double> spectrum_share(TrainingText &text)
{
    const std::optional<Trainable> &part = text.plan().trainable;
    if (!text.states("trainable") || !part || text.plan().method != Method::full) return std::nullopt;
    const auto shares = [](const std::string &entry) { return layer_share(entry).has_value(); };
    const std::vector<std::string> &names = part->modules;
    const auto found = std::ranges::find_if(names, shares);
    if (found == names.end()) return std::nullopt;
    text.take("trainable");
    const LayerShare share = *layer_share(*found);
    const auto reaches = [&names](std::string_view module) {
        return std::ranges::any_of(names, [module](const std::string &name) { return name.find(module) != name.npos; });
    };
    if (std::ranges::count_if(names, shares) > 1 || names.size() > 3 || !reaches("embed_tokens") || !reaches("lm_head"))
        text.cannot("trainable",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 trains a share of the layers, embedding and head"), {"SpectrumPlugin"}));
    else if (share.way != SharedOut::by_chance)
        text.cannot("trainable", phrase(QT_TRANSLATE_NOOP("core", "the checkpoint says which layers they are")));
    return share.fraction;
}

/// Liger's layers: what `kernels` names; where it names nothing, all of them come with the loss that transformers' switch brings.
void say_liger_layers(TrainingText &text, bool with_loss)
{
    const Plan &plan = text.plan();
    const bool parts = names_liger_parts(plan), all = names_kernel(plan, "liger") || (with_loss && !parts);
    if (!parts && !all) return;
    const bool taken = text.take("kernels");
    for (const auto &[key, part] : {std::pair{"liger_rope", "liger_rope"}, std::pair{"liger_rms_norm", "liger_rms_norm"},
                                    std::pair{"liger_glu_activation", "liger_glu"}})
        if (all || names_kernel(plan, part)) text.say(key, true);
    const auto others = [](const std::string &name) { return !name.starts_with("liger"); };
    if (taken && std::ranges::any_of(plan.kernels, others))
        text.cannot("kernels", phrase(QT_TRANSLATE_NOOP("core", "%1 runs what it finds installed"), {"Axolotl"}));
}

/// The loss and what else its plugins do.
void say_plugins(TrainingText &text)
{
    nlohmann::ordered_json plugins = nlohmann::ordered_json::array();
    const Plan &plan = text.plan();
    const bool stated = text.take("loss.kind");
    const LossKind kind = stated ? plan.loss.kind : LossKind::full;
    const bool fused = kind == LossKind::fused || kind == LossKind::fused_ce;
    const bool layers = text.states("kernels") && (names_kernel(plan, "liger") || names_liger_parts(plan));
    if (kind == LossKind::cut) plugins.push_back("axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin");
    if (fused || layers) plugins.push_back("axolotl.integrations.liger.LigerPlugin");
    const auto share = spectrum_share(text);
    if (share) plugins.push_back("axolotl.integrations.spectrum.SpectrumPlugin");
    if (!plugins.empty()) text.say("plugins", plugins);
    if (share) text.say("spectrum_top_fraction", *share);
    if (fused) text.say(kind == LossKind::fused ? "liger_fused_linear_cross_entropy" : "liger_cross_entropy", true);
    if (fused || layers) say_liger_layers(text, kind == LossKind::fused);
    if (!stated || fused || kind == LossKind::cut) return;
    if (kind == LossKind::chunked || kind == LossKind::full)
        text.say("chunked_cross_entropy", kind == LossKind::chunked);
    else
        text.cannot("loss.kind", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such loss"), {"Axolotl"}));
}

void say_padding(TrainingText &text)
{
    const bool packs = text.states("padded") && !text.plan().padded;
    if (packs && !kind_of(text.plan().objective).plain && text.take("padded"))
        text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "only rows of %1 are packed"), {"sft"}));
    say_packing(text, "sample_packing");
}

/// Axolotl's own names of what the Trainer's section holds, and what its schema takes there.
void say_sharding(TrainingText &text, bool second)
{
    const Parallel &p = text.plan().parallel;
    const bool moves = text.take("parallel.offload");
    const bool unwrapped = text.states("parallel.wrap") && p.wrap.kind == Wrap::Kind::none;
    const Count zero = text.states("parallel.zero") ? p.zero : 3;
    text.say("fsdp_version", second ? 2 : 1);
    if (second && packs_four_bits(text.plan()) && p.cpu_ram_efficient_loading && text.take("parallel.cpu_ram_efficient_loading"))
        text.cannot("parallel.cpu_ram_efficient_loading",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 refuses it beside 4-bit weights"), {"Axolotl"}));
    say_fsdp(text, "fsdp_config.", second);
    if (unwrapped) {
        text.say("fsdp_config.auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
        text.cannot("parallel.wrap", phrase(QT_TRANSLATE_NOOP("core", "%1 wraps by layer or by size"), {"Axolotl"}));
    }
    if (!second) {
        text.say("fsdp_config.reshard_after_forward", zero == 3);
        text.say("fsdp_config.sharding_strategy", zero == 0 ? "NO_SHARD" : zero == 2 ? "SHARD_GRAD_OP" : "FULL_SHARD");
    }
    if (!moves) return;
    text.say("fsdp_config.offload_params", p.offload != Offload::none);
    if (p.offload != Offload::both && p.offload != Offload::none)
        text.cannot("parallel.offload",
                    phrase(QT_TRANSLATE_NOOP("core", "FSDP keeps all of a shard on the host, or none of it")));
}

void say_spread(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<ParallelEngine> engine = plan.parallel.engine;
    const Count copies = plan.parallel.replicate;
    if (!engine) return;
    if (*engine == ParallelEngine::deepspeed && plan.parallel.tensor > 1 && text.take("parallel.tensor"))
        text.cannot("parallel.tensor",
                    phrase(QT_TRANSLATE_NOOP("core", "beside DeepSpeed it is in a file that %1 names"), {"deepspeed"}));
    const bool first = *engine == ParallelEngine::fsdp1, second = *engine == ParallelEngine::fsdp2;
    text.take("parallel.engine");
    if (first || second) {
        say_sharding(text, second);
    } else if (*engine == ParallelEngine::deepspeed)
        say_deepspeed(text, "deepspeed.", true);
    else if (text.states("parallel.engine") || *engine == ParallelEngine::megatron)
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"Axolotl"}));
    if (text.take("parallel.replicate") && copies > 1) text.say("dp_replicate_size", copies);
    if (text.take("parallel.data")) {
        if (second && plan.parallel.data % copies == 0)
            text.say("dp_shard_size", plan.parallel.data / copies);
        else
            text.cannot("parallel.data", phrase(QT_TRANSLATE_NOOP("core", "whoever starts it says how many processes: %1"),
                                                {"accelerate launch --num_processes"}));
    }
    const bool flash = text.states("attention") && plan.attention == AttentionBackend::flash2;
    if (plan.parallel.context > 1 && !flash && text.take("parallel.context"))
        text.cannot("parallel.context",
                    phrase(QT_TRANSLATE_NOOP("core", "%1 needs %2"), {"context_parallel_size", "attention flash2"}));
    if (text.take("parallel.context_backend") && plan.parallel.context_backend != ContextBackend::ring)
        text.cannot("parallel.context_backend", phrase(QT_TRANSLATE_NOOP("core", "a ring is what %1 has"), {"Axolotl"}));
    if (text.take("parallel.expert")) text.say("expert_parallel_size", plan.parallel.expert);
    if (text.take("parallel.bucket_mb")) text.say("ddp_bucket_cap_mb", plan.parallel.bucket_mb);
    if (text.take("parallel.find_unused_parameters"))
        text.say("ddp_find_unused_parameters", plan.parallel.find_unused_parameters.value_or(false));
}

/// utils/freeze.py: what trains by its names, of models that see also all but the language model.
void say_unfrozen(TrainingText &text)
{
    const Plan &plan = text.plan();
    const Trainable *const named = named_trainable(text, "Axolotl");
    if (named == nullptr) return;
    const Trainable &part = *named;
    const std::optional<FrozenParts> parts = parts_of(plan);
    if (parts && parts->tower && parts->aligner && !parts->language) return text.say("freeze_mm_modules", true);
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const std::string &entry : part.modules)
        if (const std::optional<std::string> name = unfrozen_of_entry(entry)) names.push_back(*name);
    if (names.empty() || names.size() < part.modules.size())
        return text.cannot(
            "trainable",
            phrase(QT_TRANSLATE_NOOP("core", "%1 says what trains, by expressions in which a dot is a dot"), {"Axolotl"}));
    text.say("unfrozen_parameters", names);
}

} // namespace

Result<Exported> write_axolotl(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(words, stated);
    text.comment("axolotl train THIS_FILE");
    text.say("base_model", model->model);
    if (!model->revision.empty()) text.say("revision_of_model", model->revision);
    const ObjectiveKind &aim = kind_of(stated.objective);
    const bool simple = aim.whole_logits && !stated.preference.nll && word_of(aim, "rl", aim.name).empty();
    const std::string_view rl = simple ? "simpo" : word_of(aim, "rl", aim.name);
    if (simple) text.take("preference.nll");
    const bool scores_pairs = aim.head == ObjectiveHead::score && aim.rows > 1;
    if (text.take("objective") && !aim.plain) {
        if (scores_pairs) {
            text.say("model_type", "AutoModelForSequenceClassification");
            text.say("num_labels", 1);
            text.say("reward_model", true);
        } else if (rl.empty())
            text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such objective"), {"Axolotl"}));
        else
            text.say("rl", std::string(rl));
        if (simple) text.say("cpo_alpha", 0.0); // else TRL's own weight of the likelihood, 1 (core/builders/rl.py)
    }
    const RolloutWords drawn = aim.beta && !rl.empty() ? of_rollouts : RolloutWords{.tool = "Axolotl"};
    say_rollout(text, drawn);
    say_preference(text, {.tool = "Axolotl", .precomputes = aim.name == "dpo"});
    say_teaching(text, {"Axolotl", {}, {}});
    say_method(text);
    say_weights(text);
    say_floats(text);
    say_optimizer_of_axolotl(text);
    say_lora_kernels(text);
    say_activations(text);
    say_plugins(text);
    say_padding(text);
    say_unfrozen(text);
    say_spread(text);
    text.say_rest();
    text.say("learning_rate", 0.0002);
    text.say("datasets", nlohmann::ordered_json::array({{{"path", "YOUR/DATASET"}, {"type", "alpaca"}}}));
    return std::move(text).as_yaml();
}

} // namespace plimsoll
