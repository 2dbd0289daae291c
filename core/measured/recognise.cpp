// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recognise.h"

#include "core/measured/measured_speed.h"
#include "core/measured/measurement.h"
#include "core/measured/monitor_logs.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool is_measurement(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && text[begin] == '{' && text.find(measurement_schema) < std::size_t{4096};
}

} // namespace

const std::vector<MeasuredSource> &measured_sources()
{
    static const std::vector<MeasuredSource> all{
        {"measurement", "Plimsoll's measurement", is_measurement, measurement_from_json},
        {"nvidia-smi", "nvidia-smi", is_nvidia_smi, read_nvidia_smi},
        {"nvtop", "nvtop", is_nvtop, read_nvtop},
        {"gpustat", "gpustat", is_gpustat, read_gpustat},
        {"nvitop", "nvitop", is_nvitop, read_nvitop},
        {"wandb", "Weights & Biases", is_wandb, read_wandb},
        {"trainer", "Trainer metrics", is_trainer_metrics, read_trainer_metrics},
        {"wandb-history", "history of Weights & Biases", is_wandb_history, read_wandb_history, true},
        {"trainer-times", "Trainer's times", is_trainer_times, read_trainer_times, true},
        {"llama-bench", "llama-bench", is_llama_bench, read_llama_bench},
        {"step-lines", "lines of steps with their throughput", is_step_lines, read_step_lines, true},
        {"profiler", "torch.profiler's memory timeline", is_profiler_timeline, read_profiler_timeline},
        {"trace", "torch.profiler's trace", is_profiler_trace, read_profiler_trace},
        {"rocm-smi", "rocm-smi", is_rocm_smi, read_rocm_smi, true},
        {"amd-smi", "amd-smi", is_amd_smi, read_amd_smi, true},
        {"xpu-smi", "xpu-smi", is_xpu_smi, read_xpu_smi, true},
        {"out-of-memory", "a message that memory ran out", is_out_of_memory, read_out_of_memory, true},
        {"engine-log", "an engine's log of its start", is_engine_log, read_engine_log, true},
        {"serving-lines", "an engine's lines of throughput", is_serving_lines, read_serving_lines, true},
    };
    return all;
}

const MeasuredSource *measured_source(std::string_view text, std::string_view from)
{
    for (const MeasuredSource &one : measured_sources())
        if (from.empty() ? one.recognises(text) : one.name == from) return &one;
    return nullptr;
}

std::string measured_names()
{
    std::string out = "snapshot";
    for (const MeasuredSource &one : measured_sources()) out.append(" | ").append(one.name);
    return out;
}

} // namespace plimsoll
