// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/oom_guide.h"

#include "core/estimate/titles.h"
#include "core/fit/advice_candidates.h"
#include "core/fit/choice.h"
#include "core/fit/reserve.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

namespace plimsoll {

namespace {

using nlohmann::json;
using Groups = std::span<const std::string_view>;

/// On the card while weights are loaded: PyTorch's tensors then, and what stands beside them all the time.
Bytes while_loading(const Estimate &estimate)
{
    const Peak &peak = estimate.fullest().peak;
    return peak.load + (peak.device - peak.reserved);
}
Bytes needed(const Estimate &estimate) { return estimate.fullest().needed(); }
Bytes on_device(const Estimate &estimate) { return estimate.fullest().peak.device; }

// Candidates of core/fit/advice by what they act on.
constexpr std::string_view of_loading[] = {"quant", "dtype",        "method",     "prequantised", "gguf",
                                           "cards", "host_experts", "gpu_layers", "model"};
constexpr std::string_view of_pass[] = {"micro_batch",   "sequences",
                                        "chunk",         "capture",
                                        "layers",        "inference_mode",
                                        "checkpointing", "optimizer",
                                        "loss",          "keep_outputs",
                                        "parallel",      "autocast",
                                        "max_num_seqs",  "max_num_batched_tokens",
                                        "enforce_eager", "gpu_memory_utilization"};
constexpr std::string_view of_length[] = {"sequence_length", "context", "chunk",  "kv_cache",
                                          "attention",       "loss",    "padded", "checkpointing"};
constexpr std::string_view of_blocks[] = {"allocator"};

class Guide {
public:
    Guide(const Estimator &estimator, const Plan &plan, const Node &target, Estimate base)
        : m_estimator(estimator), m_plan(plan), m_target(target), m_base(std::move(base)), m_resolved(m_base.plan.plan),
          m_candidates(advice_candidates(m_base, target))
    {}

    Guide(const Guide &) = delete;
    Guide &operator=(const Guide &) = delete;

    std::vector<OomCase> all(double share) const
    {
        return {loading(), running(), long_sequences(), fragmentation(), no_bf16(), shared_card(share)};
    }

private:
    using Measure = Bytes (*)(const Estimate &);

    [[nodiscard]] Result<Estimate> estimated(const json &patch) const
    {
        const Result<ParsedPlan> changed = with_patch(m_plan, patch);
        if (!changed) return changed.error();
        return m_estimator(changed->plan, m_base.device);
    }

    void judge(OomRemedy &out, const Estimate &estimate) const
    {
        const Verdict verdict = verdict_for(estimate, m_target);
        out.fits = verdict.fits;
        out.word = verdict.word();
    }

    [[nodiscard]] Bytes usable() const
    {
        return after_reserve(m_target.card != nullptr ? m_target.card->usable_bytes() : m_target.budget, m_resolved.target);
    }

    [[nodiscard]] OomCase case_of(OomSituation situation, Measure measure) const
    {
        OomCase out;
        out.situation = situation;
        out.title = title_of(situation, m_resolved.task);
        out.bytes = measure(m_base);
        return out;
    }

    /// A change, measured by what the situation speaks of.
    [[nodiscard]] OomRemedy measured(std::string title, const json &patch, std::string cost, Measure measure) const
    {
        OomRemedy out;
        out.title = std::move(title);
        out.change = patch.dump();
        out.cost = std::move(cost);
        out.then = measure(m_base);
        const Result<Estimate> after = estimated(patch);
        if (!after) {
            const Error &error = after.error();
            out.no_effect =
                phrase(QT_TRANSLATE_NOOP("core", "cannot be estimated: %1"), {error.text.empty() ? error.message() : error.text});
            return out;
        }
        out.then = measure(*after);
        out.saves = measure(m_base) - out.then;
        judge(out, *after);
        return out;
    }

    /// The same of a change that is made to save.
    [[nodiscard]] OomRemedy remedy(const Candidate &candidate, Measure measure) const
    {
        OomRemedy out = measured(candidate.title, candidate.patch, candidate.cost, measure);
        if (out.no_effect.empty() && out.saves <= 0)
            out.no_effect = phrase(out.saves == 0 ? QT_TRANSLATE_NOOP("core", "takes the same memory here")
                                                  : QT_TRANSLATE_NOOP("core", "takes more memory here"));
        return out;
    }

