// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/assisted.h"

#include "core/ground/phrase.h"
#include "core/plan/releases.h"
#include "core/plan/names.h"

#include <algorithm>

// generation/utils.py _assisted_decoding, generation/candidate_generator.py AssistedCandidateGenerator.

namespace plimsoll::step {

namespace {

/// GenerationConfig.num_assistant_tokens, whose schedule is constant unless told.
constexpr Count drafted_tokens = 20;

Scope assisted_head_scope()
{
    Scope scope;
    scope.component = Component::logits_loss;
    return scope;
}

/// One of the two models with the keys that it keeps.
class Side {
public:
    Side(Decoder &decoder, const Plan &plan) : m_decoder(decoder), m_plan(plan), m_cache(decoder.layers().size()) {}

    /// The last `scored` rows' logits of so many more tokens.
    Tensor forward(Machine &m, Count length, Count past, Count scored)
    {
        ForwardInputs in;
        in.batch = 1;
        in.length = length;
        in.past = past;
        in.position_rows = 1;
        in.backend = m_plan.attention;
        in.checkpointing.enabled = false;
        in.training = false;
        in.cache = &m_cache;
        Tensor hidden = m_decoder.hidden_states(m, in);
        const WithScope head(m, assisted_head_scope());
        return m_decoder.returned_logits(m, m_decoder.logits(m, hidden.view({1, scored, hidden.shape().last()})));
    }

private:
    Decoder &m_decoder;
    const Plan &m_plan;
    std::vector<LayerCache> m_cache;
};

/// The assistant's own generate() behind `known` tokens of which it has seen `seen`: the scores of each token stay, and are
/// stacked. Leaves the stacked ones.
Tensor draft(Machine &m, Side &assistant, Count known, Count seen, Count tokens)
{
    std::vector<Tensor> scores;
    for (Count i = 0; i < tokens; ++i) {
        const Tensor logits = i == 0 ? assistant.forward(m, known - seen, seen, 1) : assistant.forward(m, 1, known + i - 1, 1);
        const WithScope head(m, assisted_head_scope());
        scores.push_back(m.empty({1, logits.shape().last()}, Dtype::fp32, "next_token_logits"));
        m.workspace(8, "argmax");
    }
    const WithScope head(m, assisted_head_scope());
    return m.empty({1, tokens, scores.front().shape().last()}, Dtype::fp32, "stack");
}

/// The model's forward over what was drafted: logits, their float32 form and its copy.
void check(Machine &m, Side &model, Count length, Count past, Count drafted)
{
    const Tensor logits = model.forward(m, length, past, drafted + 1);
    const WithScope head(m, assisted_head_scope());
    const Tensor wide = logits.dtype() == Dtype::fp32 ? logits : m.empty(logits.shape(), Dtype::fp32, "new_logits");
    const Tensor copy = m.empty(logits.shape(), Dtype::fp32, "next_token_logits");
    m.workspace((drafted + 1) * 8, "argmax");
}

/// Of many rounds the first ones, evenly spaced ones and the last two are run.
std::vector<Count> rounds_to_run(Count rounds, bool all)
{
    constexpr Count most = 32;
    std::vector<Count> out;
    const Count shown = std::min(rounds, most);
    for (Count i = 0; i < shown; ++i)
        if (all || i == 0 || i + 2 >= shown) out.push_back(i * rounds / shown);
    if (out.back() != rounds - 1) out.push_back(rounds - 1);
    return out;
}

} // namespace

void generate_assisted(Machine &m, Decoder &decoder, Decoder &assistant, const ForwardCall &call)
{
    const Inference &wanted = call.plan.inference;
    const Count fresh = std::min(wanted.new_tokens, wanted.context - 1), prompt = wanted.context - fresh;
    m.grad_enabled = false;
    m.begin_step(1);
    m.begin_phase(Phase::prefill);
    m.older = older_of(call.plan);
    const std::vector<Tensor> workspaces = kept_workspaces(m, 1);
    const Tensor ids = m.empty({1, wanted.context}, Dtype::int64, "input_ids");
    Side model(decoder, call.plan), drafter(assistant, call.plan);
    // a round leaves one token more than was drafted
    const Count rounds = (fresh + drafted_tokens) / (drafted_tokens + 1);
    for (const Count round : rounds_to_run(rounds, m.records())) {
        if (round > 0 && m.phase() == Phase::prefill) m.begin_phase(Phase::generate);
        const Count known = prompt + round * (drafted_tokens + 1);
        const Count drafted = std::max<Count>(0, std::min(drafted_tokens, wanted.context - known - 1));
        Tensor scores;
        if (drafted > 0) scores = draft(m, drafter, known, round == 0 ? 0 : known - 2, drafted);
        check(m, model, round == 0 ? known + drafted : drafted + 1, round == 0 ? 0 : known - 1, drafted);
    }
    m.mark(QT_TRANSLATE_NOOP("core", "after the last token"));
}

std::optional<Error> unsupported_assistant(const DecoderSpec &spec, const Architecture *assistant, const Plan &plan)
{
    const Inference &wanted = plan.inference;
    if (plan.task != Task::infer || !wanted.assistant) return std::nullopt;
    const auto refused = [](std::string text) { return Error{"inference.assistant", "a model", "null", std::move(text)}; };
    if (!assistant) return refused(phrase(QT_TRANSLATE_NOOP("core", "it was not read with the model")));
    if (wanted.sequences > 1)
        return Error{"inference.sequences", std::to_string(wanted.sequences), "1",
                     phrase(QT_TRANSLATE_NOOP("core", "assisted generation takes one sequence (%1)"),
                            {"transformers 5.23, generation/utils.py"})};
    if (wanted.cache != CacheKind::dynamic)
        return Error{"inference.cache", std::string(name_of(wanted.cache)), "dynamic",
                     phrase(QT_TRANSLATE_NOOP("core", "assisted generation takes no other cache (%1)"),
                            {"transformers 5.23, generation/utils.py"})};
    for (const DecoderSpec *one : {&spec, assistant->decoder ? &*assistant->decoder : nullptr}) {
        const bool runs = one && !(one->extension && (one->extension->sequence || one->extension->no_cache));
        if (!runs)
            return refused(phrase(QT_TRANSLATE_NOOP("core", "both are to be decoders whose step is simulated, with a cache")));
    }
    if (spec.vocab != assistant->decoder->vocab)
        return refused(
            phrase(QT_TRANSLATE_NOOP("core", "models of other vocabularies (%1 and %2) take other lines, which are not "
                                             "simulated"),
                   {std::to_string(spec.vocab), std::to_string(assistant->decoder->vocab)}));
    return std::nullopt;
}

} // namespace plimsoll::step
