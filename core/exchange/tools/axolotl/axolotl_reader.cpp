// SPDX-License-Identifier: GPL-3.0-or-later
// Axolotl 0.21.0: loaders/model.py, loaders/adapter.py, core/builders/base.py, utils/config, utils/schemas/validation.py, utils/trainer.py
#include "core/exchange/tools/axolotl/axolotl.h"
#include "core/exchange/tools/axolotl/unfrozen_names.h"

#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/peft_settings.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/model/trained_share.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

bool is_on(ConfigReading &reading, std::string_view key) { return as_switch(reading.value(key)).value_or(false); }

/// loaders/model.py, _set_quantization_config: bitsandbytes packs four bits under qlora and eight under lora, and nothing else.
void read_weights(ConfigReading &reading, const std::string &adapter)
{
    const bool four = is_on(reading, "load_in_4bit"), eight = is_on(reading, "load_in_8bit");
    if (adapter == "qlora") {
        const std::string kind = as_word(reading.value("bnb_config_kwargs.bnb_4bit_quant_type"));
        reading.state("weights.quant", kind == "fp4" ? "fp4" : "nf4");
    } else if (adapter == "lora" && eight)
        reading.state("weights.quant", "int8");
    else if (four || eight)
        reading.warn(
            "not_quantised",
            phrase(QT_TRANSLATE_NOOP("core", "Axolotl packs weights to 4 bits under adapter %1 and to 8 under %2 alone: here it "
                                             "loads them as they are"),
                   {"qlora", "lora"}),
            "weights.quant");
    if (is_on(reading, "gptq")) reading.state("weights.quant", "gptq4");
    const json kwargs = reading.value("model_quantization_config_kwargs.dequantize");
    const std::string config = as_word(reading.value("model_quantization_config"));
    if (as_switch(kwargs).value_or(false))
        reading.state("weights.quant", "none");
    else if (config == "Mxfp4Config")
        reading.state("weights.quant", "mxfp4");
    else if (config == "FineGrainedFP8Config")
        reading.state("weights.quant", "fp8");
    understand(reading,
               {"load_in_4bit", "load_in_8bit", "gptq", "model_quantization_config",
                "model_quantization_config_kwargs.dequantize", "bnb_config_kwargs.bnb_4bit_quant_type"},
               "weights.quant");
}

constexpr std::string_view kernel_flags[] = {"lora_mlp_kernel", "lora_qkv_kernel", "lora_o_kernel", "lora_embedding_kernel"};

/// utils/schemas/validation.py, lora_kernels_auto_enable: one flag that is stated leaves all to what is stated.
void read_lora_kernels(ConfigReading &reading)
{
    if (std::ranges::none_of(kernel_flags, [&](std::string_view key) { return reading.find(key) != nullptr; })) return;
    std::vector<std::string> parts;
    for (const std::string_view part : lora_kernel_parts)
        if (is_on(reading, "lora_" + std::string(part) + "_kernel")) parts.emplace_back(part);
    reading.state("lora_kernels", parts.empty() ? json("none") : json(parts));
    for (const std::string_view key : kernel_flags) understand(reading, {key}, "lora_kernels");
}

/// loaders/adapter.py, load_lora: what it hands to LoraConfig.
constexpr PeftKey peft_keys[] = {{"peft_layers_to_transform", "layers_to_transform"},
                                 {"peft_layers_pattern", "layers_pattern"},
                                 {"lora_rank_pattern", "rank_pattern"},
                                 {"lora_alpha_pattern", "alpha_pattern"},
                                 {"peft_ensure_weight_tying", "ensure_weight_tying"},
                                 {"peft_trainable_token_indices", "trainable_token_indices"}};

