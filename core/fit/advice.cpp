// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"

#include "core/clock/run_time.h"
#include "core/fit/advice_candidates.h"
#include "core/fit/choice.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/fit/sets/set_search.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/load/load.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace plimsoll {

namespace {

using nlohmann::json;

struct Rated {
    Candidate candidate;
    Advice advice;
    bool estimated = false;
    std::optional<Switch> about = {}; ///< without the allocator's replay; nothing where it cannot be planned
    bool helps = false;               ///< so much is known of it without that
};

/// Estimates changes of one plan on one target.
class Adviser {
public:
    Adviser(const Estimator &estimator, const Estimator &quick, const Plan &plan, const Node &target, Estimate base)
        : m_estimator(estimator), m_quick(quick), m_plan(plan), m_target(target), m_base(std::move(base)),
          m_verdict(verdict_for(m_base, target)), m_base_seconds(seconds_of_token(m_base)),
          m_quick_base(quick_need(json::object()).value_or(m_base.fullest().needed()))
    {}

    std::vector<Advice> run()
    {
        std::optional<Advice> solution = solve();
        each([this](Rated &entry) { rate(entry); });
        std::ranges::stable_sort(m_rated, std::greater{}, [](const Rated &entry) { return entry.advice.saves; });
        std::vector<Advice> out;
        if (solution) out.push_back(*std::move(solution));
        const std::string solved = out.empty() || out.front().parts > 1 ? std::string() : out.front().change;
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty() && (solved.empty() || entry.advice.change != solved)) out.push_back(entry.advice);
        if (m_verdict.fits != Fits::yes) hardware(out);
        for (const Rated &entry : m_rated)
            if (!entry.advice.no_effect.empty()) out.push_back(entry.advice);
        std::ranges::stable_sort(out, {}, &Advice::touches);
        return out;
    }

    /// The least that makes the plan fit, else the set that saves most of those that nobody knows not to; nothing where it fits.
    std::optional<Advice> solve()
    {
        for (Candidate &candidate : advice_candidates(m_base, m_target)) m_rated.push_back({std::move(candidate), {}});
        if (is_enough(m_verdict)) return std::nullopt;
        each([this](Rated &entry) { look_at(entry); });
        std::vector<Switch> switches;
        for (const Rated &entry : m_rated)
            if (entry.about && entry.about->touches < AdviceKind::hardware) {
                switches.push_back(*entry.about);
                switches.back().candidate = &entry.candidate;
            }
        std::ranges::stable_sort(switches, std::greater{}, &Switch::saves);
        const auto fits = [this](const Parts &parts) {
            const Advice sum = made(parts);
            return sum.no_effect.empty() && is_enough(sum.word);
        };
        SetSearch search(
            std::move(switches), [this](const json &patch, bool if_refused) { return may_fit(patch, if_refused); }, fits);
        std::optional<Parts> parts = search.least();
        if (!parts) parts = search.more([this](const json &patch) { return quick_need(patch); });
        return parts ? std::optional(made(*parts)) : std::nullopt;
    }

private:
    using Parts = std::vector<const Candidate *>;

    /// Of a plan whose need is a lower bound more than "not known" cannot be had.
    static bool is_enough(Word word) { return word == Word::fits || word == Word::unknown; }
    static bool is_enough(const Verdict &verdict) { return is_enough(verdict.word()); }

    [[nodiscard]] Verdict verdict(const Estimate &estimate) const { return verdict_for(estimate, m_target); }

    /// Other cards are not another kind of card: the candidate takes more of the same.
    [[nodiscard]] Result<Estimate> estimated(const json &patch) const
    {
        const Result<ParsedPlan> changed = with_patch(m_plan, patch);
        if (!changed) return changed.error();
        return m_estimator(changed->plan, m_base.device);
    }

    /// False where it cannot be estimated.
    bool measure(Advice &advice, const json &patch) const
    {
        const Result<Estimate> after = estimated(patch);
        advice.device = m_base.fullest().needed();
        if (!after) {
            const Error &error = after.error();
            advice.no_effect =
                phrase(QT_TRANSLATE_NOOP("core", "cannot be estimated: %1"), {error.text.empty() ? error.message() : error.text});
            return false;
        }
        advice.device = after->fullest().needed();
        advice.saves = m_base.fullest().needed() - advice.device;
        const Verdict then = verdict(*after);
        advice.fits = then.fits;
        advice.word = then.word();
        advice.host = std::max<Bytes>(host_of(*after) - host_of(m_base), 0);
        const bool told = !crosses_to_host(after->plan.plan) && !crosses_to_host(m_base.plan.plan);
        if (const auto seconds = m_base_seconds && told ? seconds_of_token(*after) : std::nullopt)
            advice.slower = *seconds / *m_base_seconds - 1;
        advice.touches = touched_by(advice.kind, after->plan.plan);
        if (advice.saves <= 0 && !(after->fullest().engine && advice.fits < m_verdict.fits))
            advice.no_effect = phrase(advice.saves == 0 ? QT_TRANSLATE_NOOP("core", "takes the same memory here")
                                                        : QT_TRANSLATE_NOOP("core", "takes more memory here"));
        return true;
    }

