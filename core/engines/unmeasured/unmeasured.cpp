// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/unmeasured/unmeasured.h"

#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/loading/loaded_weights.h"
#include "core/torch/machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::unmeasured {

namespace {

const MixerSpec *unmeasured_mixer_of(const LayerSpec &layer)
{
    return layer.extension && layer.extension->mixer.kind != MixerKind::none ? &layer.extension->mixer : nullptr;
}

bool unmeasured_attends(const LayerSpec &layer)
{
    const AttentionKind kind = layer.attention.kind;
    if (kind == AttentionKind::none || kind == AttentionKind::other) return false;
    return !(layer.extension && layer.extension->gemma && layer.extension->gemma->sharing == KvSharing::reuse);
}

/// One sequence's, of the layer's own library (transformers, modeling_*): the last columns that the convolution sees, the state.
Bytes state_of(const Rank &rank, const MixerSpec &m)
{
    const Bytes columns = std::max<Count>(0, m.kernel - 1) * 2;
    switch (m.kind) {
    case MixerKind::short_conv: return rank.shard(m.inner) * columns;
    case MixerKind::mamba: return rank.shard(m.inner) * (columns + m.state * 4);
    case MixerKind::kimi_delta: return rank.shard(3 * m.inner) * columns + rank.shard(m.inner) * m.state * 4;
    case MixerKind::lightning: return rank.shard(m.inner) * m.state * 4;
    case MixerKind::recurrent: return rank.shard(m.inner) * (columns + 4);
    default: return rank.shard(m.inner + 2 * m.groups * m.state) * columns + rank.shard(m.inner) * m.state * 4;
    }
}

/// Numbers a token that live at once in a layer's mixing, beside its sum and what is normalised of it.
Count numbers_of_mixing(const Rank &rank, const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    if (a.kind == AttentionKind::latent)
        return rank.shard(a.heads) * (a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim + 2 * a.latent.kv_lora_rank) +
               a.latent.q_lora_rank + a.latent.kv_lora_rank + a.latent.qk_rope_head_dim;
    if (a.kind == AttentionKind::grouped)
        return rank.shard(a.heads) * a.head_dim * (makes_gate(a) ? 3 : 2) + 2 * rank.kv_heads(a) * a.head_dim;
    if (const MixerSpec *m = unmeasured_mixer_of(layer)) return rank.shard(4 * m->inner + 4 * m->groups * m->state);
    return 0;
}

Count numbers_of_mlp(const Rank &rank, const MlpSpec &mlp, Count inner)
{
    switch (mlp.kind) {
    case MlpKind::moe: { // three caches of every choice (vLLM's fused_moe.py, from which others have theirs)
        const MoeSpec &moe = mlp.moe;
        const Count width = rank.expert_width(moe);
        const Count first = moe.top_k * width * (moe.gated ? 3 : 2), second = moe.top_k * (width + rank.spec.hidden);
        return std::max(first, second) + rank.spec.hidden + moe.experts * 2;
    }
    case MlpKind::gated:
    case MlpKind::gated_fused: return rank.shard(mlp.down.in) * inner;
    case MlpKind::plain: return rank.shard(mlp.down.in) * 2;
    default: return 0;
    }
}

} // namespace

Dtype dtype_of(const StartCall &call, Dtype wide)
{
    switch (call.plan.weights.dtype) {
    case WeightDtype::fp32: return Dtype::fp32;
    case WeightDtype::fp16: return Dtype::fp16;
    case WeightDtype::bf16: return Dtype::bf16;
    default: break;
    }
    const Dtype stored = call.architecture.config_dtype.value_or(wide);
    return size_of(stored) == 2 ? stored : wide;
}

Result<Rank> rank_of(const StartCall &call, std::string_view engine, Dtype dtype)
{
    const Architecture &model = call.architecture;
    if (!model.decoder || model.decoder->kinds.empty())
        return Error{
            "model", model.model_type, {}, phrase(QT_TRANSLATE_NOOP("core", "%1's start is known of causal decoders"), {engine})};
    Rank rank{.spec = *model.decoder, .model_type = model.model_type, .card = call.card};
    rank.tensor = call.plan.parallel.tensor;
    rank.pipeline = call.plan.parallel.pipeline;
    rank.experts = call.plan.parallel.expert;
    rank.end = rank.spec.layers.size();
    rank.vocab = rank.padded_vocab = rank.spec.vocab;
    rank.dtype = dtype;
    rank.loaded = call.loaded;
    return rank;
}

