// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"

#include "core/fit/advice_candidates.h"
#include "core/fit/choice.h"
#include "core/fit/seats/seats.h"
#include "core/fit/sets/smallest_set.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

namespace plimsoll {

namespace {

using nlohmann::json;

struct Rated {
    Candidate candidate;
    Advice advice;
    bool estimated = false;
};

/// Estimates changes of one plan on one target.
class Adviser {
public:
    Adviser(const Estimator &estimator, const Estimator &quick, const Plan &plan, const Node &target, Estimate base)
        : m_estimator(estimator), m_quick(quick), m_plan(plan), m_target(target), m_base(std::move(base)),
          m_verdict(verdict_for(m_base, target))
    {}

    std::vector<Advice> run()
    {
        rate(advice_candidates(m_base, m_target));
        std::ranges::stable_sort(m_rated, std::greater{}, [](const Rated &entry) { return entry.advice.saves; });
        std::vector<Advice> out;
        if (!is_enough(m_verdict)) {
            solve(out);
            if (out.empty()) combine(out);
        }
        const std::string solved = out.empty() || out.front().parts > 1 ? std::string() : out.front().change;
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty() && (solved.empty() || entry.advice.change != solved)) out.push_back(entry.advice);
        if (m_verdict.fits != Fits::yes) hardware(out);
        for (const Rated &entry : m_rated)
            if (!entry.advice.no_effect.empty()) out.push_back(entry.advice);
        std::ranges::stable_sort(out, {}, &Advice::touches);
        return out;
    }

private:
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
        advice.touches = touched_by(advice.kind, after->plan.plan);
        if (advice.saves <= 0 && !(after->fullest().engine && advice.fits < m_verdict.fits))
            advice.no_effect = phrase(advice.saves == 0 ? QT_TRANSLATE_NOOP("core", "takes the same memory here")
                                                        : QT_TRANSLATE_NOOP("core", "takes more memory here"));
        return true;
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
    void rate(std::vector<Candidate> candidates)
    {
        constexpr std::size_t most_threads = 8;
        m_rated.resize(candidates.size());
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t at = next++; at < candidates.size(); at = next++) m_rated[at] = rated(std::move(candidates[at]));
        };
        std::vector<std::jthread> others;
        const std::size_t cores = std::min<std::size_t>(most_threads, std::thread::hardware_concurrency());
        while (others.size() + 1 < std::min(cores, candidates.size())) others.emplace_back(work);
        work();
    }

    [[nodiscard]] Rated rated(Candidate candidate) const
    {
        Advice advice;
        bool estimated = false;
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
            estimated = measure(advice, candidate.patch);
            if (advice.host > 0)
                advice.cost = phrase(QT_TRANSLATE_NOOP("core", "%1; takes %2 GiB more of the host's memory"),
                                     {advice.cost, localised(gib_brief(advice.host))});
        }
        return {std::move(candidate), std::move(advice), estimated};
    }

    /// One patch of all: what a part only holds as it is, another may change.
    [[nodiscard]] static json merged(std::vector<const Rated *> parts)
    {
        std::ranges::stable_sort(parts, std::greater{}, [](const Rated *part) { return part->candidate.patch.size(); });
        json patch = json::object();
        for (const Rated *part : parts) patch.merge_patch(keeping_nulls(part->candidate.patch));
        restore_nulls(patch);
        return patch;
    }

    [[nodiscard]] Advice together(const std::vector<const Rated *> &parts) const
    {
        Advice out;
        for (const Rated *part : parts) {
            out.title += out.title.empty() ? part->advice.title : " + " + part->candidate.later;
            out.cost += (out.cost.empty() ? "" : "; ") + part->advice.cost;
            if (out.source.find(part->advice.source) == std::string::npos)
                out.source += (out.source.empty() ? "" : "; ") + part->advice.source;
            out.kind = std::max(out.kind, part->advice.kind);
        }
        const json patch = merged(parts);
        out.parts = static_cast<int>(parts.size());
        out.change = patch.dump();
        (void)measure(out, patch);
        return out;
    }

    /// merge_patch() drops what is null, but a null must stand in the patch that the parts make together.
    static constexpr const char *null_mark = "\x01null";
    static json keeping_nulls(json value)
    {
        if (value.is_null()) return null_mark;
        if (value.is_object())
            for (auto &[key, inner] : value.items()) inner = keeping_nulls(inner);
        return value;
    }
    static void restore_nulls(json &value)
    {
        if (value == null_mark) value = nullptr;
        if (value.is_object())
            for (auto &[key, inner] : value.items()) restore_nulls(inner);
    }

    /// What a set may hold, in the order of what each saves; even what alone does nothing, as it may beside another.
    [[nodiscard]] std::vector<const Rated *> switches() const
    {
        std::vector<const Rated *> out;
        for (const Rated &entry : m_rated)
            if (!entry.candidate.patch.is_null() && entry.estimated && entry.advice.touches < AdviceKind::hardware)
                out.push_back(&entry);
        return out;
    }

    /// The least that makes the plan fit: at first what keeps the work, then what costs of it, and another method last.
    void solve(std::vector<Advice> &out) const
    {
        const std::vector<const Rated *> all = switches();
        std::vector<SetMember> members;
        for (const Rated *one : all)
            members.push_back({one->candidate.group, one->advice.kind,
                               one->candidate.group == "method"           ? 2
                               : one->advice.touches == AdviceKind::keeps ? 0
                                                                          : 1});
        const auto parts_of = [&](const MemberSet &set) {
            std::vector<const Rated *> parts;
            for (const std::size_t at : set) parts.push_back(all[at]);
            return parts;
        };
        const auto made = [&](const MemberSet &set) { return set.size() == 1 ? all[set[0]]->advice : together(parts_of(set)); };
        std::array<std::optional<bool>, 3> hopes; // by tier, worked out where sets of it are asked about
        const auto has_hope = [&](const MemberSet &set) {
            int tier = 0;
            for (const std::size_t at : set) tier = std::max(tier, members[at].tier);
            auto &hope = hopes[static_cast<std::size_t>(tier)];
            if (!hope) hope = all_may_fit(members, all, tier);
            return *hope;
        };
        const auto set = smallest_set(
            members, [&](const MemberSet &one) { return one.size() == 1 || (has_hope(one) && may_fit(merged(parts_of(one)))); },
            [&](const MemberSet &one) {
                const Advice sum = made(one);
                return sum.no_effect.empty() && is_enough(sum.word);
            });
        if (set) out.push_back(made(*set));
    }

    /// Whether all switches up to a tier together may fit, of each group any one: else no few of them do.
    [[nodiscard]] bool all_may_fit(const std::vector<SetMember> &members, const std::vector<const Rated *> &all, int tier) const
    {
        std::vector<const Rated *> first, others; // of their groups
        for (std::size_t at = 0; at < all.size(); ++at) {
            if (members[at].tier > tier || all[at]->advice.saves < 0) continue;
            const bool known =
                std::ranges::any_of(first, [&](const Rated *one) { return one->candidate.group == all[at]->candidate.group; });
            (known ? others : first).push_back(all[at]);
        }
        return may_fit(merged(first), true) ||
               std::ranges::any_of(others, [&](const Rated *one) { return may_fit(merged(with(first, one)), true); });
    }

    /// Whether nothing speaks against it that is seen without the allocator's replay. `if_refused`: of what cannot be planned.
    [[nodiscard]] bool may_fit(const json &patch, bool if_refused = false) const
    {
        if (!m_quick) return true;
        const Result<ParsedPlan> changed = with_patch(m_plan, patch);
        if (!changed) return if_refused;
        Result<Estimate> made = m_quick(changed->plan, m_base.device);
        if (!made) return if_refused;
        const Room room = room_on(without_slack(*std::move(made)), m_target);
        return room.spare >= -room.usable / 1024; // as the solver has it
    }

    /// One more change, in the place of another that it excludes: what costs least of a group may save next to nothing.
    static std::vector<const Rated *> with(std::vector<const Rated *> parts, const Rated *entry)
    {
        std::erase_if(parts, [&](const Rated *part) { return part->candidate.group == entry->candidate.group; });
        parts.push_back(entry);
        return parts;
    }

    /// The cheapest kinds of change first, within a kind the largest saving, until it fits; then whatever can be left out
    /// again is.
    void combine(std::vector<Advice> &out) const
    {
        std::vector<const Rated *> all, order;
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty() && entry.advice.touches < AdviceKind::hardware &&
                std::ranges::none_of(all, [&](const Rated *one) { return one->candidate.group == entry.candidate.group; }))
                all.push_back(&entry);
        if (!may_fit(merged(all), true)) return;
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty() && entry.advice.touches < AdviceKind::hardware) order.push_back(&entry);
        std::ranges::stable_sort(order, {}, [](const Rated *entry) { return entry->advice.kind; });
        std::vector<const Rated *> parts;
        std::optional<Advice> best;
        for (const Rated *entry : order) {
            std::vector<const Rated *> more = with(parts, entry);
            Advice sum = more.size() == 1 ? entry->advice : together(more); // one alone is estimated already
            const bool helps = sum.no_effect.empty() && (!best || sum.saves > best->saves);
            if (!helps) continue;
            parts = std::move(more);
            best = std::move(sum);
            if (is_enough(best->word)) break;
        }
        if (!best || parts.size() < 2) return;
        if (is_enough(best->word)) prune(parts, *best);
        out.push_back(*best);
    }

    void prune(std::vector<const Rated *> parts, Advice &best) const
    {
        for (std::size_t i = parts.size(); i-- > 0 && parts.size() > 2;) {
            std::vector<const Rated *> fewer = parts;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            Advice sum = together(fewer);
            if (!is_enough(sum.word) || !sum.no_effect.empty()) continue;
            best = std::move(sum);
            parts = std::move(fewer);
        }
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
    Verdict m_verdict; ///< of the plan as it is
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
    if (!plan.target.gpus.empty()) return find_node(plan.target.gpus.front());
    if (plan.target.budget_bytes) return budget_node(*plan.target.budget_bytes);
    return no_target();
}

