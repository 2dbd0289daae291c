// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict.h"

#include "core/cards/host_memory.h"
#include "core/cards/precision.h"
#include "core/estimate/rollout_engine.h"
#include "core/estimate/runtime.h"
#include "core/fit/judged/judged_run.h"
#include "core/fit/reserve.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/resolve/runners.h"
#include "core/serving/ways_out.h"
#include "core/torch/cublas.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

Need shifted(Need need, Bytes by)
{
    need.device += by;
    need.interval.low += by;
    need.interval.high += by;
    return need;
}

/// Least of an evaluation; its allocator spreads as the step's does.
Need evaluation_as_estimated(const Peak &peak, Bytes context)
{
    const Interval &step = peak.device_interval;
    const double high = static_cast<double>(step.high - context) / static_cast<double>(std::max<Bytes>(peak.reserved, 1));
    const Bytes bytes = peak.evaluation + context;
    return {bytes,
            {bytes - std::min(context, peak.device - step.low),
             static_cast<Bytes>(static_cast<double>(peak.evaluation) * std::max(1.0, high)) + context},
            Phase::evaluation};
}

/// Need of the step as estimated, or of loading, saving or evaluating where that is larger.
Need need_as_estimated(const Holder &holder)
{
    if (const auto &engine = holder.process.engine) return {engine->need, engine->interval, Phase::serve};
    const Peak &peak = holder.process.peak;
    const Bytes context = peak.device - peak.reserved;
    const Need step{peak.device, peak.device_interval, phase_of_peak(holder.process)};
    const Bytes loading = std::max(peak.load, holder.saving) + context;
    if (peak.evaluation + context > std::max(loading, step.device)) return evaluation_as_estimated(peak, context);
    if (loading <= step.device) return step;
    // Loading and saving are known lists of allocations: the spread of the context is all that is left open.
    const ContextBytes spread = context_of(holder.run.plan.plan, holder.run.device);
    return {loading,
            {std::max(step.interval.low, loading + spread.interval.low - spread.bytes),
             std::max(step.interval.high, loading + spread.interval.high - spread.bytes)},
            holder.saving > peak.load ? Phase::save : Phase::load};
}

Bytes beside_allocator(const Holder &holder, const Need &need)
{
    const Peak &peak = holder.process.peak;
    return need.device - (need.phase == Phase::load         ? peak.load
                          : need.phase == Phase::save       ? holder.saving
                          : need.phase == Phase::evaluation ? peak.evaluation
                                                            : peak.reserved);
}

/// What is certain to be needed where `need` is: the tensors of the step, of loading or of evaluating, and the context.
Bytes tensors_of(const Holder &holder, const Need &need)
{
    const Peak &peak = holder.process.peak;
    return std::max({peak.allocated, peak.load, holder.saving, peak.evaluation}) + beside_allocator(holder, need);
}

/// Bytes from which on the plan runs, with every cached block given back. Worked out when first asked for.
Bytes least_of(const Holder &holder, const Need &need)
{
    const Peak &peak = holder.process.peak;
    return std::max({peak.required.bytes(), peak.load, holder.saving, peak.evaluation}) + beside_allocator(holder, need);
}

bool is_guessed(const Estimate &estimate) { return estimate.architecture && !estimate.architecture->exact; }

/// Of the load's requests: how many an engine runs at once where its cache, or its own bound, is short of them.
Count requests_at_once(const Estimate &estimate)
{
    const EngineNeed &engine = *estimate.fullest().engine;
    const Plan &plan = estimate.plan.plan;
    Count out = std::max<Count>(plan.inference.sequences - engine.waiting, 0);
    const double one = static_cast<double>(engine.start.load_cache) / static_cast<double>(sequences_of_copy(plan));
    if (engine.start.requested && one > 0 && engine.start.load_cache > engine.start.kv_cache)
        out = std::min(out, plan.parallel.data * static_cast<Count>(static_cast<double>(engine.start.kv_cache) / one));
    return std::max<Count>(out, 0);
}

