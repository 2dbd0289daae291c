// SPDX-License-Identifier: GPL-3.0-or-later
// torchtitan: job configurations in TOML (0.2, torchtitan/config/job_config.py) and commands that name a configuration in Python
// (0.3.0, config/manager.py, config/configs.py, models/*/config_registry.py, distributed/activation_checkpoint.py).
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;
using enum Taken;
using namespace reasons;

/// activation_checkpoint.mode: full, none, or selective by operations or by every so many layers (selective_ac_option).
void take_recomputation(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string mode = as_word(value);
    const json option = reading.value("activation_checkpoint.selective_ac_option");
    if (mode == "full" || mode == "none")
        return static_cast<void>(reading.state(entry, "gradient_checkpointing", mode == "full"));
    if (mode != "selective") return reading.not_said(entry, of_shape.text());
    const auto every = as_count(option);
    reading.state(entry, "gradient_checkpointing", every ? json{{"every", *every}} : json{{"selective", "operations"}});
}

void take_option(ConfigReading &reading, const ConfigEntry &entry, const json &)
{
    reading.understood(entry, "gradient_checkpointing");
}

/// -1: the ranks that the other meshes leave, which launchers start.
void take_shards(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (const auto ranks = as_count(value); ranks && *ranks > 0)
        return static_cast<void>(reading.state(entry, "parallel.data", *ranks));
    reading.understood(entry, "parallel.data");
}

/// Copies times shards are a plan's data-parallel ranks.
void take_copies(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto copies = as_count(value);
    reading.state(entry, "parallel.replicate", value);
    const auto shards = as_count(reading.value("parallelism.data_parallel_shard_degree"));
    if (copies && *copies > 1 && shards && *shards > 0) reading.state("parallel.data", *copies * *shards);
}

void take_reshard(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "parallel.reshard_after_forward", as_word(value) != "never");
}

void take_offload(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "parallel.offload", as_switch(value).value_or(false) ? "both" : "none");
}

/// Sequences of one step on all ranks; -1: one micro-batch each.
void take_global_batch(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto all = as_count(value), local = as_count(reading.value("training.local_batch_size"));
    const auto ranks = as_count(reading.value("parallelism.data_parallel_shard_degree"));
    const Count each = local.value_or(8) * (ranks && *ranks > 0 ? *ranks : 1);
    if (!all || *all < 1) return reading.understood(entry, "gradient_accumulation");
    if (!ranks || *ranks < 1 || *all % each != 0)
        return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "how many ranks share it is not said")));
    reading.state(entry, "gradient_accumulation", *all / each);
}

constexpr KeyRule rules[] = {
    {"model.hf_assets_path", "model", take_named_model},
    {"hf_assets_path", "model", take_named_model},
    {"model.tokenizer_path", "model", take_named_model},
    {"training.global_batch_size", "gradient_accumulation", take_global_batch},
    {"training.enable_cpu_offload", "parallel.offload", take_offload},
    {"parallelism.data_parallel_shard_degree", "parallel.data", take_shards},
    {"parallelism.data_parallel_replicate_degree", "parallel.replicate", take_copies},
    {"parallelism.fsdp_reshard_after_forward", "parallel.reshard_after_forward", take_reshard},
    {"activation_checkpoint.mode", "gradient_checkpointing", take_recomputation},
    {"activation_checkpoint.selective_ac_option", "gradient_checkpointing", take_option},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_logs, "job.* profiling.* metrics.* model.print_after_conversion debug.* comm.* fault_tolerance.*"},
    {no_effect, of_schedule,
     "lr_scheduler.* optimizer.lr optimizer.beta1 optimizer.beta2 optimizer.eps optimizer.weight_decay training.steps "
     "training.seed "
     "training.deterministic training.gc_freq training.gc_debug"},
    {no_effect, of_data, "training.dataset training.dataset_path dataloader.* validation.*"},
    {no_effect, of_files, "checkpoint.*"},
    {no_effect, of_processes,
     "compile.components compile.backend parallelism.disable_loss_parallel parallelism.enable_async_tensor_parallel "
     "parallelism.context_parallel_rotate_method parallelism.pipeline_parallel_split_points activation_checkpoint.early_stop "
     "activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns memory_estimation.*"},
    {not_said, of_shape, "model.name model.flavor model.converters model.custom_import"},
    {not_said, of_limits,
     "float8.* mx.* quantize.* experimental.* parallelism.pipeline_parallel_schedule "
     "parallelism.pipeline_parallel_microbatch_size parallelism.pipeline_parallel_layers_per_stage "
     "parallelism.expert_tensor_parallel_degree"},
};

constexpr Spelling spellings[] = {
    {"optimizer.name", "adamw", "AdamW"},
    {"optimizer.name", "adam", "Adam"},
    {"optimizer.implementation", "single", "for-loop"},
    {"weights.dtype", "fp32", "float32"},
    {"weights.dtype", "bf16", "bfloat16"},
    {"parallel.param_dtype", "fp32", "float32"},
    {"parallel.param_dtype", "bf16", "bfloat16"},
    {"parallel.reduce_dtype", "fp32", "float32"},
};

constexpr ToolWords words{.title = "torchtitan",
                          .runner = &stacks::torchtitan,
                          .rules = rules,
                          .groups = groups,
                          .spellings = spellings,
                          .lacks = "loss validation.enable"};

