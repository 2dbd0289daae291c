// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0 commands/launch.py; torch 2.15 distributed/run.py; DeepSpeed 0.19.8 launcher/runner.py; who calls the first:
// TRL 1.16 cli/accelerate_launcher.py, Axolotl 0.21 cli/utils/train.py; LLaMA-Factory launcher.py calls the second alike
#include "core/exchange/tools/shared/spread_keys.h"
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

/// The entry that says which cards a program sees, and how many; nothing where all do.
std::pair<const ConfigEntry *, Count> visible(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries()) {
        const bool of_container = entry.key == "gpus" && !entry.scope.empty() && entry.scope == reading.text().starter;
        const bool named = entry.key == "CUDA_VISIBLE_DEVICES" || entry.key == "HIP_VISIBLE_DEVICES";
        if (entry.unknown || (!of_container && (!named || entry.scope != "environment"))) continue;
        std::string devices = as_word(entry.value);
        std::erase(devices, '"');
        if (of_container && !devices.starts_with("device=")) {
            if (const auto count = as_count(devices)) return {&entry, *count};
        } else if (!devices.empty() && devices != "-1")
            return {&entry, std::ranges::count(devices, ',') + 1};
    }
    return {nullptr, 0};
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

/// Slurm's tasks: "-n 16", or those of a node times nodes.
void read_tasks(ConfigReading &reading)
{
    const auto count = [&](std::string_view name, std::string_view letter) {
        const auto all = as_count(reading.value(name));
        return all || letter.empty() ? all : as_count(reading.value(letter));
    };
    const auto tasks = count("ntasks", "n"), each = count("ntasks_per_node", {}), nodes = count("nodes", "N");
    if (const Count all = tasks.value_or(each.value_or(1) * nodes.value_or(1)); all > 1 && (tasks || each))
        reading.imports().processes = all;
    for (const char *key : {"ntasks", "n", "ntasks_per_node", "nodes", "N"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr) reading.understood(*entry, "parallel.data");
}

void read_ranks(ConfigReading &reading)
{
    for (const char *key : {"np", "n", "c"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && as_count(entry->value)) {
            reading.imports().processes = as_count(entry->value);
            reading.understood(*entry, "parallel.data");
        }
}

void read_accelerate_launch(ConfigReading &reading)
{
    if (const ConfigEntry *named = reading.find("config_file")) read_accelerate_file(reading, *named);
    read_accelerate_keys(reading, AccelerateKeys::options, true);
}

} // namespace

/// Processes of one machine ("gpu": as many as it has cards) times machines.
void read_node_counts(ConfigReading &reading, const char *each_machine, const char *machines)
{
    const ConfigEntry *const ranks = reading.find(each_machine), *const nodes = reading.find(machines);
    const std::string word = ranks ? as_word(ranks->value) : std::string();
    const std::pair<const ConfigEntry *, Count> seen = visible(reading);
    const bool all = (word == "gpu" || word == "auto") && seen.first != nullptr;
    std::optional<Count> count;
    if (all)
        count = seen.second;
    else if (ranks != nullptr && !ranks->unknown)
        count = as_count(ranks->value);
    if (all) reading.understood(*seen.first, "parallel.data");
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

void read_node_variables(ConfigReading &reading)
{
    if (reading.find("NPROC_PER_NODE") != nullptr) return read_node_counts(reading, "NPROC_PER_NODE", "NNODES");
    const ConfigEntry *const nodes = reading.find("NNODES");
    if (nodes == nullptr || (!nodes->unknown && as_count(nodes->value) == 1)) return;
    reading.understood(*nodes, "parallel.data");
    reading.warn(
        "unknown_value",
        phrase(QT_TRANSLATE_NOOP("core", "how many processes run is not known: %1"), {"NNODES " + as_word(nodes->value)}),
        "parallel.data");
}

void read_starter(ConfigReading &reading)
{
    const std::string &starter = reading.text().starter;
    if (starter.empty()) return;
    reading.look_in(starter);
    if (starter == "srun")
        read_tasks(reading);
    else if (starter.starts_with("mpi") || starter == "horovodrun")
        read_ranks(reading);
    reading.look_in(std::nullopt);
}

void count_visible(ConfigReading &reading)
{
    const auto [entry, cards] = visible(reading);
    if (reading.imports().processes || cards < 2) return;
    reading.imports().processes = cards;
    reading.understood(*entry, "parallel.data");
}

void take_every_card(ConfigReading &reading, const ToolFormat &tool)
{
    const auto states_spread = [](const std::string &path) { return path.starts_with("parallel."); };
    const Plan &plan = reading.plan();
    if (plan.task != Task::train || reading.imports().processes || std::ranges::any_of(plan.given, states_spread)) return;
    const std::vector<std::string> &programs = reading.text().programs;
    const bool by_command = std::ranges::any_of(programs, [&tool](std::string_view program) {
        return program == "accelerate launch" || lists_key(tool.on_every_card, program.substr(0, program.find(' ')));
    });
    if (!by_command) return; // a file alone says nothing of who runs it
    const auto [entry, cards] = visible(reading);
    if (cards == 1) return;
    if (cards > 1) {
        reading.imports().processes = cards;
        return reading.understood(*entry, "parallel.data");
    }
    reading.state("parallel.engine", "ddp"); // over as many as there are
}

void read_launchers(ConfigReading &reading)
{
    for (const std::string &program : reading.text().programs) {
        reading.look_in(program);
        if (program == "accelerate launch")
            read_accelerate_launch(reading);
        else if (program == "torchrun") {
            read_node_counts(reading, "nproc_per_node", "nnodes");
            take_all(reading, torchrun_words, program);
        } else if (program == "deepspeed") {
            read_node_counts(reading, "num_gpus", "num_nodes");
            read_included(reading);
            take_all(reading, deepspeed_words, program);
        }
        if (program == "accelerate launch" || program == "deepspeed") count_visible(reading);
    }
    reading.look_in(std::nullopt);
}

} // namespace plimsoll
