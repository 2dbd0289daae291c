// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/inference.h"

#include "core/engines/assisted.h"
#include "core/engines/hook_points.h"
#include "core/decoder/attention_outputs.h"
#include "core/ground/phrase.h"
#include "core/plan/releases.h"
#include "core/nn/packed_keys.h"
#include "core/plan/names.h"
#include "core/torch/units.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

ForwardInputs inputs_of(const Plan &plan, Count batch, Count length)
{
    ForwardInputs in;
    in.batch = batch;
    in.length = length;
    in.position_rows = batch;
    in.backend = plan.attention;
    in.checkpointing.enabled = false;
    in.training = false;
    return in;
}

Scope inference_head_scope()
{
    Scope scope;
    scope.component = Component::logits_loss;
    return scope;
}

/// generation/utils.py _sample: the last row's logits in float32, scores, the chosen token.
void choose_token(Machine &m, const Tensor &logits, Count batch)
{
    const Tensor next = m.empty({batch, logits.shape().last()}, Dtype::fp32, "next_token_logits");
    const Tensor scores = m.empty(next.shape(), Dtype::fp32, "next_token_scores");
    m.workspace(batch * 8, "argmax");
}

/// generation/utils.py _sample with do_sample and nothing that warps logits: float32 logits, their softmax, and what multinomial
/// draws from.
void sample_token(Machine &m, const Tensor &logits, Count batch)
{
    const Tensor next = m.empty({batch, logits.shape().last()}, Dtype::fp32, "next_token_logits");
    const Tensor probabilities = m.empty(next.shape(), Dtype::fp32, "softmax");
    const Tensor draws = m.empty(next.shape(), Dtype::fp32, "multinomial");
}

/// Lengths at which a decode step is run: all of a few, evenly spaced ones of many, always the last. The cache only grows, so
/// the last two tell the highest; the allocator's replay and the timeline want them all. `period`: every so many tokens a step
/// takes more, and the last such one is run too; 0: none does.
std::vector<Count> decode_lengths(Count first, Count last, bool all, Count period)
{
    constexpr Count most = 32;
    std::vector<Count> out;
    const Count count = last - first + 1;
    if (count <= 0) return out;
    const Count shown = std::min(count, most);
    for (Count i = all ? 1 : std::max<Count>(1, shown - 1); i <= shown; ++i) out.push_back(first - 1 + count * i / shown);
    if (period > 0 && count >= period) {
        out.push_back(first - 1 + count / period * period);
        std::ranges::sort(out);
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }
    return out;
}

CacheForm form_of(const Inference &wanted)
{
    if (wanted.cache == CacheKind::offloaded) return CacheForm::offloaded;
    if (wanted.cache != CacheKind::quantized) return CacheForm::plain;
    if (wanted.kv_dtype == KvDtype::fp8) return CacheForm::fp8;
    return wanted.kv_dtype == KvDtype::int8 ? CacheForm::hqq : CacheForm::quanto;
}

/// Tokens before each chunk of a streamed extraction: all of a few, evenly spaced ones of many, always the last whole one,
/// whose keys reach furthest, and the rest after it.
std::vector<Count> chunk_starts(Count length, Count chunk)
{
    constexpr Count most = 32;
    const Count count = (length + chunk - 1) / chunk, shown = std::min(count, most);
    std::vector<Count> out;
    for (Count i = 0; i < shown; ++i) out.push_back(i * count / shown * chunk);
    for (const Count last : {count - 2, count - 1})
        if (count > most) out.push_back(last * chunk);
    return out;
}

/// torch.autocast around the whole call: loaded parameters require gradients, so their casts stay until it ends.
class WithAutocast {
public:
    WithAutocast(Machine &m, Decoder &decoder, Autocast autocast) : m_machine(m)
    {
        if (autocast == Autocast::none) return;
        m.autocast = autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
        (void)decoder.make_trainable(m, false);
    }
    WithAutocast(const WithAutocast &) = delete;
    WithAutocast &operator=(const WithAutocast &) = delete;
    ~WithAutocast()
    {
        m_machine.autocast.reset();
        clear_autocast_cache(m_machine);
    }

private:
    Machine &m_machine;
};

} // namespace