/// A function of a config_registry.py: what it says that TrainingConfig's and ParallelismConfig's defaults do not.
struct NamedRun {
    std::string_view name, model;
    Count rows, length;
    bool full = false; ///< FullAC; else SelectiveAC
    Count tensor = 1;
    bool compiles = false, converts = false; ///< `converts`: linear layers in float8, which no plan of torchtitan has
};
constexpr NamedRun named_runs[] = {
    {"llama3_8b", "meta-llama/Llama-3.1-8B", 1, 8192},
    {"llama3_70b", "meta-llama/Llama-3.1-70B", 8, 8192, true, 8},
    {"llama3_405b", "meta-llama/Llama-3.1-405B", 2, 8192, true, 8, true, true},
    {"qwen3_0_6b", "Qwen/Qwen3-0.6B", 4, 4096},
    {"qwen3_1_7b", "Qwen/Qwen3-1.7B", 4, 4096},
    {"qwen3_14b", "Qwen/Qwen3-14B", 4, 4096, true},
    {"qwen3_30b_a3b", "Qwen/Qwen3-30B-A3B", 2, 4096, true},
    {"qwen3_32b", "Qwen/Qwen3-32B", 2, 4096, true},
    {"sft_qwen3_8b_math", "Qwen/Qwen3-8B", 1, 2048},
};

constexpr std::string_view train_module = "torchtitan.train";

bool runs_torchtitan(const ConfigText &text)
{
    return text.form == ConfigForm::command && !text.programs.empty() && text.programs.back() == train_module;
}

/// config/manager.py: the function's configuration, which options come over.
void read_named_run(ConfigReading &reading)
{
    const ConfigEntry *const option = reading.find("config"), *const entry = option ? option : reading.find("CONFIG");
    if (entry == nullptr || entry->unknown) return;
    const std::string name = as_word(entry->value);
    const auto *const run = std::ranges::find(named_runs, std::string_view(name), &NamedRun::name);
    if (run == std::end(named_runs))
        return reading.not_said(*entry,
                                phrase(QT_TRANSLATE_NOOP("core", "what %1 holds is not known: name its model and say what "
                                                                 "else it sets"),
                                       {name}));
    take_named_model(reading, *entry, std::string(run->model));
    reading.state(*entry, "micro_batch", run->rows);
    reading.state(*entry, "sequence_length", run->length);
    reading.state(*entry, "gradient_checkpointing", run->full ? json(true) : json{{"selective", "operations"}});
    if (run->tensor > 1) reading.state(*entry, "parallel.tensor", run->tensor);
    if (run->compiles) reading.state(*entry, "compile", true);
    if (run->converts)
        reading.warn("not_said",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 computes linear layers in float8, which no plan of %2 says"),
                            {name, "torchtitan"}),
                     "compute_dtype");
    for (const char *key : {"module", "MODULE"})
        if (const ConfigEntry *module = reading.find(key)) reading.understood(*module, "model");
}

/// run_train.sh: `torchrun --nproc_per_node=${NGPU}`, which is 8 where nobody says.
void read_script(ConfigReading &reading)
{
    const ConfigEntry *const ranks = reading.find("NGPU");
    const bool scripted = ranks || reading.find("CONFIG") || reading.find("MODULE");
    if (!scripted || reading.plan().has("parallel.data")) return;
    reading.imports().processes = ranks ? as_count(ranks->value).value_or(1) : 8;
    if (ranks) reading.understood(*ranks, "parallel.data");
}

/// What a subcommand of Tyro's says of recomputation ("full" of "activation-checkpoint:full"); empty of any other word.
std::string recomputation_said(const ConfigEntry &entry)
{
    std::string word = entry.value.is_string() && !entry.unknown ? as_word(entry.value) : std::string();
    std::ranges::replace(word, '_', '-');
    constexpr std::string_view section = "activation-checkpoint:";
    return word.starts_with(section) ? word.substr(section.size()) : std::string();
}

/// A subcommand stands alone, or behind a switch, which takes no word.
void read_recomputation_words(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries()) {
        const std::string kind = recomputation_said(entry);
        if (entry.scope != train_module || kind.empty() || !reading.is_open(entry)) continue;
        if (kind == "full" || kind == "none")
            reading.state(entry, "gradient_checkpointing", kind == "full");
        else if (kind == "selective")
            reading.state(entry, "gradient_checkpointing", {{"selective", "operations"}});
        else
            reading.not_said(entry, of_shape.text());
        if (entry.key == "compile.enable") reading.state(entry, "compile", true);
    }
}

} // namespace

static int recognises_torchtitan(const ConfigText &text)
{
    if (runs_torchtitan(text)) return 100;
    return text.form == ConfigForm::toml && (text.has("parallelism") || text.has("activation_checkpoint") || text.has("job")) ? 96
                                                                                                                              : 0;
}

static void read_torchtitan(ConfigReading &reading)
{
    reading.state("stack", "torchtitan");
    reading.state("method", "full");
    if (!runs_torchtitan(reading.text())) return take_all(reading, words);
    read_launchers(reading);
    read_script(reading);
    read_named_run(reading);
    read_recomputation_words(reading);
    take_all(reading, words, train_module);
}

constinit const ToolFormat formats::torchtitan{.name = "torchtitan",
                                               .title = "torchtitan",
                                               .recognises = recognises_torchtitan,
                                               .read = read_torchtitan,
                                               .on_every_card = "torchtitan",
                                               .ending = "toml",
                                               .task = Task::train,
                                               .group = ExportGroup::training};

} // namespace plimsoll
