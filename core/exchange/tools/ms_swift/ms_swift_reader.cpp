// SPDX-License-Identifier: GPL-3.0-or-later
// ms-swift 4.6.0: arguments/base_args/model_args.py (_init_torch_dtype, _init_mixed_precision), arguments/base_args/quant_args.py,
// arguments/{sft,tuner,rlhf}_args.py, tuner/prepare; megatron/arguments/megatron_args.py
#include "core/exchange/tools/ms_swift/ms_swift.h"

#include "core/exchange/tools/ms_swift/ms_swift_tuners.h"
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

bool is_on(ConfigReading &reading, std::string_view key) { return as_switch(reading.value(key)).value_or(false); }

const ConfigEntry *first_of(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && !entry->value.is_null()) return entry;
    return nullptr;
}

/// quant_args.py: without quant_bits no configuration is made of the other keys.
void leave_unquantised(ConfigReading &reading)
{
    dismiss(reading, {"quant_method", "bnb_4bit_quant_type", "bnb_4bit_use_double_quant"},
            phrase(QT_TRANSLATE_NOOP("core", "nothing is quantised without %1"), {"quant_bits"}));
    reading.warn("not_quantised",
                 phrase(QT_TRANSLATE_NOOP(
                            "core", "%1 does nothing without %2: ms-swift loads the weights as they are, four times as large as "
                                    "4-bit ones"),
                        {"quant_method", "quant_bits"}),
                 "weights.quant");
}

bool read_weights(ConfigReading &reading)
{
    const auto bits = as_count(reading.value("quant_bits"));
    const std::string method = as_word(reading.value("quant_method"));
    const bool packs = bits && (method.empty() || method == "bnb") && (*bits == 4 || *bits == 8);
    if (packs && *bits == 4) {
        reading.state("weights.quant", reading.value("bnb_4bit_quant_type") == "fp4" ? "fp4" : "nf4");
    } else if (packs)
        reading.state("weights.quant", "int8");
    else if (!bits && method == "bnb")
        leave_unquantised(reading);
    else if (const ConfigEntry *entry = first_of(reading, {"quant_method", "quant_bits"}))
        reading.not_said(*entry,
                         phrase(QT_TRANSLATE_NOOP("core", "it quantises with %1, which no field of a plan names"), {method}));
    understand(reading, {"quant_bits", "quant_method", "bnb_4bit_quant_type"}, "weights.quant");
    return packs;
}

/// LoRA unless another tuner is named, on Megatron the whole model.
void read_method(ConfigReading &reading, bool packs, bool megatron)
{
    const ConfigEntry *const entry = first_of(reading, {"tuner_type", "train_type", "sft_type"});
    const std::string type = entry ? as_word(entry->value) : std::string(megatron ? "full" : "lora");
    const std::string_view method = packs ? "qlora" : "lora";
    if (type == "lora_llm" && !megatron) return read_lora_llm(reading, *entry, method);
    if (entry == nullptr || !entry->unknown) dismiss_other_tuners(reading, type);
    if (entry != nullptr && entry->unknown) return;
    if (type != "lora" && type != "full") return read_swift_tuner(reading, *entry, type, method);
    if (entry != nullptr)
        reading.state(*entry, "method", type == "full" ? json("full") : json(std::string(method)));
    else
        reading.state("method", megatron ? std::string("full") : std::string(method));
    if (type == "full")
        return dismiss(reading,
                       {"lora_rank", "lora_alpha", "lora_dropout", "lora_dtype", "lora_bias", "target_modules", "target_regex",
                        "target_parameters", "modules_to_save", "use_rslora", "use_dora"},
                       phrase(QT_TRANSLATE_NOOP("core", "nothing gets an adapter")));
    const auto otherwise = [&](std::string_view key, std::string_view field, const json &value) {
        if (reading.find(key) == nullptr) reading.state(field, value);
    };
    if (megatron) otherwise("lora_dropout", "adapter.dropout", 0.05);
}

