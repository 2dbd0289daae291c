// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/parallel/model_sizes.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"

#include <QTest>

#include <string>

namespace plimsoll {

/// A small LLaMA whose sizes are easy to sum, and a plan of it.
struct SpreadModel {
    static constexpr Count hidden = 64, width = 128, vocab = 512, layer_count = 4, heads = 4, kv_heads = 2, head_dim = 16;
    static constexpr Count matrices = 2 * hidden * heads * head_dim + 2 * hidden * kv_heads * head_dim + 3 * hidden * width;
    static constexpr Count norms = 2 * hidden;
    static constexpr Count layer = matrices + norms, ends = vocab * hidden;
    static constexpr Count all = layer_count * layer + 2 * ends + hidden; ///< embedding, head, final norm

    ArchitectureRef architecture;
    ResolvedPlan resolved;
    ModelSizes sizes;
    Rank rank;
    bool trainer = true;

    [[nodiscard]] SpreadRun run() const { return {resolved.plan, *architecture, sizes, rank, trainer}; }
    [[nodiscard]] const Plan &plan() const { return resolved.plan; }
};

/// `more`: keys of the configuration behind the others, "" for none; `plan`: JSON of a plan, whose parallel counts.
inline SpreadModel spread_model(const std::string &plan, const std::string &more = {}, const Rank &rank = {})
{
    SpreadModel out;
    out.architecture = *load_model({.config_text = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
        "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128, "num_hidden_layers": 4, "num_attention_heads": 4,
        "num_key_value_heads": 2, "tie_word_embeddings": false, "dtype": "bfloat16", "max_position_embeddings": 4096)" +
                                                   more + "}"});
    auto resolved = resolve(plan_from_json(plan)->plan, *out.architecture);
    if (!resolved) qFatal("%s", resolved.error().message().c_str());
    out.resolved = *std::move(resolved);
    out.sizes = model_sizes(*out.architecture, out.resolved);
    out.rank = rank;
    out.trainer = name_of(out.plan().stack) != "pytorch";
    return out;
}

} // namespace plimsoll
