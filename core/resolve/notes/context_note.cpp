// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/notes/context_note.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/resolve/runners.h"
#include "core/resolve/taken_engine.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr Count usual = 4096; ///< what is planned where neither the plan nor an engine says a length

double width_of(const Plan &plan)
{
    switch (plan.inference.kv_dtype) {
    case KvDtype::fp8:
    case KvDtype::int8:
    case KvDtype::mxfp8:
    case KvDtype::fp8_per_token_head: return 1;
    case KvDtype::int4:
    case KvDtype::nvfp4: return 0.5;
    default: return plan.weights.dtype == WeightDtype::fp32 && plan.inference.kv_dtype == KvDtype::auto_ ? 4 : 2;
    }
}

/// Keys and values of one request, over all layers and cards; windows bound theirs.
Bytes cached(const DecoderSpec &spec, const Plan &plan, Count tokens)
{
    double numbers = 0;
    for (const int index : spec.layers) {
        const LayerSpec &layer = spec.kinds[static_cast<std::size_t>(index)];
        const AttentionSpec &a = layer.attention;
        const bool reuses = layer.extension && layer.extension->gemma && layer.extension->gemma->sharing == KvSharing::reuse;
        if (reuses || (a.kind != AttentionKind::grouped && a.kind != AttentionKind::latent)) continue;
        const Count kept = a.sliding_window ? std::min(*a.sliding_window, tokens) : tokens;
        const Count one =
            a.kind == AttentionKind::grouped ? a.kv_heads * (a.head_dim + (a.v_head_dim ? a.v_head_dim : a.head_dim))
            : claims_memory(plan)            ? a.latent.kv_lora_rank + a.latent.qk_rope_head_dim
                                             : a.heads * (a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim + a.v_head_dim);
        numbers += static_cast<double>(kept) * static_cast<double>(one);
    }
    return static_cast<Bytes>(numbers * width_of(plan));
}

} // namespace

std::optional<Warning> context_note(const Plan &resolved, const Architecture &architecture, const CardFacts &card)
{
    if (resolved.task != Task::infer || resolved.has("inference.context") || !architecture.decoder) return std::nullopt;
    const DecoderSpec &spec = *architecture.decoder;
    const Count taken = resolved.inference.context, other = taken == usual ? spec.max_positions : usual;
    if (other <= 0 || other == taken || (spec.extension && spec.extension->sequence)) return std::nullopt;
    const auto gibs = [&](Count tokens) { return localised(gib_brief(cached(spec, resolved, tokens))); };
    const bool by_engine = engines_context(resolved, architecture, card).has_value();
    return Warning{
        "context_not_stated",
        phrase(by_engine
                   ? QT_TRANSLATE_NOOP("core", "%1 is not stated: %2 takes %3 tokens, and a request of that length has %4 GiB of "
                                               "keys and values (of %5 tokens %6 GiB).")
                   : QT_TRANSLATE_NOOP("core", "%1 is not stated, and %2 has no length of its own: %3 tokens are planned, %4 GiB "
                                               "of keys and values a request. The model's own %5 tokens have %6 GiB."),
               {"inference.context", engine_of(resolved).name, localised(grouped(taken)), gibs(taken), localised(grouped(other)),
                gibs(other)}),
        "inference.context"};
}

} // namespace plimsoll