/// Autocast of the dtype that weights are loaded in; what is neither fp16 nor bf16 is computed in fp16.
void read_floats(ConfigReading &reading, bool megatron)
{
    const ConfigEntry *const entry = first_of(reading, {"torch_dtype", "dtype"});
    const std::string word = entry ? as_word(entry->value) : std::string();
    const bool said = switch_in(reading, {"bf16", "fp16"}).has_value();
    read_precision(reading);
    if (said) return;
    if (word == "float16" || word == "float32")
        reading.state("autocast", "fp16");
    else if (megatron || !word.empty())
        reading.state("autocast", "bf16");
}

/// core_attn alone, of which fused attention keeps nothing anyway.
bool recomputes_scores(ConfigReading &reading)
{
    const std::vector<std::string> modules = as_names(reading.value("recompute_modules"));
    const std::string backend = as_word(reading.value("attention_backend"));
    return (modules.empty() || (modules.size() == 1 && modules[0] == "core_attn")) && backend != "unfused" && backend != "local";
}

/// On unless switched off; Megatron recomputes scores alone unless told more, and its fused attention keeps none.
void read_activations(ConfigReading &reading, bool megatron)
{
    const std::string granularity = as_word(reading.value("recompute_granularity"));
    const auto reentrant = switch_in(reading, {"gradient_checkpointing_kwargs.use_reentrant"});
    const auto on = switch_in(reading, {"gradient_checkpointing"});
    // trainers/mixin.py, _fix_gradient_checkpointing: reentrant but for processes that hold whole copies
    const bool apart = reading.imports().processes.value_or(1) > 1 && first_of(reading, {"deepspeed", "fsdp"}) == nullptr;
    if (granularity == "none")
        reading.state("gradient_checkpointing", false);
    else if (granularity == "selective" && recomputes_scores(reading))
        reading.state("gradient_checkpointing", false);
    else if (granularity == "selective")
        reading.state("gradient_checkpointing", {{"selective", reading.value("recompute_modules").is_null()
                                                                   ? std::vector<std::string>{"core_attn"}
                                                                   : as_names(reading.value("recompute_modules"))}});
    else if (on && !*on)
        reading.state("gradient_checkpointing", false);
    else if (reentrant.value_or(!megatron && on.value_or(false) && !apart))
        reading.state("gradient_checkpointing", {{"reentrant", true}});
    else if (granularity == "full")
        read_recomputed_layers(reading);
    else if (!megatron && (reentrant || apart))
        reading.state("gradient_checkpointing", true);
    understand(reading,
               {"recompute_granularity", "recompute_method", "recompute_num_layers", "recompute_modules",
                "gradient_checkpointing", "gradient_checkpointing_kwargs.use_reentrant"},
               "gradient_checkpointing");
}

void read_optimizer(ConfigReading &reading)
{
    const std::string off = phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_galore"});
    if (!is_on(reading, "use_galore")) return dismiss(reading, {"use_galore", "galore_rank", "galore_optim_per_parameter"}, off);
    reading.state(*reading.find("use_galore"), "optimizer.name", "galore");
    reading.state("optimizer.rank", as_count(reading.value("galore_rank")).value_or(128));
    understand(reading, {"galore_rank"}, "optimizer.rank");
    if (is_on(reading, "galore_optim_per_parameter")) reading.state("optimizer.in_backward", true);
    understand(reading, {"galore_optim_per_parameter"}, "optimizer.in_backward");
}

