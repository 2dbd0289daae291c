// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/simulate.h"

#include "core/ground/phrase.h"
#include "core/parallel/cut_model.h"
#include "core/parallel/engine.h"
#include "core/plan/liger_parts.h"
#include "core/plan/releases.h"
#include "core/resolve/runners.h"
#include "core/run/layer_kinds.h"
#include "core/run/layer_layout.h"
#include "core/run/lengthened_run.h"
#include "core/run/pipeline_run.h"
#include "core/run/play.h"
#include "core/run/seen_pictures.h"
#include "core/run/started_engine.h"
#include "core/torch/pool.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace plimsoll::step {

namespace {

bool norms_by_squares(const DecoderSpec &spec)
{
    const auto fits = [](const NormSpec &norm) {
        return norm.kind == NormKind::none || norm.kind == NormKind::rms || norm.kind == NormKind::rms_offset ||
               norm.kind == NormKind::rms_fp32_weight;
    };
    return fits(spec.final_norm) && std::ranges::all_of(spec.kinds, [&fits](const LayerSpec &layer) {
               return fits(layer.input_norm) && fits(layer.post_attention_norm) && fits(layer.pre_mlp_norm) &&
                      fits(layer.post_mlp_norm);
           });
}

/// torch.compile (inductor, torch 2.15): chains of elementwise operations and their reductions are one kernel each, and what is cheap
/// is made again in backward (torch/_functorch/partitioners.py, min_cut_rematerialization_partition). So norms keep their input and
/// its factor, gated products their two factors, rotations their tables: what Liger's kernels keep.
void fuse_as_inductor(LigerForms &forms, const DecoderSpec &spec)
{
    if (norms_by_squares(spec)) {
        forms.norm = forms.head_norms = true;
        forms.norm_in_place = forms.final_in_place = false;
    }
    forms.gated_mlp = true;
    const auto turned = [](const LayerSpec &layer) { return layer.attention.rotary.form == RotaryForm::halves; };
    forms.rope = forms.rope || std::ranges::all_of(spec.kinds, turned);
}

/// fms-acceleration 0.4 (plugins/fused-ops-and-kernels, fast_kernels_liger.yaml) takes Liger's loss, and norms and rotary
/// embedding that allocate as Liger's do; the MLP stays transformers' own.
LigerForms liger_of(const Plan &plan, const Architecture &architecture)
{
    LigerForms forms = liger_forms(architecture, plan);
    const auto plugin = [](const auto &library) { return library.first == "fms_acceleration"; };
    if (std::ranges::any_of(plan.libraries, plugin)) forms.gated_mlp = forms.relu_squared = forms.experts = false;
    if (plan.compile && architecture.decoder) fuse_as_inductor(forms, *architecture.decoder);
    return forms;
}

/// DeepSpeed's buckets are flushed, and a pipeline's stages cut, without regard to layers; a unit of the whole model has them
/// all. Those of DDP are so as events; as counts they are made of all layers at once.
bool repeats_layers(const Subject &subject, bool recorded)
{
    const auto &around = subject.architecture.decoder->extension;
    const bool crosses = around && around->tower && !around->tower->crossed.empty();
    if (crosses && seen_pictures(subject.architecture, subject.plan))
        return false; // some layers read the tower, by their numbers
    if (!subject.spread) return true;
    const ParallelEngine engine = parallel_engine(*subject.spread);
    const Parallel &parallel = subject.spread->parallel;
    const bool fully_sharded = engine == ParallelEngine::fsdp1 || engine == ParallelEngine::fsdp2;
    return engine != ParallelEngine::deepspeed && engine != ParallelEngine::megatron &&
           !(recorded && engine == ParallelEngine::ddp) && parallel.pipeline == 1 &&
           !(fully_sharded && parallel.wrap.kind == Wrap::Kind::none);
}

Layers all_layers(const Subject &subject) { return all_layers(*subject.architecture.decoder, subject.targets->adapter); }

Layers fewer_layers(const Subject &subject, const LayerLayout &layout, int periods)
{
    return fewer_layers(*subject.architecture.decoder, subject.targets->adapter, layout, periods);
}

LayerLayout layout_of(const Subject &subject)
{
    return find_layout(layer_kinds({*subject.architecture.decoder, subject.targets->adapter, subject.part.get(), subject.plan}));
}

/// The whole run as events.
Trace play_every_layer(const Subject &subject, Card &card)
{
    Machine machine(card, true, {}, subject.work.get());
    return play(subject, all_layers(subject), machine, false);
}

/// Caches that pack what is older, or fetch one layer while another runs, grow by jumps: no layer tells of the others.
bool has_alike_layers(const Plan &plan)
{
    const CacheKind cache = plan.inference.cache;
    return plan.task != Task::infer || (cache != CacheKind::quantized && cache != CacheKind::offloaded);
}

/// A short model takes less than the whole.
bool worth_lengthening(const LayerLayout &layout)
{
    const int run = layout.head + layout.tail + short_run_periods * layout.period;
    return layout.periods > short_run_periods + 1 && 3 * run < 2 * layout.layers();
}

/// The same of a short model where its layers repeat, else of the whole.
Trace play_recorded(const Subject &subject, Card &card)
{
    const LayerLayout layout = layout_of(subject);
    if (has_alike_layers(subject.plan) && repeats_layers(subject, true) && worth_lengthening(layout)) {
        Machine machine(card, true, repeated(layout, short_run_periods), subject.work.get());
        Trace run = play(subject, fewer_layers(subject, layout, short_run_periods), machine, false);
        if (auto whole = lengthen(std::move(run), layout)) return *std::move(whole);
        if (subject.work) *subject.work = {};
    }
    return play_every_layer(subject, card);
}

/// Periods of the model that is run to count; the one that stands for others follows one of its kind. Without a hook the first
/// layer's input needs no gradient where embeddings do not train: it keeps what the others hand on, under reentrant checkpointing, and
/// hands on what the others keep (BLOOM's scores, which stand in its block's outputs), so it is none of their kind.
int periods_to_count(const Subject &subject)
{
    const Plan &plan = subject.plan;
    const bool frozen_before = plan.task == Task::train && (plan.trains_adapter() || plan.trainable.has_value());
    const bool first_differs = frozen_before && !hooks_inputs(subject);
    // what is gathered ahead for the neighbour stands in the one that runs: of its kind on both sides
    return counted_periods + (first_differs ? 1 : 0) + (subject.spread ? 1 : 0);
}

/// The highest moments; where layers repeat, one stands for those between their first and their last.
Trace play_counted(const Subject &subject, Card &card)
{
    const LayerLayout layout = layout_of(subject);
    const int periods = periods_to_count(subject);
    if (layout.periods <= periods || !has_alike_layers(subject.plan) || !repeats_layers(subject, false)) {
        Machine machine(card, false, {}, subject.work.get());
        return play(subject, all_layers(subject), machine, true);
    }
    Machine machine(card, false, repeated(layout, periods, periods - 2), subject.work.get());
    return play(subject, fewer_layers(subject, layout, periods), machine, true);
}

} // namespace

