// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"

#include "core/estimate/engine_need.h"
#include "core/estimate/event_replay.h"
#include "core/estimate/learned.h"
#include "core/estimate/rollout_engine.h"
#include "core/estimate/routing.h"
#include "core/estimate/runtime.h"
#include "core/estimate/stage_peaks.h"
#include "core/estimate/trace_view.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/model/trained_share.h"
#include "core/parallel/mesh.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/notes/expert_notes.h"
#include "core/resolve/loading.h"
#include "core/resolve/objective_head.h"
#include "core/resolve/runners.h"
#include "core/run/evaluation.h"

#include <algorithm>
#include <future>
#include <utility>

namespace plimsoll {

namespace {

/// Highest phase of the counted steps; the first of equals.
const step::PhaseRecord &highest_phase(const step::Trace &trace)
{
    const step::PhaseRecord *best = nullptr;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step > 0 && (!best || record.peak > best->peak)) best = &record;
    return best ? *best : trace.phases.front();
}

/// The moment of which the parts are told.
struct ToldMoment {
    const step::PhaseRecord *record = nullptr; ///< the fullest of it
    Bytes reserved = 0;
};

/// The allocated peak; where an engine that generates beside the training fills the card more than that, its stage.
ToldMoment told_moment(const Estimate &out, const ProcessEstimate &process, const step::Trace &trace,
                       const step::PhaseRecord &high)
{
    const StagePeak *const generation = out.beside ? generation_at_peak(process) : nullptr;
    if (generation == nullptr) return {&high, process.peak.reserved};
    for (auto one = trace.phases.rbegin(); one != trace.phases.rend(); ++one)
        if (one->phase == Phase::generate) return {&*one, generation->reserved};
    return {&high, process.peak.reserved};
}

PeakMoment moment_of(const step::PhaseRecord &record)
{
    return {record.event, record.step, record.phase, record.layer, record.peak, record.at_peak};
}

void fill_breakdown(ProcessEstimate &out, const ComponentBytes &components, Bytes reserved, const ContextBytes &context)
{
    out.at_peak.reserve(component_count);
    for (std::size_t i = 0; i < component_count; ++i)
        if (components[i] > 0) out.at_peak.push_back({static_cast<Component>(i), components[i], "", "", "", {}});
    Bytes tensors = 0;
    for (const Bytes bytes : components) tensors += bytes;
    BreakdownLine slack{Component::allocator_slack, reserved - tensors, "", "", "", {}};
    slack.formula = phrase(QT_TRANSLATE_NOOP("core", "reserved at its own peak − tensors at the allocated peak"));
    slack.numbers = grouped(reserved) + " − " + grouped(tensors) + " B";
    slack.source = phrase(QT_TRANSLATE_NOOP("core", "%1, replayed"), {"torch 2.15 c10/cuda/CUDACachingAllocator.cpp"});
    if (slack.bytes > 0) out.at_peak.push_back(std::move(slack));
    out.at_peak.push_back({Component::context, context.bytes, context.formula, context.numbers, context.source, {}});
}

/// What the training holds, the model that trains first.
void fill_residents(const Estimate &out, ProcessEstimate &process, const step::Trace &trace)
{
    for (const auto &[name, bytes] : trace.residents) process.residents.push_back({name, bytes});
    if (!out.beside) return;
    process.residents.push_back({"engine", out.beside->awake});
    if (out.beside->host > 0) process.residents.push_back({"engine", out.beside->host, true});
}

void fill_steady(ProcessEstimate &out, const step::Trace &trace)
{
    const auto of = [](const ComponentBytes &bytes, Component component) { return bytes[static_cast<std::size_t>(component)]; };
    out.steady_weights =
        of(trace.after_load_components, Component::weights) + of(trace.after_load_components, Component::quantization_metadata);
    out.steady_adapters = of(trace.after_load_components, Component::adapters);
    out.steady_gradients = trace.gradient_bytes;
    out.steady_optimizer = of(trace.between_steps, Component::optimizer);
}

/// What the plan's runner keeps its tensors in, or a pool for each stream; null: PyTorch's caching allocator, as the plan sets it.
std::unique_ptr<Allocator> own_allocator(const Plan &plan, const step::EventList &events)
{
    const Runner &runner = runner_of(plan);
    if (runner.allocator) return runner.allocator(plan);
    return events.uses_streams() ? caching_allocator(plan, events) : nullptr;
}

/// `phases`: what the allocator came to in each, where it tells; null: nobody asks.
CapacityNeed need_of(const step::EventList &events, const Plan &plan, std::vector<PhaseStretch> *phases = nullptr)
{
    const std::unique_ptr<Allocator> own = own_allocator(plan, events);
    if (own) return capacity_need(allocator_events(events), *own);
    const AllocatorOptions options = allocator_options(plan);
    if (!options.expandable_segments) {
        std::vector<PhaseStretch> told;
        std::vector<MarkedPeak> marked;
        const SlottedEvents slotted = slotted_events(events, phases != nullptr ? &told : nullptr);
        if (std::optional<CapacityNeed> need = capacity_need(slotted, options, told.empty() ? nullptr : &marked)) {
            for (std::size_t i = 0; i < told.size(); ++i) told[i].peak = marked[i];
            if (phases != nullptr) *phases = std::move(told);
            return *std::move(need);
        }
    }
    return capacity_need(allocator_events(events), options);
}

/// On a card without end.
ReplayResult replayed(const step::EventList &events, const Plan &plan, int threads)
{
    const std::unique_ptr<Allocator> own = own_allocator(plan, events);
    return own ? replay(allocator_events(events), *own) : replay(events, allocator_options(plan), threads);
}

/// The least memory of what `out` describes, simulated again when it is asked for.
LeastMemory least_later(const step::Job &job, const ProcessEstimate &process)
{
    return LeastMemory([job, rank = process.rank, roomy = process.peak.reserved] {
        const Result<step::Trace> trace = step::simulate(job, true, rank);
        return trace ? need_of(trace->events, job.plan.plan).required : roomy;
    });
}

void fill_reserved(const Estimate &out, ProcessEstimate &process, const step::Job &job, const step::Trace &trace,
                   const EstimateOptions &options, const SpreadFacts &facts, std::vector<PhaseStretch> &phases)
{
    if (options.allocator) {
        // a large block whose rest is too small to split counts whole: what is allocated depends on the allocator too
        const Plan &plan = out.plan.plan;
        CapacityNeed need = options.required ? need_of(trace.events, plan, &phases)
                                             : CapacityNeed{replayed(trace.events, plan, options.threads), 0};
        process.peak.allocated = need.roomy.peak_allocated;
        process.peak.reserved = need.roomy.peak_reserved;
        process.peak.required = options.required ? LeastMemory(need.required) : least_later(job, process);
        process.requests = std::move(need.roomy.requests);
        return;
    }
    const Spread spread = reserved_spread(facts);
    const double least = std::max(1.0, (spread.low + spread.high) / 2);
    const double middle = out.usual_slack ? usual_slack(out.plan.plan).middle : least;
    process.peak.reserved = round_up(static_cast<Bytes>(static_cast<double>(process.peak.allocated) * middle), 2 * mib);
    process.peak.required = process.peak.allocated;
}

/// Counted where the plan asks for it; one that only the stack's default would make is said.
void add_evaluation(Estimate &out, ProcessEstimate &process)
{
    const Bytes steady = process.steady_weights + process.steady_adapters + process.steady_optimizer;
    const DecoderSpec &decoder = *out.architecture->decoder;
    if (decoder.extension && decoder.extension->sequence) return; // other models' heads give no logits of a vocabulary
    const Plan &plan = out.plan.plan;
    if (plan.has("evaluation.micro_batch")) process.peak.evaluation = step::evaluation_bytes(decoder, plan, steady).value_or(0);
    if (auto warning = step::evaluation_warning(decoder, plan, steady, process.peak.allocated))
        if (std::ranges::find(out.warnings, warning->code, &Warning::code) == out.warnings.end())
            out.warnings.push_back(*std::move(warning));
}

bool records(const EstimateOptions &options) { return options.timeline || options.allocator || options.explain || options.keyed; }

/// What is shown of a trace beside its figures: it takes no part in them, so that it may be worked out beside them.
struct Shown {
    std::vector<TimelinePoint> timeline;
    LivingGroups alive;
};

Shown shown_of(const step::Trace &trace, const PeakMoment &peak, const EstimateOptions &options)
{
    Shown out;
    if (options.timeline) out.timeline = timeline_of(trace.events, peak);
    if (options.explain) out.alive = groups_alive(trace, peak);
    return out;
}

/// The figures of a process under PyTorch's allocator.
void fill_simulated(Estimate &out, ProcessEstimate &process, const step::Job &job, bool first, const step::Trace &trace,
                    const EstimateOptions &options)
{
    const step::PhaseRecord &high = highest_phase(trace);
    fill_steady(process, trace);
    share_weights(out, process.steady_weights);
    process.peak.allocated = high.peak;
    process.peak.phase = high.phase;
    process.peak.layer = high.layer;
    process.peak.load = trace.load_peak;
    process.work = trace.work;
    for (const Bytes bytes : trace.between_steps) process.between_steps += bytes;
    const SpreadFacts facts = spread_facts(out.plan.plan, *out.architecture);
    const ContextBytes context = context_of(out.plan.plan, out.device);
    const bool looked_at = options.timeline || options.allocator || options.explain;
    if (records(options)) process.requests_key = requests_key(trace.events);
    const PeakMoment peak = looked_at ? find_peak(trace) : PeakMoment{};
    std::future<Shown> shown;
    if (options.timeline || options.explain)
        shown = std::async(options.threads > 1 ? std::launch::async : std::launch::deferred,
                           [&] { return shown_of(trace, peak, options); });
    std::vector<PhaseStretch> phases;
    fill_reserved(out, process, job, trace, options, facts, phases);
    if (first) out.assumptions.append(context.assumptions);
    const ContextBytes around = with_engine(context, out);
    place_peak(process.peak, out, around, facts);
    if (const Count runs = learn(process.peak, out.plan.plan, out.device); first && runs > 0)
        out.assumptions.push_back(phrase(QT_TRANSLATE_NOOP("core", "interval: %1 measured runs of %2 on %3 are in it"),
                                         {std::to_string(runs), runner_key(out.plan.plan), out.device.name}));
    const Bytes asleep = out.beside ? out.beside->training : 0, awake = out.beside ? out.beside->awake : 0;
    process.stages = stage_peaks(trace, out.plan.plan, process.peak, options.allocator, {context.bytes, asleep, awake}, phases);
    fill_residents(out, process, trace);
    const ToldMoment told = told_moment(out, process, trace, high);
    fill_breakdown(process, told.record->at_peak, told.reserved, context);
    add_evaluation(out, process);
    if (shown.valid()) {
        Shown of_trace = shown.get();
        if (options.explain && told.record != &high) of_trace.alive = groups_alive(trace, moment_of(*told.record));
        if (options.explain) explain_peak(of_trace.alive, *out.architecture, out.plan.plan, process.at_peak);
        process.timeline = std::move(of_trace.timeline);
    }
    add_rollout(out, process, context);
}

/// All that the engine holds, then what of it has a name.
void fill_parts(ProcessEstimate &process, const EngineStart &engine, Bytes on_card)
{
    process.residents.push_back({"engine", on_card});
    if (engine.host > 0) process.residents.push_back({"engine", engine.host, true});
    for (const EnginePart &part : engine.parts) process.residents.push_back({part.part, part.bytes, part.on_host});
}

/// Those of an engine that claims memory at its start.
void fill_started(Estimate &out, const step::Trace &trace, const EstimateOptions &options)
{
    const ContextBytes context = context_bytes(out.device);
    out.assumptions.append(context.assumptions);
    take_settings(out.plan.plan, *trace.engine, out.assumptions);
    fill_engine(out.fullest(), out.plan.plan, *trace.engine, context);
    if (out.lower_bound_reason.empty()) out.lower_bound_reason = trace.engine->left_out;
    if (std::ranges::find(trace.engine->warnings, "context_lowered", &Warning::code) != trace.engine->warnings.end())
        std::erase_if(out.warnings,
                      [](const Warning &note) { return note.code == "context_not_stated"; }); // it says the other length
    put_behind_loading(out.warnings, trace.engine->warnings, out.plan);
    ProcessEstimate &process = out.fullest();
    process.stages = start_stages(trace, process.peak, context.bytes, trace.engine->non_torch);
    fill_parts(process, *trace.engine, process.peak.device - context.bytes);
    if (options.timeline) process.timeline = timeline_of(trace.events, find_peak(trace));
}

/// The rank that the plan names, else the fullest.
void choose_shown(Estimate &out)
{
    const auto &asked = out.plan.plan.parallel.rank;
    if (!asked) return;
    const auto found = std::ranges::find(out.processes, *asked, [](const ProcessEstimate &one) { return one.rank.number; });
    if (found != out.processes.end()) out.shown_process = static_cast<std::size_t>(found - out.processes.begin());
}

/// What the run takes beside its cards, and what saving takes of rank 0's.
void fill_run(Estimate &out)
{
    const Plan &plan = out.plan.plan;
    const LoopTraits loop{stack_of(plan).loop.trainer, stack_of(plan).loop.own_collectives};
    const ProcessEstimate *first = &out.processes.front();
    for (const ProcessEstimate &process : out.processes)
        if (process.rank.number == 0) first = &process;
    out.run = run_figures(*out.architecture, out.plan, out.shown().rank, loop, first->between_steps, ranks_in_node(plan));
}

/// What a process needs of its card at most, while it loads or runs.
Bytes most_of(const ProcessEstimate &process)
{
    const Peak &peak = process.peak;
    return std::max(process.needed(), peak.load + peak.device - peak.reserved);
}

/// The rank once more under out.plan as it now stands, without what only shows.
Result<ProcessEstimate> once_more(Estimate &out, const Rank &rank, EstimateOptions options)
{
    options.timeline = options.explain = options.required = false;
    const Result<step::Job> job = step::make_job(out.architecture, out.plan, out.device);
    const Result<step::Trace> trace = job ? step::simulate(*job, records(options), rank) : Result<step::Trace>(job.error());
    if (!trace) return trace.error();
    ProcessEstimate process;
    process.rank = rank;
    fill_simulated(out, process, *job, false, *trace, options);
    return process;
}

void join_keys(const ProcessEstimate &other, ProcessEstimate &process)
{
    if (other.requests_key) process.requests_key = *process.requests_key * 31 + *other.requests_key;
}

/// As it is when the fullest routing comes to it.
std::optional<Error> widen_to_fullest(Estimate &out, ProcessEstimate &process, const EstimateOptions &options)
{
    const double even = std::exchange(out.plan.plan.parallel.expert_imbalance, fullest_routing);
    const Result<ProcessEstimate> fuller = once_more(out, process.rank, options);
    out.plan.plan.parallel.expert_imbalance = even;
    if (!fuller) return fuller.error();
    widen_to(fuller->peak, process.peak);
    join_keys(*fuller, process);
    return std::nullopt;
}

/// As it is where the layers that a share of them trains are the same of every kind of weight, and where they are apart.
std::optional<Error> widen_to_shares(Estimate &out, ProcessEstimate &process, const EstimateOptions &options)
{
    std::optional<Trainable> &part = out.plan.plan.trainable;
    for (const SharedOut way : {SharedOut::alike, SharedOut::apart}) {
        const std::optional<Trainable> drawn = std::exchange(part, shared_out(*part, way));
        const Result<ProcessEstimate> other = once_more(out, process.rank, options);
        part = drawn;
        if (!other) return other.error();
        widen_both_ways(other->peak, process.peak);
        join_keys(*other, process);
    }
    return std::nullopt;
}

/// Fills out.processes, the fullest first; an error where a rank cannot be run.
std::optional<Error> fill_processes(Estimate &out, const EstimateOptions &options)
{
    const bool record = records(options);
    const Plan &plan = out.plan.plan;
    const Result<step::Job> job = step::make_job(out.architecture, out.plan, out.device);
    if (!job) return job.error();
    std::vector<Rank> ranks = rank_classes(plan);
    std::vector<ProcessEstimate> processes;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Result<step::Trace> trace = step::simulate(*job, record, ranks[i], options.time);
        if (!trace) return trace.error();
        if (i == 0) out.answers = std::make_shared<const step::CardAnswers>(trace->card);
        if (i == 0) out.trainable_parameters = trace->trainable_parameters; // of the whole model, on every rank
        if (i == 0 && !plan.parallel.rank)
            for (const Count other : trace->other_ranks) {
                ranks.push_back(rank_at(mesh_of(plan), other));
                --ranks.front().like_it;
            }
        if (trace->engine) {
            out.fullest().rank = ranks[i];
            fill_started(out, *trace, options);
            return std::nullopt;
        }
        ProcessEstimate &process = processes.emplace_back();
        process.rank = ranks[i];
        fill_simulated(out, process, *job, i == 0, *trace, options);
        if (leaves_shares_open(plan)) {
            if (auto error = widen_to_shares(out, process, options)) return error;
            if (i == 0) out.assumptions.push_back(words_for_shares());
        }
        if (!leaves_routing_open(plan)) continue;
        if (auto error = widen_to_fullest(out, process, options)) return error;
        if (i == 0) out.assumptions.push_back(words_for_routing());
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) processes[i].rank = ranks[i];
    out.processes = std::move(processes);
    std::ranges::stable_sort(out.processes, std::greater{}, most_of);
    choose_shown(out);
    fill_run(out);
    return std::nullopt;
}

} // namespace

