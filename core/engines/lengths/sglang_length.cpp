// SPDX-License-Identifier: GPL-3.0-or-later
// How long a request SGLang serves: srt/utils/hf_transformers, get_context_length and CONTEXT_LENGTH_KEYS, of 0.5.23.
#include "core/engines/lengths/model_length.h"
#include "core/engines/sglang_classes.h"
#include "core/engines/sglang_run.h"

namespace plimsoll::sglang {

namespace {

/// In the order in which they are asked; the first that stands there decides.
constexpr std::string_view keys[] = {"max_sequence_length", "seq_length", "max_seq_len", "model_max_length",
                                     "max_position_embeddings"};

} // namespace

lengths::Length allowed_length(const Architecture &model)
{
    lengths::Length out{2048, {}};
    for (const std::string_view key : keys) {
        const Count tokens = key == keys[4] ? lengths::positions(model) : lengths::at(model, key);
        if (tokens == 0) continue;
        out = {tokens, std::string(key)};
        break;
    }
    const NamedLengths &named = lengths::named(model);
    // transformers puts original_max_position_embeddings into what scales so, where the file has none
    const bool holds_original = named.rope_original > 0 || named.rope_type == "yarn" || named.rope_type == "longrope";
    // of several kinds of layers each has parameters of its own, among which no factor is looked for
    const bool by_kind = model.decoder && model.decoder->rotary_tables > 1;
    if (!named.rope_factor || holds_original || named.rope_type == "llama3" || by_kind) return out;
    out.scaled_by = *named.rope_factor;
    out.rope_type = named.rope_type;
    out.tokens = static_cast<Count>(static_cast<double>(out.tokens) * out.scaled_by);
    return out;
}

std::optional<TakenContext> context_when_unstated(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    if (!model.decoder) return std::nullopt;
    return lengths::taken(allowed_length(model), "SGLang", "--context-length", "srt/utils/hf_transformers, get_context_length");
}

} // namespace plimsoll::sglang