/// "vllm starts, but its cache holds 3.2 of 8 sequences of 8,192 tokens at once."
std::string what_cache_holds(const Estimate &estimate)
{
    if (const Count waiting = estimate.fullest().engine->waiting; waiting > 0)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 starts, but %2 of the sequences wait: %3 is %4."),
                      {engine_of(estimate.plan.plan).name, localised(grouped(waiting)), "inference.max_num_seqs",
                       localised(grouped(estimate.plan.plan.inference.max_num_seqs.value_or(0)))});
    const EngineStart &start = estimate.fullest().engine->start;
    const Inference &load = estimate.plan.plan.inference;
    const double one = static_cast<double>(start.load_cache) / static_cast<double>(sequences_of_copy(estimate.plan.plan));
    const double copies = static_cast<double>(estimate.plan.plan.parallel.data); // each with a cache of its own
    const double held = one > 0 ? static_cast<double>(start.kv_cache) / one * copies : 0;
    return phrase(QT_TRANSLATE_NOOP("core", "%1 starts, but its cache holds %2 of %3 sequences of %4 tokens at once."),
                  {engine_of(estimate.plan.plan).name, localised(fixed(std::floor(held * 100) / 100, 2)),
                   localised(grouped(load.sequences)), localised(grouped(load.context))});
}

/// "ollama puts 40 of 81 layers on the cards …": what an engine moved because the cards are too small; empty: nothing.
std::string what_went_to_host(const EngineStart &start)
{
    const auto found = std::ranges::find(start.warnings, "layers_on_host", &Warning::code);
    return found == start.warnings.end() ? std::string() : found->text;
}

/// yes: it starts and holds the load; tight: it starts, and the load does not fit the cache whole, a part of the model had to go to
/// the host, or the interval crosses the line; no: it refuses, or does not fit.
void judge_engine(Verdict &out, const Estimate &estimate)
{
    const EngineNeed &engine = *estimate.fullest().engine;
    const auto decide = [&out](Fits fits, Because because) {
        out.fits = fits;
        out.because = because;
    };
    std::optional<Error> refused = engine.start.refuses;
    if (!refused && out.free) refused = refused_by_free(engine.start, *out.free - context_bytes(estimate.device).bytes);
    if (engine.start.requested) {
        out.engine = engine_of(estimate.plan.plan).name;
        out.takes = estimate.fullest().peak.device;
        out.cache_requests = static_cast<Count>(engine.start.max_concurrency);
        out.cache_tokens = estimate.plan.plan.inference.context;
    }
    if (refused) {
        out.engine_says = refused->text;
        decide(Fits::no, Because::refused);
    } else if (!engine.holds_load()) {
        out.engine_says = what_cache_holds(estimate);
        out.at_once = requests_at_once(estimate);
        out.requests = estimate.plan.plan.inference.sequences;
        decide(Fits::tight, Because::short_cache);
    } else if (out.engine_says = what_went_to_host(engine.start);
               !out.engine_says.empty() && out.need.interval.low <= out.usable) {
        decide(Fits::tight, Because::part_on_host);
    } else if (out.need.interval.high <= out.usable)
        decide(is_guessed(estimate) ? Fits::tight : Fits::yes,
               is_guessed(estimate) ? Because::guessed : Because::whole_interval_fits);
    else if (out.need.interval.low <= out.usable)
        decide(Fits::tight, Because::interval_crosses);
    else
        decide(Fits::no, Because::missing);
}

/// `left_out`: what the need leaves out; empty: nothing.
void judge(Verdict &out, const Holder &holder, std::string left_out)
{
    const Estimate &estimate = holder.run;
    const Need &need = out.need;
    out.headroom = out.usable - need.device;
    out.left_out = std::move(left_out);
    out.guessed = is_guessed(estimate);
    if (holder.process.engine && out.left_out.empty())
        judge_engine(out, estimate);
    else if (estimate.beside && estimate.beside->start.refuses) { // the training does not begin
        out.engine_says = estimate.beside->start.refuses->text;
        out.fits = Fits::no;
        out.because = Because::refused;
    } else if (!out.left_out.empty()) {
        const bool over = tensors_of(holder, need) > out.usable;
        out.fits = over ? Fits::no : Fits::unknown;
        out.because = over ? Because::missing : Because::lower_bound;
    } else if (need.interval.high <= out.usable) {
        out.fits = is_guessed(estimate) ? Fits::tight : Fits::yes;
        out.because = is_guessed(estimate) ? Because::guessed : Because::whole_interval_fits;
    } else if (need.interval.low <= out.usable) {
        out.fits = Fits::tight;
        out.because = Because::interval_crosses;
    } else if (tensors_of(holder, need) <= out.usable && least_of(holder, need) <= out.usable) {
        out.fits = Fits::tight;
        out.because = Because::cached_blocks;
        out.runs_from = least_of(holder, need);
    } else {
        out.fits = Fits::no;
        out.because = Because::missing;
    }
    out.reason = out.reason_in(ByteUnit::binary);
}

