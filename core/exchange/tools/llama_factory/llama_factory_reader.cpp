// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 @ff6d4d12: hparams/parser.py, model/adapter.py, model/model_utils/{quantization,checkpointing,liger_kernel}.py,
// train/trainer_utils.py, launcher.py
#include "core/exchange/tools/llama_factory/llama_factory.h"

#include "core/exchange/tools/llama_factory/frozen_layers.h"
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

bool is_on(ConfigReading &reading, std::string_view key) { return as_switch(reading.value(key)).value_or(false); }

/// Keys of a quantisation that nobody asks for: without its bits weights are loaded as they are, which is worth a warning.
void leave_unquantised(ConfigReading &reading)
{
    std::string_view named;
    for (const std::string_view key : {"quantization_method", "quantization_type", "double_quantization"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && !entry->value.is_null()) {
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing is quantised without %1"), {"quantization_bit"}));
            if (named.empty()) named = key;
        }
    if (!named.empty())
        reading.warn("not_quantised",
                     phrase(QT_TRANSLATE_NOOP(
                                "core", "%1 does nothing without %2: LLaMA-Factory loads the weights as they are, four times as "
                                        "large as 4-bit ones"),
                            {named, "quantization_bit"}),
                     "weights.quant");
}

/// model/model_utils/quantization.py; whether bitsandbytes packs the weights.
bool read_weights(ConfigReading &reading)
{
    const auto bits = as_count(reading.value("quantization_bit"));
    const std::string method = as_word(reading.value("quantization_method"));
    const bool packs = bits && (method.empty() || method == "bnb" || method == "bitsandbytes");
    if (packs && *bits == 4)
        reading.state("weights.quant", reading.value("quantization_type") == "fp4" ? "fp4" : "nf4");
    else if (packs && *bits == 8)
        reading.state("weights.quant", "int8");
    else if (const ConfigEntry *entry = reading.find("quantization_bit"); bits && entry != nullptr)
        reading.not_said(*entry,
                         phrase(QT_TRANSLATE_NOOP("core", "it quantises with %1, which no field of a plan names"), {method}));
    if (!bits) leave_unquantised(reading);
    understand(reading, {"quantization_bit", "quantization_method", "quantization_type"}, "weights.quant");
    if (is_on(reading, "pure_bf16")) {
        reading.state("weights.dtype", "bf16");
        reading.state("autocast", "none");
    }
    understand(reading, {"pure_bf16"}, "weights.dtype");
    return packs;
}

constexpr std::string_view orthogonal = "oft"; // the other word of finetuning_type that stands for adapters

/// What is not LoRA in its adapters: OFT, whose targets and saved modules are LoRA's arguments (_setup_lora_tuning).
void read_oft(ConfigReading &reading)
{
    constexpr Count usual_block = 32;
    reading.state("adapter.type", "oft");
    reading.state("adapter.settings", {{"r", as_count(reading.value("oft_rank")).value_or(0)},
                                       {"oft_block_size", as_count(reading.value("oft_block_size")).value_or(usual_block)},
                                       {"module_dropout", as_real(reading.value("module_dropout")).value_or(0.0)}});
    understand(reading, {"oft_rank", "oft_block_size", "module_dropout"}, "adapter.settings");
    const std::string off = phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {"finetuning_type", "lora"});
    dismiss(reading, {"lora_rank", "lora_alpha", "lora_dropout", "use_dora", "use_rslora"}, off);
    dismiss(reading, {"oft_target"}, phrase(QT_TRANSLATE_NOOP("core", "%1 stands in its place"), {"lora_target"}));
}

void read_method(ConfigReading &reading, bool packs)
{
    const std::string type = as_word(reading.value("finetuning_type"));
    const ConfigEntry *const entry = reading.find("finetuning_type");
    if (type == "freeze") {
        reading.state(*entry, "method", "full");
        read_frozen_layers(reading);
    } else if (type == orthogonal) {
        reading.state(*entry, "method", packs ? "qlora" : "lora");
        read_oft(reading);
    } else if (type == "full")
        reading.state(*entry, "method", "full");
    else if (type == "lora" || type.empty()) {
        if (entry != nullptr)
            reading.state(*entry, "method", packs ? "qlora" : "lora");
        else
            reading.state("method", packs ? "qlora" : "lora"); // FinetuningArguments.finetuning_type
    } else if (!entry->unknown)
        reading.refuse({"finetuning_type", type, "full | freeze | lora | oft",
                        phrase(QT_TRANSLATE_NOOP("core", "plans have no such method of %1"), {"LLaMA-Factory"})});
    if (type != orthogonal)
        dismiss(reading, {"oft_rank", "oft_block_size", "oft_target", "module_dropout"},
                phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {"finetuning_type", "oft"}));
    const std::string off =
        phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {"finetuning_type", type == "full" ? "lora" : "freeze"});
    if (type != "freeze")
        dismiss(reading, {"freeze_trainable_layers", "freeze_trainable_modules", "freeze_extra_modules", "use_llama_pro"}, off);
    if (type == "full" || type == "freeze")
        dismiss(reading,
                {"lora_rank", "lora_alpha", "lora_dropout", "lora_target", "additional_target", "use_dora", "use_rslora"},
                phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {"finetuning_type", "lora"}));
}

