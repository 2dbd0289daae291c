// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/simulate.h"

#include "core/adapters/adapter_run.h"
#include "core/engines/inference.h"
#include "core/engines/assisted.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/parallel/cut_model.h"
#include "core/parallel/engine.h"
#include "core/plan/releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"
#include "core/run/layer_kinds.h"
#include "core/run/layer_layout.h"
#include "core/run/lengthened_run.h"
#include "core/run/loaded_model.h"
#include "core/run/pipeline_run.h"
#include "core/run/play.h"
#include "core/run/precision.h"
#include "core/run/seen_pictures.h"
#include "core/run/started_engine.h"
#include "core/torch/pool.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace plimsoll::step {

namespace {

std::optional<Error> unsupported(const Architecture &architecture, const ResolvedPlan &resolved)
{
    if (!architecture.decoder)
        return Error{"model", architecture.model_type, phrase(QT_TRANSLATE_NOOP("core", "a model type whose step is known")),
                     architecture.no_decoder_reason};
    const DecoderSpec &decoder = *architecture.decoder;
    if (decoder.kinds.empty() && !(decoder.extension && decoder.extension->sequence))
        return Error{"num_hidden_layers", "0", phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"1"}),
                     phrase(QT_TRANSLATE_NOOP("core", "a language model without layers makes no step"))};
    for (const LayerSpec &layer : decoder.kinds) {
        const bool attention = layer.attention.kind == AttentionKind::grouped || layer.attention.kind == AttentionKind::latent ||
                               layer.attention.kind == AttentionKind::none;
        const bool mlp = layer.mlp.kind == MlpKind::none || layer.mlp.kind == MlpKind::gated ||
                         layer.mlp.kind == MlpKind::gated_fused || layer.mlp.kind == MlpKind::plain ||
                         (layer.mlp.kind == MlpKind::moe && ExpertsModule::known(layer.mlp));
        if (!attention || !mlp)
            return Error{
                "model", architecture.model_type, phrase(QT_TRANSLATE_NOOP("core", "dense decoders with grouped attention")),
                phrase(attention ? QT_TRANSLATE_NOOP("core", "the step of this kind of mixture of experts is not known yet")
                                 : QT_TRANSLATE_NOOP("core", "the step of this kind of attention is not known yet"))};
    }
    return unsupported_quant(resolved);
}

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
/// layer's input needs no gradient: it keeps what the others hand on, under reentrant checkpointing, so it is none of their kind.
int periods_to_count(const Subject &subject)
{
    const Plan &plan = subject.plan;
    const bool first_differs = plan.trains_adapter() && plan.gradient_checkpointing.enabled && !hooks_inputs(subject);
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

/// What is run in the place of `given`; null where it is the same.
std::shared_ptr<const Architecture> built_for(const Architecture &given, const Plan &plan,
                                              const std::shared_ptr<const LoadedWeights> &loaded)
{
    const Models &models = stack_of(plan).models;
    const auto laid_out = loaded ? with_layouts(given, loaded) : nullptr;
    if (models.build == nullptr || (loaded && models.own)) return laid_out;
    auto built = models.build(laid_out ? *laid_out : given, plan);
    return built ? built : laid_out;
}

Result<Trace> run_rows(const Architecture &asked, const ResolvedPlan &resolved, const Plan &asked_plan, Card &card, Run run,
                       const Rank &rank, bool count_work)
{
    const bool spread = asked_plan.task == Task::train && asked_plan.parallel.spread();
    std::optional<Plan> of_rank;
    if (spread) of_rank = plan_of_rank(asked_plan, stack_of(asked_plan).loop.trainer);
    const Plan &plan = of_rank ? *of_rank : asked_plan;
    const ArchitectureRef older = built_by_release(asked, plan);
    const Architecture &given = older ? *older : asked;
    if (const auto error = unsupported(given, resolved)) return *error;
    if (const auto error = unsupported_pictures(given, plan)) return *error;
    const auto rebuilt = built_for(given, plan, resolved.loaded);
    const Architecture &whole = rebuilt ? *rebuilt : given;
    Result<ArchitectureRef> cut = spread ? cut_for_rank(whole, asked_plan, rank) : ArchitectureRef();
    if (!cut) return cut.error();
    const Architecture &architecture = *cut ? **cut : whole;
    const bool trains = plan.task == Task::train;
    if (spread && plan.parallel.pipeline > 1 && parallel_engine(asked_plan) != ParallelEngine::megatron)
        if (const auto error = unsupported_pipeline(architecture, asked_plan)) return *error;
    if (!trains) {
        if (const auto error = unsupported_inference(*given.decoder, plan)) return *error;
        if (const auto error = unsupported_assistant(*given.decoder, asked.assistant.get(), plan)) return *error;
    }
    Subject subject{architecture, plan, stack_of(plan), resolved.loaded, std::make_shared<FoundTargets>(), {}};
    subject.assistant = asked.assistant;
    subject.teacher = asked.teacher;
    subject.reward_models = asked.reward_models;
    subject.spread = spread ? &asked_plan : nullptr;
    subject.rank = rank;
    subject.whole = &whole;
    // Megatron-LM's own layers have other matrices: what of them is adapted says core/parallel/megatron_sizes.h
    const bool own_layers = spread && parallel_engine(asked_plan) == ParallelEngine::megatron;
    if (trains && plan.trains_adapter() && !own_layers) {
        auto found = targets_for(given, plan.adapter);
        if (!found) return found.error();
        if (const auto error = unsupported_targets(**found)) return *error;
        if (const auto error = unsupported_packed_targets(*architecture.decoder, (*found)->adapter)) return *error;
        subject.targets = *std::move(found);
    }
    if (trains && plan.trainable && plan.method == Method::full) {
        const auto part = trained_part(given, *plan.trainable, subject.stack.models.names_meet);
        if (!part) return part.error();
        subject.chosen = *part;
        auto leaves = std::make_shared<const TrainedLeaves>(given, **part);
        if (!leaves->all_train()) subject.part = std::move(leaves); // else only towers are frozen, which text does not reach
    }
    const bool fused = plan.loss.kind == LossKind::fused;
    const bool layers_alone =
        subject.stack.models.patches_liger || std::ranges::find(plan.kernels, "liger") != plan.kernels.end();
    if (trains && (fused || layers_alone) && subject.stack.losses.fused == nullptr) {
        subject.liger = liger_of(plan, architecture);
        if (!fused) subject.liger.head = subject.liger.cross_entropy = false;
    }
    if (count_work && trains) subject.work = std::make_shared<WorkList>();
    if (run == Run::counted) {
        Trace trace = play_counted(subject, card);
        trace.work = std::move(subject.work);
        return trace;
    }
    Trace trace = run == Run::recorded ? play_recorded(subject, card) : play_every_layer(subject, card);
    trace.work = std::move(subject.work);
    using Kept = std::tuple<ArchitectureRef, ArchitectureRef, ArchitectureRef, std::shared_ptr<const LoadedWeights>>;
    trace.names = std::make_shared<const Kept>(rebuilt, older, *cut, resolved.loaded);
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

Result<Trace> run(const Architecture &architecture, const ResolvedPlan &resolved, const CardFacts &device, Run run,
                  const Rank &rank, bool count_work = false)
{
    struct Trim {
        ~Trim() { pool::trim(); }
    } const at_the_end;
    if (claims_memory(resolved.plan)) return started_engine(architecture, resolved, device, run != Run::counted);
    Card card(device);
    try {
        std::optional<Plan> rows = plan_of_pass(resolved.plan);
        if (stack_of(resolved.plan).loop.steps_each_pass && objective_of(resolved.plan).generates &&
            resolved.plan.rollout.generations) {
            if (!rows) rows = resolved.plan; // of one prompt's completions
            rows->micro_batch = std::min(rows->micro_batch, *resolved.plan.rollout.generations);
            rows->gradient_accumulation = ceil_div(*resolved.plan.rollout.generations, rows->micro_batch);
        }
        if (const Count more = resolved.plan.trains_adapter() ? virtual_tokens(resolved.plan.adapter) : 0; more > 0) {
            if (!rows) rows = resolved.plan;
            rows->sequence_length += more; // a prompt that is learned stands before each row
        }
        Result<Trace> trace = run_rows(architecture, resolved, rows ? *rows : resolved.plan, card, run, rank, count_work);
        if (trace) trace->card = card.take_answers();
        return trace;
    } catch (const TooLarge &why) {
        return too_large(resolved.plan, why);
    } catch (const NotSpread &refused) {
        return refused.why;
    } catch (const PartNotKnown &) {
        return Error{"trainable", architecture.model_type,
                     phrase(QT_TRANSLATE_NOOP("core", "null, which trains the whole model")),
                     phrase(QT_TRANSLATE_NOOP("core", "the step of this model does not tell its parameters apart one by one"))};
    }
}

} // namespace

Result<Trace> simulate(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device, bool record_events,
                       const Rank &rank, bool count_work)
{
    return run(architecture, plan, device, record_events ? Run::recorded : Run::counted, rank, count_work);
}

Result<Trace> simulate_every_layer(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device,
                                   const Rank &rank)
{
    return run(architecture, plan, device, Run::every_layer, rank);
}

} // namespace plimsoll::step
