// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/rollouts.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// What vLLM 0.33 keeps on an A100 while it sleeps, at both levels and whatever its weights: segments outside its pools, with CUDA
/// graphs (device_allocator/cumem.py; starts that were put to sleep: 20 to 34 MiB without graphs, 72 to 90 with them).
constexpr Bytes asleep = 72 * mib;

const Runner &engine_of_rollout(const Plan &plan) { return *all_engines()[static_cast<std::size_t>(plan.rollout.engine)]; }

std::string figure(Bytes bytes) { return localised(ByteFigures{}.brief_named(bytes)); }

} // namespace

std::optional<Count> generated_length(const Plan &plan)
{
    const Rollout &made = plan.rollout;
    if (!objective_of(plan).generates || !made.prompt_length || !made.completion_length) return std::nullopt;
    constexpr Count most = Count{1} << 24;                            // of sequence_length
    const Count both = *made.prompt_length + *made.completion_length; // within limits, each
    return both > most ? std::nullopt : std::optional(both);
}

bool generates_beside(const Plan &plan) { return generates_by_engine(plan) && plan.rollout.colocated; }

bool generates_by_engine(const Plan &plan) { return objective_of(plan).generates && engine_of_rollout(plan).start != nullptr; }

std::optional<RolloutClaim> rollout_claim(const Plan &resolved, const CardFacts &device)
{
    if (!generates_beside(resolved) || !resolved.rollout.gpu_memory_utilization || !device.memory) return std::nullopt;
    RolloutClaim out;
    out.share = *resolved.rollout.gpu_memory_utilization;
    out.sleeps = resolved.rollout.sleep.value_or(0) > 0;
    const auto given = colocated_engine(stack_of(resolved)).share_of_sleeper;
    if (out.sleeps && given != nullptr) out.share = given(*device.memory);
    out.awake = static_cast<Bytes>(std::ceil(out.share * static_cast<double>(*device.memory)));
    out.training = out.sleeps ? std::min(asleep, out.awake) : out.awake;
    return out;
}

std::string left_out_of_rollout(const Plan &resolved, const CardFacts &device)
{
    if (generates_completions(resolved) && generates_in_shares(resolved))
        return phrase(QT_TRANSLATE_NOOP("core", "the model that trains generates its completions, and ranks divide it: what that "
                                                "takes is not in the figures"));
    if (!generates_beside(resolved)) return {};
    const std::string engine(engine_of_rollout(resolved).name);
    const std::optional<RolloutClaim> claim = rollout_claim(resolved, device);
    if (!claim && resolved.rollout.gpu_memory_utilization)
        return phrase(QT_TRANSLATE_NOOP(
                          "core", "%1 generates beside the training and takes the share %2 of the card, which is not simulated"),
                      {engine, localised(fixed(*resolved.rollout.gpu_memory_utilization, 2))});
    if (!claim)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 generates beside the training and takes a share of the card that %2 does not "
                                                "say; it is not in the figures"),
                      {engine, "rollout.gpu_memory_utilization"});
    return {};
}

std::string unknown_start_of_rollout(const Plan &resolved, const CardFacts &device)
{
    const std::string engine(engine_of_rollout(resolved).name);
    const std::optional<RolloutClaim> claim = rollout_claim(resolved, device);
    if (!claim) return {};
    return phrase(
        claim->sleeps
            ? QT_TRANSLATE_NOOP("core",
                                "%1 generates beside the training: awake it takes the share %2 of the card, %3, asleep some %4; "
                                "whether its weights and a sequence fit into that is not simulated")
            : QT_TRANSLATE_NOOP(
                  "core", "%1 generates beside the training and holds the share %2 of the card, %3, while the model trains, "
                          "since nothing puts it to sleep; whether its weights and a sequence fit into that is not "
                          "simulated"),
        {engine, localised(fixed(claim->share, 2)), figure(claim->awake), figure(claim->training)});
}

