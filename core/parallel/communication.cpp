// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/communication.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/engine.h"
#include "core/parallel/sent_lines.h"
#include "core/parallel/zero/zero_settings.h"

#include <algorithm>
#include <vector>

namespace plimsoll {

namespace {

using enum ParallelEngine;

constexpr std::string_view ddp_source = "torch 2.15 csrc/distributed/c10d/reducer.cpp";
constexpr std::string_view fsdp_1_source = "torch 2.15 distributed/fsdp/_runtime_utils.py";
constexpr std::string_view fsdp_2_source = "torch 2.15 distributed/fsdp/_fully_shard/_fsdp_collectives.py";
constexpr std::string_view zero_12_source = "DeepSpeed 0.19.8 runtime/zero/stage_1_and_2.py";
constexpr std::string_view zero_3_source = "DeepSpeed 0.19.8 runtime/zero/partitioned_param_coordinator.py, stage3.py";

constexpr const char *reduced_whole = QT_TRANSLATE_NOOP("core", "gradients, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a step");
constexpr const char *reduced_cut = QT_TRANSLATE_NOOP("core", "gradients, reduce-scattered: (%1 − 1) / %1 · %2 B, %3 × a step");
constexpr const char *reduced_copies =
    QT_TRANSLATE_NOOP("core", "shards of gradients, all-reduced over copies: 2 · (%1 − 1) / %1 · %2 B, %3 × a step");
constexpr const char *communication_gathered = QT_TRANSLATE_NOOP("core", "parameters, gathered: (%1 − 1) / %1 · %2 B a step");

std::string with(const char *english, Count ranks, Bytes bytes, Count times = 1)
{
    return phrase(english, {std::to_string(ranks), grouped(bytes), std::to_string(times)});
}

Bytes size_of_dtype(ParallelDtype dtype) { return dtype == ParallelDtype::fp32 ? 4 : 2; }

/// FSDP's mixed precision: what the plan says, else autocast's dtype under the Trainer.
std::optional<Bytes> mixed(const SpreadRun &run)
{
    const Plan &plan = run.plan;
    if (plan.parallel.param_dtype) return size_of_dtype(*plan.parallel.param_dtype);
    const bool casts = run.trainer && parallel_engine(plan) != native && plan.autocast != Autocast::none;
    return casts ? std::optional<Bytes>(2) : std::nullopt;
}

Bytes reduced_bytes(const SpreadRun &run)
{
    if (run.plan.parallel.reduce_dtype) return size_of_dtype(*run.plan.parallel.reduce_dtype);
    return mixed(run).value_or(run.sizes.stored_trained);
}

/// Whether FSDP cuts the bytes of packed weights: FSDP 2 leaves Params4bit of uint8 storage whole.
bool cuts_packed(const Plan &plan) { return parallel_engine(plan) == fsdp1 || plan.weights.quant_storage.has_value(); }

Bytes gathered_bytes(const SpreadRun &run, const PartSizes &part)
{
    const std::optional<Bytes> cast = mixed(run);
    const Bytes dense = part.frozen * cast.value_or(run.sizes.stored) + part.trained * cast.value_or(run.sizes.stored_trained);
    return dense + (cuts_packed(run.plan) ? part.packed : 0);
}

/// What a micro-batch gathers of the model: a unit that goes after its forward comes again for its backward; what is recomputed
/// within a backward finds it there.
Bytes gathered_once_and_again(const SpreadRun &run)
{
    const Parallel &parallel = run.plan.parallel;
    const bool first_version = parallel_engine(run.plan) == fsdp1;
    const Count again = parallel.reshard_after_forward ? 2 : 1;
    const Bytes all = gathered_bytes(run, run.sizes.all());
    if (parallel.wrap.kind == Wrap::Kind::none)
        return all * (run.trainer && !first_version ? again : 1); // the root keeps its own
    Bytes layers = 0;
    for (const PartSizes &layer : run.sizes.layers) layers += gathered_bytes(run, layer);
    const Bytes embedding = gathered_bytes(run, run.sizes.embedding);
    const bool apart = !first_version && !run.sizes.tied && (run.trainer || parallel.wrap.kind == Wrap::Kind::layer_ends);
    return layers * again + embedding * (apart ? again : 1) + (all - layers - embedding);
}

/// Bytes that ZeRO-3 keeps from a micro-batch's forward to its backward: parameters whose next use lies within max_reuse elements
/// of the recorded order, which passes each later layer forward, once more where it is recomputed, and backward.
Bytes held_to_backward(const SpreadRun &run, const ZeroSettings &settings)
{
    const Count passes = run.plan.gradient_checkpointing.enabled ? 3 : 2;
    const Bytes each = computed_bytes(run);
    const Bytes unit = run.plan.weights.quant_storage ? size_of_dtype(*run.plan.weights.quant_storage) : 1;
    const auto elements = [unit](const PartSizes &part) { return part.dense() + part.packed / unit; };
    const auto bytes = [each](const PartSizes &part) { return part.dense() * each + part.packed; };
    Bytes held = bytes(run.sizes.tail);
    Count traversed = 2 * elements(run.sizes.tail);
    for (auto layer = run.sizes.layers.rbegin(); layer != run.sizes.layers.rend() && traversed < settings.max_reuse; ++layer) {
        held += bytes(*layer);
        traversed += passes * elements(*layer);
    }
    return traversed < settings.max_reuse ? bytes(run.sizes.all()) : held;
}

/// Of dense parameters those that ZeRO-3 never lets go: norms, and adapters where the largest is small enough.
Count persistent(const SpreadRun &run, const ZeroSettings &settings)
{
    const PartSizes all = run.sizes.all();
    const bool adapters = run.plan.trains_adapter() && all.largest_trained <= settings.persistence;
    return all.vectors + (adapters ? all.trained : 0);
}

void add_zero_3(SentLines &out, const SpreadRun &run, const ZeroSettings &settings)
{
    const Count n = run.plan.parallel.data * run.plan.parallel.ulysses(), micros = micro_batches(run.plan);
    const Bytes each = computed_bytes(run);
    const PartSizes all = run.sizes.all();
    const Count kept = persistent(run, settings);
    const Bytes once = (all.dense() - kept) * each + all.packed;
    const Bytes held = std::min(once, held_to_backward(run, settings));
    out.add(RankGroup::data, ring(once, n) + ring(once - held, n), micros, with(communication_gathered, n, 2 * once - held),
            zero_3_source);
    out.add(RankGroup::data, ring(all.trained * each, n), micros, with(reduced_cut, n, all.trained * each, micros),
            zero_3_source);
    out.add(RankGroup::data, ring(kept * each, n), 1,
            phrase(QT_TRANSLATE_NOOP("core", "small parameters, gathered behind the step: (%1 − 1) / %1 · %2 B"),
                   {std::to_string(n), grouped(kept * each)}),
            zero_3_source);
}

} // namespace

void SentLines::add(RankGroup group, Bytes bytes, Count times, std::string formula, std::string_view source, double beside)
{
    const auto product = checked_mul(bytes, times);
    const auto sum = product ? checked_add(m_out.bytes, *product) : std::nullopt;
    m_fits = m_fits && sum && *product >= 0;
    if (!m_fits || *product == 0) return;
    m_out.bytes = *sum;
    m_out.lines.push_back({group, *product, std::move(formula), std::string(source), beside});
}

std::optional<Communication> SentLines::take() && { return m_fits ? std::optional(std::move(m_out)) : std::nullopt; }

Count micro_batches(const Plan &plan)
{
    const bool staged = plan.parallel.pipeline > 1 && plan.parallel.micro_batches;
    return staged ? *plan.parallel.micro_batches : plan.gradient_accumulation;
}

Count synchronised(const SpreadRun &run)
{
    const bool holds_back = run.trainer || run.plan.parallel.accumulate_without_sync;
    return holds_back ? 1 : run.plan.gradient_accumulation;
}

void add_copies(SentLines &out, const SpreadRun &run)
{
    const Count n = run.plan.parallel.data, times = synchronised(run);
    const Bytes gradients = run.sizes.all().trained * run.sizes.stored_trained;
    out.add(RankGroup::data, 2 * ring(gradients, n), times, with(reduced_whole, n, gradients, times), ddp_source);
}

void add_fsdp(SentLines &out, const SpreadRun &run)
{
    const Parallel &parallel = run.plan.parallel;
    const bool first_version = parallel_engine(run.plan) == fsdp1;
    const std::string_view source = first_version ? fsdp_1_source : fsdp_2_source;
    const Count n = parallel.data / parallel.replicate * parallel.context;
    const Count micros = micro_batches(run.plan), times = synchronised(run);
    // FSDP 1 keeps what it gathered through micro-batches that do not synchronise (_should_free_in_backward)
    const bool stays = first_version && !parallel.reshard_after_forward && times == 1;
    const Bytes parameters = gathered_once_and_again(run);
    const Count gathers = stays ? 1 : micros;
    out.add(RankGroup::shards, ring(parameters, n), gathers, with(communication_gathered, n, parameters * gathers), source);
    const Bytes gradients = run.sizes.all().trained * reduced_bytes(run);
    out.add(RankGroup::shards, ring(gradients, n), times, with(reduced_cut, n, gradients, times), source);
    const Bytes shard = (gradients + n - 1) / n;
    out.add(RankGroup::replicas, 2 * ring(shard, parallel.replicate), times,
            with(reduced_copies, parallel.replicate, shard, times), source);
}

void add_zero(SentLines &out, const SpreadRun &run)
{
    Result<ZeroSettings> read = zero_settings(run.plan, run.trainer);
    if (!read) return;
    ZeroSettings settings = *read;
    if (run.architecture.decoder) fill_in(settings, run.architecture.decoder->hidden);
    if (settings.stage == 3) return add_zero_3(out, run, settings);
    const Count n = run.plan.parallel.data * run.plan.parallel.ulysses();
    const Bytes trained = run.sizes.all().trained * computed_bytes(run);
    const Count times = settings.stage == 1 ? 1 : micro_batches(run.plan); // stage 2 reduces every micro-batch
    const bool whole = !settings.reduce_scatter || settings.multi_rank_allreduce;
    out.add(RankGroup::data, (whole ? 2 : 1) * ring(trained, n), times,
            with(whole ? reduced_whole : reduced_cut, n, trained, times), zero_12_source);
    out.add(RankGroup::data, ring(trained, n), 1, with(communication_gathered, n, trained), zero_12_source);
}

std::optional<Communication> sent_in_step(const SpreadRun &run)
{
    const Parallel &parallel = run.plan.parallel;
    if (run.plan.task != Task::train || !parallel.several()) return std::nullopt;
    SentLines out;
    switch (parallel_engine(run.plan)) {
    case ddp:
        if (parallel.data > 1) add_copies(out, run);
        add_pipeline(out, run);
        break;
    case fsdp1:
    case fsdp2:
        add_fsdp(out, run);
        add_context(out, run);
        break;
    case deepspeed:
        add_zero(out, run);
        add_heads(out, run);
        break;
    case native:
        add_tensor(out, run);
        add_experts(out, run);
        break;
    case megatron: add_megatron(out, run); break;
    }
    return std::move(out).take();
}

} // namespace plimsoll