/// Card and host have one memory: yes only where run and loading leave what was free at least, no where the plan takes more
/// than was free at most.
void judge_one_memory(Verdict &out, const Holder &holder, const Gpu &gpu, Bytes all)
{
    out.shared = one_memory(holder, gpu, out.need, all - out.usable, out.free);
    if (!out.shared || out.fits == Fits::no) return;
    const OneMemory &shared = *out.shared;
    const auto decide = [&out](Fits fits, Because because) {
        out.fits = fits;
        out.because = because;
        out.reason = out.reason_in(ByteUnit::binary);
    };
    if (holder.process.engine && !out.free)
        if (const auto refused = refused_by_free(holder.process.engine->start, shared.free.most)) {
            out.engine_says = refused->text;
            return decide(Fits::no, Because::refused);
        }
    if (out.need.interval.low + shared.host > shared.free.most) return decide(Fits::no, Because::one_memory_short);
    if (out.because == Because::interval_crosses && shared.spare() < 0) return decide(Fits::tight, Because::one_memory_full);
    if (out.fits != Fits::yes) return;
    if (shared.asks_free && shared.claimed.value_or(0) > shared.free.least) return decide(Fits::tight, Because::start_differs);
    if (shared.spare() < 0) return decide(Fits::tight, Because::one_memory_full);
    out.usable = std::min(out.usable, shared.free.least);
    out.headroom = out.usable - out.need.device;
}

Bytes after_reserve(Bytes bytes, const Estimate &estimate) { return after_reserve(bytes, estimate.plan.plan.target); }

/// Of an engine the load's cache has to fit what is left for it, too.
Room room_of_engine(const EngineNeed &engine, Bytes usable, const Need &need)
{
    Room out{usable, need, false, usable - need.interval.high};
    if (engine.start.requested) out.spare = std::min(out.spare, engine.start.kv_cache - engine.start.load_cache);
    if (engine.start.refuses || engine.waiting > 0) out.spare = std::min<Bytes>(out.spare, -1);
    out.fits = out.spare >= 0;
    return out;
}

Room room_of(const Estimate &estimate, Bytes usable, const Need &need, const std::string &left_out)
{
    if (const auto &engine = estimate.fullest().engine; engine && left_out.empty()) {
        Room out = room_of_engine(*engine, usable, need);
        out.fits = out.fits && !is_guessed(estimate);
        return out;
    }
    Bytes spare = usable - need.interval.high;
    if (estimate.beside && estimate.beside->start.refuses) spare = std::min<Bytes>(spare, -1);
    return {usable, need, left_out.empty() && !is_guessed(estimate) && spare >= 0, spare};
}

/// Of cards that share their host's memory, what is moved there and is not counted is left out beside all else.
std::string left_out_on(const Estimate &estimate, const Gpu &gpu)
{
    if (!estimate.lower_bound_reason.empty() || !moves_to_host(estimate.plan.plan) || host_is_counted(estimate))
        return estimate.lower_bound_reason;
    const std::string one_memory = shares_memory(gpu);
    if (one_memory.empty()) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "%1: what is moved there still takes it"), {one_memory});
}

/// An engine knows nothing of what shall be kept free, and takes its share of the whole card.
std::optional<std::string> claimed_reserve(const Verdict &verdict, const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.fullest();
    if (!process.engine || !process.engine->start.requested || verdict.because == Because::refused) return std::nullopt;
    const Bytes beyond = process.peak.device - verdict.usable;
    if (estimate.plan.plan.target.reserve_fraction <= 0 || beyond <= 0) return std::nullopt;
    return phrase(QT_TRANSLATE_NOOP("core", "%1 takes %2 GiB of what shall be kept free; a smaller %3 leaves it"),
                  {engine_of(estimate.plan.plan).name, localised(gib_table(beyond)), "gpu_memory_utilization"});
}

