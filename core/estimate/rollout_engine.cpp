// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/rollout_engine.h"

#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/libraries/libraries.h"
#include "core/plan/counted_card.h"
#include "core/plan/releases.h"
#include "core/objectives/objectives.h"
#include "core/resolve/resolve.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"
#include "core/run/simulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

/// Ranks that places for adapters are made for (vllm 0.33 config/lora.py).
constexpr std::array<Count, 9> ranks_of_places{1, 8, 16, 32, 64, 128, 256, 320, 512};

Count rank_of_places(Count rank)
{
    const auto found = std::ranges::find_if(ranks_of_places, [rank](Count one) { return one >= rank; });
    return found == ranks_of_places.end() ? rank : *found;
}

/// Prompt and completion; nothing where the stack leaves it to the engine.
std::optional<Count> context_of_engine(const Plan &plan, const ColocatedEngine &habits)
{
    const Rollout &made = plan.rollout;
    if (made.max_model_length) return made.max_model_length;
    if (habits.models_context) return std::nullopt;
    if (made.prompt_length && made.completion_length) return *made.prompt_length + *made.completion_length;
    return plan.sequence_length;
}

Count requests_of_engine(const Plan &plan, const ColocatedEngine &habits)
{
    if (plan.rollout.max_num_seqs) return *plan.rollout.max_num_seqs;
    if (habits.requests != nullptr) return habits.requests(plan);
    return generated_rows(plan) * plan.rollout.tensor;
}

/// What a process of this training that starts an engine has installed beside it: what the engine runs through in such a plan, without
/// which it raises, and whoever patches it.
void install_beside(Plan &engine, const ColocatedEngine &habits)
{
    const auto add = [&engine](std::string_view library) {
        const Library *known = library.empty() ? nullptr : library_named(library);
        if (known != nullptr && !is_named(engine.libraries, library))
            engine.libraries.emplace_back(library, std::string(known->known));
    };
    add(habits.patched_by);
    for (const LibraryUse &use : engine_of(engine).libraries)
        if (use.when != nullptr && use.when(engine)) add(use.library);
}

/// Share, requests and tokens as the stack works them out of the card.
void take_size(Plan &engine, const EngineSize &size)
{
    Inference &inference = engine.inference;
    inference.gpu_memory_utilization = size.share;
    inference.context = size.context;
    inference.max_num_seqs = inference.sequences = size.requests;
    inference.max_num_batched_tokens = size.batch;
    for (const char *path : {"inference.context", "inference.max_num_batched_tokens"}) engine.given.emplace(path);
}

/// The engine's own plan, of one of the ranks that share it.
Plan plan_of_engine(const Plan &trained, const ColocatedEngine &habits)
{
    Plan out;
    out.model = trained.model;
    out.task = Task::infer;
    out.libraries = trained.libraries;
    out.target = trained.target;
    Inference &inference = out.inference;
    inference.engine = trained.rollout.engine;
    const auto state = [&out](const char *path) { out.given.emplace(path); };
    for (const char *path : {"task", "inference.engine", "inference.gpu_memory_utilization", "inference.max_num_seqs",
                             "inference.sequences", "inference.entry", "parallel.tensor", "weights.quant"})
        state(path);
    inference.gpu_memory_utilization = trained.rollout.gpu_memory_utilization;
    inference.sleep.level = trained.rollout.sleep.value_or(0);
    state("inference.sleep.level");
    const Count requests = requests_of_engine(trained, habits);
    inference.max_num_seqs = requests;
    inference.sequences = requests;
    inference.entry = "llm";
    inference.compile_cache = "warm";
    state("inference.compile_cache");
    out.parallel.tensor = trained.rollout.tensor;
    const bool as_trained = habits.shares_weights || !habits.keeps_base; // else it reads the checkpoint
    out.weights.quant = as_trained && is_bitsandbytes_4bit(trained.weights.quant) ? trained.weights.quant : "none";
    install_beside(out, habits);
    if (const std::optional<Count> context = context_of_engine(trained, habits)) {
        inference.context = *context;
        state("inference.context");
        if (habits.batch != nullptr) inference.max_num_batched_tokens = habits.batch(requests, *context);
    } else if (habits.batch != nullptr)
        inference.max_num_batched_tokens = habits.batch(requests, trained.sequence_length);
    if (habits.batch != nullptr) state("inference.max_num_batched_tokens");
    if (habits.processes_logits) {
        inference.logprobs_mode = "processed_logprobs";
        state("inference.logprobs_mode");
    }
    if (habits.eager) {
        inference.enforce_eager = true;
        state("inference.enforce_eager");
    }
    if (habits.keeps_base && trained.trains_adapter()) {
        inference.lora.max_loras = 1;
        inference.lora.max_rank = rank_of_places(trained.adapter.rank);
        state("inference.lora.max_loras");
        state("inference.lora.max_rank");
    }
    return out;
}

