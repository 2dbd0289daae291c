// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.23.0 training_args.py (__post_init__), utils/quantization_config.py (BitsAndBytesConfig)
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using enum Taken;

constexpr std::string_view checkpointing = "gradient_checkpointing";

/// The entries of these keys that nobody took yet.
std::vector<const ConfigEntry *> entries_of(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    std::vector<const ConfigEntry *> out;
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry)) out.push_back(entry);
    return out;
}

/// What a switch says; "no_KEY" is its opposite.
std::optional<bool> switch_of(ConfigReading &reading, std::string_view key)
{
    if (const auto on = as_switch(reading.value(key))) return on;
    if (const auto off = as_switch(reading.value("no_" + std::string(key)))) return !*off;
    return std::nullopt;
}

void understand_all(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field)
{
    for (const ConfigEntry *entry : entries_of(reading, keys))
        if (entry->value.is_null())
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
        else
            reading.understood(*entry, field);
}

std::string lower_words(const nlohmann::json &value)
{
    std::string out = as_word(value);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

} // namespace

void read_precision(ConfigReading &reading)
{
    const std::optional<bool> bf16 = switch_of(reading, "bf16"), fp16 = switch_of(reading, "fp16");
    if (bf16.value_or(false))
        reading.state("autocast", "bf16");
    else if (fp16.value_or(false))
        reading.state("autocast", "fp16");
    else if (bf16) // fp16 that is off leaves it to the tool, which may take bf16 by itself
        reading.state("autocast", "none");
    understand_all(reading, {"bf16", "fp16", "no_bf16", "no_fp16"}, "autocast");
}

void read_checkpointing(ConfigReading &reading, bool otherwise)
{
    std::optional<bool> on = switch_of(reading, "activation_checkpointing");
    if (!on) on = switch_of(reading, checkpointing);
    const std::optional<bool> offload = switch_of(reading, "activation_offloading");
    std::optional<bool> reentrant;
    nlohmann::json every;
    for (const std::string key : {"gradient_checkpointing_kwargs", "activation_checkpointing_kwargs"}) {
        if (const auto stated = as_switch(reading.value(key + ".use_reentrant"))) reentrant = stated;
        if (const auto layers = as_count(reading.value(key + ".every_n_layers"))) every = *layers;
    }
    const bool enabled = on.value_or(otherwise);
    if (offload.value_or(false))
        reading.state(checkpointing, enabled ? nlohmann::json("offload") : nlohmann::json{{"offload", "activations"}});
    else if (enabled && every.is_number() && every > 1)
        reading.state(checkpointing, {{"every", every}});
    else if (enabled && reentrant.value_or(false))
        reading.state(checkpointing, {{"reentrant", true}});
    else if (on)
        reading.state(checkpointing, *on);
    understand_all(reading,
                   {"gradient_checkpointing", "activation_checkpointing", "activation_offloading", "no_gradient_checkpointing",
                    "no_activation_checkpointing", "gradient_checkpointing_kwargs.use_reentrant",
                    "activation_checkpointing_kwargs.use_reentrant", "gradient_checkpointing_kwargs.every_n_layers",
                    "activation_checkpointing_kwargs.every_n_layers"},
                   checkpointing);
    for (const ConfigEntry *entry : entries_of(reading, {"gradient_checkpointing_kwargs", "activation_checkpointing_kwargs"}))
        if (!entry->section) reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
}

void take_four_bit_dtype(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = as_word(value);
    if (word.ends_with("float32") || word == "fp32")
        reading.not_said(entry,
                         phrase(QT_TRANSLATE_NOOP("core", "without autocast products run in float32, which take longer and "
                                                          "more memory than those planned, in 16 bits")));
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "autocast decides what is computed with")));
}

bool read_bitsandbytes(ConfigReading &reading)
{
    const bool four = switch_of(reading, "load_in_4bit").value_or(false);
    const bool eight = switch_of(reading, "load_in_8bit").value_or(false);
    if (four) {
        const std::string kind = as_word(reading.value("bnb_4bit_quant_type"));
        reading.state("weights.quant", kind == "fp4" ? "fp4" : "nf4");
    } else if (eight)
        reading.state("weights.quant", "int8");
    understand_all(reading, {"load_in_4bit", "load_in_8bit"}, "weights.quant");
    const auto beside = [&](std::string_view key, std::string_view field) {
        for (const ConfigEntry *entry : entries_of(reading, {key}))
            if (!four || entry->value.is_null())
                reading.no_effect(*entry, four ? phrase(QT_TRANSLATE_NOOP("core", "nothing stands there"))
                                               : phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"load_in_4bit"}));
            else if (field == "weights.quant" || entry->value == "uint8") // what is stored in where nobody says
                reading.understood(*entry, field);
            else
                reading.state(*entry, field, value_for(trainer_words, field, entry->value));
    };
    beside("bnb_4bit_quant_type", "weights.quant");
    beside("use_bnb_nested_quant", "weights.double_quant");
    beside("bnb_4bit_use_double_quant", "weights.double_quant");
    beside("bnb_4bit_quant_storage", "weights.quant_storage");
    for (const ConfigEntry *entry : entries_of(reading, {"bnb_4bit_compute_dtype"}))
        take_four_bit_dtype(reading, *entry, four ? entry->value : nlohmann::json());
    for (const ConfigEntry *entry : entries_of(reading, {"llm_int8_threshold", "llm_int8_skip_modules"}))
        reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "autocast decides what is computed with")));
    return four;
}

std::string program_scope(const ConfigText &text)
{
    if (text.programs.empty()) return {};
    const std::string &last = text.programs.back();
    return text.form == ConfigForm::call ? last.substr(last.rfind('.') + 1) : last;
}