    [[nodiscard]] OomRemedy useless(const Candidate &candidate, Measure measure) const
    {
        OomRemedy out;
        out.title = candidate.title;
        out.no_effect = candidate.no_effect;
        out.then = measure(m_base);
        judge(out, m_base);
        return out;
    }

    void add_candidates(OomCase &out, Groups groups, Measure measure) const
    {
        for (const Candidate &candidate : m_candidates)
            if (std::ranges::find(groups, candidate.group) != groups.end())
                out.remedies.push_back(candidate.patch.is_null() ? useless(candidate, measure) : remedy(candidate, measure));
    }

    static void sort(OomCase &out)
    {
        std::ranges::stable_sort(out.remedies, [](const OomRemedy &a, const OomRemedy &b) {
            if (a.no_effect.empty() != b.no_effect.empty()) return a.no_effect.empty();
            return a.saves > b.saves;
        });
    }

    /// The card with the least memory that holds the plan as it is.
    void add_larger_card(OomCase &out) const
    {
        const Minimum smallest = smallest_card(m_base);
        if (smallest.gpu.empty()) return;
        OomRemedy card;
        card.title = find_gpu(smallest.gpu)->gpu->short_title();
        card.change = json{{"target", {{"gpus", {smallest.gpu}}}}}.dump();
        card.then = out.bytes;
        card.fits = Fits::yes;
        card.word = Word::fits;
        card.cost = phrase(QT_TRANSLATE_NOOP("core", "the smallest card that holds the plan as it is"));
        out.remedies.push_back(std::move(card));
    }

    [[nodiscard]] OomCase loading() const
    {
        OomCase out = case_of(OomSituation::loading, while_loading);
        const ProcessEstimate &process = m_base.fullest();
        out.figures = {{"usable", phrase(QT_TRANSLATE_NOOP("core", "usable of the card")), usable()},
                       {"weights", phrase(QT_TRANSLATE_NOOP("core", "weights once they are loaded")), process.steady_weights},
                       {"beyond_weights", phrase(QT_TRANSLATE_NOOP("core", "more than that while they are loaded")),
                        std::max<Bytes>(process.peak.load - process.steady_weights, 0)}};
        add_candidates(out, of_loading, while_loading);
        sort(out);
        add_larger_card(out);
        return out;
    }

    [[nodiscard]] OomCase running() const
    {
        OomCase out = case_of(OomSituation::running, needed);
        out.figures = {{"usable", phrase(QT_TRANSLATE_NOOP("core", "usable of the card")), usable()}};
        for (const Component component : {Component::captured_states, Component::kv_cache, Component::activations,
                                          Component::logits_loss, Component::temporaries})
            for (const BreakdownLine &line : m_base.fullest().needed_lines())
                if (line.component == component && line.bytes > 0)
                    out.figures.push_back({std::string(name_of(component)), words_for(component), line.bytes});
        add_candidates(out, of_pass, needed);
        sort(out);
        return out;
    }

    [[nodiscard]] SolveField length() const
    {
        return m_resolved.task == Task::infer ? SolveField::context : SolveField::sequence_length;
    }

    [[nodiscard]] OomCase long_sequences() const
    {
        OomCase out = case_of(OomSituation::long_sequences, needed);
        const Count tokens = value_in(m_resolved, length());
        out.figures.push_back({"tokens", phrase(QT_TRANSLATE_NOOP("core", "tokens of one sequence")), tokens, false});
        const Result<Estimate> half =
            tokens > 1 ? m_estimator(with_value(m_plan, length(), tokens / 2), m_base.device) : Result<Estimate>(Error{});
        if (half.ok()) {
            const Bytes grown = needed(m_base) - needed(*half);
            out.figures.push_back({"per_token", phrase(QT_TRANSLATE_NOOP("core", "each token of one sequence")),
                                   std::max<Bytes>(grown / (tokens - tokens / 2), 0)});
        }
        if (const Result<Solution> longest = Solver(m_estimator, m_plan, length()).on(m_target); longest.ok() && longest->value)
            out.figures.push_back(
                {"longest", phrase(QT_TRANSLATE_NOOP("core", "longest sequence that fits")), *longest->value, false});
        add_candidates(out, of_length, needed);
        sort(out);
        return out;
    }

