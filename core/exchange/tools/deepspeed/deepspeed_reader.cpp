// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.8: runtime/config.py, runtime/constants.py, runtime/zero/config.py, runtime/zero/offload_config.py,
// runtime/precision_config.py, inference and monitor sections of docs/_pages/config-json.md
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

/// zero_optimization's numbers and switches that a plan's parallel.deepspeed holds.
constexpr std::string_view zero_keys =
    " reduce_bucket_size allgather_bucket_size stage3_prefetch_bucket_size prefetch_bucket_size "
    "stage3_param_persistence_threshold "
    "param_persistence_threshold stage3_model_persistence_threshold model_persistence_threshold stage3_max_live_parameters "
    "max_live_parameters stage3_max_reuse_distance max_reuse_distance sub_group_size overlap_comm contiguous_gradients "
    "reduce_scatter "
    "use_multi_rank_bucket_allreduce round_robin_gradients parameter_alignment stage3_allgather_sequential allgather_sequential "
    "compute_grad_norm allgather_partitions elastic_checkpoint enable_sanity_checks gather_16bit_weights_on_model_save "
    "ignore_unused_parameters load_from_fp32_weights log_trace_cache_warnings override_module_apply pipeline_loading_checkpoint "
    "save_muon_momentum_buffer_in_memory stage3_gather_16bit_weights_on_model_save stage3_gather_fp16_weights_on_model_save "
    "cpu_offload_use_pin_memory ";

constexpr Spelling spellings[] = {
    {"optimizer.name", "adamw", "adamw"},
    {"optimizer.name", "adamw", "adam"}, // its Adam is AdamW unless adam_w_mode says no
    {"optimizer.name", "lion", "lion"},
    {"optimizer.name", "muon", "muon"},
    {"optimizer.name", "sgd", "sgd"},
    {"optimizer.name", "adafactor", "adafactor"},
    {"optimizer.name", "adamw", "deepspeedcpuadam"},
    {"optimizer.name", "adamw", "fusedadam"},
};

constexpr Why by_trainer{QT_TRANSLATE_NOOP("core", "%1: the Trainer fills it in from its own arguments"), "auto"};

/// A key whose value "auto" is the Trainer's to say.
bool left_to_trainer(ConfigReading &reading, const ConfigEntry &entry)
{
    if (entry.value != "auto") return false;
    reading.no_effect(entry, by_trainer.text());
    return true;
}

void take_number(ConfigReading &reading, const ConfigEntry &entry, std::string_view field)
{
    if (!left_to_trainer(reading, entry)) reading.state(entry, field, value_for(trainer_words, field, entry.value));
}
void take_micro(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &)
{
    take_number(reading, entry, "micro_batch");
}
void take_steps(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &)
{
    take_number(reading, entry, "gradient_accumulation");
}
void take_clipping(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &)
{
    take_number(reading, entry, "max_grad_norm");
}
void take_tensor(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &)
{
    take_number(reading, entry, "parallel.tensor");
}

void take_type(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const ToolWords words{.title = "DeepSpeed", .spellings = spellings};
    if (!left_to_trainer(reading, entry)) reading.state(entry, "optimizer.name", value_for(words, "optimizer.name", value));
}

constexpr KeyRule rules[] = {
    {"train_micro_batch_size_per_gpu", "micro_batch", take_micro},
    {"gradient_accumulation_steps", "gradient_accumulation", take_steps},
    {"gradient_clipping", "max_grad_norm", take_clipping},
    {"optimizer.type", "optimizer.name", take_type},
    {"tensor_parallel.autotp_size", "parallel.tensor", take_tensor},
    {"tensor_parallel.tp_size", "parallel.tensor", take_tensor},
};

constexpr Why of_logs{QT_TRANSLATE_NOOP("core", "it is about logs")};
constexpr Why of_training{QT_TRANSLATE_NOOP("core", "it changes how is learned, not what a step holds")};
constexpr Why not_of_transformers{
    QT_TRANSLATE_NOOP("core", "only models that call DeepSpeed's own checkpointing read it; transformers' do not")};
constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")};