/// How many requests one of the engines elsewhere has of a generation.
Count requests_of_server(const Plan &trained)
{
    const Count rows = generated_rows(trained) * std::max<Count>(1, trained.parallel.data);
    return std::max<Count>(1, ceil_div(rows, std::max<Count>(1, trained.rollout.engines)));
}

/// As many of each card as ranks share an engine, where nobody says how many.
Target target_of_server(const Plan &trained)
{
    const Count each = trained.rollout.tensor;
    Target out;
    out.reserve_fraction = trained.target.reserve_fraction;
    out.gpus = trained.rollout.gpus;
    const bool own = !out.gpus.empty();
    if (!own && !trained.target.gpus.empty()) out.gpus = {trained.target.gpus.front()};
    if (!own && trained.target.gpus.empty()) out.budget_bytes = trained.target.budget_bytes;
    for (std::string &entry : out.gpus) {
        const std::optional<CountedCard> card = counted_card(entry);
        if (card && (!own || !says_count(entry)))
            entry = std::string(card->name) + (each > 1 ? ":" + std::to_string(each) : std::string());
    }
    return out;
}

/// Of the largest pass what a generation's prompts take: completions of one prompt find its blocks in the cache, but for the last.
Bytes activation_of_prompts(const EngineStart &start, const Plan &trained)
{
    const Count batch = start.taken.max_num_batched_tokens.value_or(0);
    const Rollout &made = trained.rollout;
    if (batch <= 0 || !made.prompt_length) return start.activation;
    const Count rows = start.taken.max_num_seqs.value_or(1), each = std::max<Count>(1, made.generations.value_or(rows));
    const Count block = start.pool.groups.empty() ? 16 : start.pool.groups.front().layer.block_tokens;
    const Count tokens = ceil_div(rows, each) * *made.prompt_length + rows * std::max<Count>(block, 1);
    const double part = std::min(1.0, static_cast<double>(tokens) / static_cast<double>(batch));
    return static_cast<Bytes>(static_cast<double>(start.activation) * part);
}

Interval between(Bytes bytes, const EngineStart &start)
{
    const PartSpreads &spreads = start.spreads;
    const auto share = [](Bytes part, double factor) { return static_cast<Bytes>(static_cast<double>(part) * factor); };
    return {bytes - share(start.process, 1 - spreads.process.low) - share(start.graphs, 1 - spreads.graphs.low),
            bytes + share(start.process, spreads.process.high - 1) + share(start.graphs, spreads.graphs.high - 1)};
}

} // namespace

std::optional<Plan> plan_of_server(const Plan &resolved)
{
    if (resolved.task != Task::train || !generates_by_engine(resolved) || resolved.rollout.colocated) return std::nullopt;
    ColocatedEngine served = colocated_engine(stack_of(resolved)); // beside a trainer it is set otherwise
    served.batch = nullptr;
    served.models_context = served.shares_weights = served.eager = false;
    served.sized = nullptr;
    served.patched_by = {};
    Plan out = plan_of_engine(resolved, served);
    out.name = resolved.name;
    for (const char *path : {"inference.compile_cache", "inference.sleep.level"}) out.given.erase(path); // as others serve it
    out.inference.compile_cache = Inference{}.compile_cache;
    out.inference.sleep.level = 0;
    if (!resolved.has("rollout.gpu_memory_utilization")) out.inference.gpu_memory_utilization = 0.9;
    out.inference.sequences = requests_of_server(resolved);
    out.inference.max_num_seqs = resolved.has("rollout.max_num_seqs") ? resolved.rollout.max_num_seqs : std::nullopt;
    if (!out.inference.max_num_seqs) out.given.erase("inference.max_num_seqs");
    out.inference.entry = "server"; // trl 1.16 scripts/vllm_serve.py, build_command: "vllm serve" with these log-probabilities
    out.inference.logprobs_mode = "processed_logprobs";
    out.given.emplace("inference.logprobs_mode");
    out.target = target_of_server(resolved);
    return out;
}