    /// What goes to the host and back, or to disks, in time that the clock does not tell.
    static bool crosses_to_host(const Plan &plan)
    {
        return plan.parallel.offload == Offload::nvme || kind_of(plan.optimizer).paged || plan.rollout.offload_trainer ||
               plan.inference.cache == CacheKind::offloaded || plan.inference.host_experts > 0;
    }

    /// Of the whole run, which may have another micro batch or other ranks then.
    [[nodiscard]] std::optional<double> seconds_of_token(const Estimate &estimate) const
    {
        const std::optional<RunTime> time = time_of(estimate, m_target.facts);
        const auto seconds = time ? seconds_for_tokens(*time, 1e6) : std::nullopt;
        return seconds && *seconds > 0 ? seconds : std::nullopt;
    }

    /// "…; 27 % more time", where it is a per cent or more.
    static void tell_time(Advice &advice)
    {
        constexpr double least = 0.01;
        if (!advice.slower || std::abs(*advice.slower) < least) return;
        const std::string share = localised(fixed(100 * std::abs(*advice.slower), 0));
        advice.cost = phrase(*advice.slower > 0 ? QT_TRANSLATE_NOOP("core", "%1; %2 % more time for each token")
                                                : QT_TRANSLATE_NOOP("core", "%1; %2 % less time for each token"),
                             {advice.cost, share});
    }

    static Bytes host_of(const Estimate &estimate)
    {
        return estimate.run.host ? std::max(estimate.run.host->load, estimate.run.host->steady) : 0;
    }

    /// Of the plan as it is then, resolved: whether it is still the same work of the same model.
    [[nodiscard]] AdviceKind touched_by(CostKind kind, const Plan &then) const
    {
        const Plan &now = m_base.plan.plan;
        if (kind == CostKind::another_model || then.model != now.model) return AdviceKind::model;
        if (kind == CostKind::hardware) return AdviceKind::hardware;
        const auto batch = [](const Plan &plan) { return plan.micro_batch * plan.gradient_accumulation * plan.parallel.data; };
        const bool same = then.method == now.method && then.weights.quant == now.weights.quant &&
                          then.adapter.rank == now.adapter.rank && then.sequence_length == now.sequence_length &&
                          then.inference.context == now.inference.context &&
                          then.inference.sequences == now.inference.sequences && batch(then) == batch(now);
        return same && kind < CostKind::quality ? AdviceKind::keeps : AdviceKind::costs;
    }