Result<Node> advice_target(const Estimator &estimator, const Plan &plan)
{
    Result<Cluster> named = cluster_of(plan.target);
    if (!named || named->nodes.size() < 2) return advice_target(plan);
    const Cluster cluster = seated(*std::move(named), plan);
    if (!is_one_run(cluster)) return advice_target(plan);
    const Result<Estimate> made = estimator(plan, cluster.device());
    if (!made) return made.error();
    return cluster.nodes[spoken_of_first(verdicts_on(*made, cluster))];
}

Result<std::vector<Advice>> advise(const Estimator &estimator, const Plan &plan, const Node &target, const Estimator &quick)
{
    Result<Estimate> base = estimator(plan, target.facts);
    if (!base) return base.error();
    const auto &engine = base->fullest().engine;
    if (!engine || !engine->start.context) return Adviser(estimator, quick, plan, target, std::move(*base)).run();
    Plan held = plan; // what an engine lowered to what fits would grow again by whatever a change saves
    held.inference.context = base->plan.plan.inference.context;
    held.given.insert("inference.context");
    return Adviser(estimator, quick, held, target, std::move(*base)).run();
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
        return estimate(model, changed, device, {.timeline = false, .allocator = true, .explain = false});
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
        row["source"] = entry.source.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.source);
        row["no_effect"] = entry.no_effect.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.no_effect);
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace plimsoll
