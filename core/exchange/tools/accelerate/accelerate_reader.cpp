// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0: commands/config/config_args.py (ClusterConfig, SageMakerConfig), commands/launch.py, utils/launch.py,
// parallelism_config.py
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using enum Taken;

constexpr Why of_processes{QT_TRANSLATE_NOOP("core", "it says how processes find each other or where they run")};
constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")};

constexpr KeyGroup groups[] = {
    {no_effect, of_processes,
     "compute_environment debug enable_cpu_affinity machine_rank main_process_ip main_process_port main_training_function "
     "num_machines "
     "rdzv_backend rdzv_conf same_network use_cpu cpu gpu_ids log_dir role max_restarts monitor_interval no_python m module tee "
     "num_cpu_threads_per_process quiet q commands command_file downcast_bf16 tpu tpu_env tpu_name tpu_zone tpu_use_cluster "
     "tpu_use_sudo "
     "tpu_cluster no_tpu_cluster tpu_vm vm env mpirun_config mpirun_hostfile mpirun_ccl mpirun_bind_to ipex_config ipex use_xpu "
     "use_mps_device multi_gpu num_gpus deepspeed_hostfile deepspeed_exclusion_filter deepspeed_inclusion_filter "
     "deepspeed_multinode_launcher aws_access_key_id aws_secret_access_key ec2_instance_type iam_role_name image_uri profile "
     "region "
     "base_job_name py_version pytorch_version transformers_version sagemaker_inputs_file sagemaker_metrics_file additional_args "
     "additional_arguments deepspeed_config.deepspeed_hostfile deepspeed_config.deepspeed_multinode_launcher "
     "deepspeed_config.deepspeed_exclusion_filter deepspeed_config.deepspeed_inclusion_filter fp16 "
     "deepspeed_config.seq_parallel_communication_data_type"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it is about loading and saving")},
     "zero3_init_flag zero3_save_16bit_model deepspeed_config.zero3_init_flag deepspeed_config.zero3_save_16bit_model "
     "offload_optimizer_nvme_path offload_param_nvme_path deepspeed_config.offload_optimizer_nvme_path "
     "deepspeed_config.offload_param_nvme_path deepspeed_moe_layer_cls_names deepspeed_config.deepspeed_moe_layer_cls_names"},
    {not_said, no_field, "fp8_config fp8_* megatron_lm_* megatron_lm_config.* dynamo_config.* dynamo_*"},
};

constexpr KeyRule rules[] = {{"parallelism_config", {}, take_section}};

constinit const ToolWords read_words{.title = "accelerate", .rules = rules, .groups = groups};

class Accelerate {
public:
    Accelerate(ConfigReading &reading, AccelerateKeys where, bool launched)
        : m_reading(reading), m_where(where), m_launched(launched)
    {}

    void read()
    {
        const std::string kind = kind_of();
        if (const ConfigEntry *processes = entry({}, "num_processes")) read_processes(*processes);
        if (const ConfigEntry *precision = entry({}, "mixed_precision")) read_precision(*precision);
        read_compile();
        const bool file = is_file();
        section("deepspeed_config", kind == "DEEPSPEED", [this] { read_deepspeed(); });
        section("fsdp_config", kind == "FSDP", [&] { read_fsdp(m_reading, file ? "fsdp_config." : "", 1, true); });
        section("megatron_lm_config", kind == "MEGATRON_LM", [this] { read_megatron(); });
        if (file || m_where == AccelerateKeys::beside || uses_meshes())
            read_meshes(m_reading, file ? "parallelism_config." : "parallelism_config_");
        else
            leave_meshes();
        if (kind.starts_with("MULTI_") && !m_reading.plan().has("parallel.engine"))
            m_reading.state("parallel.engine", m_reading.plan().parallel.tensor > 1 ? "native" : "ddp");
        if (m_where != AccelerateKeys::beside) rest();
    }

private:
    /// A file, whose keys stand in sections; else options.
    [[nodiscard]] bool is_file() const { return m_where == AccelerateKeys::file; }

    [[nodiscard]] const ConfigEntry *entry(const std::string &section, const std::string &key) const
    {
        const ConfigEntry *const found = m_reading.find(section.empty() || !is_file() ? key : section + '.' + key);
        return found != nullptr && m_reading.is_open(*found) ? found : nullptr;
    }

