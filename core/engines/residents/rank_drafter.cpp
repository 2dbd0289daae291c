// SPDX-License-Identifier: GPL-3.0-or-later
// What drafts tokens for a model: vLLM 0.33, v1/worker/gpu/spec_decode, models/llama_eagle3.py and *_mtp.py.
#include "core/engines/rank.h"
#include "core/engines/residents/prediction_classes.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll::ranks {

namespace {

Bytes plain(const Rank &rank, Count rows, Count columns) { return rows * columns * rank.width(); }

bool rank_drafter_attends(const LayerSpec &layer)
{
    return layer.attention.kind == AttentionKind::grouped || layer.attention.kind == AttentionKind::latent;
}

/// One layer more, as the model's last that attends, and what joins the last token's state and the next token's embedding.
void own_layers(const Rank &target, const StartCall &call, Drafter &out)
{
    const DecoderSpec &spec = target.spec;
    std::size_t last = spec.layers.size();
    while (last > 0 && !rank_drafter_attends(target.layer(last - 1))) --last;
    if (last == 0) {
        out.left_out = phrase(QT_TRANSLATE_NOOP("core", "the layer that predicts tokens, of a model in which none attends"));
        return;
    }
    Rank whole = target;
    whole.begin = 0;
    whole.end = spec.layers.size();
    const Sizes layer = weights_of_kinds(whole, call)[static_cast<std::size_t>(spec.layers[last - 1])];
    const Count layers = std::max<Count>(1, spec.extension ? spec.extension->prediction_layers : 0);
    const bool divides =
        target.layer(0).extension && target.layer(0).extension->mixer.kind == MixerKind::delta_net; // qwen3_next_mtp.py
    for (Count i = 0; i < layers; ++i) {
        out.weights.emplace_back(plain(target, divides ? target.shard(spec.hidden) : spec.hidden, 2 * spec.hidden));
        out.weights.insert(out.weights.end(), layer.begin(), layer.end());
        for (int norm = 0; norm < 3; ++norm) out.weights.emplace_back(spec.hidden * target.width());
        out.attention.push_back(target.layer(last - 1).attention);
    }
}

/// The rank that a drafting model has: it is divided as the target is.
Rank rank_of_drafter(const Rank &target, const DecoderSpec &spec, const Architecture &model)
{
    Rank out{.spec = spec, .model_type = model.model_type, .card = target.card};
    out.tensor = target.tensor;
    out.end = spec.layers.size();
    out.vocab = spec.vocab;
    out.padded_vocab = round_up(spec.vocab, 64);
    out.dtype = target.dtype;
    out.scales_tables = target.scales_tables;
    return out;
}

void keep_layers(const Rank &rank, const StartCall &call, Drafter &out)
{
    const std::vector<Sizes> kinds = weights_of_kinds(rank, call);
    for (std::size_t i = 0; i < rank.end; ++i) {
        const Sizes &sizes = kinds[static_cast<std::size_t>(rank.spec.layers[i])];
        out.weights.insert(out.weights.end(), sizes.begin(), sizes.end());
        if (rank_drafter_attends(rank.layer(i))) out.attention.push_back(rank.layer(i).attention);
    }
}

/// Queries, keys and values of an EAGLE-3 layer read the embedding beside the state.
void widen_first(const Rank &rank, Drafter &out)
{
    const AttentionSpec &a = rank.layer(0).attention;
    const Count rows = rank.shard(a.heads) * a.head_dim + 2 * rank.kv_heads(a) * a.head_dim;
    out.weights.emplace_back(plain(rank, rows, rank.spec.hidden));
}

/// A head trained on the target's states, which shares its embedding and, but for EAGLE-3, its output embedding.
void eagle_head(const Rank &target, const Rank &rank, const StartCall &call, Drafter &out)
{
    keep_layers(rank, call, out);
    const DecoderSpec &spec = rank.spec;
    const bool third = out.method == SpeculativeMethod::eagle3;
    if (third && rank_drafter_attends(rank.layer(0))) widen_first(rank, out);
    out.weights.emplace_back(plain(rank, spec.hidden, third ? 3 * target.spec.hidden : 2 * spec.hidden)); // on every rank whole
    for (int norm = 0; norm < (third ? 2 : 0); ++norm) out.weights.emplace_back(spec.hidden * rank.width());
    if (!third) return;
    const Count words = spec.extension && spec.extension->draft_vocab > 0 ? spec.extension->draft_vocab : spec.vocab;
    out.weights.emplace_back(plain(rank, rank.shard(round_up(words, 64)), spec.hidden));
    if (words != spec.vocab) out.weights.emplace_back(words * 8);
}

Bytes bytes_of_drafter(const Drafter &drafter)
{
    Bytes bytes = 0;
    for (const Asked &asked : drafter.weights) bytes += asked.bytes;
    return bytes;
}

/// Layers of the model's own, which its configuration should name.
void own_layers_if_named(const Rank &target, const StartCall &call, Drafter &out)
{
    own_layers(target, call, out);
    if (!out.left_out.empty() || prediction_layers(call.architecture).value_or(0) > 0) return;
    out.left_out =
        phrase(QT_TRANSLATE_NOOP("core", "the model's configuration names no layer that predicts tokens; about %1 GiB of "
                                         "weights, those of one more layer, stand in its place"),
               {localised(gib_table(bytes_of_drafter(out)))});
}

/// A head that was not read: a layer of the target's stands in its place.
void stand_in(const Rank &target, const StartCall &call, Drafter &out)
{
    own_layers(target, call, out);
    out.left_out =
        phrase(QT_TRANSLATE_NOOP("core", "the head that drafts (%1) is not named or was not found; about %2 GiB of weights, "
                                         "those of one more layer, stand in its place"),
               {"inference.speculative.model", localised(gib_table(bytes_of_drafter(out)))});
}

} // namespace