    /// Each by itself, so that the cores share them: a step of very many chunks takes its time.
    void each(const std::function<void(Rated &)> &what)
    {
        constexpr std::size_t most_threads = 8;
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t at = next++; at < m_rated.size(); at = next++) what(m_rated[at]);
        };
        std::vector<std::jthread> others;
        const std::size_t cores = std::min<std::size_t>(most_threads, std::thread::hardware_concurrency());
        while (others.size() + 1 < std::min(cores, m_rated.size())) others.emplace_back(work);
        work();
    }

    [[nodiscard]] Result<Estimate> quick(const json &patch) const
    {
        const Result<ParsedPlan> changed = with_patch(m_plan, patch);
        if (!changed) return changed.error();
        return m_quick ? m_quick(changed->plan, m_base.device) : m_estimator(changed->plan, m_base.device);
    }

    [[nodiscard]] std::optional<Bytes> quick_need(const json &patch) const
    {
        const Result<Estimate> then = quick(patch);
        return then ? std::optional(then->fullest().needed()) : std::nullopt;
    }

    /// What orders the switches: told of all of them without a replay, and so of the plan as it is.
    void look_at(Rated &entry) const
    {
        const Candidate &candidate = entry.candidate;
        if (candidate.patch.is_null()) return;
        const Result<Estimate> then = quick(candidate.patch);
        if (!then) return;
        entry.about =
            Switch{nullptr, touched_by(candidate.kind, then->plan.plan), m_quick_base - then->fullest().needed(), false};
        entry.about->helps = entry.about->saves > 0 || (then->fullest().engine && verdict(*then).fits < m_verdict.fits);
        entry.advice.cost = cost_with_host(candidate, *then);
    }

    [[nodiscard]] std::string cost_with_host(const Candidate &candidate, const Estimate &then) const
    {
        const Bytes host = std::max<Bytes>(host_of(then) - host_of(m_base), 0);
        if (host == 0) return candidate.cost;
        return phrase(QT_TRANSLATE_NOOP("core", "%1; takes %2 GiB more of the host's memory"),
                      {candidate.cost, localised(gib_brief(host))});
    }

    void rate(Rated &entry) const
    {
        if (entry.estimated) return; // the search did
        const Candidate &candidate = entry.candidate;
        Advice advice;
        advice.title = candidate.title;
        advice.kind = candidate.kind;
        advice.touches = touched_by(candidate.kind, m_base.plan.plan);
        advice.cost = candidate.cost;
        advice.source = candidate.source;
        advice.no_effect = candidate.no_effect;
        if (candidate.patch.is_null()) {
            advice.device = m_base.fullest().needed();
            advice.fits = m_verdict.fits;
            advice.word = m_verdict.word();
        } else {
            advice.change = candidate.patch.dump();
            (void)measure(advice, candidate.patch);
            if (advice.host > 0)
                advice.cost = phrase(QT_TRANSLATE_NOOP("core", "%1; takes %2 GiB more of the host's memory"),
                                     {advice.cost, localised(gib_brief(advice.host))});
            tell_time(advice);
        }
        entry.advice = std::move(advice);
        entry.estimated = true;
    }

    [[nodiscard]] Rated &rated(const Candidate *candidate)
    {
        return *std::ranges::find_if(m_rated, [&](const Rated &one) { return &one.candidate == candidate; });
    }

    /// A plan of its own, whatever its parts save; of one part what is said of it anyway.
    [[nodiscard]] Advice made(const Parts &parts)
    {
        if (parts.size() > 1) return together(parts);
        Rated &one = rated(parts.front());
        rate(one);
        return one.advice;
    }

    [[nodiscard]] Advice together(const Parts &parts)
    {
        Advice out;
        for (const Candidate *part : parts) {
            const Rated &one = rated(part);
            out.title += out.title.empty() ? part->title : " + " + part->later;
            out.cost += (out.cost.empty() ? "" : "; ") + one.advice.cost;
            if (out.source.find(part->source) == std::string::npos) out.source += (out.source.empty() ? "" : "; ") + part->source;
            out.kind = std::max(out.kind, part->kind);
        }
        const json patch = merged_patch(parts);
        out.parts = static_cast<int>(parts.size());
        out.change = patch.dump();
        (void)measure(out, patch);
        tell_time(out);
        return out;
    }

    /// Whether nothing speaks against it that is seen without the allocator's replay. `if_refused`: of what cannot be planned.
    [[nodiscard]] bool may_fit(const json &patch, bool if_refused) const
    {
        if (!m_quick) return true;
        Result<Estimate> then = quick(patch);
        if (!then) return if_refused;
        const Room room = room_on(without_slack(*std::move(then)), m_target);
        return room.spare >= -room.usable / 1024; // as the solver has it
    }

    /// The card with the least memory that holds the plan as it is.
    void hardware(std::vector<Advice> &out) const
    {
        const Minimum smallest = smallest_card(m_base);
        if (smallest.gpu.empty()) return;
        Advice advice;
        advice.title = find_gpu(smallest.gpu)->gpu->short_title();
        advice.change = json{{"target", {{"gpus", {smallest.gpu}}}}}.dump();
        advice.device = smallest.need.device;
        advice.fits = Fits::yes;
        advice.word = Word::fits;
        advice.touches = AdviceKind::hardware;
        advice.kind = CostKind::hardware;
        advice.cost = phrase(QT_TRANSLATE_NOOP("core", "the smallest card that holds the plan as it is"));
        advice.source = phrase(QT_TRANSLATE_NOOP("core", "the catalogue"));
        out.push_back(std::move(advice));
    }

    const Estimator &m_estimator, &m_quick;
    const Plan &m_plan;
    const Node &m_target;
    Estimate m_base;
    Verdict m_verdict;                    ///< of the plan as it is
    std::optional<double> m_base_seconds; ///< of a million tokens; nothing where nobody knows the card's speed
    Bytes m_quick_base = 0;               ///< its need without a replay
    std::vector<Rated> m_rated;
};

} // namespace

