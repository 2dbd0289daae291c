// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string_view>

namespace plimsoll {

/// The order in which a model's graph adds attention, MLP and what stood before them, where the two run beside each other: a sum
/// may be written over the first of its terms.
enum class ParallelSum : std::uint8_t { forward_attention, attention_forward, forward_before };

/// What llama.cpp's code of one architecture does that others' does not (0c1e57098, src/models/, src/llama-quant.cpp).
struct LlamaClass {
    std::string_view model_type;
    bool and_those_after = false; ///< of every type that begins so
    bool reads_whole = false;     ///< it knows of no window where the configuration has one: the whole context is kept and read
    bool scales_queries = false;  ///< by an operation of their own
    bool adds_to_states = false;  ///< the MLP's result to the states, not they to it
    ParallelSum parallel = ParallelSum::forward_attention;
    bool quantised_higher = false; ///< llama-quant.cpp, LLM_ARCH_FALCON
    bool large_at_80 = false;      ///< of 80 layers its loader says LLM_TYPE_70B
    bool large_if_grouped = false; ///< only where queries share keys
    bool predicts = false;         ///< conversions write a layer that drafts the next token (nextn), and a graph runs it alone
    bool own_vocabulary = false;   ///< this layer has an embedding and a head of its own
    bool runs_alone = false;       ///< Ollama runs one request at a time (fb307609, server/sched.go)
    bool rolls_back = false;       ///< recurrent states are kept for every drafted token (llm_arch_supports_rs_rollback)
};

/// The row of this model type; one without a property where there is none.
[[nodiscard]] const LlamaClass &llama_class(std::string_view model_type);

} // namespace plimsoll
