// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string_view>

namespace plimsoll {

// Logs of programs that watch cards. Each: whether a text is one, and what it says; a cell that is unknown ("[N/A]", null) is left out.

/// nvidia-smi --query-gpu=… or --query-compute-apps=… --format=csv[,nounits], once or in a loop; nvidia-smi dmon and pmon -s m.
[[nodiscard]] bool is_nvidia_smi(std::string_view text);
[[nodiscard]] Result<Measured> read_nvidia_smi(std::string_view text);

/// nvtop --snapshot, once or in a loop: JSON arrays, every value a text.
[[nodiscard]] bool is_nvtop(std::string_view text);
[[nodiscard]] Result<Measured> read_nvtop(std::string_view text);

/// gpustat --json, once or one object after the other (-i).
[[nodiscard]] bool is_gpustat(std::string_view text);
[[nodiscard]] Result<Measured> read_gpustat(std::string_view text);

/// nvitop's ResourceMetricCollector: a CSV or JSON lines with keys such as "train/cuda:0 (gpu:3)/memory_used (MiB)/max".
[[nodiscard]] bool is_nvitop(std::string_view text);
[[nodiscard]] Result<Measured> read_nvitop(std::string_view text);

/// Trainer's metrics with skip_memory_metrics=False: all_results.json, train_results.json, or trainer_state.json.
[[nodiscard]] bool is_trainer_metrics(std::string_view text);
[[nodiscard]] Result<Measured> read_trainer_metrics(std::string_view text);

/// Weights & Biases: exported system metrics as CSV or JSON lines (system.gpu.0.memoryAllocatedBytes, gpu.process.0.…).
[[nodiscard]] bool is_wandb(std::string_view text);
[[nodiscard]] Result<Measured> read_wandb(std::string_view text);

/// torch.profiler's export_memory_timeline: [times, sizes by category], or its raw list of (time, action, bytes, category).
[[nodiscard]] bool is_profiler_timeline(std::string_view text);
[[nodiscard]] Result<Measured> read_profiler_timeline(std::string_view text);

/// torch.profiler's Chrome trace: the "[memory]" events that profile_memory=True adds.
[[nodiscard]] bool is_profiler_trace(std::string_view text);
[[nodiscard]] Result<Measured> read_profiler_trace(std::string_view text);

} // namespace plimsoll