void generate(Machine &m, Decoder &decoder, const ForwardCall &call)
{
    if (call.assistant) return generate_assisted(m, decoder, *call.assistant, call);
    const Plan &plan = call.plan;
    const Inference &wanted = plan.inference;
    const Count batch = wanted.sequences, fresh = std::min(wanted.new_tokens, wanted.context - 1),
                prompt = wanted.context - fresh;
    m.grad_enabled = false;
    m.begin_step(1);
    m.begin_phase(Phase::prefill);
    m.older = older_of(plan);
    const std::vector<Tensor> workspaces = kept_workspaces(m, 1);
    const WithAutocast autocast(m, decoder, plan.autocast);
    SequenceModel *sequence = decoder.sequence();
    decoder.expand_compressed(m);
    if (sequence && !sequence->writes_alone()) return sequence->generate(m, inputs_of(plan, batch, prompt), fresh);
    const Tensor ids = m.empty({batch, prompt}, Dtype::int64, "input_ids");
    const Tensor mask = m.empty({batch, prompt}, Dtype::int64, "attention_mask");
    const Tensor positions = m.empty({batch, prompt}, Dtype::int64, "position_ids");
    std::vector<LayerCache> cache(sequence ? static_cast<std::size_t>(sequence->caching_layers()) : decoder.layers().size());
    const bool no_cache = decoder.spec().extension && decoder.spec().extension->no_cache;
    const CacheForm form = form_of(wanted);
    const bool packs = form == CacheForm::quanto || form == CacheForm::hqq;
    // what packs, and what fetches a layer while another runs, need not be highest at the last token
    const bool moves = wanted.cache == CacheKind::quantized || wanted.cache == CacheKind::offloaded;
    // transformers' logits_to_keep is 1 where a class has it
    const bool scores_prompt = call.scores_prompt || (sequence && sequence->scores_prompt());
    const auto forward = [&](Count length, Count past) {
        ForwardInputs in = inputs_of(plan, batch, length);
        in.past = past;
        if (!no_cache) in.cache = &cache;
        in.cache_form = form;
        // generation/utils.py: max_cache_length = max_length - 1, since the last token is never fed back
        if (!no_cache && wanted.cache == CacheKind::static_) in.static_length = std::max<Count>(1, wanted.context - 1);
        std::vector<Tensor> prepared; // among the forward's arguments, which go when it has returned
        if (in.static_length > 0) in.prepared = &prepared;
        Tensor hidden = decoder.hidden_states(m, in);
        const WithScope head(m, inference_head_scope());
        const Count kept = scores_prompt ? length : 1;
        const Tensor logits = decoder.returned_logits(m, decoder.logits(m, hidden.view({batch, kept, hidden.shape().last()})));
        hidden.reset();
        prepared.clear();
        choose_token(m, logits, batch);
    };
    forward(prompt, 0);
    m.begin_phase(Phase::generate);
    for (const Count length : decode_lengths(prompt + 1, wanted.context - 1, m.records() || moves, packs ? residual_tokens : 0))
        no_cache ? forward(length, 0) : forward(1, length - 1);
    m.mark(QT_TRANSLATE_NOOP("core", "after the last token"));
}

void generate_completions(Machine &m, Decoder &decoder, const Plan &plan, const CompletionRows &of)
{
    const Count rows = of.rows, prompt = of.prompt, completion = of.completion;
    if (decoder.sequence() != nullptr) return; // what writes beside an encoder is not run here
    const bool asked = std::exchange(m.grad_enabled, false);
    m.begin_phase(Phase::generate);
    const Tensor ids = m.empty({rows, prompt}, Dtype::int64, "input_ids");
    const Tensor mask = m.empty({rows, prompt}, Dtype::int64, "attention_mask");
    const Tensor positions = m.empty({rows, prompt}, Dtype::int64, "position_ids");
    std::vector<LayerCache> cache(decoder.layers().size());
    const bool no_cache = !of.caches || (decoder.spec().extension && decoder.spec().extension->no_cache);
    const auto forward = [&](Count length, Count past) {
        ForwardInputs in = inputs_of(plan, rows, length);
        in.past = past;
        if (!no_cache) in.cache = &cache;
        // accelerate wraps the forward of the whole; PEFT's generate() calls the model within
        const bool wrapped = plan.autocast != Autocast::none && !plan.trains_adapter();
        if (wrapped) m.autocast = plan.autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
        Tensor hidden = decoder.hidden_states(m, in);
        const WithScope head(m, inference_head_scope());
        Tensor logits = decoder.returned_logits(m, decoder.logits(m, hidden.view({rows, 1, hidden.shape().last()})));
        hidden.reset();
        if (m.units) logits = m.units->leave(m, {Block::Kind::model}, std::move(logits));
        m.autocast.reset();
        clear_autocast_cache(m);
        sample_token(m, logits, rows);
    };
    m.stands_for(of.times);
    if (m.units) m.units->begin_generation(m);
    forward(prompt, 0);
    const std::vector<Count> lengths = decode_lengths(prompt + 1, prompt + completion - 1, m.records(), 0);
    // of all tokens those are run that tell the highest moments
    if (!lengths.empty()) m.stands_for(of.times * static_cast<double>(completion - 1) / static_cast<double>(lengths.size()));
    for (const Count length : lengths) no_cache ? forward(length, 0) : forward(1, length - 1);
    cache.clear();
    if (m.units) m.units->end_generation(m);
    m.grad_enabled = asked;
}