Bytes sum(const Sizes &sizes)
{
    Bytes out = 0;
    for (const ranks::Asked &asked : sizes) out += asked.bytes;
    return out;
}

Bytes layers_of(const Rank &rank, const StartCall &call)
{
    const std::vector<Sizes> kinds = ranks::weights_of_kinds(rank, call);
    std::vector<Bytes> each;
    for (const Sizes &kind : kinds) each.push_back(sum(kind));
    Bytes out = 0;
    for (std::size_t i = rank.begin; i < rank.end; ++i) out += each[static_cast<std::size_t>(rank.spec.layers[i])];
    return out;
}

Bytes table_of(const Rank &rank, const std::string &module, Count rows, Count columns)
{
    if (rank.loaded)
        if (const auto at = rank.loaded->layouts.find(module + ".weight"); at != rank.loaded->layouts.end() && at->second) {
            Bytes out = 0;
            for (const LayoutPart &part : at->second->parts) {
                Count n = size_of(part.dtype);
                for (const Count side : part.shape) n *= side;
                out += n;
            }
            return out;
        }
    return rows * columns * rank.width();
}

std::vector<LayerCache> caches_of(const Rank &rank, bool latent)
{
    std::vector<LayerCache> out;
    for (std::size_t i = rank.begin; i < rank.end; ++i) {
        const LayerSpec &layer = rank.layer(i);
        if (const MixerSpec *mixer = unmeasured_mixer_of(layer)) {
            LayerCache state;
            state.kind = KvKind::state;
            state.state = state_of(rank, *mixer);
            out.push_back(state);
        }
        if (!unmeasured_attends(layer)) continue;
        const AttentionSpec &a = layer.attention;
        LayerCache cache;
        if (a.kind == AttentionKind::latent && latent) {
            cache.kind = KvKind::latent;
            cache.keys = a.latent.kv_lora_rank;
            cache.values = a.latent.qk_rope_head_dim;
            cache.heads = 1;
            out.push_back(cache);
            continue;
        }
        cache.heads = rank.kv_heads(a);
        cache.keys = cache.heads * a.head_dim;
        cache.values = cache.heads * (a.v_head_dim ? a.v_head_dim : a.head_dim);
        cache.window = a.sliding_window.value_or(0);
        if (cache.window > 0) cache.kind = KvKind::sliding;
        out.push_back(cache);
    }
    return out;
}

Bytes pass_of(const Rank &rank, const PassShape &shape)
{
    Count most = 0;
    for (std::size_t i = rank.begin; i < rank.end; ++i) {
        const LayerSpec &layer = rank.layer(i);
        most = std::max({most, numbers_of_mixing(rank, layer), numbers_of_mlp(rank, layer.mlp, shape.inner)});
    }
    const Count beside = (rank.tensor > 1 ? 3 : 2) * rank.spec.hidden; // the sum, what is normalised of it, a reduced copy
    const Bytes layers = shape.tokens * (most + beside) * shape.width;
    const Bytes logits = rank.last() ? shape.rows * rank.vocab * shape.logit : 0;
    return std::max(layers, shape.tokens * rank.spec.hidden * shape.width + logits);
}

Bytes communicators_of(const Rank &rank) { return rank.tensor * rank.pipeline == 1 ? 0 : 512 * mib; }

std::optional<Bytes> free_before(const StartCall &call, const Rank &rank)
{
    if (!call.memory) return std::nullopt;
    return *call.memory - context_size::bare(call.card) - context_size::libraries(call.card) - communicators_of(rank);
}

Maker maker_of(const CardFacts &card)
{
    constexpr std::pair<std::string_view, Maker> begins[] = {
        {"Apple", Maker::apple},       {"AMD", Maker::amd},      {"Instinct", Maker::amd}, {"Radeon", Maker::amd},
        {"Ryzen", Maker::amd},         {"Intel", Maker::intel},  {"Arc", Maker::intel},    {"Gaudi", Maker::intel},
        {"Data Center", Maker::intel}, {"GPU Max", Maker::intel}};
    for (const auto &[name, maker] : begins)
        if (card.name.starts_with(name)) return maker;
    return Maker::nvidia;
}

