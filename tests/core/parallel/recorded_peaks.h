// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"

#include <nlohmann/json.hpp>

#include <QString>

#include <string>

namespace plimsoll::tests {

/// What libraries took: `changes` to the test's plan, as JSON without its braces, and the peaks of one process.
struct Recorded {
    const char *name, *changes;
    Bytes allocated, reserved;
};

/// The configuration that peaks were recorded of: a LLaMA of two layers.
inline nlohmann::json two_layer_llama()
{
    return nlohmann::json::parse(
        R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 32000, "hidden_size": 1024,
        "intermediate_size": 2816, "num_hidden_layers": 2, "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 64,
        "tie_word_embeddings": true, "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "hidden_act": "silu"})");
}

/// A plan of that model, the changes merged into it.
inline nlohmann::json changed(const char *plan, const std::string &changes)
{
    nlohmann::json out = nlohmann::json::parse(plan);
    out["model"] = {{"config", two_layer_llama()}};
    out.merge_patch(nlohmann::json::parse("{" + changes + "}"));
    return out;
}

inline Result<Estimate> estimated_plan(const nlohmann::json &plan)
{
    const auto parsed = plan_from_object(plan);
    if (!parsed) return parsed.error();
    const auto model = load_model(parsed->plan.model);
    if (!model) return model.error();
    return estimate(*model, parsed->plan);
}

/// Empty where the plan is answered.
inline QString refusal_of(const Result<Estimate> &answer)
{
    return answer ? QString() : QString::fromStdString(answer.error().message());
}

} // namespace plimsoll::tests
