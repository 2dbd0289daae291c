// SPDX-License-Identifier: GPL-3.0-or-later
// ms-swift 4.6.0: arguments; the line that starts `swift sft`
#include "core/exchange/model_argument.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/tools/ms_swift/ms_swift.h"
#include "core/exchange/tools/ms_swift/ms_swift_pictures.h"
#include "core/exchange/tools/ms_swift/ms_swift_frozen.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/shared/frozen_words.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

// What it works out of more than the plan's own fields, or that is written beside another key.
constexpr std::string_view always[] = {"micro_batch", "gradient_accumulation", "gradient_checkpointing"};
constexpr TrainingWords words{.title = "ms-swift", .stack = &stacks::ms_swift, .words = &ms_swift_words, .always = always};

/// Fields whose key is ms-swift's own.
struct Key {
    std::string_view path, key;
};
constexpr Key keys[] = {
    {"sequence_length", "max_length"},
    {"attention", "attn_impl"},
    {"adapter.rank", "lora_rank"},
    {"adapter.alpha", "lora_alpha"},
    {"adapter.dropout", "lora_dropout"},
    {"adapter.bias", "lora_bias"},
    {"adapter.rslora", "use_rslora"},
    {"adapter.dora", "use_dora"},
    {"adapter.modules_to_save", "modules_to_save"},
    {"adapter.target_parameters", "target_parameters"},
    {"parallel.context", "sequence_parallel_size"},
};

void say_weights(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string &quant = plan.weights.quant;
    const bool four = is_bitsandbytes_4bit(quant);
    if (text.take("weights.quant")) {
        if (four || quant == "int8") {
            text.say("quant_method", "bnb");
            text.say("quant_bits", four ? 4 : 8);
        }
        if (quant == "fp4") text.say("bnb_4bit_quant_type", "fp4");
        if (!four && quant != "int8" && quant != "none")
            text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
    }
    for (const char *path : {"weights.double_quant", "weights.quant_storage"}) {
        if (!text.take(path)) continue;
        if (!four)
            text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "only %1 and %2 have one"), {"nf4", "fp4"}));
        else if (std::string_view(path) == "weights.double_quant")
            text.say("bnb_4bit_use_double_quant", plan.weights.double_quant);
        else if (plan.weights.quant_storage)
            text.say("bnb_4bit_quant_storage", text.word("weights.quant_storage", name_of(*plan.weights.quant_storage)));
    }
    if (text.take("weights.dtype")) {
        if (plan.weights.dtype == WeightDtype::auto_)
            text.cannot("weights.dtype", phrase(QT_TRANSLATE_NOOP("core", "it is what the checkpoint says")));
        else
            text.say("torch_dtype", text.word("weights.dtype", name_of(plan.weights.dtype)));
    }
}

/// tuner_plugin/lora_llm.py: beside adapters tower and aligner train whole.
bool trains_beside_adapters(const Plan &plan)
{
    const auto whole = [&plan](const char *path, PartTraining part) { return plan.has(path) && part == PartTraining::trained; };
    return plan.trains_adapter() && whole("images.tower", plan.images.tower) && whole("images.projector", plan.images.projector);
}

void say_adapter(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool packs = is_bitsandbytes(plan.weights.quant);
    text.say("tuner_type", trains_beside_adapters(plan) ? "lora_llm" : plan.method != Method::full ? "lora" : "full");
    if (!says_adapters(text, packs)) return;
    const std::vector<std::string> &targets = plan.adapter.targets;
    if (text.take("adapter.targets")) {
        if (targets.size() == 1 && targets[0] == "default")
            text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "%1 asks for names"), {"ms-swift"}));
        else if (plan.adapter.targets_regex)
            text.say("target_regex", targets[0]);
        else
            text.say("target_modules", targets);
    }
    if (text.take("adapter.dtype")) text.say("lora_dtype", text.word("adapter.dtype", name_of(plan.adapter.dtype)));
}

/// arguments/tuner_args.py, _init_multimodal_full; utils/transformers_utils.py, get_multimodal_target_regex: of adapters on all linear
/// layers it keeps them out of tower and aligner unless told otherwise; names are taken as they stand.
void say_frozen_parts(TrainingText &text)
{
    const Plan &plan = text.plan();
    if (plan.images.tower_checkpointing && text.take("images.tower_checkpointing"))
        text.say("vit_gradient_checkpointing", *plan.images.tower_checkpointing);
    if (plan.images.max_pixels && text.take("images.max_pixels")) text.say("max_pixels", *plan.images.max_pixels);
    if (trains_beside_adapters(plan)) {
        for (const char *path : {"images.tower", "images.projector"}) text.take(path);
        if (parts_without_adapters(plan)) text.take("adapter.settings");
        return;
    }
    const bool all = !plan.adapter.targets_regex && plan.adapter.targets == std::vector<std::string>{"all-linear"};
    if (plan.method == Method::full || all)
        return say_parts(text, stacks::ms_swift, {"freeze_vit", "freeze_aligner", "freeze_llm"});
    for (const char *path : {"images.tower", "images.projector"})
        if (text.take(path))
            text.cannot(path,
                        phrase(QT_TRANSLATE_NOOP("core", "adapters stand where their targets say: it decides with %1 alone"),
                               {"target_modules all-linear"}));
}

