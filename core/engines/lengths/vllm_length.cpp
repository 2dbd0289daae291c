// SPDX-License-Identifier: GPL-3.0-or-later
// How long a request vLLM serves: config/model.py, _get_and_verify_max_len, and transformers_utils/model_arch_config_convertor.py,
// derive_max_model_len_and_key, of 0.33; 0.11 has the same keys in one function.
#include "core/engines/lengths/model_length.h"
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_run.h"
#include "core/plan/releases.h"

#include <algorithm>

namespace plimsoll::vllm {

namespace {

using lengths::Length;

constexpr Count without_any = 2048; ///< default_max_len

/// The smallest of the keys; model_max_length comes before all of them (Cohere).
Length shortest(const Architecture &model)
{
    Length out{lengths::positions(model), "max_position_embeddings"};
    for (const auto &[key, tokens] : lengths::named(model).keys)
        if (out.tokens == 0 || tokens < out.tokens) out = {tokens, key};
    if (const Count own = lengths::at(model, "model_max_length")) out = {own, "model_max_length"};
    if (out.tokens == 0) out = {without_any, {}};
    return out;
}

bool does_not_scale(std::string_view rope_type)
{
    return rope_type.empty() || rope_type == "su" || rope_type == "longrope" || rope_type == "llama3";
}

} // namespace

Length allowed_length(const Architecture &model)
{
    Length out = shortest(model);
    const NamedLengths &named = lengths::named(model);
    if (does_not_scale(named.rope_type) || names_scaled_length(model.model_type)) return out;
    if (named.rope_type == "yarn") {
        const Count original = named.rope_original;
        out = {original > 0 ? original : lengths::positions(model),
               original > 0 ? "original_max_position_embeddings" : "max_position_embeddings"};
    }
    out.scaled_by = named.rope_factor.value_or(1);
    out.rope_type = named.rope_type;
    out.tokens = static_cast<Count>(static_cast<double>(out.tokens) * out.scaled_by);
    return out;
}

std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model, const CardFacts & /*card*/)
{
    if (!model.decoder) return std::nullopt;
    Length length = allowed_length(model);
    // short factors of LongRoPE alone, so that short requests lose nothing
    const NamedLengths &named = lengths::named(model);
    if (named.rope_type == "longrope" && named.original > 0 && installed_by(plan).vllm.short_factors_alone)
        length = {named.original, "original_max_position_embeddings"};
    return lengths::taken(length, "vLLM", "--max-model-len", "config/model.py, _get_and_verify_max_len");
}

} // namespace plimsoll::vllm