/// model/model_utils/visual.py, get_forbidden_modules of full and freeze tuning, patch_target_modules of adapters, which it keeps out
/// of what is frozen; its defaults freeze tower and projector.
void read_frozen_parts(ConfigReading &reading)
{
    const auto only = switch_in(reading, {"train_mm_proj_only"});
    const auto tower = switch_in(reading, {"freeze_vision_tower"}),
               aligner = switch_in(reading, {"freeze_multi_modal_projector"});
    FrozenParts parts{tower.value_or(true), aligner.value_or(true), is_on(reading, "freeze_language_model")};
    if (only.value_or(false)) parts = {true, false, true};
    const bool text = reads_text_alone(reading.plan().model),
               full = reading.plan().method == Method::full && reading.plan().has("method");
    if (!parts.any() && full && !text) reading.state("trainable", json::array({".*"})); // towers too
    const bool adapters = reading.plan().has("method") && !full;
    if (!parts.any() && adapters && !text) reading.state("adapter.settings", json::object());
    if (parts == FrozenParts{true, true, false} || text) parts = {}; // as a plan of this stack has it
    freeze_parts(reading, parts,
                 {"freeze_vision_tower", "freeze_multi_modal_projector", "freeze_language_model", "train_mm_proj_only"},
                 FrozenAdapters::kept_out);
}

/// train/*/workflow.py: reward models and PPO keep the language head beside a value head, so that their logits are whole.
void read_objective(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("stage");
    const std::string stage = as_word(reading.value("stage")), loss = as_word(reading.value("pref_loss"));
    const auto near = [&](std::string_view what, std::string_view as) {
        reading.state("objective", std::string(as));
        reading.warn("objective",
                     phrase(QT_TRANSLATE_NOOP("core", "a step of %1 is not planned for: it is read as one of %2"), {what, as}),
                     "objective");
    };
    if (stage == "sft" || stage == "pt")
        reading.understood(*entry, "objective");
    else if (stage == "dpo" && loss == "orpo")
        reading.state(*entry, "objective", "orpo");
    else if (stage == "dpo" && loss == "simpo") {
        reading.state(*entry, "objective", "cpo");
        reading.state("preference.nll", false);
    } else if (stage == "dpo" || stage == "kto")
        reading.state(*entry, "objective", stage);
    else if (stage == "rm") {
        reading.state(*entry, "objective", "reward");
        reading.warn(
            "objective",
            phrase(QT_TRANSLATE_NOOP("core", "the tool keeps the language head beside the score: its logits of every row "
                                             "are not in the figures, which are a lower bound")),
            "objective");
    } else if (!stage.empty()) {
        reading.not_said(*entry, reasons::of_objective.text());
        near(stage, "sft");
    }
    if (const ConfigEntry *named = reading.find("pref_loss"))
        loss == "simpo" || loss == "orpo"
            ? reading.understood(*named, "objective")
            : reading.no_effect(*named, phrase(QT_TRANSLATE_NOOP("core", "another loss of the same log-probabilities")));
}