void place_peak(Peak &peak, const Estimate &out, const ContextBytes &around, const SpreadFacts &facts)
{
    peak.device = peak.reserved + around.bytes;
    peak.allocated_interval = allocated_interval(peak.allocated, facts);
    peak.device_interval = device_interval(peak.allocated, peak.reserved, around, facts,
                                           out.usual_slack ? usual_slack(out.plan.plan) : UsualSlack{});
}

Estimate without_slack(Estimate estimate)
{
    if (!estimate.architecture || estimate.fullest().engine) return estimate;
    const Plan &plan = estimate.plan.plan;
    for (ProcessEstimate &process : estimate.processes) {
        Peak &peak = process.peak;
        peak.device -= peak.reserved - peak.allocated;
        peak.reserved = peak.allocated;
        peak.device_interval =
            device_interval(peak.allocated, peak.reserved, with_engine(context_of(plan, estimate.device), estimate),
                            spread_facts(plan, *estimate.architecture));
        for (const StagePeak &stage : process.stages)
            if (estimate.beside && stage.stage == name_of(Phase::generate))
                reach_generating(peak, stage.device, *estimate.beside, context_of(plan, estimate.device));
    }
    return estimate;
}

Result<Estimate> estimate(const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device,
                          const EstimateOptions &options)
{
    if (!architecture)
        return Error{"model", "", phrase(QT_TRANSLATE_NOOP("core", "a model")),
                     phrase(QT_TRANSLATE_NOOP("core", "no model was given"))};
    Result<ResolvedPlan> resolved = resolve(plan, *architecture, device);
    if (!resolved) return resolved.error();

    Estimate out;
    out.plan = *std::move(resolved);
    const ArchitectureRef headed = built_for_objective(architecture, out.plan.plan);
    out.architecture = headed ? headed : architecture;
    out.read = architecture;
    out.device = device;
    out.total_parameters = out.architecture->all_parameters;
    out.active_parameters = out.architecture->active_parameters;
    out.assumptions = out.plan.assumptions;
    out.assumptions.append(architecture->assumptions);
    out.lower_bound_reason = out.plan.lower_bound_reason;
    const ArchitectureRef older = built_by_release(*out.architecture, out.plan.plan);
    const Architecture &built = older ? *older : *out.architecture;
    std::vector<Warning> notes = expert_notes(built, out.plan.plan);
    for (Warning &warning : target_notes(built, out.plan.plan)) notes.push_back(std::move(warning));
    std::erase_if(notes, [&out](Warning &note) { // in the loader's place: who packs experts depends on what is done with them
        const auto told = std::ranges::find(out.plan.warnings, note.code, &Warning::code);
        if (told == out.plan.warnings.end()) return false;
        *told = std::move(note);
        return true;
    });
    out.warnings = out.plan.warnings;
    put_behind_loading(out.warnings, notes, out.plan);

    out.replayed = options.allocator;
    out.usual_slack = options.usual_slack && !options.allocator && !claims_memory(out.plan.plan);
    start_beside(out);
    if (auto error = fill_processes(out, options)) return *std::move(error);
    return out;
}

} // namespace plimsoll
