// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"

#include "core/fit/advice_candidates.h"
#include "core/fit/choice.h"
#include "core/fit/seats/seats.h"
#include "core/ground/phrase.h"
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
};

/// Estimates changes of one plan on one target.
class Adviser {
public:
    Adviser(const Estimator &estimator, const Plan &plan, const Node &target, Estimate base)
        : m_estimator(estimator), m_plan(plan), m_target(target), m_base(std::move(base))
    {}

    std::vector<Advice> run()
    {
        rate(advice_candidates(m_base, m_target));
        std::ranges::stable_sort(m_rated, std::greater{}, [](const Rated &entry) { return entry.advice.saves; });
        std::vector<Advice> out;
        const bool fits_already = verdict(m_base).fits == Fits::yes;
        const bool alone = std::ranges::any_of(
            m_rated, [](const Rated &entry) { return entry.advice.no_effect.empty() && is_enough(entry.advice.fits); });
        if (!is_enough(verdict(m_base).fits) && !alone) combine(out);
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty()) out.push_back(entry.advice);
        if (!fits_already) hardware(out);
        for (const Rated &entry : m_rated)
            if (!entry.advice.no_effect.empty()) out.push_back(entry.advice);
        return out;
    }

private:
    /// Of a plan whose need is a lower bound more than "not known" cannot be had.
    static bool is_enough(Fits fits) { return fits == Fits::yes || fits == Fits::unknown; }

    [[nodiscard]] Verdict verdict(const Estimate &estimate) const { return verdict_for(estimate, m_target); }

    /// Other cards are not another kind of card: the candidate takes more of the same.
    [[nodiscard]] Result<Estimate> estimated(const json &patch) const
    {
        const Result<ParsedPlan> changed = with_patch(m_plan, patch);
        if (!changed) return changed.error();
        return m_estimator(changed->plan, m_base.device);
    }

    void measure(Advice &advice, const json &patch) const
    {
        const Result<Estimate> after = estimated(patch);
        advice.device = m_base.fullest().needed();
        if (!after) {
            const Error &error = after.error();
            advice.no_effect =
                phrase(QT_TRANSLATE_NOOP("core", "cannot be estimated: %1"), {error.text.empty() ? error.message() : error.text});
            return;
        }
        advice.device = after->fullest().needed();
        advice.saves = m_base.fullest().needed() - advice.device;
        advice.fits = verdict(*after).fits;
        if (advice.saves <= 0 && !(after->fullest().engine && advice.fits < verdict(m_base).fits))
            advice.no_effect = phrase(advice.saves == 0 ? QT_TRANSLATE_NOOP("core", "takes the same memory here")
                                                        : QT_TRANSLATE_NOOP("core", "takes more memory here"));
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
        advice.title = candidate.title;
        advice.kind = candidate.kind;
        advice.cost = candidate.cost;
        advice.source = candidate.source;
        advice.no_effect = candidate.no_effect;
        if (candidate.patch.is_null()) {
            advice.device = m_base.fullest().needed();
            advice.fits = verdict(m_base).fits;
        } else {
            advice.change = candidate.patch.dump();
            measure(advice, candidate.patch);
        }
        return {std::move(candidate), std::move(advice)};
    }

    [[nodiscard]] Advice together(const std::vector<const Rated *> &parts) const
    {
        Advice out;
        json patch = json::object();
        for (const Rated *part : parts) {
            patch.merge_patch(keeping_nulls(part->candidate.patch));
            out.title += out.title.empty() ? part->advice.title : " + " + part->candidate.later;
            out.cost += (out.cost.empty() ? "" : "; ") + part->advice.cost;
            if (out.source.find(part->advice.source) == std::string::npos)
                out.source += (out.source.empty() ? "" : "; ") + part->advice.source;
            out.kind = std::max(out.kind, part->advice.kind);
        }
        restore_nulls(patch);
        out.parts = static_cast<int>(parts.size());
        out.change = patch.dump();
        measure(out, patch);
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
        std::vector<const Rated *> order;
        for (const Rated &entry : m_rated)
            if (entry.advice.no_effect.empty()) order.push_back(&entry);
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
            if (is_enough(best->fits)) break;
        }
        if (!best || parts.size() < 2) return;
        if (is_enough(best->fits)) prune(parts, *best);
        out.push_back(*best);
    }

    void prune(std::vector<const Rated *> parts, Advice &best) const
    {
        for (std::size_t i = parts.size(); i-- > 0 && parts.size() > 2;) {
            std::vector<const Rated *> fewer = parts;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            Advice sum = together(fewer);
            if (!is_enough(sum.fits) || !sum.no_effect.empty()) continue;
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
        advice.kind = CostKind::hardware;
        advice.cost = phrase(QT_TRANSLATE_NOOP("core", "the smallest card that holds the plan as it is"));
        advice.source = phrase(QT_TRANSLATE_NOOP("core", "the catalogue"));
        out.push_back(std::move(advice));
    }

    const Estimator &m_estimator;
    const Plan &m_plan;
    const Node &m_target;
    Estimate m_base;
    std::vector<Rated> m_rated;
};

} // namespace

std::string_view name_of(CostKind kind)
{
    constexpr std::array<std::string_view, 6> names{"none", "convenience", "time", "quality", "another_model", "hardware"};
    return names[static_cast<std::size_t>(kind)];
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

Result<std::vector<Advice>> advise(const Estimator &estimator, const Plan &plan, const Node &target)
{
    Result<Estimate> base = estimator(plan, target.facts);
    if (!base) return base.error();
    const auto &engine = base->fullest().engine;
    if (!engine || !engine->start.context) return Adviser(estimator, plan, target, std::move(*base)).run();
    Plan held = plan; // what an engine lowered to what fits would grow again by whatever a change saves
    held.inference.context = base->plan.plan.inference.context;
    held.given.insert("inference.context");
    return Adviser(estimator, held, target, std::move(*base)).run();
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
    return advise(estimator, plan, target);
}

nlohmann::ordered_json advice_to_json(const std::vector<Advice> &advice)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Advice &entry : advice) {
        nlohmann::ordered_json row;
        row["change"] = entry.change.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json::parse(entry.change);
        row["saves_bytes"] = entry.saves;
        row["fits"] = name_of(entry.fits);
        row["cost"] = entry.cost;
        row["title"] = entry.title;
        row["device_bytes"] = entry.device;
        row["cost_kind"] = name_of(entry.kind);
        row["source"] = entry.source.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.source);
        row["no_effect"] = entry.no_effect.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.no_effect);
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace plimsoll