Result<std::shared_ptr<const RolloutEngine>> rollout_engine(const ArchitectureRef &architecture, const Plan &resolved,
                                                            const CardFacts &device)
{
    using Out = std::shared_ptr<const RolloutEngine>;
    if (!rollout_claim(resolved, device)) return Out();
    const ColocatedEngine &habits = colocated_engine(stack_of(resolved));
    Plan asked = plan_of_engine(resolved, habits);
    asked.inference.gpu_memory_utilization = rollout_claim(resolved, device)->share;
    if (habits.sized != nullptr) {
        const Bytes total = *device.memory;
        take_size(asked, habits.sized({resolved, *architecture, total, total - context_size::bare(device),
                                       *asked.inference.gpu_memory_utilization, asked.inference.context}));
    }
    const Result<ResolvedPlan> plan = resolve(asked, *architecture, device);
    if (!plan) return plan.error();
    Result<step::Trace> trace = step::simulate(*architecture, *plan, device, false);
    if (!trace) return trace.error();
    auto out = std::make_shared<RolloutEngine>();
    out->start = *trace->engine;
    out->plan = plan->plan;
    const EngineStart &start = out->start;
    out->sleeps = resolved.rollout.sleep.value_or(0) > 0;
    out->shares_weights = habits.shares_weights;
    Bytes stays = start.process + start.graphs + start.unseen;
    const Bytes weights = habits.shares_weights ? start.own : start.weights;
    out->weights = weights;
    out->cache = start.kv_cache + start.state;
    out->activation = activation_of_prompts(start, resolved);
    out->awake = stays + weights + start.buffers + out->cache + out->activation;
    if (start.refuses) { // it stops before it has more than its share
        out->awake = std::min(out->awake, rollout_claim(resolved, device)->awake);
        out->weights = std::min(out->weights, out->awake);
        out->cache = std::min(out->cache, out->awake - out->weights);
    }
    if (habits.shares_weights) stays += start.buffers; // of the weights' pool, which is never put to sleep then
    out->training = out->sleeps ? std::min(stays, out->awake) : out->awake;
    if (resolved.rollout.sleep.value_or(0) == 1 && !habits.shares_weights) out->host = start.weights;
    out->awake_interval = between(out->awake, start);
    out->training_interval = between(out->training, start);
    return Out(std::move(out));
}

/// The interval holds what stands while the engine generates as well.
void reach_generating(Peak &peak, Bytes generating, const RolloutEngine &engine, const ContextBytes &context)
{
    const Bytes rest = generating - engine.awake - context.bytes;
    peak.device_interval.low = std::max(peak.device_interval.low, rest + engine.awake_interval.low + context.interval.low);
    peak.device_interval.high = std::max(peak.device_interval.high, rest + engine.awake_interval.high + context.interval.high);
}

namespace {

/// What stands of it, awake or asleep, by parts.
std::vector<BreakdownLine> lines_of(const RolloutEngine &engine, bool awake, std::string_view source)
{
    std::vector<BreakdownLine> out;
    const auto add = [&](Component component, Bytes bytes, std::string formula) {
        if (bytes <= 0) return;
        BreakdownLine line{component, bytes, std::move(formula), "", "", {}};
        line.numbers =
            phrase(QT_TRANSLATE_NOOP("core", "%1 B awake, of which weights %2 and cache %3; %4 B while the model trains"),
                   {grouped(engine.awake), grouped(engine.weights), grouped(engine.cache), grouped(engine.training)});
        line.source = std::string(source) + (source.empty() ? "" : "; ") + "vllm 0.33 device_allocator/cumem.py";
        out.push_back(std::move(line));
    };
    if (!awake) {
        add(Component::workspace, engine.training,
            phrase(QT_TRANSLATE_NOOP("core", "an engine that generates: what stays of it while it sleeps")));
        return out;
    }
    add(Component::weights, engine.weights, phrase(QT_TRANSLATE_NOOP("core", "an engine that generates: its weights")));
    add(Component::kv_cache, engine.cache, phrase(QT_TRANSLATE_NOOP("core", "an engine that generates: its cache")));
    add(Component::workspace, engine.awake - engine.weights - engine.cache,
        phrase(QT_TRANSLATE_NOOP("core", "an engine that generates: its graphs, buffers and libraries")));
    return out;
}

} // namespace

/// Where an engine that generates stands beside the trainer: the fullest stage is the run's, and the engine's bytes of that moment
/// have lines of their own.
void add_rollout(const Estimate &out, ProcessEstimate &process, const ContextBytes &context)
{
    if (!out.beside) return;
    const RolloutEngine &engine = *out.beside;
    Peak &peak = process.peak;
    Bytes generating = process.between_steps + context.bytes + engine.awake;
    for (const StagePeak &stage : process.stages)
        if (stage.stage == name_of(Phase::generate)) generating = stage.device;
    const bool fuller = generating > peak.device;
    peak.device = std::max(peak.device, generating);
    reach_generating(peak, generating, engine, context);
    for (BreakdownLine &line : lines_of(engine, fuller || !engine.sleeps, colocated_engine(stack_of(out.plan.plan)).source))
        process.at_peak.push_back(std::move(line));
}

