// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0 utils/launch.py, transformers 5.23.0 training_args.py (_process_fsdp_args), DeepSpeed 0.19.8 runtime/config.py
#include "core/exchange/tools/shared/spread_words.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/liger_parts.h"
#include "core/plan/names.h"

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

std::string no_other_form(std::string_view key)
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 has AdamW alone in more than one form"), {key});
}

std::string no_key_of(std::string_view tool) { return phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {tool}); }

} // namespace

Count processes_of(const Plan &plan)
{
    const Parallel &p = plan.parallel;
    return p.data * p.tensor * p.pipeline * p.context;
}

namespace {

/// FSDP's keys, one group a function.
class FsdpWords {
public:
    FsdpWords(TrainingText &text, std::string prefix, bool second) : m_text(text), m_prefix(std::move(prefix)), m_second(second)
    {}

    void say()
    {
        say("version", m_second ? 2 : 1);
        say_stage();
        say_offload();
        say_wrap();
        const Parallel &p = m_text.plan().parallel;
        if (m_text.take("parallel.checkpoint_wrapper")) say("activation_checkpointing", p.checkpoint_wrapper);
        if (m_text.take("parallel.cpu_ram_efficient_loading")) {
            say("cpu_ram_efficient_loading", p.cpu_ram_efficient_loading);
            if (p.cpu_ram_efficient_loading && !m_second) say("sync_module_states", true);
        }
        say_of_first("parallel.use_orig_params", "use_orig_params", p.use_orig_params);
        say_of_first("parallel.backward_prefetch", "backward_prefetch",
                     p.backward_prefetch == BackwardPrefetch::pre    ? "BACKWARD_PRE"
                     : p.backward_prefetch == BackwardPrefetch::post ? "BACKWARD_POST"
                                                                     : "NO_PREFETCH");
        say_of_first("parallel.forward_prefetch", "forward_prefetch", p.forward_prefetch);
        say_of_first("parallel.limit_all_gathers", "limit_all_gathers", p.limit_all_gathers);
    }

private:
    void say(const char *name, const ordered_json &value) { m_text.say(m_prefix + name, value); }
    [[nodiscard]] bool accelerate() const { return m_prefix.ends_with("fsdp_"); }

    void say_stage()
    {
        const Parallel &p = m_text.plan().parallel;
        const Count zero = m_text.states("parallel.zero") ? p.zero : 3;
        if (m_text.take("parallel.zero") && (m_second ? zero != 3 : zero == 1))
            m_text.cannot("parallel.zero",
                          phrase(QT_TRANSLATE_NOOP("core", "version %1 of FSDP has no such stage"), {m_second ? "2" : "1"}));
        const bool stated = m_text.take("parallel.reshard_after_forward");
        const bool reshards = stated ? p.reshard_after_forward : zero != 2;
        if (m_second) return say("reshard_after_forward", reshards);
        say("reshard_after_forward", zero == 0 ? "NO_SHARD" : zero == 2 ? "SHARD_GRAD_OP" : "FULL_SHARD");
        if (stated)
            m_text.cannot("parallel.reshard_after_forward",
                          phrase(QT_TRANSLATE_NOOP("core", "under version 1 it is part of the strategy")));
    }

    void say_offload()
    {
        if (!m_text.take("parallel.offload")) return;
        const Offload offload = m_text.plan().parallel.offload;
        say(accelerate() ? "offload_params" : "cpu_offload", offload != Offload::none);
        if (offload != Offload::both && offload != Offload::none)
            m_text.cannot("parallel.offload",
                          phrase(QT_TRANSLATE_NOOP("core", "FSDP keeps all of a shard on the host, or none of it")));
    }

    void say_wrap()
    {
        using Kind = Wrap::Kind;
        const Wrap &wrap = m_text.plan().parallel.wrap;
        if (!m_text.take("parallel.wrap")) return say("auto_wrap_policy", "TRANSFORMER_BASED_WRAP"); // what a plan means unsaid
        if (wrap.kind == Kind::layer_ends) {
            say("auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
            return m_text.cannot("parallel.wrap", phrase(QT_TRANSLATE_NOOP("core", "its units are the model's layers")));
        }
        say("auto_wrap_policy", wrap.kind == Kind::layer  ? "TRANSFORMER_BASED_WRAP"
                                : wrap.kind == Kind::none ? "NO_WRAP"
                                                          : "SIZE_BASED_WRAP");
        if (wrap.kind == Kind::min_params) say("min_num_params", wrap.min_params);
    }

    /// Keys of version 1 alone.
    void say_of_first(const char *path, const char *name, const ordered_json &value)
    {
        if (!m_text.take(path)) return;
        if (m_second)
            m_text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "only version 1 of FSDP reads it")));
        else if (accelerate() && std::string_view(name) == "limit_all_gathers")
            m_text.cannot(path, no_key_of("accelerate"));
        else
            say(name, value);
    }

    TrainingText &m_text;
    std::string m_prefix;
    bool m_second;
};