namespace {

enum class Run : std::uint8_t { counted, recorded, every_layer };

/// How `job` is run on the card of `rank`. `cut`: that rank's share of the model; null: the whole.
Subject subject_of(const Job &job, const Architecture &architecture, const Rank &rank, bool count_work)
{
    const Plan &plan = job.pass;
    Subject subject{architecture, plan, stack_of(plan), job.plan.loaded, job.targets, {}, job.part, job.chosen};
    subject.assistant = job.asked->assistant;
    subject.teacher = job.asked->teacher;
    subject.reward_models = job.asked->reward_models;
    subject.spread = job.spread ? &*job.spread : nullptr;
    subject.rank = rank;
    subject.whole = job.model.get();
    if (plan.task != Task::train) return subject;
    const bool fused = plan.loss.kind == LossKind::fused;
    const bool layers_alone = subject.stack.models.patches_liger || names_kernel(plan, "liger") || names_liger_parts(plan);
    if ((fused || layers_alone) && subject.stack.losses.fused == nullptr) {
        subject.liger = liger_of(plan, architecture);
        if (!fused) subject.liger.head = subject.liger.cross_entropy = false;
    }
    if (count_work) subject.work = std::make_shared<WorkList>();
    return subject;
}

Result<Trace> run_rank(const Job &job, Card &card, Run run, const Rank &rank, bool count_work)
{
    Result<ArchitectureRef> cut = job.spread ? cut_for_rank(*job.model, *job.spread, rank) : ArchitectureRef();
    if (!cut) return cut.error();
    const Architecture &architecture = *cut ? **cut : *job.model;
    if (job.spread && job.pass.parallel.pipeline > 1 && parallel_engine(*job.spread) != ParallelEngine::megatron)
        if (const auto error = unsupported_pipeline(architecture, *job.spread)) return *error;
    Subject subject = subject_of(job, architecture, rank, count_work);
    if (run == Run::counted) {
        Trace trace = play_counted(subject, card);
        trace.work = std::move(subject.work);
        return trace;
    }
    Trace trace = run == Run::recorded ? play_recorded(subject, card) : play_every_layer(subject, card);
    trace.work = std::move(subject.work);
    using Kept = std::tuple<ArchitectureRef, ArchitectureRef, ArchitectureRef, std::shared_ptr<const LoadedWeights>>;
    trace.names = std::make_shared<const Kept>(job.model, job.released, *cut, job.plan.loaded);
    return trace;
}

Error too_large(const Plan &plan, const TooLarge &why)
{
    const bool infer = plan.task == Task::infer;
    Error out;
    out.field = infer ? "inference.context" : "sequence_length";
    const auto read = [](Count length, const char *field, Count rows) {
        return phrase(QT_TRANSLATE_NOOP("core", "%1 with %2 %3"), {std::to_string(length), field, std::to_string(rows)});
    };
    out.read = infer ? read(plan.inference.context, "inference.sequences", plan.inference.sequences)
                     : read(plan.sequence_length, "micro_batch", plan.micro_batch);
    out.accepted = why.allocations
                       ? phrase(QT_TRANSLATE_NOOP("core", "a step of at most %1 allocations (larger chunks make fewer)"),
                                {std::to_string(most_allocations)})
                       : phrase(QT_TRANSLATE_NOOP("core", "a step of this model whose bytes stay below 2^60"));
    out.text = phrase(QT_TRANSLATE_NOOP("core", "is too large to plan"));
    return out;
}

Result<Trace> run(const Job &job, Run run, const Rank &rank, bool count_work = false)
{
    struct Trim {
        ~Trim() { pool::trim(); }
    } const at_the_end;
    if (claims_memory(job.plan.plan)) return started_engine(*job.asked, job.plan, job.device, run != Run::counted);
    Card card(job.device);
    try {
        Result<Trace> trace = run_rank(job, card, run, rank, count_work);
        if (trace) trace->card = card.take_answers();
        return trace;
    } catch (const TooLarge &why) {
        return too_large(job.plan.plan, why);
    } catch (const NotSpread &refused) {
        return refused.why;
    } catch (const PartNotKnown &) {
        return Error{"trainable", job.asked->model_type, phrase(QT_TRANSLATE_NOOP("core", "null, which trains the whole model")),
                     phrase(QT_TRANSLATE_NOOP("core", "the step of this model does not tell its parameters apart one by one"))};
    }
}

/// Of a model that outlives the answer.
Result<Job> job_beside(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device)
{
    return make_job(ArchitectureRef(ArchitectureRef(), &architecture), plan, device);
}

} // namespace

Result<Trace> simulate(const Job &job, bool record_events, const Rank &rank, bool count_work)
{
    return run(job, record_events ? Run::recorded : Run::counted, rank, count_work);
}

Result<Trace> simulate(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device, bool record_events,
                       const Rank &rank, bool count_work)
{
    const Result<Job> job = job_beside(architecture, plan, device);
    return job ? simulate(*job, record_events, rank, count_work) : job.error();
}

Result<Trace> simulate_every_layer(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device,
                                   const Rank &rank)
{
    const Result<Job> job = job_beside(architecture, plan, device);
    return job ? run(*job, Run::every_layer, rank) : job.error();
}

} // namespace plimsoll::step