namespace {

/// A row of another length than its prompt and completion together.
std::optional<Warning> other_rows(const Plan &resolved)
{
    const std::optional<Count> made = generated_length(resolved);
    if (!made || *made == resolved.sequence_length) return std::nullopt;
    const auto tokens = [](Count n) { return localised(grouped(n)); };
    return Warning{
        "rows_of_another_length",
        phrase(QT_TRANSLATE_NOOP("core", "prompt and completion are %1 + %2 tokens, and every pass of the training is planned "
                                         "with the %3 of %4: leave that out, and they are what a row has."),
               {tokens(*resolved.rollout.prompt_length), tokens(*resolved.rollout.completion_length),
                tokens(resolved.sequence_length), "sequence_length"}),
        "sequence_length"};
}

/// Completions end where they end: rows are padded to the longest, and scaled dot product attention then holds a mask of every row
/// (transformers 5.23 masking_utils.py: rows without padding have none).
std::optional<Warning> padded_rows(const Plan &resolved)
{
    if (resolved.has("padded") || resolved.padded || resolved.attention != AttentionBackend::sdpa) return std::nullopt;
    const double length = static_cast<double>(resolved.sequence_length);
    const double mask = 3 * length * length * static_cast<double>(resolved.micro_batch); // boolean, and 16 bits for the kernel
    constexpr double told_from = static_cast<double>(gib) / 2, most = 9e18;
    if (mask < told_from) return std::nullopt;
    return Warning{
        "rows_may_be_padded",
        phrase(QT_TRANSLATE_NOOP("core", "completions that end early are padded: %1 then holds a mask of every row, up to %2 "
                                         "GiB more at this length; %3 plans it."),
               {"attention sdpa", localised(gib_table(static_cast<Bytes>(std::min(mask, most)))), "padded true"}),
        "padded"};
}

/// An engine ends what has no room in its context (vllm 0.33 v1/core/sched/utils.py, check_stop).
std::optional<Warning> short_context(const Plan &resolved)
{
    const Rollout &made = resolved.rollout;
    const std::optional<Count> row = generated_length(resolved);
    if (!generates_by_engine(resolved) || !made.max_model_length || !row || *made.max_model_length >= *row) return std::nullopt;
    const auto tokens = [](Count n) { return localised(grouped(n)); };
    return Warning{
        "rollout_context_short",
        phrase(QT_TRANSLATE_NOOP("core", "%1 holds %2 tokens, and prompt and completion are %3 + %4: behind the longest "
                                         "prompts completions end after %5."),
               {"rollout.max_model_length", tokens(*made.max_model_length), tokens(*made.prompt_length),
                tokens(*made.completion_length), tokens(*made.max_model_length - *made.prompt_length)}),
        "rollout.max_model_length"};
}

/// A stack that gives an engine which sleeps a share of its own.
std::optional<Warning> other_share(const Plan &resolved)
{
    if (!generates_beside(resolved) || resolved.rollout.sleep.value_or(0) == 0) return std::nullopt;
    const ColocatedEngine &habits = colocated_engine(stack_of(resolved));
    if (habits.share_of_sleeper == nullptr || !resolved.has("rollout.gpu_memory_utilization")) return std::nullopt;
    return Warning{
        "rollout_share_taken",
        phrase(QT_TRANSLATE_NOOP("core", "%1 gives an engine that sleeps a share of its own, by the size of the card: %2 "
                                         "of the plan is not read (%3)."),
               {stack_of(resolved).name, "rollout.gpu_memory_utilization", habits.source}),
        "rollout.gpu_memory_utilization"};
}

/// Who generates.
std::optional<Warning> generator(const Plan &resolved)
{
    if (!generates_by_engine(resolved)) return std::nullopt;
    if (resolved.rollout.colocated && !resolved.rollout.gpu_memory_utilization)
        return Warning{
            "rollout_beside",
            phrase(QT_TRANSLATE_NOOP("core", "%1 stands on the cards that train and is not in the figures: %2 says what "
                                             "share of them it takes."),
                   {engine_of_rollout(resolved).name, "rollout.gpu_memory_utilization"}),
            "rollout.gpu_memory_utilization"};
    if (resolved.rollout.colocated)
        return Warning{"rollout_beside",
                       phrase(QT_TRANSLATE_NOOP(
                                  "core", "%1 stands on the cards that train and is in the figures, as it starts there; what it "
                                          "serves is another plan, of %2."),
                              {engine_of_rollout(resolved).name, "task infer"}),
                       "rollout.engine"};
    return Warning{
        "rollout_elsewhere",
        phrase(QT_TRANSLATE_NOOP("core", "%1 generates on other cards: what it takes of them stands beside the answer, "
                                         "not in its figures (%2)."),
               {engine_of_rollout(resolved).name, "rollout.gpus"}),
        "rollout.colocated"};
}

} // namespace

std::vector<Warning> rollout_warnings(const Plan &resolved)
{
    std::vector<Warning> out;
    if (resolved.task != Task::train || !objective_of(resolved).generates) return out;
    for (const auto note : {other_rows, padded_rows, short_context, other_share, generator})
        if (std::optional<Warning> said = note(resolved)) out.push_back(*std::move(said));
    return out;
}

} // namespace plimsoll
