// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string_view>

namespace plimsoll {

// Logs of programs that watch cards. Each: whether a text is one, and what it says; a cell that is unknown ("[N/A]", null) is left out.

/// nvidia-smi --query-gpu=… or --query-compute-apps=… --format=csv[,nounits], once or in a loop; its table and its -q; nvidia-smi dmon and
/// pmon -s m.
[[nodiscard]] bool is_nvidia_smi(std::string_view text);
[[nodiscard]] Result<Measured> read_nvidia_smi(std::string_view text);

/// rocm-smi --showmeminfo vram, as text, CSV or JSON. Error: its short table, which has percents alone.
[[nodiscard]] bool is_rocm_smi(std::string_view text);
[[nodiscard]] Result<Measured> read_rocm_smi(std::string_view text);

/// amd-smi's table, `amd-smi monitor`, `amd-smi metric --mem-usage`.
[[nodiscard]] bool is_amd_smi(std::string_view text);
[[nodiscard]] Result<Measured> read_amd_smi(std::string_view text);

/// xpu-smi stats and dump: "GPU Memory Used (MiB)".
[[nodiscard]] bool is_xpu_smi(std::string_view text);
[[nodiscard]] Result<Measured> read_xpu_smi(std::string_view text);

/// A message that memory ran out or that an engine does not start for want of it: PyTorch's of every release (CUDA, HIP, XPU, MPS),
/// llama.cpp's, vLLM's, SGLang's, Ollama's. What it says of the card and of what was held; what is more stands in the notes.
[[nodiscard]] bool is_out_of_memory(std::string_view text);
[[nodiscard]] Result<Measured> read_out_of_memory(std::string_view text);

/// Lines that an engine prints while it starts: vLLM, SGLang, llama.cpp, Ollama. A curve of one point for each of what it names (weights,
/// KV cache, compute buffer), by card or rank.
[[nodiscard]] bool is_engine_log(std::string_view text);
[[nodiscard]] Result<Measured> read_engine_log(std::string_view text);

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
