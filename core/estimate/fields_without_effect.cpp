// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/fields_without_effect.h"

#include "core/estimate/rollout_engine.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool same_moment(const ProcessEstimate &a, const ProcessEstimate &b)
{
    const auto at_peak = [](const BreakdownLine &line) { return std::pair(line.component, line.bytes); };
    const auto evaluated = [](const ProcessEstimate &one) { return std::max(one.peak.allocated, one.peak.evaluation); };
    return a.peak.allocated == b.peak.allocated && evaluated(a) == evaluated(b) && a.peak.phase == b.peak.phase &&
           a.peak.layer == b.peak.layer && a.peak.load == b.peak.load && a.peak.allocated_interval == b.peak.allocated_interval &&
           a.steady_weights == b.steady_weights && a.steady_adapters == b.steady_adapters &&
           a.steady_gradients == b.steady_gradients && a.steady_optimizer == b.steady_optimizer &&
           std::ranges::equal(a.at_peak, b.at_peak, {}, at_peak, at_peak);
}

/// Of engines that claim memory: what their load needs, and what they have for it.
bool same_start(const std::shared_ptr<const EngineNeed> &a, const std::shared_ptr<const EngineNeed> &b)
{
    if (!a || !b) return a == b;
    return a->need == b->need && a->interval == b->interval && a->waiting == b->waiting &&
           a->start.kv_cache == b->start.kv_cache && a->start.tokens == b->start.tokens && a->start.places == b->start.places &&
           a->start.asleep == b->start.asleep && a->start.asleep_host == b->start.asleep_host &&
           a->start.refuses == b->start.refuses;
}

bool same_bytes(const Estimate &a, const Estimate &b)
{
    const auto same_process = [](const ProcessEstimate &one, const ProcessEstimate &other) {
        return one.peak.device_interval == other.peak.device_interval && same_moment(one, other) &&
               same_start(one.engine, other.engine);
    };
    return a.trainable_parameters == b.trainable_parameters && a.lower_bound_reason == b.lower_bound_reason &&
           std::ranges::equal(a.processes, b.processes, same_process);
}

/// What an objective's own fields say beside the peak: which stages a step has, what each of them holds and which models stand.
bool same_stages(const Estimate &a, const Estimate &b)
{
    const auto held = [](const StagePeak &one) { return std::pair(one.stage, one.allocated); };
    const auto same = [&held](const ProcessEstimate &one, const ProcessEstimate &other) {
        return std::ranges::equal(one.stages, other.stages, {}, held, held) && one.residents == other.residents;
    };
    return std::ranges::equal(a.processes, b.processes, same);
}

/// The plan where this field was not set: nothing where it holds the same then, or where such a plan is refused.
std::optional<Plan> without(const Estimate &made, const std::string &path)
{
    const Plan &plan = made.plan.plan;
    Plan left = without_field(plan, path);
    Result<ResolvedPlan> resolved = resolve(left, made.read ? *made.read : *made.architecture, made.device);
    if (!resolved) return std::nullopt;
    resolved->plan.given = plan.given;
    if (resolved->plan == plan) return std::nullopt;
    return left;
}

/// Of a field that names the model that drafts.
bool names_drafter(std::string_view path) { return path == "inference.speculative.model" || path == "inference.assistant"; }

/// The model as it is run where this field was not set: without the other model that the field names.
ArchitectureRef model_without(const Estimate &made, std::string_view path)
{
    const ArchitectureRef &architecture = made.read ? made.read : made.architecture; // the head is another where its field is
    if (!names_drafter(path) || !architecture->assistant) return architecture;
    auto alone = std::make_shared<Architecture>(*architecture);
    alone->assistant = nullptr;
    return alone;
}

/// Whether the runs of `other`, which takes the same bytes, ask the same of the same allocator: no replay tells them apart then.
bool asks_the_same(const Estimate &made, const Plan &other)
{
    constexpr EstimateOptions keyed{.timeline = false, .allocator = false, .explain = false, .keyed = true};
    if (made.fullest().engine) return true; // which has no such allocator
    const Result<Estimate> run = estimate(made.architecture, other, made.device, keyed);
    const auto same_requests = [](const ProcessEstimate &one, const ProcessEstimate &another) {
        return one.requests_key && one.rank == another.rank && one.requests_key == another.requests_key;
    };
    const auto in_pytorchs = [](const Estimate &one) { return runner_of(one.plan.plan).allocator == nullptr; };
    return run && in_pytorchs(made) && in_pytorchs(*run) && run->plan.plan.allocator == made.plan.plan.allocator &&
           std::ranges::equal(made.processes, run->processes, same_requests);
}

} // namespace

std::vector<Warning> fields_without_effect(const Estimate &made, const std::function<bool()> &wanted)
{
    std::vector<Warning> out;
    if (!made.architecture) return out;
    constexpr EstimateOptions quick{.timeline = false, .allocator = false, .explain = false};
    constexpr EstimateOptions replayed{.timeline = false, .allocator = true, .explain = false};
    const auto run = [&made](const Plan &plan, const EstimateOptions &options, std::string_view left_out = {}) {
        return estimate(model_without(made, left_out), plan, made.device, options);
    };
    std::optional<Result<Estimate>> own; // without the replay, as those that it is held against
    for (const std::string &path : made.plan.plan.given) {
        if (!wanted()) break;
        const std::optional<Decision> decision = decision_on(path, made.plan.plan);
        // of a field that refuses values, this one has passed
        if (!decision || decision->effect == Effect::none || decision->effect == Effect::counts) continue;
        const std::optional<Plan> other = without(made, path);
        if (!other || made.lower_bound_reason.find(path) != std::string::npos) continue; // what it names was not found
        if (!own) own = run(made.plan.plan, quick);
        const Result<Estimate> once = run(*other, quick, path);
        if (!*own || !once || !same_bytes(**own, *once)) continue;
        if (path.starts_with("rollout.") && !same_stages(**own, *once)) continue;
        if (plan_of_server((*own)->plan.plan) != plan_of_server(once->plan.plan)) continue; // what serves on other cards differs
        if (made.replayed && !asks_the_same(made, *other)) {                                // only blocks tell some fields apart
            const Result<Estimate> again = run(*other, replayed, path);
            if (!again || again->fullest().peak.reserved != made.fullest().peak.reserved || !same_bytes(made, *again)) continue;
        }
        const bool known = decision->effect == Effect::depends && !decision->why.empty();
        out.push_back(
            without_effect(path, known ? decision->why : phrase(QT_TRANSLATE_NOOP("core", "the peak is the same without it"))));
    }
    return out;
}

} // namespace plimsoll