void read_adapter(ConfigReading &reading)
{
    const std::string adapter = as_word(reading.value("adapter"));
    if (const ConfigEntry *entry = reading.find("adapter")) {
        if (adapter.empty() || adapter == "lora" || adapter == "qlora")
            reading.state(*entry, "method", adapter.empty() ? "full" : adapter);
        else
            reading.not_said(*entry, reasons::of_shape.text());
    }
    read_weights(reading, adapter);
    if (adapter.empty()) {
        for (const std::string_view key : kernel_flags)
            dismiss(reading, {key}, phrase(QT_TRANSLATE_NOOP("core", "%1 names none"), {"adapter"}));
        return dismiss(reading,
                       {"lora_r", "lora_alpha", "lora_dropout", "lora_target_modules", "lora_target_linear",
                        "lora_target_parameters", "lora_modules_to_save", "peft_use_dora", "peft_use_rslora",
                        "peft_autocast_adapter_dtype", "peft_layers_to_transform", "peft_layers_pattern", "lora_rank_pattern",
                        "lora_alpha_pattern", "peft_ensure_weight_tying", "peft_trainable_token_indices"},
                       phrase(QT_TRANSLATE_NOOP("core", "%1 names none"), {"adapter"}));
    }
    read_lora_kernels(reading);
    take_peft_settings(reading, peft_keys);
    dismiss(reading, {"unfrozen_parameters"},
            phrase(QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen")));
    if (is_on(reading, "lora_target_linear")) {
        reading.state("adapter.targets", "all-linear");
        understand(reading, {"lora_target_linear", "lora_target_modules"}, "adapter.targets");
    } else
        dismiss(reading, {"lora_target_linear"}, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    if (const ConfigEntry *entry = reading.find("peft_autocast_adapter_dtype"))
        if (const auto raises = as_switch(entry->value)) reading.state(*entry, "adapter.dtype", *raises ? "fp32" : "bf16");
}

/// utils/config, resolve_dtype: "auto" is bf16 on cards that have it; without both weights are float32.
void read_floats(ConfigReading &reading)
{
    const ConfigEntry *const stated = reading.find("bf16");
    const bool fp16 = is_on(reading, "fp16"), halves = is_on(reading, "float16"), brains = is_on(reading, "bfloat16");
    const std::string word = stated ? as_word(stated->value) : std::string("auto");
    const bool bf16 = word == "full" || (word == "auto" && !fp16 && !halves) || as_switch(json(word)).value_or(false);
    const bool named = stated != nullptr || fp16 || halves || brains;
    if (bf16 || brains)
        named ? static_cast<void>(reading.state("autocast", "bf16")) : void();
    else if (fp16)
        reading.state("autocast", "fp16");
    else
        reading.state("autocast", "none");
    if (!bf16 && (fp16 || halves) && !brains)
        reading.state("weights.dtype", "fp16");
    else if (named && (bf16 || brains))
        reading.state("weights.dtype", "bf16");
    else if (!bf16)
        reading.state("weights.dtype", "fp32");
    understand(reading, {"bf16", "fp16"}, "autocast");
    understand(reading, {"bfloat16", "float16", "float32", "torch_dtype"}, "weights.dtype");
}

/// core/builders/base.py, _configure_gradient_checkpointing; loaders/model.py, _apply_activation_checkpointing: offloading keeps
/// recomputation beside it where the whole model trains, and takes its place under adapters.
void read_activations(ConfigReading &reading)
{
    const json stated = reading.value("gradient_checkpointing"), offload = reading.value("activation_offloading");
    const bool old_word = stated == "offload" || stated == "offload_disk";
    const bool on = old_word || as_switch(stated).value_or(false);
    const std::string way = as_word(offload);
    const bool moves = stated == "offload" || as_switch(offload).value_or(false) || way == "legacy" || way == "hidden_states";
    const bool adapter = reading.plan().has("method") && reading.plan().method != Method::full;
    const auto reentrant = as_switch(reading.value("gradient_checkpointing_kwargs.use_reentrant"));
    if (moves && adapter && way != "legacy" && way != "hidden_states")
        reading.state("gradient_checkpointing", {{"offload", "activations"}});
    else if (moves)
        reading.state("gradient_checkpointing", "offload");
    else if (on && reentrant.value_or(false))
        reading.state("gradient_checkpointing", {{"reentrant", true}});
    else if (!stated.is_null())
        reading.state("gradient_checkpointing", on);
    if (stated == "offload_disk" || way == "disk") {
        const ConfigEntry *const disk = reading.find(way == "disk" ? "activation_offloading" : "gradient_checkpointing");
        reading.not_said(*disk, phrase(QT_TRANSLATE_NOOP("core", "what is kept goes to a disk, and no field of a plan says so")));
    }
    understand(reading, {"gradient_checkpointing", "gradient_checkpointing_kwargs.use_reentrant", "activation_offloading"},
               "gradient_checkpointing");
}

/// integrations/liger, integrations/cut_cross_entropy: the last plugin that replaces the loss.
void read_loss(ConfigReading &reading)
{
    bool cut = false, liger = false;
    for (const std::string &plugin : as_names(reading.value("plugins"))) {
        cut = cut || plugin.find("CutCrossEntropy") != std::string::npos;
        liger = liger || plugin.find("LigerPlugin") != std::string::npos;
    }
    cut = cut && switch_in(reading, {"cut_cross_entropy"}).value_or(true);
    if (is_on(reading, "chunked_cross_entropy")) reading.state("loss.kind", "chunked");
    if (cut)
        reading.state("loss.kind", "cut");
    else if (is_on(reading, "liger_fused_linear_cross_entropy"))
        reading.state("loss.kind", "fused");
    else if (is_on(reading, "liger_cross_entropy"))
        reading.state("loss.kind", "fused_ce");
    if (cut || liger)
        understand(reading, {"plugins"}, "loss.kind");
    else
        dismiss(reading, {"plugins"}, phrase(QT_TRANSLATE_NOOP("core", "keys of their own say what they do")));
    understand(reading, {"liger_fused_linear_cross_entropy", "liger_cross_entropy", "cut_cross_entropy", "chunked_cross_entropy"},
               "loss.kind");
    if (const ConfigEntry *entry = reading.find("chunked_cross_entropy_num_chunks"); entry != nullptr && !entry->value.is_null())
        reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP("core", "plans count a chunk's tokens, not the chunks")));
}

bool has_plugin(ConfigReading &reading, std::string_view name)
{
    return std::ranges::any_of(as_names(reading.value("plugins")),
                               [name](const std::string &plugin) { return plugin.find(name) != std::string::npos; });
}

/// integrations/liger/plugin.py, pre_model_load: each switch patches its own module, and a loss alone no layer.
void read_liger_layers(ConfigReading &reading)
{
    if (!has_plugin(reading, "LigerPlugin")) return;
    const auto on = [&reading](std::initializer_list<std::string_view> keys) { return switch_in(reading, keys).value_or(false); };
    std::vector<std::string> parts;
    if (on({"liger_rope"})) parts.emplace_back("liger_rope");
    if (on({"liger_rms_norm"})) parts.emplace_back("liger_rms_norm");
    if (on({"liger_glu_activation", "liger_swiglu"})) parts.emplace_back("liger_glu");
    if (parts.size() == 3) parts = {"liger"};
    if (parts.empty() && reading.plan().loss.kind == LossKind::fused) parts = {"liger_loss"};
    if (parts.empty()) return;
    reading.state("kernels", parts);
    understand(reading, {"liger_rope", "liger_rms_norm", "liger_glu_activation", "liger_swiglu"}, "kernels");
}

/// integrations/spectrum, _generate_unfrozen_params_yaml: embedding, head, and of each type of module the best of its ratios' file.
/// What stands in unfrozen_parameters goes.
void read_spectrum(ConfigReading &reading)
{
    const std::initializer_list<std::string_view> own = {"spectrum_top_fraction", "spectrum_model_name"};
    if (!has_plugin(reading, "SpectrumPlugin"))
        return dismiss(reading, own, phrase(QT_TRANSLATE_NOOP("core", "%1 is not among the plugins"), {"SpectrumPlugin"}));
    if (reading.plan().has("method") && reading.plan().method != Method::full)
        return dismiss(reading, own, phrase(QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen")));
    const double share = as_real(reading.value("spectrum_top_fraction")).value_or(0.5);
    json part = json::array({"^(lm_head|model.embed_tokens).weight$"});
    if (share > 0) part.push_back(entry_of({std::min(share, 1.0), SharedOut::by_chance}));
    reading.state("trainable", part);
    understand(reading, {"plugins", "spectrum_top_fraction"}, "trainable");
    dismiss(reading, {"spectrum_model_name"},
            phrase(QT_TRANSLATE_NOOP("core", "it says which layers are the share that trains, and all of a kind are alike")));
    dismiss(reading, {"unfrozen_parameters"}, phrase(QT_TRANSLATE_NOOP("core", "%1 says it"), {"SpectrumPlugin"}));
}

/// utils/trainer.py, setup_parallelism_envs: the data ranks are shards times copies.
void read_mesh(ConfigReading &reading)
{
    const auto size = [&](std::string_view key) { return as_count(reading.value(key)).value_or(1); };
    const Count shards = size("dp_shard_size"), copies = size("dp_replicate_size");
    const Count workers = is_on(reading, "use_ray") ? size("ray_num_workers") : 1;
    if (shards * copies > 1)
        reading.state("parallel.data", shards * copies);
    else if (workers > 1)
        reading.imports().processes = workers;
    if (copies > 1) reading.state("parallel.replicate", copies);
    understand(reading, {"dp_shard_size", "use_ray", "ray_num_workers"}, "parallel.data");
    understand(reading, {"dp_replicate_size"}, "parallel.replicate");
    const bool fsdp = reading.find("fsdp") != nullptr && !is_off(reading.find("fsdp")->value);
    const auto version = as_count(reading.value("fsdp_version"));
    const bool section =
        std::ranges::any_of(reading.entries(), [](const ConfigEntry &e) { return e.key.starts_with("fsdp_config."); });
    if (!fsdp && !section) {
        dismiss(reading, {"fsdp", "fsdp_config", "fsdp_version"}, phrase(QT_TRANSLATE_NOOP("core", "nothing is sharded")));
        return;
    }
    read_fsdp(reading, "fsdp_config.", static_cast<int>(version.value_or(1)), true);
    understand(reading, {"fsdp_version"}, "parallel.engine");
    understand(reading, {"fsdp"}, "parallel.zero");
}

/// core/trainers/grpo and utils/schemas/validation.py, check_vllm_mode_set: TRL's keys stand below trl, a server where no mode is said; those of vLLM below vllm, of one in the training's own process as of the server that
/// cli/vllm_serve.py starts of the same file; sequence_len bounds a row.
void read_rollouts(ConfigReading &reading)
{
    read_rollout(reading, {.prefix = "trl.", .prompt = 0, .colocates = false, .engine_apart = true});
    if (reading.plan().rollout.engine == Engine{} || !reading.plan().has("rollout.engine")) return;
    struct Row {
        const char *key, *field;
    };
    for (const Row &row :
         {Row{"vllm.gpu_memory_utilization", "rollout.gpu_memory_utilization"},
          Row{"vllm.tensor_parallel_size", "rollout.tensor"}, Row{"vllm.max_model_len", "rollout.max_model_length"}})
        if (const ConfigEntry *entry = reading.find(row.key); entry != nullptr && reading.is_open(*entry)) {
            if (reading.plan().rollout.colocated && std::string_view(row.key) == "vllm.max_model_len")
                reading.no_effect(*entry,
                                  phrase(QT_TRANSLATE_NOOP("core", "%1 tells it to a server alone: an engine on the cards that "
                                                                   "train is as long as its model"),
                                         {"Axolotl"}));
            else if (const auto number = as_real(entry->value))
                reading.state(*entry, row.field, value_for(axolotl_words, row.field, entry->value));
        }
}

/// core/builders/rl.py and causal.py: what is trained towards, by rl and by the two switches of reward models.
void read_objective(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("rl");
    const std::string word = entry ? as_word(entry->value) : std::string();
    if (!word.empty() && !entry->unknown) {
        if (!read_trainer_objective(reading, word == "gdpo" ? std::string("grpo") : word, entry))
            reading.not_said(*entry, reasons::of_objective.text());
        if (word == "grpo" || word == "gdpo") read_rollouts(reading);
        if (word == "dpo" || word == "ipo")
            read_precomputed(reading);
        else
            dismiss(reading, {"precompute_ref_log_probs"},
                    phrase(QT_TRANSLATE_NOOP("core", "%1 hands it to DPO's trainer alone"), {"Axolotl"}));
        // core/builders/rl.py hands it to SimPO's trainer alone, which weighs the likelihood by TRL's own 1 where nobody says
        if (const ConfigEntry *const weight = reading.find("cpo_alpha"); weight != nullptr && word == "simpo")
            take_likelihood_weight(reading, *weight, weight->value);
    }
    if (is_on(reading, "reward_model"))
        reading.state(*reading.find("reward_model"), "objective", "reward");
    else if (as_word(reading.value("model_type")).find("ForSequenceClassification") != std::string::npos)
        reading.state("objective", "classification");
    freeze_parts(reading, {is_on(reading, "freeze_mm_modules"), is_on(reading, "freeze_mm_modules"), false},
                 {"freeze_mm_modules"});
}

/// cli/utils/train.py, launch_training: `accelerate launch`, to which --num-processes goes on.
void read_own_launcher(ConfigReading &reading)
{
    if (const ConfigEntry *entry = reading.find("num_processes")) {
        reading.imports().processes = as_count(entry->value);
        reading.understood(*entry, "parallel.data");
    }
    dismiss(reading, {"launcher", "main_process_port", "cloud", "sweep"}, reasons::of_processes.text());
    count_visible(reading);
}

} // namespace

/// What is left of a command goes to its launcher (cli/main.py), which takes it for the program to start.
constinit const CommandWords axolotl_command{.pairs = CommandWords::Pairs::stop};

void take_total_batch(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto all = as_count(value), each = as_count(reading.value("micro_batch_size"));
    if (reading.value("gradient_accumulation_steps").is_null() && all && *all >= each.value_or(1))
        reading.state(entry, "gradient_accumulation", *all / each.value_or(1));
    else
        reading.no_effect(
            entry, phrase(QT_TRANSLATE_NOOP("core", "%1 and %2 say it"), {"micro_batch_size", "gradient_accumulation_steps"}));
}

void take_axolotl_optimizer(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    take_optimizer_of(axolotl_words, reading, entry, value);
}

void take_unfrozen(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    json entries = json::array();
    for (const std::string &name : as_names(value)) entries.push_back(entry_of_unfrozen(name));
    if (entries.empty()) return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    reading.state(entry, "trainable", entries);
}

void take_compile(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "compile", value == "auto" || as_switch(value).value_or(false)); // "auto": PyTorch 2.6 and later
}

/// utils/schemas/enums.py, LEGACY_ATTN_FLAG_TO_IMPL
void take_attention_switch(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (!as_switch(value).value_or(false)) return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    const std::string word = entry.key == "flash_attention"   ? "flash_attention_2"
                             : entry.key == "sdp_attention"   ? "sdpa"
                             : entry.key == "eager_attention" ? "eager"
                                                              : entry.key;
    take_attention(reading, entry, word);
}

static int recognises_axolotl(const ConfigText &text)
{
    if (!text.programs.empty() && text.programs.back().starts_with("axolotl")) return 100;
    if (text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    int own = text.has("base_model") ? 2 : 0;
    for (const char *key :
         {"sequence_len", "micro_batch_size", "sample_packing", "datasets", "adapter", "lora_r", "load_in_4bit"})
        own += text.has(key) ? 1 : 0;
    return text.has("base_model") && own >= 3 ? 90 : own >= 3 ? 45 : 0;
}

static void read_axolotl(ConfigReading &reading)
{
    reading.state("stack", "axolotl");
    read_launchers(reading);
    const std::vector<std::string> &programs = reading.text().programs;
    const std::string scope = programs.empty() ? std::string() : programs.back();
    if (scope.starts_with("axolotl ")) read_own_launcher(reading);
    read_adapter(reading);
    read_floats(reading);
    read_activations(reading);
    read_loss(reading);
    read_liger_layers(reading);
    read_spectrum(reading);
    read_mesh(reading);
    read_objective(reading);
    take_all(reading, environment_words, "environment");
    take_all(reading, axolotl_words, scope);
    add_revision(reading, {"revision_of_model", "model_revision"});
}

constinit const ToolFormat formats::axolotl{.name = "axolotl",
                                            .title = "Axolotl",
                                            .recognises = recognises_axolotl,
                                            .read = read_axolotl,
                                            .on_every_card = "axolotl",
                                            .command = &axolotl_command,
                                            .ending = "yaml",
                                            .write = write_axolotl,
                                            .task = Task::train,
                                            .group = ExportGroup::training};

} // namespace plimsoll