    [[nodiscard]] OomCase fragmentation() const
    {
        OomCase out = case_of(OomSituation::fragmentation, on_device);
        const Peak &peak = m_base.fullest().peak;
        if (m_base.fullest().engine) {
            out.not_here = phrase(QT_TRANSLATE_NOOP("core", "the engine lays its memory out itself"));
            return out;
        }
        out.figures = {{"allocated", phrase(QT_TRANSLATE_NOOP("core", "in tensors at most")), peak.allocated},
                       {"reserved", phrase(QT_TRANSLATE_NOOP("core", "reserved by PyTorch's allocator")), peak.reserved},
                       {"unused", phrase(QT_TRANSLATE_NOOP("core", "of that between tensors")), peak.reserved - peak.allocated},
                       {"required", phrase(QT_TRANSLATE_NOOP("core", "least that it finishes with, giving blocks back")),
                        peak.required.bytes()}};
        add_candidates(out, of_blocks, on_device);
        return out;
    }

    [[nodiscard]] bool computes_in_bf16() const
    {
        return m_resolved.weights.dtype == WeightDtype::bf16 || m_resolved.autocast == Autocast::bf16;
    }

    [[nodiscard]] std::string why_bf16_is_fine() const
    {
        constexpr int bf16_from = 8; // compute capability
        if (!computes_in_bf16())
            return phrase(QT_TRANSLATE_NOOP("core", "the plan computes in %1"), {name_of(m_resolved.weights.dtype)});
        if (m_target.card == nullptr) return phrase(QT_TRANSLATE_NOOP("core", "no card is named"));
        const std::optional<int> major = m_target.card->capability_major;
        if (!major)
            return phrase(QT_TRANSLATE_NOOP("core", "%1 has no compute capability of NVIDIA's"), {m_target.card->short_name()});
        if (*major < bf16_from) return {};
        return phrase(QT_TRANSLATE_NOOP("core", "%1 computes in BF16: its compute capability is %2"),
                      {m_target.card->short_name(),
                       std::to_string(*major) + '.' + std::to_string(m_target.card->capability_minor.value_or(0))});
    }

    /// FP16 in the place of BF16. GradScaler refuses gradients in FP16, so that what is trained whole stays in FP32.
    [[nodiscard]] json in_fp16() const
    {
        if (m_resolved.task != Task::train) return {{"weights", {{"dtype", "fp16"}}}};
        return {{"weights", {{"dtype", m_resolved.trains_adapter() ? "fp16" : "fp32"}}}, {"autocast", "fp16"}};
    }

    /// Numbers of 16 bits take what BF16 takes, those of 32 twice as much: remedies to compute at all, which may need more.
    [[nodiscard]] OomCase no_bf16() const
    {
        OomCase out = case_of(OomSituation::no_bf16, needed);
        out.not_here = why_bf16_is_fine();
        json whole{{"weights", {{"dtype", "fp32"}}}};
        if (m_resolved.task == Task::train) whole["autocast"] = "none";
        out.remedies = {measured(phrase(QT_TRANSLATE_NOOP("core", "%1 in its place"), {"FP16"}), in_fp16(),
                                 phrase(QT_TRANSLATE_NOOP("core", "large values overflow where BF16 rounds them")), needed),
                        measured(phrase(QT_TRANSLATE_NOOP("core", "%1 in its place"), {"FP32"}), whole,
                                 phrase(QT_TRANSLATE_NOOP("core", "twice the bytes of 16 bits, and slower")), needed)};
        return out;
    }

