// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/training_writer.h"

namespace plimsoll {

// What spreads a training over processes, written.

/// Processes over all machines that the plan's meshes make.
[[nodiscard]] Count processes_of(const Plan &plan);

/// FSDP's keys under `prefix`: "fsdp_config.fsdp_" as accelerate's file has them, "fsdp_config." as the Trainer's.
void say_fsdp(TrainingText &text, const std::string &prefix, bool second);
/// DeepSpeed's JSON under `prefix` ("deepspeed."; empty: the whole). `trainer`: what the Trainer fills in is left to it as "auto".
void say_deepspeed(TrainingText &text, const std::string &prefix, bool trainer);

/// The Trainer's own keys: precision, optimizer, checkpointing, quantisation by bitsandbytes, the spread. For tools that build on it.
void say_trainer(TrainingText &text);
void say_precision(TrainingText &text); ///< bf16, fp16
void say_optimizer(TrainingText &text); ///< optim, optim_args
/// The tool's word for the optimizer and its form, which are taken; empty: neither is stated, or there is none, which is listed. `title`:
/// whose word it is; `key`: where it stands.
[[nodiscard]] std::string optimizer_word(TrainingText &text, std::string_view title, std::string_view key);
void say_checkpointing(TrainingText &text); ///< gradient_checkpointing with its kwargs, activation_offloading
void say_liger(TrainingText &text);         ///< use_liger_kernel
void say_trainer_spread(TrainingText &text);

} // namespace plimsoll
