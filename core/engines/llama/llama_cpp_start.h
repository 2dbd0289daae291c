// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/default.h"
#include "core/serving/engine_start.h"

namespace plimsoll {

struct LlamaCall;

/// llama.cpp's start: what llama-server, or any program with its defaults, puts on each card and with the host (0c1e57098, and
/// builds since 2024 where memory differs). Its -c is inference.context × inference.sequences, which --fit may lower where the
/// plan gives no context (EngineStart::context), -np max_num_seqs (absent: the server's four slots in one cache), -ub
/// max_num_batched_tokens, cards parallel.pipeline, -ngl gpu_layers (absent: all; -1: --fit decides), --n-cpu-moe host_experts,
/// --spec-type and -md inference.speculative, --mmproj inference.mmproj. Figures are those of the fullest card, buffers its compute
/// buffer. Error: settings that it does not have.
[[nodiscard]] Result<EngineStart> start_llama_cpp(const StartCall &call);

/// Ollama's start (fb307609, 2026-08): llama-server with its own context, batch and parallel requests by card. inference.context
/// counts where a plan gives it, else the card's memory decides.
[[nodiscard]] Result<EngineStart> start_ollama(const StartCall &call);

namespace engines {

/// What convert_hf_to_gguf.py --outtype auto writes.
[[nodiscard]] WeightDtype converted_dtype(const Plan &plan, const Architecture &model, const CardFacts &card);

/// The length that llama.cpp begins with where nobody gives -c: the model's own for every cache, from b7407 on, which --fit may
/// lower (EngineStart::context); before, 4,096 for all. Nothing where the model names no length.
[[nodiscard]] std::optional<TakenContext> llama_cpp_context(const Plan &plan, const Architecture &model, const CardFacts &card);

/// Ollama's, by the memory of all cards (fb307609, server/routes.go), at most what the model was trained for.
[[nodiscard]] std::optional<TakenContext> ollama_context(const Plan &plan, const Architecture &model, const CardFacts &card);

/// What Ollama asks of llama-server where nobody said it (fb307609, llm/llama_server.go, server/sched.go, envconfig).
struct OllamaDefaults {
    Count context = 4096; ///< OLLAMA_CONTEXT_LENGTH by all cards' memory, at most what the model was trained for
    Count batch = 512;    ///< num_batch, -b and -ub, by context
    Count parallel = 1;   ///< OLLAMA_NUM_PARALLEL
    bool operator==(const OllamaDefaults &) const = default;
};
[[nodiscard]] OllamaDefaults ollama_defaults(std::optional<Bytes> memory_of_all_cards, std::optional<Count> context,
                                             Count trained);

/// num_batch of all slots' context: less where what Ollama predicts of the load leaves little of the cards
/// (automaticGenerationBatch). `predicted`: file and cache, as it guesses them; `available`: free on the cards, absent: not known.
[[nodiscard]] Count ollama_batch(Count context, Bytes predicted, std::optional<Bytes> available);

} // namespace engines

} // namespace plimsoll