/// --use-precision-aware-optimizer and its dtypes, as optimizer.args names them; without it they say nothing.
void read_precise_optimizer(ConfigReading &reading)
{
    constexpr const char *dtypes[] = {"main_grads_dtype", "main_params_dtype", "exp_avg_dtype", "exp_avg_sq_dtype"};
    if (!is_on(reading, "use_precision_aware_optimizer")) {
        dismiss(reading,
                {"use_precision_aware_optimizer", "main_grads_dtype", "main_params_dtype", "exp_avg_dtype", "exp_avg_sq_dtype"},
                phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_precision_aware_optimizer"}));
        return;
    }
    std::string said = "use_precision_aware_optimizer=true";
    for (const char *key : dtypes)
        if (const std::string dtype = as_word(reading.value(key)); !dtype.empty())
            said.append(",").append(key).append("=").append(dtype);
    reading.state("optimizer.args", said);
    understand(reading,
               {"use_precision_aware_optimizer", "main_grads_dtype", "main_params_dtype", "exp_avg_dtype", "exp_avg_sq_dtype"},
               "optimizer.args");
}

/// The twins on Megatron: its distributed optimizer unless switched off, and a batch over all ranks.
void read_megatron(ConfigReading &reading)
{
    reading.state("stack", "megatron");
    reading.state("parallel.engine", "megatron");
    const auto size = [&](std::string_view key) { return as_count(reading.value(key)).value_or(1); };
    const bool parts = switch_in(reading, {"use_distributed_optimizer"}).value_or(true);
    reading.state("parallel.zero", parts ? 1 : 0);
    understand(reading, {"use_distributed_optimizer"}, "parallel.zero");
    if (is_on(reading, "optimizer_cpu_offload"))
        reading.state(*reading.find("optimizer_cpu_offload"), "parallel.offload", "optimizer");
    dismiss(reading, {"optimizer_cpu_offload"}, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    read_precise_optimizer(reading);
    dismiss(reading, {"attention_backend"},
            phrase(QT_TRANSLATE_NOOP("core", "Transformer Engine chooses among kernels that keep the same")));
    if (switch_in(reading, {"cross_entropy_loss_fusion"}).value_or(true)) reading.state("loss.kind", "fused_ce"); // its default
    understand(reading, {"cross_entropy_loss_fusion", "cross_entropy_fusion_impl"}, "loss.kind");
    if (size("tensor_model_parallel_size") == 1)
        if (const ConfigEntry *entry = reading.find("sequence_parallel"); entry != nullptr && is_on(reading, "sequence_parallel"))
            reading.no_effect(*entry,
                              phrase(QT_TRANSLATE_NOOP("core", "it divides what tensor ranks would hold whole, and %1 is 1"),
                                     {"tensor_model_parallel_size"}));
    const Count model = size("tensor_model_parallel_size") * size("pipeline_model_parallel_size") * size("context_parallel_size");
    const std::optional<Count> processes = reading.imports().processes;
    const ConfigEntry *const batch = reading.find("global_batch_size");
    const Count each = size("micro_batch_size") * (processes ? std::max<Count>(*processes / model, 1) : 0);
    const Count rows = batch ? as_count(batch->value).value_or(0) : 16;
    if (batch == nullptr && each > 0 && rows % each == 0)
        reading.state("gradient_accumulation", rows / each);
    else if (batch != nullptr && each > 0 && rows % each == 0 && rows >= each)
        reading.state(*batch, "gradient_accumulation", rows / each);
    else if (batch != nullptr)
        reading.not_said(*batch,
                         phrase(QT_TRANSLATE_NOOP("core", "micro batches a step depend on how many processes share them")));
}

std::vector<std::string> prefixes(const json &value)
{
    std::vector<std::string> out;
    for (const std::string &name : as_names(value)) out.push_back(prefix_pattern(name));
    return out;
}

/// arguments/tuner_args.py: everything trains but what freeze_* name, and what trainable_* name trains in spite of them.
void read_frozen_names(ConfigReading &reading)
{
    const double ratio = as_real(reading.value("freeze_parameters_ratio")).value_or(0);
    const bool whole = ratio >= 1;
    const bool adapters = reading.plan().has("method") && reading.plan().method != Method::full;
    std::vector<std::string> frozen = prefixes(reading.value("freeze_parameters")),
                             trains = prefixes(reading.value("trainable_parameters"));
    for (auto &[key, into] : {std::pair<const char *, std::vector<std::string> *>{"freeze_parameters_regex", &frozen},
                              {"trainable_parameters_regex", &trains}})
        if (const json pattern = reading.value(key); pattern.is_string() && !is_off(pattern)) into->push_back(as_word(pattern));
    if (!adapters && ratio > 0 && !whole) say_frozen_share(reading);
    bool stated = false;
    if (!adapters && whole && !trains.empty())
        stated = reading.state("trainable", trains);
    else if (!adapters && !whole && !frozen.empty() && trains.empty())
        stated = reading.state("trainable", {{"frozen", frozen}});
    for (const char *key : {"trainable_parameters", "trainable_parameters_regex", "freeze_parameters", "freeze_parameters_regex",
                            "freeze_parameters_ratio"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry)) {
            const bool trained = std::string_view(key).starts_with("trainable");
            if (is_off(entry->value) || as_real(entry->value) == 0.0)
                reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
            else if (adapters)
                reading.no_effect(*entry,
                                  phrase(QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen")));
            else if (trained && ratio <= 0 && frozen.empty())
                reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing is frozen that it could let train")));
            else if (stated)
                reading.understood(*entry, "trainable");
            else
                reading.not_said(*entry, reasons::of_shape.text());
        }
}

/// pipelines/train/tuner.py, get_target_modules: freezing keeps adapters out where the targets are all linear layers.
bool adapts_all_linear(ConfigReading &reading)
{
    const json expression = reading.value("target_regex");
    const std::vector<std::string> names = as_names(reading.value("target_modules"));
    return (expression.is_null() || is_off(expression)) &&
           (names.empty() || std::ranges::find(names, std::string("all-linear")) != names.end());
}

/// arguments/tuner_args.py, _init_multimodal_full; utils/transformers_utils.py, get_multimodal_target_regex: tower and aligner are
/// frozen unless told otherwise, and get no adapters.
void read_frozen_parts(ConfigReading &reading, bool megatron)
{
    if (reading.plan().has("images.tower")) return; // lora_llm
    const auto tower = switch_in(reading, {"freeze_vit"}), aligner = switch_in(reading, {"freeze_aligner"}),
               language = switch_in(reading, {"freeze_llm"});
    FrozenParts parts{tower.value_or(true), aligner.value_or(true), language.value_or(false)};
    const bool said = tower || aligner || language;
    if (said ? reads_text_alone(reading.plan().model) : !reads_more_than_text(reading.plan().model)) parts = {};
    if (megatron) { // whose step here is the language model's
        for (const char *key : {"freeze_vit", "freeze_aligner", "freeze_llm"})
            if (const ConfigEntry *entry = reading.find(key)) reading.not_said(*entry, reasons::of_shape.text());
        return;
    }
    const bool adapters = reading.plan().has("method") && reading.plan().method != Method::full;
    if (adapters && parts == FrozenParts{true, true, false} && !reads_more_than_text(reading.plan().model)) parts = {};
    const bool told = said && !parts.any() && !reads_text_alone(reading.plan().model); // else the stack freezes both
    if (told && adapters && adapts_all_linear(reading)) reading.state("adapter.settings", json::object());
    if (told && !adapters && !reading.plan().has("trainable")) reading.state("trainable", json::array({".*"}));
    if (adapters && !adapts_all_linear(reading))
        dismiss(reading, {"freeze_vit", "freeze_aligner", "freeze_llm"},
                phrase(QT_TRANSLATE_NOOP("core", "adapters stand where their targets say: it decides with %1 alone"),
                       {"target_modules all-linear"}));
    else
        freeze_parts(reading, parts, {"freeze_vit", "freeze_aligner", "freeze_llm"}, FrozenAdapters::kept_out);
    const bool sees = reads_more_than_text(reading.plan().model);
    // arguments/base_args/quant_args.py, get_modules_to_not_convert
    if (sees && adapters && reading.plan().has("weights.quant") && is_bitsandbytes(reading.plan().weights.quant))
        reading.warn(
            "towers_in_16_bits",
            phrase(QT_TRANSLATE_NOOP("core", "ms-swift leaves tower and aligner in 16 bits (%1), which a plan cannot say: "
                                             "it packs them, and takes about 1.5 bytes a parameter of theirs too little"),
                   {"llm_int8_skip_modules"}),
            "weights.quant");
    if (sees && tower.value_or(true) && aligner.value_or(true)) reading.state("images.tower_checkpointing", false);
}

/// model/register.py: an embedding model is built without its head, classifiers and rerankers with one score a label.
void read_task(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("task_type");
    const std::string type = entry ? as_word(entry->value) : std::string();
    if (entry == nullptr || entry->unknown || entry->value.is_null()) return;
    if (type == "embedding" || type == "reranker") {
        reading.state(*entry, "objective", type);
        reading.warn(
            "groups",
            phrase(QT_TRANSLATE_NOOP("core", "a row of the data is a group of texts (a query, what fits it and what does not): "
                                             "micro_batch counts texts, so multiply it where a row has several"),
                   {}),
            "micro_batch");
    } else if (type == "seq_cls")
        reading.state(*entry, "objective", "classification");
    else if (type == "causal_lm")
        reading.understood(*entry, "objective");
    else {
        reading.not_said(*entry, reasons::of_objective.text());
        reading.warn("objective",
                     phrase(QT_TRANSLATE_NOOP("core", "a step of %1 is not planned for: it is read as one of %2"), {type, "sft"}),
                     "objective");
    }
}

/// rlhf_trainers/args_mixin.py: vLLM's share is 0.9, its mode has to be told; a row's prompt has max_length tokens.
void read_reinforcement(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("rlhf_type");
    const std::string type = entry ? as_word(entry->value) : std::string();
    if (type.empty()) return;
    if (!read_trainer_objective(reading, type, entry)) reading.not_said(*entry, reasons::of_objective.text());
    if (type == "grpo")
        if (const ConfigEntry *judge = reading.find("reward_model"); judge != nullptr && reading.is_open(*judge)) {
            nlohmann::json models = nlohmann::json::array();
            for (const std::string &name : as_names(judge->value)) models.push_back(model_named(name));
            if (!models.empty()) reading.state(*judge, "rollout.reward_models", models);
        }
    // rlhf_args.py, _init_grpo: where nobody says, the reference weighs 0.04, and a full training holds it as a second model
    read_objective_keys(reading, {.prompt = 0, .asks_mode = true, .share = 0.9, .beta = 0.04});
    if (type != "grpo") return;
    const auto prompt = as_count(reading.value("max_length"));
    const Count completion = as_count(reading.value("max_completion_length")).value_or(512);
    if (!prompt) return;
    reading.state("rollout.prompt_length", *prompt);
    reading.state("sequence_length", *prompt + completion);
    understand(reading, {"max_length"}, "sequence_length");
}

constexpr std::string_view inferring[] = {"swift infer", "swift deploy", "swift app", "swift rollout"};

void take_backend(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    if (word == "lmdeploy") return reading.not_said(entry, reasons::of_kernels.text());
    reading.state(entry, "inference.engine", word == "pt" ? json("transformers") : value);
}

constexpr KeyRule inference_rules[] = {
    {"infer_backend", "inference.engine", take_backend},
    {"max_model_len", "inference.context"},
    {"max_new_tokens", "inference.new_tokens"},
    {"vllm_max_model_len", "inference.context"},
    {"vllm_gpu_memory_utilization", "inference.gpu_memory_utilization"},
    {"vllm_tensor_parallel_size", "parallel.tensor"},
    {"vllm_pipeline_parallel_size", "parallel.pipeline"},
    {"vllm_data_parallel_size", "parallel.data"},
    {"vllm_max_num_seqs", "inference.max_num_seqs"},
    {"vllm_enforce_eager", "inference.enforce_eager"},
    {"sglang_context_length", "inference.context"},
    {"sglang_tp_size", "parallel.tensor"},
    {"sglang_mem_fraction_static", "inference.gpu_memory_utilization"},
};
constinit const ToolWords inference_words{.title = "ms-swift", .rules = inference_rules, .base = &ms_swift_words};

/// `swift infer` and `swift deploy`: nothing is trained.
void read_inference(ConfigReading &reading, const std::string &scope)
{
    reading.state("task", "infer");
    dismiss(reading, {"NPROC_PER_NODE", "NNODES"}, phrase(QT_TRANSLATE_NOOP("core", "each process is a copy of its own")));
    read_weights(reading);
    take_all(reading, ms_swift_variables, "environment");
    take_all(reading, inference_words, scope);
}

} // namespace

/// pipelines/base.py ("remaining_argv"); lists of its dataclasses
constinit const CommandWords swift_command{
    .pairs = CommandWords::Pairs::stop,
    .several =
        "adapters cached_dataset cached_val_dataset callbacks chord_sft_dataset custom_dataset_info custom_register_path "
        "dataset eval_dataset external_plugins freeze_parameters galore_target_modules interleave_prob loss_type "
        "loss_weights model_author model_name modules_to_save new_special_tokens recompute_modules ref_adapters reft_layers "
        "report_to reward_* stop_words target_modules target_parameters teacher_adapters trainable_parameters val_dataset "
        "vllm_server_*"};

static int recognises_ms_swift(const ConfigText &text)
{
    if (text.form == ConfigForm::command)
        for (const std::string &program : text.programs)
            if (program.starts_with("swift ") || program.starts_with("megatron ") || program == "swift") return 100;
    int own = 0;
    for (const char *key : {"tuner_type", "train_type", "split_dataset_ratio", "attn_impl", "rlhf_type", "load_from_cache_file",
                            "quant_bits", "torch_dtype", "dataset_num_proc"})
        own += text.has(key) ? 1 : 0;
    return own >= 2 && (text.has("model") || text.has("model_id_or_path")) ? 85 : 0;
}

static void read_ms_swift(ConfigReading &reading)
{
    const std::vector<std::string> &programs = reading.text().programs;
    const std::string scope = programs.empty() ? std::string() : programs.back();
    if (std::ranges::find(inferring, std::string_view(scope)) != std::end(inferring)) return read_inference(reading, scope);
    const bool megatron = scope.starts_with("megatron") || reading.find("tensor_model_parallel_size") != nullptr ||
                          reading.find("recompute_granularity") != nullptr || reading.find("global_batch_size") != nullptr;
    reading.state("stack", "ms-swift");
    read_launchers(reading);
    read_node_variables(reading);
    read_method(reading, read_weights(reading), megatron);
    read_floats(reading, megatron);
    read_activations(reading, megatron);
    read_optimizer(reading);
    for (const char *key : {"model", "model_id_or_path", "load"})
        if (const ConfigEntry *model = reading.find(key);
            model != nullptr && model->value.is_string() && !model->unknown && !reading.plan().has("model"))
            take_named_model(reading, *model, model->value);
    read_frozen_names(reading);
    read_frozen_parts(reading, megatron);
    read_task(reading);
    read_reinforcement(reading);
    if (megatron) read_megatron(reading);
    if (const ConfigEntry *entry = reading.find("zero_hpz_partition_size"); entry != nullptr && as_count(entry->value))
        reading.state(*entry, "parallel.deepspeed", {{"zero_hpz_partition_size", *as_count(entry->value)}});
    take_all(reading, ms_swift_variables, "environment");
    say_near_variables(reading, ms_swift_variables);
    take_all(reading, ms_swift_words, scope);
    add_revision(reading, {"model_revision"});
}

constinit const ToolFormat formats::ms_swift{.name = "ms-swift",
                                             .title = "ms-swift",
                                             .recognises = recognises_ms_swift,
                                             .read = read_ms_swift,
                                             .command = &swift_command,
                                             .ending = "sh",
                                             .write = write_ms_swift,
                                             .task = Task::train,
                                             .group = ExportGroup::training};

} // namespace plimsoll