/// Of those that sit on a node's cards.
std::string words_for(const RankRange &own_ranks, const std::string &all, const std::string &fullest)
{
    const std::string first = localised(grouped(own_ranks.first));
    if (own_ranks.count == 1) return phrase(QT_TRANSLATE_NOOP("core", "rank %1 of %2 sits here: %3"), {first, all, fullest});
    return phrase(QT_TRANSLATE_NOOP("core", "ranks %1 to %2 of %3 sit here, the fullest of them: %4"),
                  {first, localised(grouped(own_ranks.first + own_ranks.count - 1)), all, fullest});
}

/// Of a training over several ranks: whose figures these are, and what beside the card may end the run.
void add_training_ranks(Verdict &out, const Holder &holder)
{
    const Plan &plan = holder.run.plan.plan;
    const Rank &fullest = holder.process.rank;
    const Count ranks = mesh_of(plan).ranks();
    const std::string all = localised(grouped(ranks));
    if (out.own_ranks)
        out.notes.push_back(words_for(*out.own_ranks, all, role_of(fullest, plan)));
    else
        out.notes.push_back(
            fullest.like_it == ranks
                ? phrase(QT_TRANSLATE_NOOP("core", "each of the %1 ranks holds as much"), {all})
                : phrase(QT_TRANSLATE_NOOP("core", "the fullest of %1 ranks: %2"), {all, role_of(fullest, plan)}));
    if (!out.own_ranks && out.count > 1 && out.count != ranks && out.because != Because::too_few_cards)
        out.notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 cards are named, the plan has %2 ranks"), {std::to_string(out.count), all}));
}

void add_rank_notes(Verdict &out, const Holder &holder)
{
    const Estimate &estimate = holder.run;
    const Plan &plan = estimate.plan.plan;
    if (plan.task == Task::train && plan.parallel.several())
        add_training_ranks(out, holder);
    else {
        const Count copies = estimate.fullest().engine ? plan.parallel.data : 1;
        if (const Count ranks = plan.parallel.tensor * plan.parallel.pipeline * copies; ranks > 1)
            out.notes.push_back(
                phrase(QT_TRANSLATE_NOOP("core", "one of the %1 cards that hold the model together"), {std::to_string(ranks)}));
        else if (out.count > 1)
            out.notes.push_back(
                phrase(QT_TRANSLATE_NOOP("core", "one of the %1 cards is used: nothing in this plan is spread over them"),
                       {std::to_string(out.count)}));
    }
    if (const auto &host = estimate.run.host; host && std::max(host->load, host->steady) > 0)
        out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "its host needs %1 GiB of memory while loading, %2 while training"),
                                   {localised(gib_brief(host->load)), localised(gib_brief(host->steady))}));
}

/// The same on another card than the estimate's.
Need need_there(const Holder &holder, const CardFacts &card)
{
    const Estimate &estimate = holder.run;
    const Need own = need_as_estimated(holder);
    if (card == estimate.device) return own;
    const ContextBytes before = context_of(estimate.plan.plan, estimate.device);
    const ContextBytes after = context_of(estimate.plan.plan, card);
    const Bytes handles = same_step_on(estimate, card) ? 0 : estimate.plan.plan.task == Task::train ? 2 : 1;
    const Bytes workspaces = handles * (cublas_workspace_bytes(card) - cublas_workspace_bytes(estimate.device));
    Need out = shifted(own, after.bytes - before.bytes + workspaces);
    // the spread of the other card's context in place of the first one's
    out.interval.low += (after.interval.low - after.bytes) - (before.interval.low - before.bytes);
    out.interval.high += (after.interval.high - after.bytes) - (before.interval.high - before.bytes);
    return out;
}

