// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/core/run/recorded_rows.h"

#include <algorithm>

namespace plimsoll {

/// A row of a small model, with these fields changed.
inline nlohmann::json objective_row(const char *objective, const nlohmann::json &changes = {}, int vocabulary = 512)
{
    const nlohmann::json config{{"model_type", "llama"},      {"architectures", {"LlamaForCausalLM"}},
                                {"hidden_size", 256},         {"intermediate_size", 512},
                                {"vocab_size", vocabulary},   {"num_hidden_layers", 2},
                                {"num_attention_heads", 4},   {"num_key_value_heads", 4},
                                {"torch_dtype", "bfloat16"},  {"max_position_embeddings", 1024},
                                {"tie_word_embeddings", true}};
    nlohmann::json plan{
        {"schema", "plimsoll.plan/1"},  {"task", "train"},  {"stack", "trl"},        {"method", "full"},
        {"objective", objective},       {"micro_batch", 4}, {"sequence_length", 64}, {"weights", {{"dtype", "bf16"}}},
        {"model", {{"config", config}}}};
    if (!changes.is_null()) plan.merge_patch(changes);
    return {{"plan", plan}};
}

/// The highest moment of a phase of the last step; 0 where there is none.
inline Bytes peak_in(const step::Trace &trace, Phase phase)
{
    Bytes out = 0;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step > 0 && record.phase == phase) out = std::max(out, record.peak);
    return out;
}

inline Bytes held_of(const step::Trace &trace, Component component)
{
    return trace.between_steps[static_cast<std::size_t>(component)];
}

} // namespace plimsoll
