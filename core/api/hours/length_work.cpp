// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/hours/length_work.h"

#include "core/api/hours/run_cost.h"
#include "core/clock/step_time.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

BatchesAsked asked_of(const Plan &plan, const RunAmount &amount)
{
    BatchesAsked out;
    const bool packs = plan.has("padded") && !plan.padded;
    out.batching = amount.batches.value_or(packs ? Batching::packed : Batching::padded);
    out.sequence_length = plan.sequence_length;
    out.drops = stack_of(plan).loop.drops_long_rows;
    out.micro_batch = plan.micro_batch;
    out.grouped = plan.micro_batch * plan.gradient_accumulation;
    return out;
}

/// Whether attention of rows packed into one sequence stays within each: kernels of variable length take their ends from position ids
/// (transformers' modeling_flash_attention_utils.py, TRL's and Axolotl's packing); others are given one mask for all of them.
bool attends_by_row(const Plan &plan)
{
    return plan.attention == AttentionBackend::flash2 || plan.attention == AttentionBackend::flash3;
}

/// Mean seconds of a step of all ranks.
double mean_of_ranks(const Plan &plan, const BatchesMade &made, const std::function<double(Count)> &seconds)
{
    const MeanAndSpread own = over_lengths(made.batches, seconds);
    const double ranks = static_cast<double>(std::max<Count>(1, plan.parallel.data)),
                 passes = static_cast<double>(plan.gradient_accumulation);
    if (ranks < 2 || made.taken.batches != Batching::padded) return own.mean;
    const double in_each = over_lengths(longest_of(made.batches, ranks), seconds).mean;
    if (passes < 2 || plan.parallel.zero == 3) return in_each;
    return std::min(in_each, own.mean + own.deviation / std::sqrt(passes) * largest_of_normals(ranks));
}

} // namespace

/// Seconds of a step all of whose rows have one length; nothing where such a plan cannot be estimated.
std::optional<double> LengthWork::step_at(const Estimate &estimate, const CardFacts &card, const Shape &shape)
{
    constexpr EstimateOptions quick{.timeline = false, .allocator = false, .explain = false, .time = true};
    const auto [at, anew] = m_made.try_emplace({&estimate, shape});
    if (anew) {
        Plan plan = estimate.plan.plan;
        plan.sequence_length = shape.length;
        plan.micro_batch = shape.micro_batch;
        plan.given.insert({"sequence_length", "micro_batch"});
        Result<Estimate> made = plimsoll::estimate(estimate.architecture, plan, estimate.device, quick);
        if (made.ok()) at->second = std::move(made).value();
    }
    const std::optional<RunTime> time = at->second ? time_of(*at->second, card) : std::nullopt;
    return time && time->step ? std::optional(time->step->seconds) : std::nullopt;
}

std::optional<double> LengthWork::mean_step(const Estimate &estimate, const CardFacts &card, const BatchesMade &made)
{
    const Plan &plan = estimate.plan.plan;
    if (made.taken.batches == Batching::packed && attends_by_row(plan)) return packed_step(estimate, card, made);
    std::vector<LengthShare> over = made.batches;
    if (over.back().length < made.rows.back().length) over.push_back({made.rows.back().length, 0}); // of the longest of all ranks
    const auto seconds = timed_at(over, [&](Count length) { return step_at(estimate, card, {length, plan.micro_batch}); });
    const double mean = mean_of_ranks(plan, made, seconds);
    return mean > 0 ? std::optional(mean) : std::nullopt;
}

/// A sequence of rows of one length is as many of them as it has room for, each attended to alone; of a mixture each length has its share of
/// the tokens.
std::optional<double> LengthWork::packed_step(const Estimate &estimate, const CardFacts &card, const BatchesMade &made)
{
    const Plan &plan = estimate.plan.plan;
    const double tokens = static_cast<double>(plan.sequence_length) * static_cast<double>(plan.micro_batch);
    std::vector<LengthShare> of_tokens = made.rows;
    for (LengthShare &one : of_tokens) one.share *= static_cast<double>(one.length) / made.taken.mean;
    const auto seconds = timed_at(of_tokens, [&](Count length) -> std::optional<double> {
        const double alike = tokens / static_cast<double>(length);
        const Count rows = std::max<Count>(1, static_cast<Count>(std::llround(alike)));
        const std::optional<double> step = step_at(estimate, card, {length, rows});
        return step ? std::optional(*step * alike / static_cast<double>(rows)) : std::nullopt;
    });
    const double mean = over_lengths(of_tokens, seconds).mean;
    return mean > 0 ? std::optional(mean) : std::nullopt;
}

std::optional<LengthsTaken> LengthWork::on(const Estimate &estimate, const CardFacts &card)
{
    const Plan &plan = estimate.plan.plan;
    if (!m_amount.lengths || plan.task != Task::train || objective_of(plan).generates) return std::nullopt;
    BatchesMade made = batches_of(*m_amount.lengths, asked_of(plan, m_amount));
    if (made.batches.empty()) return std::nullopt;
    const std::optional<double> full = step_at(estimate, card, {plan.sequence_length, plan.micro_batch});
    const std::optional<double> mean = full ? mean_step(estimate, card, made) : std::nullopt;
    if (!mean) return std::nullopt;
    made.taken.step_share = *mean / *full;
    return made.taken;
}

double LengthWork::tokens_alike(const Estimate &estimate, const CardFacts &card)
{
    const double tokens = tokens_trained(m_amount, estimate.plan.plan);
    const std::optional<LengthsTaken> taken = on(estimate, card);
    const std::optional<RunTime> time = taken ? time_of(estimate, card) : std::nullopt;
    if (!time || !time->step) return tokens;
    return steps_of_lengths(m_amount, *taken, estimate.plan.plan) * taken->step_share * time->step->tokens;
}

std::vector<Warning> remarks_on_lengths(const RunAmount &amount, const std::optional<LengthsTaken> &taken, const Plan &resolved)
{
    std::vector<Warning> out;
    if (!amount.lengths) return out;
    const auto say = [&out](std::string text) { out.push_back({"lengths", std::move(text), "amount.lengths"}); };
    const auto number = [](double value) { return localised(grouped(std::llround(value))); };
    if (!taken) {
        say(phrase(
            QT_TRANSLATE_NOOP("core", "lengths: of this run their rows alone are counted, each as long as the plan says")));
        return out;
    }
    const double longer = taken->cut + taken->dropped, length = static_cast<double>(resolved.sequence_length);
    if (taken->dropped > 0)
        say(phrase(QT_TRANSLATE_NOOP("core", "lengths: %1 of %2 rows have more than %3 tokens (%4) and are left out"),
                   {number(longer), number(amount.lengths->count()), number(length), "sequence_length"}));
    else if (longer > 0)
        say(phrase(QT_TRANSLATE_NOOP("core", "lengths: %1 of %2 rows have more than %3 tokens (%4) and are cut to them"),
                   {number(longer), number(amount.lengths->count()), number(length), "sequence_length"}));
    if (taken->longest < resolved.sequence_length && taken->batches != Batching::packed)
        say(phrase(QT_TRANSLATE_NOOP("core", "lengths: the longest row has %1 tokens, bytes are those of %2 (%3)"),
                   {number(static_cast<double>(taken->longest)), number(length), "sequence_length"}));
    return out;
}

} // namespace plimsoll