/// model/models/qwen.py, patch_qwen_vl_utils: variables of the environment, each with a space behind it.
std::string said_of_videos(TrainingText &text)
{
    const Video &video = text.plan().video;
    const bool read = may_go_through_qwen_vl_utils(text.plan().model);
    std::string out;
    const auto say = [&](const char *path, const char *variable, const auto &value) {
        if (!value || !text.take(path)) return;
        if (!read) return text.cannot(path, by_another_template(text.plan().model));
        out += std::string(variable) + '=' + nlohmann::json(*value).dump() + ' ';
    };
    say("video.max_pixels", "VIDEO_MAX_PIXELS", video.max_pixels);
    say("video.min_pixels", "VIDEO_MIN_PIXELS", video.min_pixels);
    say("video.fps", "FPS", video.fps);
    say("video.max_frames", "FPS_MAX_FRAMES", video.max_frames);
    return out;
}

void say_activations(TrainingText &text)
{
    if (!text.take("gradient_checkpointing")) return;
    const Checkpointing &held = text.plan().gradient_checkpointing;
    text.say("gradient_checkpointing", held.enabled);
    if (held.enabled) // else trainers/mixin.py decides by how it is started
        text.say("gradient_checkpointing_kwargs", held.reentrant ? R"({"use_reentrant": true})" : R"({"use_reentrant": false})");
    if (held.offload || held.offload_activations || held.every > 1 || !held.selective.empty())
        text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
}

/// arguments/rlhf_args.py, rlhf_trainers/args_mixin.py.
constexpr RolloutWords of_rollouts = [] {
    RolloutWords out = trl_rollout_words;
    out.tool = "ms-swift";
    out.context = "vllm_max_model_len";
    out.sequences = "vllm_max_num_seqs";
    out.sleeps = {};
    out.sleep_level = "sleep_level";
    out.prompt = "max_length";
    out.reward_models = "reward_model";
    out.several_rewards = true;
    out.offload_weights = "offload_model";
    out.offload_states = "offload_optimizer";
    return out;
}();

/// max_length bounds a prompt where completions are drawn, and a row elsewhere.
void say_objectives_own(TrainingText &text)
{
    const Plan &plan = text.plan();
    const ObjectiveKind &aim = kind_of(plan.objective);
    const bool draws = static_cast<bool>(aim.beta), whole = text.states("sequence_length");
    const Count completion = plan.rollout.completion_length.value_or(512); // rlhf_args.py, max_completion_length
    if (draws && text.take("sequence_length") && !plan.rollout.prompt_length && plan.sequence_length > completion)
        text.say("max_length", plan.sequence_length - completion);
    if (draws && whole && plan.rollout.prompt_length && *plan.rollout.prompt_length + completion != plan.sequence_length)
        text.cannot("sequence_length",
                    phrase(QT_TRANSLATE_NOOP("core", "a row is a prompt and its completion, as long as both")));
    const bool named = !word_of(aim, "rlhf_type", aim.name).empty();
    RolloutWords drawn = named ? of_rollouts : RolloutWords{.tool = "ms-swift"};
    if (!draws) drawn.generations = drawn.steps = drawn.iterations = drawn.beta = drawn.prompt = drawn.reward_models = {};
    say_rollout(text, drawn);
    say_preference(text, {.tool = "ms-swift",
                          .precomputes = aim.residents != nullptr && !aim.generates,
                          .loss = aim.rows == 2 && !aim.generates ? word_of(aim, "loss_type", "loss_type") : "",
                          .nll = aim.whole_logits ? word_of(aim, "cpo_alpha", "cpo_alpha") : ""});
    const bool taught = named && aim.teaching != Teaching::none;
    say_teaching(text, {"ms-swift", taught ? "teacher_model" : "", taught ? "lmbda" : ""});
}

/// Keys for the fields that have one of ms-swift's own, as plans spell their values or as its words are.
void say_own(TrainingText &text)
{
    for (const Key &row : keys) {
        if (!text.take(row.path)) continue;
        const ordered_json value = find_field(row.path)->write(text.plan());
        text.say(row.key, value.is_string() ? ordered_json(text.word(row.path, value.get<std::string>())) : value);
    }
}

/// config/fsdp2.json, by its name, where the plan is sharded and recomputed as it is; what else differs is a file's to say.
bool say_preset_of_fsdp(TrainingText &text)
{
    const Plan &plan = text.plan();
    const Parallel &p = plan.parallel;
    const Checkpointing &held = plan.gradient_checkpointing;
    const bool recomputes = held.enabled && !held.offload && !held.offload_activations && !held.reentrant && held.every == 1 &&
                            held.selective.empty();
    if (p.engine != ParallelEngine::fsdp2 || p.zero != 3 || p.offload != Offload::none || !recomputes) return false;
    text.say("fsdp", "fsdp2");
    const std::pair<std::string_view, bool> rows[] = {{"parallel.reshard_after_forward", p.reshard_after_forward},
                                                      {"parallel.wrap", p.wrap.kind == Wrap::Kind::layer},
                                                      {"parallel.cpu_ram_efficient_loading", p.cpu_ram_efficient_loading},
                                                      {"parallel.checkpoint_wrapper", p.checkpoint_wrapper}};
    for (const auto &[path, alike] : rows)
        if (static_cast<void>(text.take(path)); !alike)
            text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "a file of accelerate says it (%1)"), {"--to accelerate"}));
    text.take("parallel.zero");
    return true;
}

