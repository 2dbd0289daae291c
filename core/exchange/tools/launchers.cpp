// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0 commands/launch.py; torch 2.15 distributed/run.py; DeepSpeed 0.19.8 launcher/runner.py
#include "core/exchange/tools/spread_keys.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

constexpr KeyGroup groups[] = {
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says how processes find each other or where they run")},
     "rdzv_backend rdzv_endpoint rdzv_id rdzv_conf standalone max_restarts monitor_interval start_method role m module no_python "
     "run_path "
     "log_dir redirects tee local_ranks_filter node_rank master_addr master_port local_addr event_log_handler numa_binding "
     "use_env "
     "signals_to_handle virtual_local_rank hostfile exclude launcher launcher_args force_multi no_local_rank no_ssh no_ssh_check "
     "save_pid "
     "enable_each_rank_log elastic_training min_elastic_nodes max_elastic_nodes bind_cores_to_rank bind_core_list ssh_port "
     "venv_script "
     "autotuning"},
};
constinit const ToolWords torchrun_words{.title = "torchrun", .groups = groups};
constinit const ToolWords deepspeed_words{.title = "deepspeed", .groups = groups};

/// Processes of one machine times machines.
void read_counts(ConfigReading &reading, const char *each_machine, const char *machines)
{
    const ConfigEntry *const ranks = reading.find(each_machine), *const nodes = reading.find(machines);
    const auto count = ranks && !ranks->unknown ? as_count(ranks->value) : std::nullopt;
    const auto times = nodes && !nodes->unknown ? as_count(nodes->value) : std::nullopt;
    if (nodes != nullptr) reading.understood(*nodes, "parallel.data");
    if (ranks != nullptr) reading.understood(*ranks, "parallel.data");
    if (count && (times || nodes == nullptr)) {
        reading.imports().processes = *count * times.value_or(1);
    } else if (ranks != nullptr)
        reading.warn("unknown_value",
                     phrase(QT_TRANSLATE_NOOP("core", "how many processes run is not known: %1"),
                            {as_word(count ? nodes->value : ranks->value)}),
                     "parallel.data");
}

/// "localhost:0,1,2@worker-1:0,1"
void read_included(ConfigReading &reading)
{
    const ConfigEntry *const included = reading.find("include");
    if (included == nullptr) return;
    const std::string text = as_word(included->value);
    Count cards = 0;
    bool listed = false;
    for (const char c : text) {
        if (c == ':') {
            listed = true;
            ++cards;
        } else if (c == '@')
            listed = false;
        else if (c == ',' && listed)
            ++cards;
    }
    reading.understood(*included, "parallel.data");
    if (cards > 0 && !included->unknown) reading.imports().processes = cards;
}

void read_accelerate_launch(ConfigReading &reading)
{
    if (const ConfigEntry *named = reading.find("config_file")) read_accelerate_file(reading, *named);
    read_accelerate_keys(reading, AccelerateKeys::options, true);
}

} // namespace

void read_launchers(ConfigReading &reading)
{
    for (const std::string &program : reading.text().programs) {
        reading.look_in(program);
        if (program == "accelerate launch")
            read_accelerate_launch(reading);
        else if (program == "torchrun") {
            read_counts(reading, "nproc_per_node", "nnodes");
            take_all(reading, torchrun_words, program);
        } else if (program == "deepspeed") {
            read_counts(reading, "num_gpus", "num_nodes");
            read_included(reading);
            take_all(reading, deepspeed_words, program);
        }
    }
    reading.look_in(std::nullopt);
}

} // namespace plimsoll