    /// distributed_type, or the option that stands for it.
    std::string kind_of()
    {
        const ConfigEntry *const stated = entry({}, "distributed_type");
        std::string kind = stated ? upper(as_word(stated->value)) : std::string();
        if (kind == "FALSE") kind = "NO";
        if (stated != nullptr) m_reading.understood(*stated, "parallel.engine");
        struct Switch {
            const char *key, *kind;
        };
        for (const Switch &each : {Switch{"use_deepspeed", "DEEPSPEED"}, Switch{"use_fsdp", "FSDP"},
                                   Switch{"use_megatron_lm", "MEGATRON_LM"}, Switch{"multi_gpu", "MULTI_GPU"}})
            if (const ConfigEntry *on = entry({}, each.key); on != nullptr && as_switch(on->value).value_or(false)) {
                kind = each.kind;
                m_reading.understood(*on, "parallel.engine");
            }
        if (kind.empty() && m_reading.find("deepspeed_config_file") != nullptr) return "DEEPSPEED";
        if (kind == "XLA" || kind == "MULTI_CPU")
            m_reading.warn("distributed_type", phrase(QT_TRANSLATE_NOOP("core", "%1 is not planned for"), {kind}));
        return kind;
    }

    /// All of all machines.
    void read_processes(const ConfigEntry &processes)
    {
        if (const auto count = as_count(processes.value); count && !processes.unknown) m_reading.imports().processes = *count;
        m_reading.understood(processes, "parallel.data");
        if (processes.unknown)
            m_reading.warn(
                "unknown_value",
                phrase(QT_TRANSLATE_NOOP("core", "how many processes run is not known: %1"), {as_word(processes.value)}),
                "parallel.data");
    }

    void read_precision(const ConfigEntry &stated)
    {
        const std::string word = as_word(stated.value);
        if (word == "fp16" || word == "bf16")
            m_reading.state(stated, "autocast", word);
        else if (is_off(stated.value)) {
            if (!m_launched) m_reading.state("autocast", "none"); // else the script's own arguments decide
            m_reading.understood(stated, "autocast");
        } else
            m_reading.not_said(stated, phrase(QT_TRANSLATE_NOOP("core", "a step in %1 is not planned for"), {word}));
    }

    void read_compile()
    {
        const ConfigEntry *backend = entry("dynamo_config", "dynamo_backend");
        if (backend == nullptr) backend = entry({}, "dynamo_backend");
        if (backend != nullptr && !is_off(backend->value)) m_reading.state(*backend, "compile", true);
        for (const ConfigEntry &each : m_reading.entries())
            if (each.key.find("dynamo_") != std::string::npos && in_scope(each) && m_reading.is_open(each) && !each.section)
                m_reading.no_effect(each, phrase(QT_TRANSLATE_NOOP("core", "it says how is compiled, not what a step holds")));
    }

    [[nodiscard]] bool in_scope(const ConfigEntry &each) const
    {
        return m_where != AccelerateKeys::options || each.scope == "accelerate launch";
    }

