// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/runner/runner.h"

namespace plimsoll {

// What stacks and engines stand on.

/// Rows of every run, what holds where no stack decides (docs/schema/plan.md): of trainings, and of what trains nothing.
extern const Runner any_training;
extern const Runner any_call;
/// Below them what an engine reads of `parallel`, whose library spreads a training over processes; a call without training, which is one
/// process.
extern const Runner spread_step;
extern const Runner whole_call;
/// Rows of every training step.
extern const Runner training_step;
/// Rows of what runs a model without training it.
extern const Runner forward_call;
/// Rows of engines that claim memory at their start; of those that take a share of the card.
extern const Runner engine_start;
extern const Runner share_of_card;

namespace reads {

inline constexpr Read whole_model_trains{
    "trainable",
    Effect::refused,
    {QT_TRANSLATE_NOOP("core", "full fine-tuning with %1 trains every parameter"), "this stack"},
    "null",
    [](const Plan &plan) { return plan.method == Method::full; }};
inline constexpr Read trainer_drops_outputs{
    "keep_outputs", Effect::none, {QT_TRANSLATE_NOOP("core", "the Trainer drops a step's outputs before its backward pass")}};
inline constexpr Read trainer_accumulates{
    "parallel.accumulate_without_sync",
    Effect::none,
    {QT_TRANSLATE_NOOP("core", "the Trainer synchronises the last micro-batch of a step alone (%1)"),
     "transformers 5.23 trainer.py"},
    {},
    [](const Plan &plan) { return plan.parallel.engine != ParallelEngine::deepspeed && plan.parallel.spread(); }};
inline constexpr Read keeps_outputs{"keep_outputs", Effect::depends};
// Of engines: what they call a request's tokens, and what is another's.
inline constexpr Why rows_of_inference{QT_TRANSLATE_NOOP("core", "%1 takes %2 and %3"), "task infer", "inference.sequences",
                                       "inference.context"};
inline constexpr Why captures_nothing{QT_TRANSLATE_NOOP("core", "%1 captures nothing"), "task infer"};
inline constexpr Why llama_cpp_alone{QT_TRANSLATE_NOOP("core", "only %1 and %2 read it"), "llama.cpp", "Ollama"};
inline constexpr Why claiming_engines_alone{
    QT_TRANSLATE_NOOP("core", "only engines that take a share of the card read it, as %1 and %2 do"), "vLLM", "SGLang"};
inline constexpr Why vllm_alone{QT_TRANSLATE_NOOP("core", "only %1 reads it"), "vLLM"};
inline constexpr Why sglang_alone{QT_TRANSLATE_NOOP("core", "only %1 reads it"), "SGLang"};
inline constexpr Why vllm_and_sglang_alone{QT_TRANSLATE_NOOP("core", "only %1 and %2 read it"), "vLLM", "SGLang"};
inline constexpr Why transformers_assistant{QT_TRANSLATE_NOOP("core", "only %1 reads it"), "transformers"};
inline constexpr Why transformers_caches{QT_TRANSLATE_NOOP("core", "it is a kind of %1's caches"), "transformers"};
inline constexpr Why own_kernels{QT_TRANSLATE_NOOP("core", "the engine chooses its kernels by model and card")};
inline constexpr Why whole_context{QT_TRANSLATE_NOOP("core", "%1 counts prompt and new tokens together"), "inference.context"};
inline constexpr Why no_autocast{QT_TRANSLATE_NOOP("core", "the engine computes in %1"), "weights.dtype"};
inline constexpr Why own_memory{QT_TRANSLATE_NOOP("core", "the engine lays its memory out itself")};
inline constexpr Why norms_take_less{QT_TRANSLATE_NOOP("core", "the norms take less than the peak leaves")};

} // namespace reads

} // namespace plimsoll