std::string_view name_of(CostKind kind)
{
    constexpr std::array<std::string_view, 6> names{"none", "convenience", "time", "quality", "another_model", "hardware"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(AdviceKind kind)
{
    constexpr std::array<std::string_view, 4> names{"keeps", "costs", "hardware", "model"};
    return names[static_cast<std::size_t>(kind)];
}

const Advice *solution_in(const std::vector<Advice> &advice)
{
    const auto found = std::ranges::find_if(
        advice, [](const Advice &one) { return one.word == Word::fits && one.no_effect.empty() && !one.change.empty(); });
    return found == advice.end() ? nullptr : &*found;
}

std::vector<Advice> useful_first(std::vector<Advice> advice)
{
    const Advice *const solution = solution_in(advice);
    const std::string first = solution && solution->touches <= AdviceKind::costs ? solution->change : std::string();
    std::ranges::stable_partition(advice, [&](const Advice &one) { return !first.empty() && one.change == first; });
    std::ranges::stable_partition(advice, [](const Advice &one) { return one.no_effect.empty(); });
    return advice;
}

Result<Node> advice_target(const Plan &plan)
{
    if (plan.target.empty()) return no_target();
    if (!plan.target.led_by_budget()) return find_node(plan.target.gpus.front());
    const Result<Cluster> cluster = cluster_of(plan.target);
    return cluster.ok() ? cluster->nodes.front() : Result<Node>(cluster.error());
}

Result<Node> advice_target(const Estimator &estimator, const Plan &plan)
{
    Result<Cluster> named = cluster_of(plan.target);
    if (!named || named->nodes.size() < 2) return advice_target(plan);
    const Cluster cluster = with_ranks(*std::move(named), plan);
    if (!is_one_run(cluster)) return advice_target(plan);
    const Result<Estimate> made = estimator(plan, cluster.device());
    if (!made) return made.error();
    return cluster.nodes[spoken_of_first(verdicts_on(*made, cluster))];
}

namespace {

/// What an engine lowered to what fits would grow again by whatever a change saves.
Plan held_for(const Plan &plan, const Estimate &base)
{
    const auto &engine = base.fullest().engine;
    if (!engine || !engine->start.context) return plan;
    Plan held = plan;
    held.inference.context = base.plan.plan.inference.context;
    held.given.insert("inference.context");
    return held;
}

} // namespace

Result<std::vector<Advice>> advise(const Estimator &estimator, const Plan &plan, const Node &target, const Estimator &quick)
{
    Result<Estimate> base = estimator(plan, target.facts);
    if (!base) return base.error();
    const Plan held = held_for(plan, *base);
    return Adviser(estimator, quick, held, target, std::move(*base)).run();
}

Result<std::optional<Advice>> solution_for(const Estimator &estimator, const Plan &plan, const Node &target,
                                           const Estimator &quick)
{
    Result<Estimate> base = estimator(plan, target.facts);
    if (!base) return base.error();
    const Plan held = held_for(plan, *base);
    std::optional<Advice> out = Adviser(estimator, quick, held, target, std::move(*base)).solve();
    if (out && out->word != Word::fits) out.reset();
    return out;
}

Result<std::vector<Advice>> advise(const ArchitectureRef &architecture, const Plan &plan, const Node &target)
{
    const Estimator estimator = [&](const Plan &changed, const CardFacts &device) -> Result<Estimate> {
        ArchitectureRef model = architecture;
        if (changed.model != plan.model) {
            Result<ArchitectureRef> other = load_model(changed.model);
            if (!other) return other.error();
            model = *std::move(other);
        }
        return estimate(model, changed, device, {.timeline = false, .allocator = true, .explain = false, .time = true});
    };
    return advise(estimator, plan, target, quick_estimator_for(architecture));
}

nlohmann::ordered_json advice_to_json(const std::vector<Advice> &advice)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Advice &entry : advice) {
        nlohmann::ordered_json row;
        row["change"] = entry.change.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json::parse(entry.change);
        row["saves_bytes"] = entry.saves;
        row["kind"] = name_of(entry.touches);
        row["fits"] = name_of(entry.fits);
        row["word"] = name_of(entry.word);
        row["cost"] = entry.cost;
        row["title"] = entry.title;
        row["device_bytes"] = entry.device;
        row["host_bytes"] = entry.host;
        row["cost_kind"] = name_of(entry.kind);
        row["time_change"] = or_null(entry.slower);
        row["source"] = or_null(entry.source);
        row["no_effect"] = or_null(entry.no_effect);
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace plimsoll