constexpr KeyGroup groups[] = {
    {no_effect, of_logs,
     "steps_per_print wall_clock_breakdown dump_state tensorboard wandb comet csv_monitor comms_logger flops_profiler "
     "memory_breakdown "
     "timers _comment comment comms_config monitor_config"},
    {no_effect, of_training,
     "optimizer.params optimizer.legacy_fusion scheduler fp16.loss_scale fp16.loss_scale_window fp16.initial_scale_power "
     "fp16.hysteresis "
     "fp16.min_loss_scale fp16.consecutive_hysteresis fp16.auto_cast fp16.loss_scale_raise_error prescale_gradients "
     "gradient_predivide_factor sparse_gradients zero_allow_untested_optimizer zero_force_ds_cpu_optimizer "
     "data_efficiency curriculum_learning data_types.params_dtype seed disable_allgather bf16.check_grad_overflow elasticity "
     "autotuning "
     "checkpoint nebula aio graph_harvesting use_data_before_expert_parallel eigenvalue progressive_layer_drop "
     "seq_parallel_communication_data_type load_universal_checkpoint use_node_local_storage hybrid_engine "
     "dataloader_drop_last train_iters torch_autocast.lower_precision_safe_modules optimizer_legacy_fusion"},
    {no_effect, not_of_transformers, "activation_checkpointing"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says how bytes are moved, not how many stay")},
     "zero_optimization.offload_optimizer.pin_memory zero_optimization.offload_optimizer.buffer_count "
     "zero_optimization.offload_optimizer.fast_init zero_optimization.offload_optimizer.nvme_path "
     "zero_optimization.offload_optimizer.pipeline_read zero_optimization.offload_optimizer.pipeline_write "
     "zero_optimization.offload_optimizer.pipeline zero_optimization.offload_param.pin_memory "
     "zero_optimization.offload_param.nvme_path zero_optimization.offload_param.max_in_cpu zero_optimization.legacy_stage1"},
    {not_said, no_field,
     "communication_data_type data_types.grad_accum_dtype data_types amp bf16.bf16_master_weights_and_grads "
     "bf16.bf16_optimizer_states "
     "bf16.immediate_grad_update fp16.fp16_master_weights_and_grads fp16.fp16_optimizer_states fp16_master_weights_and_gradients "
     "compression_training sparse_attention pipeline tensor_parallel quantize_training compile zero_optimization.zenflow "
     "zero_optimization.zero_hpz_partition_size zero_optimization.zero_quantized_weights "
     "zero_optimization.zero_quantized_gradients "
     "zero_optimization.zero_quantized_nontrainable_weights zero_optimization.mics_shard_size "
     "zero_optimization.mics_hierarchical_params_gather zero_optimization.module_granularity_threshold "
     "zero_optimization.stage3_module_granularity_threshold zero_optimization.leaf_module "
     "zero_optimization.memory_efficient_linear "
     "zero_optimization.stage3_use_all_reduce_for_fetch_params zero_optimization.use_all_reduce_for_fetch_params "
     "zero_optimization.offload_param.buffer_count zero_optimization.offload_param.buffer_size "
     "zero_optimization.offload_optimizer.ratio zero_optimization.offload_optimizer.super_offload "
     "zero_optimization.offload_optimizer.cpuadam_cores_perc torch_autocast"},
};

constinit const ToolWords words{.title = "DeepSpeed", .rules = rules, .groups = groups};

class Json {
public:
    Json(ConfigReading &reading, std::string section) : m_reading(reading), m_section(std::move(section)) {}

    void read()
    {
        m_reading.state("parallel.engine", "deepspeed");
        read_stage();
        read_devices();
        read_fields();
        read_precision();
        read_sequence();
        read_total();
        read_others();
    }

private:
    [[nodiscard]] const ConfigEntry *entry(const std::string &key) const
    {
        const ConfigEntry *const found = m_reading.find(m_section + key);
        return found != nullptr && m_reading.is_open(*found) ? found : nullptr;
    }
    [[nodiscard]] nlohmann::json value(const std::string &key) const { return m_reading.value(m_section + key); }

    void read_stage()
    {
        if (const ConfigEntry *stage = entry("zero_optimization.stage")) take_number(m_reading, *stage, "parallel.zero");
    }

    /// offload_optimizer and offload_param, and the two switches of old.
    void read_devices()
    {
        std::string devices[2];
        for (int i = 0; i < 2; ++i) {
            const std::string key = std::string("zero_optimization.") + (i == 0 ? "offload_optimizer" : "offload_param");
            const std::string old = i == 0 ? "zero_optimization.cpu_offload" : "zero_optimization.cpu_offload_params";
            if (const ConfigEntry *device = entry(key + ".device")) {
                devices[i] = as_word(device->value);
                m_reading.understood(*device, "parallel.offload");
            }
            if (const ConfigEntry *stated = entry(old)) {
                if (as_switch(stated->value).value_or(false)) devices[i] = "cpu";
                m_reading.understood(*stated, "parallel.offload");
            }
            if (const ConfigEntry *stated = entry(key); stated != nullptr && !stated->section)
                m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
        }
        if (devices[0].empty() && devices[1].empty()) return;
        m_reading.state("parallel.offload", offload_of(devices[0], devices[1]));
    }

    static std::string offload_of(const std::string &optimizer, const std::string &parameters)
    {
        if (optimizer == "nvme" || parameters == "nvme") return "nvme";
        const bool first = optimizer == "cpu", second = parameters == "cpu";
        return first && second ? "both" : first ? "optimizer" : second ? "parameters" : "none";
    }

    void read_fields()
    {
        const std::string prefix = m_section + "zero_optimization.";
        nlohmann::ordered_json fields = nlohmann::ordered_json::object();
        std::vector<const ConfigEntry *> stated;
        for (const ConfigEntry &each : m_reading.entries()) {
            if (!each.key.starts_with(prefix) || !m_reading.is_open(each)) continue;
            const std::string name = each.key.substr(prefix.size());
            if (zero_keys.find(' ' + name + ' ') == std::string_view::npos ||
                !(each.value.is_number() || each.value.is_boolean() || each.value == "auto"))
                continue;
            fields[name] = each.value;
            stated.push_back(&each);
        }
        if (fields.empty()) return;
        for (const ConfigEntry *each : stated) m_reading.state(*each, "parallel.deepspeed", nlohmann::json(fields));
    }