    template <class Read>
    void section(const char *name, bool on, Read read)
    {
        const ConfigEntry *const whole = is_file() ? entry({}, name) : nullptr;
        if (on)
            read();
        else if (whole != nullptr)
            m_reading.no_effect(*whole, phrase(QT_TRANSLATE_NOOP("core", "%1 does not say so"), {"distributed_type"}));
        else if (m_where == AccelerateKeys::options)
            leave_options(name);
        if (whole != nullptr && on && !whole->section)
            m_reading.no_effect(*whole, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    }

    /// utils/launch.py: parallelism_config_* count where the switch is on.
    [[nodiscard]] bool uses_meshes()
    {
        const ConfigEntry *const on = entry({}, "use_parallelism_config");
        if (on != nullptr) m_reading.understood(*on, "parallel.engine");
        return on != nullptr && as_switch(on->value).value_or(false);
    }

    void leave_meshes()
    {
        for (const ConfigEntry &each : m_reading.entries())
            if (in_scope(each) && m_reading.is_open(each) && each.key.starts_with("parallelism_config_"))
                m_reading.no_effect(each,
                                    phrase(QT_TRANSLATE_NOOP("core", "no option asks for %1"), {"--use_parallelism_config"}));
    }

    /// Options of a library that no option asks for.
    void leave_options(std::string_view name)
    {
        const std::string_view prefix = name.substr(0, name.find("config")); // "fsdp_"
        constexpr std::string_view of_deepspeed[] = {"zero_stage",           "offload_optimizer_device",
                                                     "offload_param_device", "gradient_accumulation_steps",
                                                     "gradient_clipping",    "deepspeed_config_file"};
        for (const ConfigEntry &each : m_reading.entries()) {
            const bool deepspeeds = prefix == "deepspeed_" && std::ranges::find(of_deepspeed, each.key) != std::end(of_deepspeed);
            if (in_scope(each) && m_reading.is_open(each) && (each.key.starts_with(prefix) || deepspeeds))
                m_reading.no_effect(
                    each, phrase(QT_TRANSLATE_NOOP("core", "no option asks for %1"), {prefix.substr(0, prefix.size() - 1)}));
        }
    }

    void read_deepspeed()
    {
        m_reading.state("parallel.engine", "deepspeed");
        if (const ConfigEntry *file = entry("deepspeed_config", "deepspeed_config_file")) {
            take_deepspeed(m_reading, *file, file->value);
            m_reading.understood(*file, "parallel.deepspeed");
        }
        if (const ConfigEntry *stage = entry("deepspeed_config", "zero_stage"))
            number(*stage, "parallel.zero");
        else if (!m_reading.plan().has("parallel.zero"))
            m_reading.state("parallel.zero", 2); // DeepSpeedPlugin, where nobody says
        const ConfigEntry *const optimizer = entry("deepspeed_config", "offload_optimizer_device"), *const parameters = entry(
                                                                                                        "deepspeed_config",
                                                                                                        "offload_param_device");
        if (optimizer != nullptr || parameters != nullptr) {
            const std::string first = optimizer ? as_word(optimizer->value) : "",
                              second = parameters ? as_word(parameters->value) : "";
            const bool nvme = first == "nvme" || second == "nvme";
            m_reading.state("parallel.offload", nvme              ? "nvme"
                                                : first == "cpu"  ? second == "cpu" ? "both" : "optimizer"
                                                : second == "cpu" ? "parameters"
                                                                  : "none");
            for (const ConfigEntry *stated : {optimizer, parameters})
                if (stated != nullptr) m_reading.understood(*stated, "parallel.offload");
        }
        if (const ConfigEntry *steps = entry("deepspeed_config", "gradient_accumulation_steps"))
            number(*steps, "gradient_accumulation");
        if (const ConfigEntry *clipping = entry("deepspeed_config", "gradient_clipping")) number(*clipping, "max_grad_norm");
    }

    void number(const ConfigEntry &stated, std::string_view field)
    {
        const auto value = as_real(stated.value);
        if (stated.value == "auto")
            m_reading.no_effect(
                stated, phrase(QT_TRANSLATE_NOOP("core", "%1: the Trainer fills it in from its own arguments"), {"auto"}));
        else
            m_reading.state(stated, field, value ? nlohmann::json(*value) : stated.value);
    }

    void read_megatron()
    {
        m_reading.state("parallel.engine", "megatron");
        struct Key {
            const char *key, *field;
        };
        for (const Key &each :
             {Key{"tp_degree", "parallel.tensor"}, Key{"pp_degree", "parallel.pipeline"},
              Key{"num_micro_batches", "parallel.micro_batches"}, Key{"expert_model_parallel_size", "parallel.expert"},
              Key{"context_parallel_size", "parallel.context"}, Key{"gradient_clipping", "max_grad_norm"}})
            if (const ConfigEntry *stated = entry("megatron_lm_config", std::string("megatron_lm_") + each.key))
                number(*stated, each.field);
        if (const ConfigEntry *stated = entry("megatron_lm_config", "megatron_lm_sequence_parallelism"))
            m_reading.state(*stated, "parallel.sequence", as_switch(stated->value).value_or(false));
        if (const ConfigEntry *stated = entry("megatron_lm_config", "megatron_lm_use_distributed_optimizer"))
            m_reading.state(*stated, "parallel.zero", as_switch(stated->value).value_or(false) ? 1 : 0);
    }

    /// What no key of them took.
    void rest()
    {
        for (const ConfigEntry &each : m_reading.entries()) {
            if (!in_scope(each) || each.key.empty() || !m_reading.is_open(each) || each.scope == "environment") continue;
            if (each.scope == "variable" || take_key(m_reading, read_words, each)) continue;
            if (each.section && (m_reading.is_taken_in_part(each) || knows(read_words, each.key))) continue;
            say_unknown_key(m_reading, read_words, each, each.key);
        }
    }

    ConfigReading &m_reading;
    AccelerateKeys m_where;
    bool m_launched;
};

} // namespace