/// offload_optimizer and offload_param.
void say_devices(TrainingText &text, const std::string &prefix)
{
    if (!text.take("parallel.offload")) return;
    const Offload offload = text.plan().parallel.offload;
    const char *const place = offload == Offload::nvme ? "nvme" : "cpu";
    const bool optimizer = offload != Offload::none && offload != Offload::parameters;
    const bool parameters = offload != Offload::none && offload != Offload::optimizer;
    text.say(prefix + "offload_optimizer.device", optimizer ? place : "none");
    text.say(prefix + "offload_param.device", parameters ? place : "none");
    if (offload != Offload::nvme) return;
    text.say(prefix + "offload_optimizer.nvme_path", "/local_nvme");
    text.say(prefix + "offload_param.nvme_path", "/local_nvme");
}

/// DeepSpeed's own reader takes no "auto": the figures, of which it needs one batch size.
void say_what_a_trainer_fills_in(TrainingText &text, const std::string &prefix)
{
    const Plan &plan = text.plan();
    text.take("micro_batch");
    text.say(prefix + "train_micro_batch_size_per_gpu", plan.micro_batch);
    if (text.take("gradient_accumulation")) text.say(prefix + "gradient_accumulation_steps", plan.gradient_accumulation);
    if (text.take("max_grad_norm")) text.say(prefix + "gradient_clipping", plan.max_grad_norm);
    if (text.take("autocast"))
        text.say(prefix + (plan.autocast == Autocast::fp16 ? "fp16.enabled" : "bf16.enabled"), plan.autocast != Autocast::none);
}

} // namespace

void say_fsdp(TrainingText &text, const std::string &prefix, bool second) { FsdpWords(text, prefix, second).say(); }

void say_deepspeed(TrainingText &text, const std::string &prefix, bool trainer)
{
    const Plan &plan = text.plan();
    const auto key = [&prefix](const char *name) { return prefix + name; };
    if (trainer)
        for (const char *name : {"train_micro_batch_size_per_gpu", "gradient_accumulation_steps", "train_batch_size",
                                 "gradient_clipping", "bf16.enabled", "fp16.enabled"})
            text.say(key(name), "auto");
    else
        say_what_a_trainer_fills_in(text, prefix);
    text.take("parallel.zero");
    text.say(key("zero_optimization.stage"), plan.parallel.zero);
    say_devices(text, prefix + "zero_optimization.");
    if (text.take("parallel.deepspeed")) {
        const ordered_json fields =
            ordered_json::parse(plan.parallel.deepspeed.empty() ? "{}" : plan.parallel.deepspeed, nullptr, false);
        for (const auto &[name, value] : fields.items()) text.say(prefix + "zero_optimization." + name, value);
    }
    if (!trainer && plan.parallel.tensor > 1 && text.take("parallel.tensor"))
        text.say(key("tensor_parallel.autotp_size"), plan.parallel.tensor);
}

void say_precision(TrainingText &text)
{
    if (!text.take("autocast")) return;
    const Autocast autocast = text.plan().autocast;
    text.say("bf16", autocast == Autocast::bf16);
    if (autocast == Autocast::fp16) text.say("fp16", true);
}