Drafter drafter_of(const Rank &target, const StartCall &call)
{
    const Speculative &asked = call.settings.speculative;
    Drafter out;
    out.method = asked.method;
    out.tokens = asked.tokens.value_or(0);
    out.hidden = target.spec.hidden;
    if (!out.drafts() || asked.method == SpeculativeMethod::ngram || asked.method == SpeculativeMethod::ngram_gpu ||
        !target.last())
        return out;
    if (asked.method == SpeculativeMethod::mtp) {
        own_layers_if_named(target, call, out);
        return out;
    }
    const Architecture *model = call.architecture.assistant.get();
    if (!model || !model->decoder || model->decoder->kinds.empty()) {
        if (out.reads_states())
            stand_in(target, call, out);
        else
            out.left_out =
                phrase(QT_TRANSLATE_NOOP("core", "the model that drafts (%1), which is not named or was not found: its "
                                                 "weights and its part of the cache"),
                       {"inference.speculative.model"});
        return out;
    }
    if (model->quantization) {
        out.left_out = phrase(QT_TRANSLATE_NOOP("core", "the weights of %1, which are packed"), {model->name});
        return out;
    }
    const DecoderSpec &spec = *model->decoder;
    out.model = &spec;
    if (asked.samples == "probabilistic") out.draft_logits = call.settings.max_num_seqs.value_or(0) * out.tokens * spec.vocab * 2;
    const Rank rank = rank_of_drafter(target, spec, *model);
    const StartCall of_drafter{call.machine, *model, call.plan, call.settings, call.card, call.memory};
    if (out.reads_states()) {
        eagle_head(target, rank, of_drafter, out);
        return out;
    }
    out.hidden = spec.hidden;
    out.weights = weights_beside(rank);
    for (const Count numbers : rotary_numbers(rank)) out.weights.emplace_back(numbers * rank.width());
    keep_layers(rank, of_drafter, out);
    return out;
}

} // namespace plimsoll::ranks