Bytes library_workspace(const CardFacts &card) { return card.capability_major >= 9 ? 32 * mib : 8519680; }

KvPool pool_of(const std::vector<LayerCache> &caches, Count block_tokens, double width)
{
    KvPool out;
    for (const LayerCache &cache : caches) {
        KvLayer layer{cache.kind, block_tokens, 0, 0, cache.window};
        const bool state = cache.kind == KvKind::state;
        layer.token_bytes =
            state ? cache.state : static_cast<Bytes>(std::llround(static_cast<double>(cache.keys + cache.values) * width));
        layer.page = state ? cache.state : layer.token_bytes * block_tokens;
        const auto found = std::ranges::find(out.groups, layer, &KvGroup::layer);
        if (found == out.groups.end())
            out.groups.push_back({layer, 1});
        else
            ++found->layers;
        if (cache.kind == KvKind::full || cache.kind == KvKind::latent) out.block_bytes += layer.page;
    }
    out.alike = out.groups.size() <= 1;
    return out;
}

std::string number(double value)
{
    std::string out = fixed(value, 3);
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
    return out;
}

std::string in_gib(Bytes bytes) { return fixed(static_cast<double>(bytes) / static_cast<double>(gib), 2); }

Warning not_measured(std::string_view engine, std::string_view release, const std::string &rough)
{
    return {
        "not_measured",
        phrase(QT_TRANSLATE_NOOP("core", "%1's start is described from the sources of %2 and was held against no measurement: "
                                         "its interval is wide. %3"),
               {engine, release, rough}),
        "inference.engine"};
}

Result<EngineStart> lowered_to_fit(const StartCall &call, Start start)
{
    if (call.plan.has("inference.context")) return start(call);
    step::Card card(call.card);
    step::Machine aside(card, false);
    const Result<EngineStart> trial =
        start({aside, call.architecture, call.plan, call.settings, call.card, call.memory, call.loaded, call.file});
    if (!trial) return trial;
    const Count own = call.plan.inference.context, held = trial->tokens;
    if (held <= 0 || held >= own || (trial->refuses && trial->refuses->field != "inference.context")) return start(call);
    Plan shorter = call.plan;
    shorter.inference.context = held;
    Result<EngineStart> out =
        start({call.machine, call.architecture, shorter, call.settings, call.card, call.memory, call.loaded, call.file});
    if (out) out->context = held;
    return out;
}

std::string residents_left_out(const StartCall &call)
{
    const SpeculativeMethod method = call.settings.speculative.method;
    if (method != SpeculativeMethod::none && method != SpeculativeMethod::ngram)
        return phrase(
            QT_TRANSLATE_NOOP("core", "what drafts for the model (%1) is not in these figures: its weights and its cache"),
            {"inference.speculative"});
    if (call.settings.lora.max_loras > 0)
        return phrase(QT_TRANSLATE_NOOP("core", "places for adapters (%1) are not in these figures"), {"inference.lora"});
    return {};
}

void stand(const StartCall &call, const EngineStart &start)
{
    step::Machine &machine = call.machine;
    machine.grad_enabled = false;
    const auto hold = [&machine](Bytes bytes, const char *what, Component component) {
        return bytes > 0 ? machine.empty({bytes}, Dtype::uint8, what, component) : step::Tensor{};
    };
    machine.begin_phase(Phase::load);
    const step::Tensor weights = hold(start.weights, "weights", Component::weights);
    machine.mark(QT_TRANSLATE_NOOP("core", "loaded"));
    machine.begin_phase(Phase::capture);
    const step::Tensor buffers =
        hold(start.buffers + start.graphs, QT_TRANSLATE_NOOP("core", "buffers and graphs"), Component::workspace);
    const Bytes kept = start.requested ? start.kv_cache + start.state : start.load_cache + start.load_state.value_or(start.state);
    const step::Tensor cache = hold(kept, "cache", Component::kv_cache);
    machine.begin_phase(Phase::serve);
    const step::Tensor pass = hold(start.activation, QT_TRANSLATE_NOOP("core", "largest pass"), Component::activations);
    machine.mark(QT_TRANSLATE_NOOP("core", "it serves"));
}

} // namespace plimsoll::unmeasured