void extract(Machine &m, Decoder &decoder, const ForwardCall &call)
{
    const Plan &plan = call.plan;
    m.grad_enabled = false;
    m.begin_step(1);
    m.begin_phase(Phase::extract);
    m.older = older_of(plan);
    const std::vector<Tensor> workspaces = kept_workspaces(m, 1);
    const WithAutocast autocast(m, decoder, plan.autocast);
    const Count length = plan.sequence_length, chunk = std::min(plan.extract.chunk.value_or(length), length);
    const Tensor ids = m.empty({plan.micro_batch, length}, Dtype::int64, "input_ids");
    std::vector<LayerCache> cache(chunk < length ? decoder.layers().size() : 0);
    const bool weighed = returns_weights(decoder.spec(), plan.attention); // else None for each layer
    // what hooks send to the host at once lives on the card as long as without them
    const bool on_card = plan.extract.keep == Keep::card;
    const bool hooked = on_card && plan.extract.capture == Capture::hooks;
    std::optional<WantedHooks> wanted;
    if (hooked) wanted.emplace(plan.extract.hooks, static_cast<Count>(decoder.layers().size()), plan.extract.layers);
    for (const Count past : chunk_starts(length, chunk)) {
        ForwardInputs in = inputs_of(plan, plan.micro_batch, std::min(chunk, length - past));
        in.position_rows = 1;
        in.mask_given = false;
        in.past = past;
        if (!cache.empty()) in.cache = &cache;
        std::vector<Tensor> captured, attentions; // of one chunk: they go to the host before the next begins
        std::optional<HookedModules> hooks;
        if (hooked) {
            hooks.emplace(m, decoder, *wanted, captured);
            if (weighed) in.attentions = in.scores = &attentions;
            in.weights_of = &wanted->layers_of(HookPoint::pattern);
            in.scores_of = &wanted->layers_of(HookPoint::attn_scores);
        } else if (on_card) {
            const bool full = plan.extract.capture == Capture::full;
            if (full || plan.extract.capture == Capture::hidden_states) in.captured = &captured;
            if (weighed && plan.extract.capture != Capture::hidden_states) in.attentions = &attentions;
            if (!plan.extract.layers.empty()) in.captured_layers = &plan.extract.layers;
        }
        Tensor hidden = decoder.hidden_states(m, in);
        const WithScope head(m, inference_head_scope());
        const Tensor logits = decoder.returned_logits(m, decoder.logits(m, hidden));
    }
}

namespace {

/// Why transformers' QuantizedCache takes no keys of this model (cache_utils.py: full attention alone).
std::optional<Error> unsupported_packing(const DecoderSpec &spec, const Plan &plan)
{
    const Inference &wanted = plan.inference;
    const auto refused = [](std::string text) {
        return Error{"inference.cache", "quantized", "dynamic | static", std::move(text)};
    };
    for (const int layer : spec.layers) {
        const LayerSpec &kind = spec.kinds[static_cast<std::size_t>(layer)];
        if (kind.attention.kind == AttentionKind::none || (kind.extension && kind.extension->mixer.kind != MixerKind::none) ||
            kind.attention.sliding_window)
            return refused(phrase(QT_TRANSLATE_NOOP("core", "%1 takes models of which every layer has full attention (%2)"),
                                  {"QuantizedCache", "transformers 5.23, cache_utils.py"}));
        const Count prompt = wanted.context - std::min(wanted.new_tokens, wanted.context - 1);
        const Count values = product(kind.attention.kv_heads, kind.attention.head_dim, prompt);
        if (wanted.kv_dtype != KvDtype::fp8 && values % values_per_scale != 0)
            return refused(
                phrase(QT_TRANSLATE_NOOP("core", "the keys of a prompt of %1 tokens are not made of groups of %2 values"),
                       {std::to_string(prompt), std::to_string(values_per_scale)}));
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> unsupported_inference(const DecoderSpec &spec, const Plan &plan)
{
    const bool sequence = spec.extension && spec.extension->sequence,
               no_cache = sequence || (spec.extension && spec.extension->no_cache);
    if (plan.task == Task::infer) {
        const CacheKind kind = plan.inference.cache;
        const bool moved = kind == CacheKind::quantized || kind == CacheKind::offloaded;
        if (moved && no_cache)
            return Error{"inference.cache", std::string(name_of(kind)), "dynamic | static",
                         phrase(QT_TRANSLATE_NOOP("core", "this cache is not simulated for this model"))};
        return kind == CacheKind::quantized ? unsupported_packing(spec, plan) : std::nullopt;
    }
    if (plan.extract.capture == Capture::hooks) {
        if (sequence)
            return Error{"extract.capture", "hooks", "hidden_states | attentions | full",
                         phrase(QT_TRANSLATE_NOOP("core", "hooks are named as TransformerLens names those of a decoder"))};
        if (auto error = wrong_hooks(plan.extract.hooks, spec)) return error;
    }
    if (plan.extract.chunk && *plan.extract.chunk < plan.sequence_length && no_cache)
        return Error{
            "extract.chunk", std::to_string(*plan.extract.chunk), "null",
            phrase(QT_TRANSLATE_NOOP("core", "each chunk reads the keys of those before it, and this model keeps none"))};
    return std::nullopt;
}

} // namespace plimsoll::step