    void read_precision()
    {
        std::string dtype;
        for (const char *name : {"bf16", "fp16", "bfloat16"}) {
            const ConfigEntry *const enabled = entry(std::string(name) + ".enabled");
            if (enabled == nullptr || left_to_trainer(m_reading, *enabled)) continue;
            const bool on = as_switch(enabled->value).value_or(false);
            if (on || dtype.empty()) dtype = !on ? "none" : name[0] == 'f' ? "fp16" : "bf16";
            m_reading.understood(*enabled, "autocast");
        }
        if (!dtype.empty()) m_reading.state("autocast", dtype);
    }

    /// Ranks of a sequence, which exchange heads (Ulysses).
    void read_sequence()
    {
        const ConfigEntry *const ranks = entry("sequence_parallel_size");
        if (ranks == nullptr || left_to_trainer(m_reading, *ranks)) return;
        take_number(m_reading, *ranks, "parallel.context");
        if (as_count(ranks->value).value_or(1) > 1) m_reading.state("parallel.context_backend", "ulysses");
    }

    /// Rows of a step on all cards: what one of them takes follows where the cards are known.
    void read_total()
    {
        const ConfigEntry *const total = entry("train_batch_size");
        if (total == nullptr || left_to_trainer(m_reading, *total)) return;
        const auto rows = as_count(total->value);
        const Plan &plan = m_reading.plan();
        const Count ranks = m_reading.imports().processes.value_or(plan.has("parallel.data") ? plan.parallel.data : 0);
        const auto steps = as_count(value("gradient_accumulation_steps"));
        if (as_count(value("train_micro_batch_size_per_gpu")))
            m_reading.no_effect(
                *total, phrase(QT_TRANSLATE_NOOP("core", "%1 says what one card takes"), {"train_micro_batch_size_per_gpu"}));
        else if (rows && steps && ranks > 0 && *rows % (ranks * *steps) == 0)
            m_reading.state(*total, "micro_batch", *rows / (ranks * *steps));
        else
            m_reading.not_said(
                *total, phrase(QT_TRANSLATE_NOOP("core", "it counts the rows of all cards, whose number stands elsewhere")));
    }

    void read_others()
    {
        for (const ConfigEntry &each : m_reading.entries()) {
            if (!each.key.starts_with(m_section) || !m_reading.is_open(each) || each.key.size() == m_section.size()) continue;
            take_section_key(each);
        }
    }

    /// Keys of the table stand without the section before them.
    void take_section_key(const ConfigEntry &each)
    {
        const std::string name = each.key.substr(m_section.size());
        if (each.value == "auto" && !each.section) return m_reading.no_effect(each, by_trainer.text());
        if (take_key_as(m_reading, words, each, name)) return;
        if (each.section && (m_reading.is_taken_in_part(each) || knows(words, name) || name == "zero_optimization" ||
                             name == "bf16" || name == "fp16"))
            return;
        say_unknown_key(m_reading, words, each, name);
    }

    ConfigReading &m_reading;
    std::string m_section;
};

} // namespace

void read_deepspeed_keys(ConfigReading &reading, const std::string &section) { Json(reading, section).read(); }

void take_deepspeed(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (entry.section) return read_deepspeed_keys(reading, entry.key + '.');
    if (is_off(value)) return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    reading.state(entry, "parallel.engine", "deepspeed");
    if (value == true) return; // a switch of DeepSpeed's own parser, beside which another key names the file
    const std::string path = as_word(value);
    const ConfigText *const file = reading.open(path);
    if (file == nullptr) return;
    ++reading.imports().depth;
    ConfigReading inner(*file, reading.imports(), path);
    read_deepspeed_keys(inner);
    inner.finish();
    --reading.imports().depth;
}

static int recognises_deepspeed(const ConfigText &text)
{
    if (text.form != ConfigForm::json && text.form != ConfigForm::yaml) return 0;
    if (text.has("zero_optimization") || text.has("train_micro_batch_size_per_gpu")) return 95;
    const bool precision = text.has("bf16.enabled") || text.has("fp16.enabled");
    const bool other = (text.has("train_batch_size") && text.has("optimizer.type")) || text.has("steps_per_print");
    return other || (precision && (text.has("train_batch_size") || text.has("optimizer.type"))) ? 90 : 0;
}

void read_deepspeed(ConfigReading &reading) { read_deepspeed_keys(reading); }

constinit const ToolFormat formats::deepspeed{.name = "deepspeed",
                                              .title = "DeepSpeed",
                                              .recognises = recognises_deepspeed,
                                              .read = read_deepspeed,
                                              .ending = "json",
                                              .write = write_deepspeed,
                                              .task = Task::train,
                                              .group = ExportGroup::training};

} // namespace plimsoll