Verdict on_card(const Estimate &estimate, const Node &node, std::optional<Bytes> free)
{
    const Gpu &gpu = *node.card;
    const Holder holder = holder_of(estimate, node.own_ranks);
    Verdict out;
    out.gpu = gpu.name;
    out.card = (node.count > 1 ? std::to_string(node.count) + " × " : "") + gpu.short_name();
    out.count = node.count;
    out.counted = node.counted;
    out.own_ranks = node.own_ranks;
    out.free = free;
    const Bytes all = std::min(gpu.usable_bytes(), free.value_or(gpu.usable_bytes()));
    out.usable = after_reserve(all, estimate);
    const CardFacts facts = gpu.facts();
    out.need = need_there(holder, facts);
    judge(out, holder, left_out_on(estimate, gpu));
    judge_one_memory(out, holder, gpu, all);
    judge_run(out, estimate.plan.plan, gpu);
    out.notes = precision_notes(estimate.plan.plan, gpu);
    if (auto note = claimed_reserve(out, estimate)) out.notes.push_back(*std::move(note));
    if (gpu.capability_major && !facts.sm_count_known)
        out.notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "the context assumes %1 multiprocessors, as the most similar card has"),
                   {std::to_string(facts.sm_count)}));
    add_rank_notes(out, holder);
    return out;
}

} // namespace

std::string_view name_of(Fits fits)
{
    constexpr std::array<std::string_view, 4> names{"yes", "tight", "no", "unknown"};
    return names[static_cast<std::size_t>(fits)];
}

std::string Verdict::answer(ByteUnit unit) const { return verdict_sentence(*this, plain_figures(unit)); }

std::string Verdict::reason_in(ByteUnit unit) const { return verdict_reason(*this, plain_figures(unit)); }

Need need_on(const Estimate &estimate, const CardFacts &card) { return need_there(holder_of(estimate), card); }

Room room_on(const Estimate &estimate, const Gpu &gpu) { return room_on(estimate, node_of(gpu)); }

Room room_on(const Estimate &estimate, const Node &node)
{
    const Bytes all = node.card ? node.card->usable_bytes() : node.budget;
    const Holder holder = holder_of(estimate, node.own_ranks);
    Room out = room_of(estimate, after_reserve(all, estimate), need_there(holder, node.facts),
                       node.card ? left_out_on(estimate, *node.card) : estimate.lower_bound_reason);
    if (node.card == nullptr) return out;
    if (const auto shared = one_memory(holder, *node.card, out.need, all - out.usable)) {
        // what stands beside the card's bytes narrows what the card may take
        out.usable = std::min(out.usable, out.need.interval.high + shared->spare());
        out.spare = std::min(out.spare, shared->spare());
        out.fits = out.fits && shared->spare() >= 0;
    }
    if (runs_on(estimate.plan.plan, node)) return out;
    out.spare = std::min<Bytes>(out.spare, -1);
    out.fits = false;
    return out;
}

Error no_target()
{
    return {"gpu",
            phrase(QT_TRANSLATE_NOOP("core", "nothing")),
            phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"--gpu NAME", "--budget SIZE"}),
            {}};
}

Verdict verdict_for(const Estimate &estimate, const Gpu &gpu, int count)
{
    return on_card(estimate, node_of(gpu, count), std::nullopt);
}

Verdict verdict_now(const Estimate &estimate, const Gpu &gpu, Bytes free) { return on_card(estimate, node_of(gpu), free); }

Verdict verdict_for_budget(const Estimate &estimate, Bytes budget)
{
    Verdict out;
    out.gpu = name_of_budget(budget);
    out.budget = budget;
    out.card = card_said(out, plain_figures(ByteUnit::binary));
    out.usable = after_reserve(budget, estimate);
    const Holder holder = holder_of(estimate);
    out.need = need_as_estimated(holder);
    judge(out, holder, estimate.lower_bound_reason);
    return out;
}

Verdict verdict_for(const Estimate &estimate, const Node &node)
{
    return node.card ? on_card(estimate, node, std::nullopt) : verdict_for_budget(estimate, node.budget);
}

Result<std::vector<Verdict>> verdicts_for_target(const Estimate &estimate)
{
    const Result<Cluster> cluster = cluster_of(estimate.plan.plan.target);
    if (cluster) return verdicts_on(estimate, *cluster);
    Error error = cluster.error();
    error.field = "target.gpus";
    return error;
}

} // namespace plimsoll