/// Checkpointing is on unless disabled, and re-entrant unless that is switched off.
void read_activations(ConfigReading &reading)
{
    const auto disabled = switch_in(reading, {"disable_gradient_checkpointing"});
    const auto reentrant = switch_in(reading, {"use_reentrant_gc"});
    const std::string granularity = as_word(reading.value("recompute_granularity"));
    const auto stated = switch_in(reading, {"gradient_checkpointing"});
    if (disabled.value_or(false))
        reading.state("gradient_checkpointing", false);
    else if (is_on(reading, "use_unsloth_gc"))
        reading.state("gradient_checkpointing", "offload");
    else if (granularity == "full")
        read_recomputed_layers(reading);
    else if (granularity == "selective")
        reading.state("gradient_checkpointing", {{"selective", "attention"}});
    else if (reentrant && !*reentrant)
        reading.state("gradient_checkpointing", true);
    else if (disabled || stated.value_or(false))
        reading.state("gradient_checkpointing", {{"reentrant", true}});
    understand(reading,
               {"disable_gradient_checkpointing", "use_unsloth_gc", "use_reentrant_gc", "recompute_granularity",
                "recompute_method", "recompute_num_layers", "gradient_checkpointing",
                "gradient_checkpointing_kwargs.use_reentrant"},
               "gradient_checkpointing");
}