void say_spread_of_swift(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<ParallelEngine> engine = plan.parallel.engine;
    if (!engine) return;
    const Parallel &p = plan.parallel;
    text.take("parallel.engine");
    const bool moves = text.states("parallel.offload") && p.offload != Offload::none;
    if (*engine == ParallelEngine::deepspeed && p.zero <= 3) {
        const bool own =
            !moves || (p.zero == 3 && p.offload == Offload::both) || (p.zero == 2 && p.offload == Offload::optimizer);
        text.take("parallel.zero");
        text.say("deepspeed", "zero" + std::to_string(p.zero) + (moves && own ? "_offload" : ""));
        if (text.take("parallel.offload") && !own)
            text.cannot("parallel.offload",
                        phrase(QT_TRANSLATE_NOOP("core", "a file of DeepSpeed says it (%1)"), {"--to deepspeed"}));
        text.cannot("parallel.deepspeed", // zero2.json and zero3.json have bucket sizes of their own
                    phrase(QT_TRANSLATE_NOOP("core", "a file of DeepSpeed says it (%1)"), {"--to deepspeed"}));
    } else if (say_preset_of_fsdp(text)) {
        return;
    } else if (*engine != ParallelEngine::ddp)
        for (const Field &field : plan_fields())
            if (field.path.starts_with("parallel.") && field.path != "parallel.data" &&
                !field.path.starts_with("parallel.context") && text.take(field.path))
                text.cannot(field.path,
                            phrase(QT_TRANSLATE_NOOP("core", "a file of accelerate says it (%1)"), {"--to accelerate"}));
    if (text.states("parallel.engine") && *engine == ParallelEngine::ddp)
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "whoever starts several processes chooses it")));
    else if (text.states("parallel.engine") && *engine != ParallelEngine::deepspeed)
        text.cannot("parallel.engine",
                    phrase(QT_TRANSLATE_NOOP("core", "a file of accelerate says it (%1)"), {"--to accelerate"}));
}

std::string shown(const ordered_json &value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// "--key value …"
std::vector<std::string> options(const ordered_json &all)
{
    std::vector<std::string> out;
    for (const auto &[key, value] : all.items()) {
        out.push_back("--" + key);
        if (value.is_array())
            for (const ordered_json &item : value) out.push_back(shown(item));
        else
            out.push_back(shown(value));
    }
    return out;
}

} // namespace

Result<Exported> write_ms_swift(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(words, stated);
    const ObjectiveKind &aim = kind_of(stated.objective);
    const bool aims = text.take("objective") && !aim.plain;
    std::vector<std::string> line;
    text.say("model", model->model);
    if (!model->revision.empty()) text.say("model_revision", model->revision);
    const std::string_view named = word_of(aim, "rlhf_type", aim.name);
    if (aims && !named.empty()) text.say("rlhf_type", std::string(named));
    if (aims && named.empty())
        text.cannot("objective", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such objective"), {"ms-swift"}));
    say_objectives_own(text);
    say_weights(text);
    say_adapter(text);
    say_frozen_parts(text);
    say_trained_names(text);
    say_own(text);
    say_precision(text);
    say_optimizer(text);
    say_activations(text);
    say_liger(text);
    if (text.take("loss.kind")) {
        if (stated.loss.kind == LossKind::full)
            text.say("use_liger_kernel", false);
        else
            text.cannot("loss.kind", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such loss"), {"ms-swift"}));
    }
    say_packing(text, "packing");
    say_spread_of_swift(text);
    std::string before;
    if (text.take("allocator.expandable_segments"))
        before += std::string("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:") +
                  (stated.allocator.expandable_segments ? "True " : "False ");
    const bool heads = stated.parallel.context > 1 && stated.parallel.context_backend == ContextBackend::ulysses;
    if (text.take("parallel.context_backend") && !heads)
        text.cannot("parallel.context_backend",
                    phrase(QT_TRANSLATE_NOOP("core", "ranks exchange heads, and make a ring where heads are too few")));
    const Parallel &spread = text.plan().parallel;
    if (text.take("parallel.data") || spread.context > 1)
        before += "NPROC_PER_NODE=" + std::to_string(spread.data * spread.context) + ' ';
    before += said_of_videos(text);
    text.say_rest();
    line = {"swift", aims ? "rlhf" : "sft"};
    const std::vector<std::string> said = options(text.keys());
    line.insert(line.end(), said.begin(), said.end());
    return Exported{{}, before + shell_line(line) + '\n', std::move(text.not_said())};
}

} // namespace plimsoll