std::string optimizer_word(TrainingText &text, std::string_view title, std::string_view key)
{
    const Plan &plan = text.plan();
    const bool stated = text.take("optimizer.name"), formed = text.take("optimizer.implementation");
    if (!stated && !formed) return {};
    const OptimizerKind &kind = kind_of(stated ? plan.optimizer.name : OptimizerName{});
    const std::string_view name = kind.name;
    if (!text.has_word("optimizer.name", name)) {
        text.cannot("optimizer.name", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such optimizer"), {title}));
        if (formed) text.cannot("optimizer.implementation", no_other_form(key));
        return {};
    }
    const std::string_view form = formed && plan.optimizer.implementation ? name_of(*plan.optimizer.implementation) : "";
    const bool has_form = has_torch_forms(kind) && !kind.trainer_has_one_form && text.has_word("optimizer.implementation", form);
    if (formed && !has_form) text.cannot("optimizer.implementation", no_other_form(key));
    return has_form ? text.word("optimizer.implementation", form) : text.word("optimizer.name", name);
}

void say_optimizer(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool projects = kind_of(plan.optimizer).projects;
    if (!projects && text.take("optimizer.rank"))
        text.cannot("optimizer.rank", phrase(QT_TRANSLATE_NOOP("core", "this optimizer projects no gradients")));
    std::string word = optimizer_word(text, "TrainingArguments", "optim");
    if (word.empty()) return;
    if (projects && text.take("optimizer.in_backward") && plan.optimizer.in_backward) word += "_layerwise";
    text.say("optim", word);
    std::string arguments = text.take("optimizer.args") ? plan.optimizer.args : std::string();
    if (projects && text.take("optimizer.rank"))
        arguments += (arguments.empty() ? "rank=" : ",rank=") + std::to_string(plan.optimizer.rank);
    if (!arguments.empty()) text.say("optim_args", arguments);
    if (!projects) return;
    const bool named = text.take("optimizer.targets") && !plan.optimizer.targets.empty();
    text.say("optim_target_modules",
             named ? nlohmann::ordered_json(plan.optimizer.targets) : nlohmann::ordered_json("all-linear"));
}

void say_checkpointing(TrainingText &text)
{
    if (!text.take("gradient_checkpointing")) return;
    const Checkpointing &held = text.plan().gradient_checkpointing;
    if (!held.selective.empty()) {
        text.say("gradient_checkpointing", true);
        return text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
    }
    text.say("gradient_checkpointing", held.enabled && !held.offload_activations);
    if (held.offload || held.offload_activations) text.say("activation_offloading", true);
    if (held.reentrant) text.say("gradient_checkpointing_kwargs.use_reentrant", true);
    if (held.every > 1) text.say("gradient_checkpointing_kwargs.every_n_layers", held.every);
}

void say_liger(TrainingText &text)
{
    const Plan &plan = text.plan();
    const LossKind kind = text.states("loss.kind") ? plan.loss.kind : LossKind::full;
    const bool fused = kind == LossKind::fused, whole = kind == LossKind::fused_ce;
    const bool parts = names_liger_parts(plan), all = names_kernel(plan, "liger") || (fused && !parts);
    if (!fused && !whole && !(text.states("kernels") && (parts || all))) return;
    if (fused || whole) text.take("loss.kind");
    if (parts || names_kernel(plan, "liger")) text.take("kernels");
    text.say("use_liger_kernel", true);
    if (!fused) text.say("liger_kernel_config.fused_linear_cross_entropy", false);
    if (whole) text.say("liger_kernel_config.cross_entropy", true);
    const auto off = [&text](const char *key) { text.say(std::string("liger_kernel_config.") + key, false); };
    if (!all && !names_kernel(plan, "liger_rope")) off("rope");
    if (!all && !names_kernel(plan, "liger_rms_norm")) off("rms_norm");
    if (!all && !names_kernel(plan, "liger_glu"))
        for (const char *key : {"swiglu", "geglu"}) off(key); // each class has one of them
}

void say_trainer_spread(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::optional<ParallelEngine> engine = plan.parallel.engine;
    if (!engine) return;
    text.take("parallel.engine");
    if (*engine == ParallelEngine::fsdp1 || *engine == ParallelEngine::fsdp2) {
        text.say("fsdp", true);
        say_fsdp(text, "fsdp_config.", *engine == ParallelEngine::fsdp2);
    } else if (*engine == ParallelEngine::deepspeed)
        say_deepspeed(text, "deepspeed.", true);
    else if (*engine == ParallelEngine::megatron || (*engine != ParallelEngine::ddp && text.states("parallel.engine")))
        text.cannot("parallel.engine", no_key_of("TrainingArguments"));
    struct Key {
        const char *path, *name;
        ordered_json value;
    };
    for (const Key &each : {Key{"parallel.bucket_mb", "ddp_bucket_cap_mb", plan.parallel.bucket_mb},
                            Key{"parallel.static_graph", "ddp_static_graph", plan.parallel.static_graph},
                            Key{"parallel.find_unused_parameters", "ddp_find_unused_parameters",
                                plan.parallel.find_unused_parameters.value_or(false)}})
        if (text.take(each.path)) text.say(each.name, each.value);
}

void say_trainer(TrainingText &text)
{
    say_precision(text);
    say_optimizer(text);
    say_checkpointing(text);
    say_liger(text);
    say_trainer_spread(text);
}

} // namespace plimsoll