    [[nodiscard]] OomCase shared_card(double share) const
    {
        OomCase out = case_of(OomSituation::shared_card, needed);
        if (m_target.card == nullptr) {
            out.not_here = phrase(QT_TRANSLATE_NOOP("core", "no card is named"));
            return out;
        }
        const Bytes card = usable();
        const auto claim_of = [card](double part) { return static_cast<Bytes>(std::floor(static_cast<double>(card) * part)); };
        const Bytes claim = claim_of(share), need = out.bytes;
        out.figures = {{"usable", phrase(QT_TRANSLATE_NOOP("core", "usable of the card")), card},
                       {"claim",
                        phrase(QT_TRANSLATE_NOOP("core", "taken with %1 %2"), {"--gpu-memory-utilization", fixed(share, 2)}),
                        claim},
                       {"left", phrase(QT_TRANSLATE_NOOP("core", "left beside it")), card - claim}};
        out.remedies = {smaller_share(card, need, claim), stopped_first(claim)};
        sort(out);
        add_larger_card(out);
        return out;
    }

    /// The largest share, in hundredths, that leaves what the plan needs with its whole interval.
    [[nodiscard]] OomRemedy smaller_share(Bytes card, Bytes need, Bytes claim) const
    {
        const Bytes room = card - room_on(m_base, m_target).need.interval.high;
        const double part = std::floor(100.0 * static_cast<double>(room) / static_cast<double>(std::max<Bytes>(card, 1))) / 100.0;
        OomRemedy out;
        out.then = need;
        judge(out, m_base);
        out.title = phrase(QT_TRANSLATE_NOOP("core", "%1 started with less of the card"), {"vLLM"});
        if (part < 0.01) {
            out.no_effect = phrase(QT_TRANSLATE_NOOP("core", "the plan leaves nothing of the card"));
            return out;
        }
        out.title =
            phrase(QT_TRANSLATE_NOOP("core", "%1 started with %2"), {"vLLM", "--gpu-memory-utilization " + fixed(part, 2)});
        out.saves = std::max<Bytes>(claim - static_cast<Bytes>(static_cast<double>(card) * part), 0);
        out.cost = phrase(QT_TRANSLATE_NOOP("core", "its cache holds fewer tokens"));
        if (out.saves == 0) out.no_effect = phrase(QT_TRANSLATE_NOOP("core", "what it leaves is enough"));
        return out;
    }

    [[nodiscard]] OomRemedy stopped_first(Bytes claim) const
    {
        OomRemedy out;
        out.title = phrase(QT_TRANSLATE_NOOP("core", "%1 stopped first"), {"vLLM"});
        out.saves = claim;
        out.then = needed(m_base);
        judge(out, m_base);
        out.cost = phrase(QT_TRANSLATE_NOOP("core", "it serves nobody meanwhile"));
        return out;
    }

    const Estimator &m_estimator;
    const Plan &m_plan;
    const Node &m_target;
    Estimate m_base;
    const Plan &m_resolved;
    std::vector<Candidate> m_candidates;
};

std::string title_of_pass(Task task)
{
    switch (task) {
    case Task::train: return phrase(QT_TRANSLATE_NOOP("core", "Out of memory while training"));
    case Task::infer: return phrase(QT_TRANSLATE_NOOP("core", "Out of memory while generating"));
    case Task::extract: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "Out of memory while extracting"));
}

} // namespace

std::string title_of(OomSituation situation, Task task)
{
    switch (situation) {
    case OomSituation::loading: return phrase(QT_TRANSLATE_NOOP("core", "Out of memory while loading"));
    case OomSituation::running: return title_of_pass(task);
    case OomSituation::long_sequences: return phrase(QT_TRANSLATE_NOOP("core", "Out of memory on long sequences"));
    case OomSituation::fragmentation:
        return phrase(QT_TRANSLATE_NOOP("core", "Out of memory by fragmentation: much is reserved and little allocated"));
    case OomSituation::no_bf16: return phrase(QT_TRANSLATE_NOOP("core", "A card that does not compute in BF16"));
    case OomSituation::shared_card: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "A vLLM on the same card took its share"));
}

std::string_view name_of(OomSituation situation)
{
    constexpr std::array<std::string_view, all_oom_situations.size()> names{"loading",       "running", "long_sequences",
                                                                            "fragmentation", "no_bf16", "shared_card"};
    return names[static_cast<std::size_t>(situation)];
}

Result<std::vector<OomCase>> oom_guide(const Estimator &estimator, const Plan &plan, const Node &target, double share)
{
    Result<Estimate> base = estimator(plan, target.facts);
    if (!base) return base.error();
    return Guide(estimator, plan, target, std::move(*base)).all(share);
}

} // namespace plimsoll