void read_trainer_spread(ConfigReading &reading)
{
    if (const ConfigEntry *file = reading.find("fsdp_config");
        file != nullptr && !file->section && file->value.is_string() && !file->unknown) {
        reading.understood(*file, "parallel.engine");
        if (const ConfigText *text = reading.open(as_word(file->value))) {
            ConfigReading inner(*text, reading.imports(), as_word(file->value));
            read_fsdp(inner, {}, 2, true);
            inner.finish();
        }
    }
    if (const ConfigEntry *fsdp = reading.find("fsdp"); fsdp != nullptr && !fsdp->unknown) {
        const std::string words = lower_words(fsdp->value);
        const bool on = !is_off(fsdp->value);
        if (on) read_fsdp(reading, "fsdp_config.", 2, true);
        if (on && words.find("shard_grad_op") != std::string::npos) reading.state("parallel.reshard_after_forward", false);
        if (on && words.find("offload") != std::string::npos) reading.state("parallel.offload", "both");
        if (const ConfigEntry *layer = reading.find("fsdp_transformer_layer_cls_to_wrap"); layer != nullptr && on)
            reading.state(*layer, "parallel.wrap", "layer");
        reading.understood(*fsdp, "parallel.engine");
        for (const ConfigEntry *config : entries_of(reading, {"fsdp_config"}))
            if (!on || !config->section) reading.no_effect(*config, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"fsdp"}));
    } else
        for (const ConfigEntry *config : entries_of(reading, {"fsdp_config"}))
            reading.no_effect(*config, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"fsdp"}));
    read_meshes(reading, "parallelism_config.");
}

void read_trainer(ConfigReading &reading, bool checkpoints)
{
    read_precision(reading);
    read_checkpointing(reading, checkpoints);
    read_trainer_spread(reading);
}

namespace {

/// "expandable_segments:True,max_split_size_mb:512"
void take_allocator(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string text = as_word(value);
    constexpr std::string_view segments = "expandable_segments:";
    const std::size_t at = text.find(segments);
    if (at != std::string::npos && text.find(',') == std::string::npos) {
        const std::string word = text.substr(at + segments.size());
        if (const auto on = as_switch(word)) {
            reading.state(entry, "allocator.expandable_segments", *on);
            return;
        }
    }
    if (at != std::string::npos)
        if (const auto on = as_switch(text.substr(at + segments.size(), text.find(',', at) - at - segments.size())))
            reading.state("allocator.expandable_segments", *on);
    reading.not_said(
        entry, phrase(QT_TRANSLATE_NOOP("core", "of the allocator's settings plans have %1 alone"), {"expandable_segments"}));
}

constexpr KeyRule environment_rules[] = {
    {"PYTORCH_CUDA_ALLOC_CONF", "allocator.expandable_segments", take_allocator},
    {"PYTORCH_ALLOC_CONF", "allocator.expandable_segments", take_allocator},
    {"PYTORCH_HIP_ALLOC_CONF", "allocator.expandable_segments", take_allocator},
};
constexpr KeyGroup environment_groups[] = {
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says where a process runs or how it talks")},
     "CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER NCCL_* GLOO_* TORCH_NCCL_* MASTER_ADDR MASTER_PORT RANK NODE_RANK LOCAL_RANK "
     "WANDB_* HF_* "
     "HUGGINGFACE_* HUGGING_FACE_* TOKENIZERS_PARALLELISM OMP_NUM_THREADS MKL_NUM_THREADS PYTHONPATH PYTHONUNBUFFERED CUDA_HOME "
     "CUDA_LAUNCH_BLOCKING PATH LD_LIBRARY_PATH TORCH_DISTRIBUTED_DEBUG ACCELERATE_LOG_LEVEL TRANSFORMERS_* MLFLOW_* COMET_* "
     "TORCHDYNAMO_* TORCH_LOGS HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES TRACKIO_* SSL_* http_proxy https_proxy HTTP_PROXY "
     "HTTPS_PROXY "
     "LOGLEVEL LOG_LEVEL PYTHONWARNINGS OPENBLAS_NUM_THREADS UCX_* FI_* IB_* SLURM_* WORLD_SIZE NVIDIA_* TORCH_HOME "
     "TORCH_EXTENSIONS_DIR TORCH_CUDA_ARCH_LIST TORCHELASTIC_* TORCH_DIST_* TORCH_CPP_LOG_LEVEL XDG_* TMPDIR LD_PRELOAD HOME "
     "PYTHONHASHSEED PYTHONFAULTHANDLER PYTHONIOENCODING DEBIAN_FRONTEND LANG LC_ALL UV_* VIRTUAL_ENV CONDA_* NUMEXPR_* "
     "DS_SKIP_CUDA_CHECK ACCELERATE_USE_* CUDA_DEVICE_MAX_CONNECTIONS GRADIO_* NO_PROXY no_proxy NO_ALBUMENTATIONS_UPDATE "
     "HYDRA_FULL_ERROR "
     "SWANLAB_* CLEARML_* TQDM_* MODELSCOPE_CACHE"},
    {not_said,
     {QT_TRANSLATE_NOOP("core", "it bounds or moves memory, and no field of a plan says it")},
     "CUBLAS_WORKSPACE_CONFIG CUBLASLT_WORKSPACE_SIZE PYTORCH_NO_CUDA_MEMORY_CACHING CUDA_MODULE_LOADING "
     "TORCH_BLAS_PREFER_CUBLASLT"},
};

} // namespace

constinit const ToolWords environment_words{.title = "the environment", .rules = environment_rules, .groups = environment_groups};

} // namespace plimsoll