/// Optimizers with keys of their own: projections, layer by layer in the backward pass where asked, and Muon.
void read_optimizer(ConfigReading &reading)
{
    const auto projects = [&](const std::string &name) {
        const std::string off = phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_" + name});
        if (!is_on(reading, "use_" + name)) return dismiss(reading, {"use_" + name, name + "_rank", name + "_layerwise"}, off);
        reading.state(*reading.find("use_" + name), "optimizer.name", name);
        reading.state("optimizer.rank", as_count(reading.value(name + "_rank")).value_or(16));
        if (is_on(reading, name + "_layerwise")) reading.state("optimizer.in_backward", true);
        understand(reading, {name + "_rank"}, "optimizer.rank");
        understand(reading, {name + "_layerwise"}, "optimizer.in_backward");
        understand(reading, {"optim"}, "optimizer.name");
    };
    for (const std::string_view name : optimizers_with_switch) {
        const std::string key = "use_" + std::string(name);
        if (kind_of(*plan_enum<OptimizerName>(name)).projects) {
            projects(std::string(name));
            continue;
        }
        if (is_on(reading, key)) {
            reading.state(*reading.find(key), "optimizer.name", std::string(name));
            understand(reading, {"optim"}, "optimizer.name");
        }
        dismiss(reading, {key}, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    }
}

/// train/trainer_utils.py, _create_badam_optimizer: by blocks or by parts of each gradient; neither is among a plan's optimizers, and
/// AdamW over all that trains would be another training by far.
void read_badam(ConfigReading &reading)
{
    const bool adapters = reading.plan().has("method") && reading.plan().method != Method::full; // beside which it does not start
    if (adapters || !is_on(reading, "use_badam")) return;
    reading.refuse({"use_badam", "true", "false", phrase(QT_TRANSLATE_NOOP("core", "plans have no optimizer %1"), {"BAdam"})});
}

void read_loss(ConfigReading &reading)
{
    if (const ConfigEntry *entry = reading.find("enable_liger_kernel");
        entry != nullptr && is_on(reading, "enable_liger_kernel")) {
        const std::string stage = as_word(reading.value("stage"));
        const bool logits = !stage.empty() && stage != "sft" && stage != "pt"; // model_utils/liger_kernel.py, require_logits
        reading.state(*entry, "loss.kind", logits ? "fused_ce" : "fused");
    }
    dismiss(reading, {"enable_liger_kernel"}, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
}

/// Megatron's own engine (USE_MCA=1, USE_MEGATRON_BRIDGE=1), whose keys stand in the same file.
void read_megatron(ConfigReading &reading)
{
    if (reading.find("tensor_model_parallel_size") == nullptr && reading.find("pipeline_model_parallel_size") == nullptr) return;
    reading.state("parallel.engine", "megatron");
    if (const ConfigEntry *entry = reading.find("use_distributed_optimizer"))
        reading.state(*entry, "parallel.zero", is_on(reading, "use_distributed_optimizer") ? 1 : 0);
}

void read_spread(ConfigReading &reading)
{
    if (const auto workers = as_count(reading.value("ray_num_workers")); workers && *workers > 0) {
        reading.imports().processes = *workers;
        understand(reading, {"ray_num_workers"}, "parallel.data");
    }
    read_megatron(reading);
    const ConfigEntry *const asked = reading.find("fsdp");
    const bool shards = asked != nullptr && !is_off(asked->value);
    read_fsdp(reading, "fsdp_config.", 1, shards);
    if (!shards) return;
    reading.understood(*asked, "parallel.zero");
    for (const std::string &word : as_names(asked->value))
        if (word == "offload") reading.state("parallel.offload", "both");
    if (const ConfigEntry *entry = reading.find("fsdp_transformer_layer_cls_to_wrap"))
        reading.state(*entry, "parallel.wrap", "layer");
}

/// A file for `llamafactory-cli chat` or `api`: nothing is trained.
bool read_inference(ConfigReading &reading)
{
    const std::string backend = as_word(reading.value("infer_backend"));
    if (backend.empty() || !reading.value("do_train").is_null()) return false;
    reading.state("task", "infer");
    if (const ConfigEntry *entry = reading.find("infer_backend")) {
        if (backend == "ktransformers")
            reading.not_said(*entry, reasons::of_kernels.text());
        else
            reading.state(*entry, "inference.engine", backend == "huggingface" ? "transformers" : backend);
    }
    understand(reading, {"stage", "finetuning_type"}, "task");
    return true;
}

void read_file(ConfigReading &reading, std::string_view scope)
{
    const bool packs = read_weights(reading);
    if (!read_inference(reading)) {
        if (const ConfigEntry *model = reading.find("model_name_or_path"); model != nullptr && model->value.is_string())
            take_named_model(reading, *model, model->value);
        read_method(reading, packs);
        read_frozen_parts(reading);
        read_objective(reading);
        read_activations(reading);
        read_optimizer(reading);
        read_badam(reading);
        read_loss(reading);
        read_precision(reading);
        read_spread(reading);
        dismiss(reading, {"infer_dtype", "vllm_maxlen", "vllm_gpu_util", "sglang_maxlen", "sglang_mem_fraction"},
                phrase(QT_TRANSLATE_NOOP("core", "%1 generates nothing"), {"task train"}));
    }
    take_all(reading, llama_factory_words, scope);
    add_revision(reading, {"model_revision"});
}

/// launcher.py: torchrun with NPROC_PER_NODE processes, or one for each card, on each of NNODES machines; OPTIM_TORCH, on unless it is
/// switched off, sets the allocator for them.
void read_own_launcher(ConfigReading &reading)
{
    const std::string program = program_scope(reading.text());
    if (!program.starts_with("llamafactory-cli") && !program.starts_with("lmf")) return;
    const bool asked = is_on(reading, "FORCE_TORCHRUN") || is_on(reading, "USE_MCA");
    if (asked) read_node_variables(reading);
    count_visible(reading);
    const bool spread = asked || reading.imports().processes.value_or(1) > 1;
    if (spread && switch_in(reading, {"OPTIM_TORCH"}).value_or(true)) reading.state("allocator.expandable_segments", true);
    understand(reading, {"OPTIM_TORCH"}, "allocator.expandable_segments");
}

} // namespace

/// hparams/parser.py (read_args)
constinit const CommandWords llama_factory_command{.pairs = CommandWords::Pairs::behind_file};

static int recognises_llama_factory(const ConfigText &text)
{
    if (text.form == ConfigForm::command) {
        for (const std::string &program : text.programs)
            if (program.starts_with("llamafactory-cli") || program.starts_with("lmf ") || program == "lmf") return 100;
        return text.has("finetuning_type") && text.has("stage") ? 95 : 0;
    }
    if (text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    if (is_llama_factory_v1(text)) return 92;
    int own = 0;
    for (const char *key :
         {"finetuning_type", "stage", "cutoff_len", "template", "lora_target", "dataset_dir", "infer_backend",
          "preprocessing_num_workers", "quantization_bit", "export_dir", "export_size", "adapter_name_or_path", "use_mca"})
        own += text.has(key) ? 1 : 0;
    return own >= 2 && text.has("model_name_or_path") ? 95 : own >= 3 ? 80 : 0;
}

static void read_llama_factory(ConfigReading &reading)
{
    reading.state("stack", "llama-factory");
    read_launchers(reading);
    read_own_launcher(reading);
    take_all(reading, llama_factory_variables, "environment");
    say_near_variables(reading, llama_factory_variables);
    if (is_llama_factory_v1(reading.text())) return read_llama_factory_v1(reading);
    const std::vector<std::string> &programs = reading.text().programs;
    read_file(reading, programs.empty() ? std::string_view() : std::string_view(programs.back()));
}

constinit const ToolFormat formats::llama_factory{.name = "llama-factory",
                                                  .title = "LLaMA-Factory",
                                                  .recognises = recognises_llama_factory,
                                                  .read = read_llama_factory,
                                                  .on_every_card = "llamafactory-cli lmf",
                                                  .command = &llama_factory_command,
                                                  .ending = "yaml",
                                                  .write = write_llama_factory,
                                                  .task = Task::train,
                                                  .group = ExportGroup::training};

} // namespace plimsoll