namespace {

/// The trainer's field that an engine's own plan has its own of.
std::string field_of(std::string_view engines)
{
    if (engines == "parallel.tensor") return "rollout.tensor";
    if (engines == "inference.max_num_seqs") return "rollout.max_num_seqs";
    return "rollout.gpu_memory_utilization";
}

} // namespace

namespace {

/// Libraries that the engine runs through and the plan does not name.
void say_installed(Estimate &out)
{
    const Plan &engine = *out.beside->plan;
    for (const LibraryUse &use : engine_of(engine).libraries) {
        if (use.when == nullptr || !use.when(engine) || is_named(out.plan.plan.libraries, use.library)) continue;
        const Library *known = library_named(use.library);
        if (known == nullptr || use.library == colocated_engine(stack_of(out.plan.plan)).patched_by) continue;
        out.assumptions.push_back(
            "libraries: " + std::string(use.library) + " " + std::string(known->known) + " — " +
            phrase(QT_TRANSLATE_NOOP("core", "%1 loads such weights by it: without it the engine does not start"),
                   {engine_of(engine).name}));
    }
}

/// What its start assumes, and what a person must hear of it.
void say_started(Estimate &out)
{
    const EngineStart &start = out.beside->start;
    const Plan &engine = *out.beside->plan;
    if (engine_of(engine).library == &libraries::vllm && !engine.inference.enforce_eager)
        out.assumptions.push_back("inference.compile_cache: warm — " +
                                  phrase(QT_TRANSLATE_NOOP("core", "%1 finds what an earlier start compiled: the first one of a "
                                                                   "configuration copies tables while it compiles, and has less "
                                                                   "cache"),
                                         {engine_of(engine).name}));
    for (Warning warning : start.warnings) {
        if (warning.code != "beyond_share") continue;
        warning.field = "rollout.sleep";
        out.warnings.push_back(std::move(warning));
    }
}

} // namespace

/// Starts the engine that generates beside the training.
void start_beside(Estimate &out)
{
    const Plan &plan = out.plan.plan;
    Result<std::shared_ptr<const RolloutEngine>> made = rollout_engine(out.architecture, plan, out.device);
    if (made) {
        out.beside = *std::move(made);
        if (out.beside) say_installed(out);
        if (out.beside) say_started(out);
        if (!out.beside || !out.beside->start.refuses) return;
        out.warnings.push_back(
            {"rollout_refused",
             phrase(QT_TRANSLATE_NOOP("core", "the engine that generates does not start: %1"), {out.beside->start.refuses->text}),
             field_of(out.beside->start.refuses->field)});
        return;
    }
    const std::optional<RolloutClaim> claim = rollout_claim(plan, out.device);
    if (!claim) return;
    auto beside = std::make_shared<RolloutEngine>();
    beside->awake = beside->cache = claim->awake;
    beside->training = claim->training;
    beside->sleeps = claim->sleeps;
    beside->awake_interval = {claim->awake, claim->awake};
    beside->training_interval = {claim->training, claim->training};
    out.beside = std::move(beside);
    if (out.lower_bound_reason.empty()) out.lower_bound_reason = unknown_start_of_rollout(plan, out.device);
}

void share_weights(Estimate &out, Bytes weights)
{
    const bool shares = colocated_engine(stack_of(out.plan.plan)).shares_weights;
    if (!out.beside || out.beside->plan || !shares || out.beside->shares_weights) return;
    auto beside = std::make_shared<RolloutEngine>(*out.beside);
    beside->shares_weights = true;
    beside->awake = beside->cache = std::max(beside->awake - weights, beside->sleeps ? beside->training : Bytes{0});
    if (!beside->sleeps) beside->training = beside->awake;
    beside->awake_interval = {beside->awake, beside->awake};
    beside->training_interval = {beside->training, beside->training};
    out.beside = std::move(beside);
}

/// The context with what stays of an engine while the model trains.
ContextBytes with_engine(ContextBytes context, const Estimate &out)
{
    if (!out.beside) return context;
    context.bytes += out.beside->training;
    context.interval.low += out.beside->training_interval.low;
    context.interval.high += out.beside->training_interval.high;
    return context;
}

const StagePeak *generation_at_peak(const ProcessEstimate &process)
{
    const bool beside = std::ranges::any_of(process.residents, [](const ResidentBytes &one) { return one.resident == "engine"; });
    if (!beside || process.stages.empty()) return nullptr;
    const StagePeak &fullest = *std::ranges::max_element(process.stages, {}, &StagePeak::device);
    return fullest.stage == name_of(Phase::generate) ? &fullest : nullptr;
}

Phase phase_of_peak(const ProcessEstimate &process)
{
    return generation_at_peak(process) != nullptr ? Phase::generate : process.peak.phase;
}

} // namespace plimsoll