void read_accelerate_keys(ConfigReading &reading, AccelerateKeys where, bool launched)
{
    Accelerate(reading, where, launched).read();
}

void read_accelerate_file(ConfigReading &reading, const ConfigEntry &entry)
{
    reading.understood(entry, "parallel.engine");
    const std::string path = as_word(entry.value);
    const ConfigText *const file = entry.unknown ? nullptr : reading.open(path);
    if (file == nullptr) return;
    ++reading.imports().depth;
    ConfigReading inner(*file, reading.imports(), path);
    read_accelerate_keys(inner, AccelerateKeys::file, true);
    inner.finish();
    --reading.imports().depth;
}

void read_meshes(ConfigReading &reading, const std::string &prefix)
{
    const auto entry = [&](const std::string &key) -> const ConfigEntry * {
        const ConfigEntry *found = reading.find(prefix + key);
        if (found == nullptr) found = reading.find(prefix + "parallelism_config_" + key);
        return found != nullptr && reading.is_open(*found) && !found->unknown ? found : nullptr;
    };
    const auto size = [&](const std::string &key) { return entry(key) ? as_count(entry(key)->value).value_or(1) : 1; };
    const ConfigEntry *const copies = entry("dp_replicate_size"), *const shards = entry("dp_shard_size");
    const Count replicate = size("dp_replicate_size"), shard = size("dp_shard_size");
    if (shards != nullptr) {
        reading.state(*shards, "parallel.data", replicate * shard);
        if (copies != nullptr) reading.state(*copies, "parallel.replicate", replicate);
    } else if (copies != nullptr)
        reading.state(*copies, "parallel.data", replicate);
    if (const ConfigEntry *tensor = entry("tp_size"))
        reading.state(*tensor, "parallel.tensor", as_count(tensor->value).value_or(1));
    if (const ConfigEntry *context = entry("cp_size"))
        reading.state(*context, "parallel.context", as_count(context->value).value_or(1));
    for (const char *key :
         {"cp_backend", "cp_comm_strategy", "sp_backend", "sp_seq_length", "sp_seq_length_is_variable", "sp_attn_implementation"})
        if (const ConfigEntry *stated = entry(key))
            reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "it says how the ranks of a sequence talk")));
    if (const ConfigEntry *sequence = entry("sp_size")) { // heads exchanged by DeepSpeed, its one backend
        const Count ranks = as_count(sequence->value).value_or(1);
        if (ranks > 1) reading.state("parallel.context_backend", "ulysses");
        if (ranks > 1 || size("cp_size") == 1)
            reading.state(*sequence, "parallel.context", ranks);
        else
            reading.no_effect(*sequence, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    }
}

static int recognises_accelerate(const ConfigText &text)
{
    if (text.form == ConfigForm::command) // any tool whose script it starts goes before
        return std::ranges::find(text.programs, "accelerate launch") != text.programs.end() ? 1 : 0;
    if (text.form != ConfigForm::json && text.form != ConfigForm::yaml) return 0;
    if (text.has("distributed_type") || text.has("compute_environment")) return 95;
    return (text.has("num_processes") || text.has("parallelism_config")) && !text.has("model_name_or_path") ? 60 : 0;
}

static void read_accelerate(ConfigReading &reading)
{
    if (reading.text().form != ConfigForm::command) return read_accelerate_keys(reading, AccelerateKeys::file, false);
    read_launchers(reading);
    take_all(reading, environment_words, "environment");
}

constinit const ToolFormat formats::accelerate{.name = "accelerate",
                                               .title = "accelerate",
                                               .recognises = recognises_accelerate,
                                               .read = read_accelerate,
                                               .ending = "yaml",
                                               .write = write_accelerate,
                                               .task = Task::train,
                                               .group = ExportGroup::training};

} // namespace plimsoll
