// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string_view>

namespace plimsoll {

// What logs say of how fast a run was. Each: the figures of a text; nothing of what it does not say.

/// transformers' Trainer: all_results.json, train_results.json, trainer_state.json, or the line of figures that it prints at its end
/// (trainer.py speed_metrics: train_runtime, train_steps_per_second, train_tokens_per_second).
[[nodiscard]] MeasuredSpeed trainer_speed(std::string_view text);
/// Weights & Biases: history as CSV or JSON lines; steps by _runtime or _timestamp against (train/)global_step, rates as logged.
[[nodiscard]] MeasuredSpeed wandb_speed(std::string_view text);
/// prime-rl's and torchtitan's lines of a step ("Time: 12.3s | … | Throughput: 12345 tokens/s").
[[nodiscard]] MeasuredSpeed step_line_speed(std::string_view text);
/// vLLM 0.33 v1/metrics/loggers.py and SGLang 0.5 managers/scheduler_metrics_mixin.py: new tokens a second under load, the mean over the
/// time between the first and the last line that make half of the most, prompts that are read meanwhile among it.
[[nodiscard]] MeasuredSpeed serving_line_speed(std::string_view text);
/// Requests that run at once in that time in one engine, the middle one; nothing where the lines do not say.
[[nodiscard]] std::optional<double> running_requests(std::string_view text);
/// Notes how many tokens of prompts were read in a second of that time, where the lines say.
void note_prompts(std::string_view text, Measured &out);
/// Of tests of each kind the first, of those on an empty cache where there is one.
[[nodiscard]] MeasuredSpeed speed_of_tests(const std::vector<MeasuredTest> &tests);
/// Every test of llama-bench's that is of a prompt or of new tokens alone, with the model and the settings that its row names.
[[nodiscard]] std::vector<MeasuredTest> llama_bench_tests(std::string_view text);
/// llama.cpp's llama-bench, as Markdown, CSV or JSON: pp… tests are prompts, tg… tests new tokens; the first of each, of those on
/// an empty cache where there is one.
[[nodiscard]] MeasuredSpeed llama_bench_speed(std::string_view text);

// Logs that say nothing but that.
[[nodiscard]] bool is_step_lines(std::string_view text);
[[nodiscard]] Result<Measured> read_step_lines(std::string_view text);
[[nodiscard]] bool is_serving_lines(std::string_view text);
[[nodiscard]] Result<Measured> read_serving_lines(std::string_view text);
[[nodiscard]] bool is_llama_bench(std::string_view text);
[[nodiscard]] Result<Measured> read_llama_bench(std::string_view text);
[[nodiscard]] bool is_trainer_times(std::string_view text);
[[nodiscard]] Result<Measured> read_trainer_times(std::string_view text);
[[nodiscard]] bool is_wandb_history(std::string_view text);
[[nodiscard]] Result<Measured> read_wandb_history(std::string_view text);

/// "  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes" (ggml-cuda.cu, ggml_cuda_init): the name; empty: no such line.
[[nodiscard]] std::string card_of_ggml(std::string_view text);

} // namespace plimsoll
