// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// What spreads a training over processes, as several tools' configurations hold it.

/// FSDP's keys in a section ("fsdp_config."; empty: options of a command), with "fsdp_" before them or not. `version`: where none is
/// named. Nothing where the section has no such key and `asked` is false.
void read_fsdp(ConfigReading &reading, const std::string &section, int version, bool asked);

/// DeepSpeed's configuration JSON, whole or in a section ("deepspeed.").
void read_deepspeed_keys(ConfigReading &reading, const std::string &section = {});
/// A key that names DeepSpeed's JSON file, or holds it: "ds_z3.json", {…}; the key and the file's are taken.
void take_deepspeed(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// Where accelerate's keys stand: in a file of its own, among `accelerate launch`'s options, or beside another tool's keys that go on
/// to it.
enum class AccelerateKeys : std::uint8_t { file, options, beside };
/// accelerate's configuration; options and keys beside others are looked for in the current scope. `launched`: by a Trainer's script,
/// whose own arguments decide what is computed with.
void read_accelerate_keys(ConfigReading &reading, AccelerateKeys where, bool launched);
/// A file of accelerate's that a key names.
void read_accelerate_file(ConfigReading &reading, const ConfigEntry &entry);
/// dp_replicate, dp_shard, tp, cp and sp sizes under this prefix ("parallelism_config.", "parallelism_config_").
void read_meshes(ConfigReading &reading, const std::string &prefix);

/// What stands before a command's program ("srun -n 8", "docker run …").
void read_starter(ConfigReading &reading);
/// What starts the program of a command: accelerate launch with its file, torchrun, deepspeed.
void read_launchers(ConfigReading &reading);
/// A training that nothing spreads, started by what starts a process for each card that it sees: data parallel over them (DDP).
void take_every_card(ConfigReading &reading, const ToolFormat &tool);
/// A process for each card that CUDA_VISIBLE_DEVICES or a container shows, where nobody says how many.
void count_visible(ConfigReading &reading);

/// NPROC_PER_NODE processes on each of NNODES machines, as ms-swift and LLaMA-Factory start them; a warning where only the shell
/// could tell how many.
void read_node_variables(ConfigReading &reading);
/// Processes of one machine times machines, under these keys of the current scope ("nproc_per_node", "nnodes").
void read_node_counts(ConfigReading &reading, const char *each_machine, const char *machines);

} // namespace plimsoll
