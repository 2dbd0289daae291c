// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/simulate.h"

#include "core/families/liger_patches.h"
#include "core/engines/assisted.h"
#include "core/engines/inference.h"
#include "core/ground/phrase.h"
#include "core/parallel/cut_model.h"
#include "core/parallel/engine.h"
#include "core/plan/older_releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"
#include "core/run/found_targets.h"
#include "core/run/layer_kinds.h"
#include "core/run/layer_layout.h"
#include "core/run/lengthened_run.h"
#include "core/run/loaded_model.h"
#include "core/run/pipeline_run.h"
#include "core/run/megatron_run.h"
#include "core/run/precision.h"
#include "core/run/started_engine.h"
#include "core/run/unreached_modules.h"
#include "core/stacks/training.h"
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
    if (decoder.kinds.empty() && !(decoder.more && decoder.more->sequence))
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

std::vector<Tensor> reference_model(Machine &m, const std::vector<Leaf *> &parameters)
{
    std::vector<Tensor> out;
    for (const Leaf *leaf : parameters) {
        m.scope.layer = leaf->layer;
        out.push_back(m.empty(leaf->value.shape(), leaf->value.dtype(), "reference_model", Component::weights));
    }
    m.scope.layer = -1;
    return out;
}

/// fms-acceleration 0.4 (plugins/fused-ops-and-kernels, fast_kernels_liger.yaml) takes Liger's loss, and norms and rotary
/// embedding that allocate as Liger's do; the MLP stays transformers' own.
LigerForms liger_of(const Plan &plan, std::string_view model_type)
{
    LigerForms forms = liger_forms(model_type);
    const auto plugin = [](const auto &library) { return library.first == "fms_acceleration"; };
    if (std::ranges::any_of(plan.libraries, plugin)) forms.gated_mlp = forms.relu_squared = forms.experts = false;
    return forms;
}

/// Thrown where a run cannot be spread as the plan asks.
struct NotSpread {
    Error why;
};

/// What is run, but for the number of its layers.
struct Subject {
    const Architecture &architecture;
    const Plan &plan;
    const Runner &stack;                         ///< the plan's, whatever its task
    std::shared_ptr<const LoadedWeights> loaded; ///< null: bitsandbytes, or nothing quantised
    std::shared_ptr<const FoundTargets> targets;
    LigerForms liger;
    std::shared_ptr<const TrainedLeaves> part = {}; ///< where only a part of the model trains
    ArchitectureRef assistant = {};                 ///< of inference.assistant
    const Plan *spread = nullptr;                   ///< the whole run's plan where `plan` is one rank's
    Rank rank = {};
    const Architecture *whole = nullptr; ///< which `architecture` is a rank's share of
};

std::unique_ptr<Units> units_of(const Subject &subject, Machine &m)
{
    if (!subject.spread) return nullptr;
    auto units = make_units({*subject.spread, subject.rank, subject.stack.loop.trainer, 0, subject.whole});
    if (!units) throw NotSpread{units.error()};
    m.units = units->get();
    m.hooks_modules = m.units->wants_modules();
    m.hooks_gradients = m.units->wants_gradients();
    return *std::move(units);
}

bool in_stages(const Subject &subject) { return subject.spread && subject.spread->parallel.pipeline > 1; }

/// DeepSpeed's buckets are flushed, and a pipeline's stages cut, without regard to layers; a unit of the whole model has them
/// all. Those of DDP are so as events; as counts they are made of all layers at once.
bool repeats_layers(const Subject &subject, bool recorded)
{
    if (!subject.spread) return true;
    const ParallelEngine engine = parallel_engine(*subject.spread);
    const Parallel &parallel = subject.spread->parallel;
    const bool fully_sharded = engine == ParallelEngine::fsdp1 || engine == ParallelEngine::fsdp2;
    return engine != ParallelEngine::deepspeed && engine != ParallelEngine::megatron &&
           !(recorded && engine == ParallelEngine::ddp) && parallel.pipeline == 1 &&
           !(fully_sharded && parallel.wrap.kind == Wrap::Kind::none);
}

bool replaces_embedding(const Subject &subject)
{
    const auto replaces = subject.stack.models.replaces_embedding;
    return replaces != nullptr && replaces(subject.plan);
}

bool raises_part(const Subject &subject)
{
    const Plan &plan = subject.plan;
    return subject.stack.loop.raises_trained_part && plan.trainable && !plan.trains_adapter() &&
           plan.weights.dtype == WeightDtype::fp32 && plan.autocast != Autocast::none;
}

/// The leaves that the plan's part has, of which PyTorch's parameters() would list `parameters`.
struct PartNotKnown {};

void keep_part(const Subject &subject, const Layers &layers, Machine &m, std::vector<Leaf *> &parameters)
{
    if (!subject.part->keep(parameters, layers.models)) throw PartNotKnown{};
    if (!raises_part(subject)) return;
    for (Leaf *leaf : parameters) {
        m.scope.layer = leaf->layer;
        raise_leaf(m, *leaf);
        set_trains(*leaf, true);
    }
    m.scope.layer = -1;
}

/// Whether each of these layers is recomputed; empty: all are.
std::vector<bool> recomputed_layers(const Subject &subject, const Layers &layers)
{
    std::vector<bool> out;
    if (!subject.part || subject.stack.loop.input_gradients != InputGradients::of_trained_layers) return out;
    for (const int layer : layers.models) out.push_back(subject.part->trains_in(static_cast<std::size_t>(layer)));
    return out;
}

/// PEFT's and transformers' hook on the embedding's output.
bool hooks_inputs(const Subject &subject)
{
    const Plan &plan = subject.plan;
    const bool none = subject.stack.loop.input_gradients == InputGradients::of_none;
    if (none || !plan.gradient_checkpointing.enabled) return false;
    return plan.trains_adapter() || (plan.trainable && asks_for_input_gradients(plan));
}

/// The second step tells the highest moments on its own: a run of it alone begins with what the first one leaves.
bool second_step_tells(const Subject &subject)
{
    const Plan &plan = subject.plan;
    if (subject.loaded && subject.loaded->after_first_forward != subject.loaded->bytes) return false; // the first step unpacks
    if (replaces_embedding(subject)) return false;
    // the loss is assigned between the policy's forward and the reference's, which are one phase
    return plan.objective != Objective::dpo || subject.stack.loop.trainer;
}

Trace under_megatron(const Subject &subject, Machine &m)
{
    auto stage = megatron_stage(subject.architecture, *subject.spread, subject.rank);
    if (!stage) throw NotSpread{stage.error()};
    return megatron_run(m, *subject.spread, subject.rank, *std::move(stage));
}

/// The model with these layers through loading and its steps.
Trace train(const Subject &subject, const Layers &layers, Machine &m, bool second_step_only)
{
    const Plan &plan = subject.plan;
    if (subject.spread && parallel_engine(*subject.spread) == ParallelEngine::megatron) return under_megatron(subject, m);
    const AdapterTargets &targets = layers.targets;
    Trace trace;
    Precision precision = precision_of(plan, subject.loaded);
    if (raises_part(subject)) precision.weights = precision.compute;
    Decoder decoder(*subject.architecture.decoder, layers.kinds, precision);
    m.begin_phase(Phase::load);
    UnreachedModules unreached;
    const bool whole = loads_named_class(plan);
    const std::unique_ptr<Units> units = units_of(subject, m);
    m.on_host = units && units->loads_on_host();
    decoder.expand_beside([&unreached](Machine &machine) { unreached.expand(machine); });
    decoder.load(m, [&](const Precision &given) { unreached.load(m, subject.architecture, given, whole); });
    if (plan.kbit_prepare && plan.trains_adapter() && !keeps_dtype(plan.weights.quant)) {
        unreached.raise_to_fp32(m);
        decoder.raise_to_fp32(m);
        if (!older::keeps_blocks_of_preparation(plan)) m.empty_cache();
    }
    const bool adapters = plan.trains_adapter();
    const Models &models = subject.stack.models;
    if (models.after_loading != nullptr) models.after_loading(m, decoder, plan, precision.weights);
    if (adapters) {
        unreached.add_adapters(m, subject.architecture, subject.targets->lora, plan.adapter, plan.adapter.dtype);
        const bool placed = models.loads_onto_card;
        decoder.add_adapters(m, targets, plan.adapter, placed && plan.weights.quant != "none", placed);
        if (models.after_adapters != nullptr) models.after_adapters(m, decoder, plan);
    }
    trace.trainable_parameters = unreached.trainable(adapters);
    std::vector<Leaf *> parameters = decoder.make_trainable(m, adapters, plan.adapter.bias, tiles_head(subject.stack, plan));
    // DPOTrainer: a second model where there are no adapters to turn off
    std::vector<Tensor> reference;
    if (plan.objective == Objective::dpo && !adapters) reference = reference_model(m, parameters);
    if (subject.part) keep_part(subject, layers, m, parameters);
    Tensor replaced;
    if (replaces_embedding(subject)) { // the optimizer keeps the first one
        Leaf &embedding = decoder.embedding_leaf();
        replaced = m.empty(embedding.value.shape(), embedding.value.dtype(), "wte", Component::weights);
        set_trains(embedding, true);
    }
    trace.trainable_parameters += decoder.unreached();
    for (const Leaf *leaf : parameters) {
        trace.trainable_parameters += product(leaf->value.elements(), m.times(leaf->layer));
        trace.gradient_bytes += product(round_up(leaf->value.bytes(), 512), m.times(leaf->layer));
    }
    if (subject.part) trace.trainable_parameters = subject.part->parameters();
    decoder.hook_inputs(hooks_inputs(subject));
    decoder.use_liger(subject.liger);
    m.saves_on_host = plan.gradient_checkpointing.offload_activations;
    if (subject.stack.loop.trainer) m.empty_cache(); // Trainer's _inner_training_loop: accelerator.free_memory()
    m.on_host = false;
    if (units) {
        ModelParameters all = decoder.registered();
        unreached.list(adapters, all.before);
        units->place(m, std::move(all));
        parameters = units->stepped(std::move(parameters));
        trace.gradient_bytes = 0; // of the rank's own shares
        for (const Leaf *leaf : parameters)
            trace.gradient_bytes += product(round_up(leaf->value.bytes(), 512), m.times(leaf->layer));
    }
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    Training training(m, decoder, plan, subject.stack, std::move(parameters));
    training.recompute_only(recomputed_layers(subject, layers));
    if (!units && second_step_only && second_step_tells(subject))
        training.run_second_step();
    else
        training.run(2);
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    trace.between_steps = m.components();
    return trace;
}

/// The model that drafts, in weights.dtype; null where the plan names none.
std::unique_ptr<Decoder> load_assistant(const Subject &subject, Machine &m)
{
    if (subject.plan.task != Task::infer || !subject.plan.inference.assistant) return nullptr;
    Plan plain = subject.plan;
    plain.weights.quant = "none";
    const DecoderSpec &spec = *subject.assistant->decoder;
    auto out = std::make_unique<Decoder>(spec, spec.layers, precision_of(plain, nullptr));
    out->load(m);
    return out;
}

/// The same through inference or extraction: loading, then the call itself.
Trace call(const Subject &subject, const Layers &layers, Machine &m)
{
    const Plan &plan = subject.plan;
    const Precision precision = precision_of(plan, subject.loaded);
    Trace trace;
    Decoder decoder(*subject.architecture.decoder, layers.kinds, precision);
    m.begin_phase(Phase::load);
    UnreachedModules unreached;
    decoder.expand_beside([&unreached](Machine &machine) { unreached.expand(machine); });
    decoder.load(m, [&](const Precision &given) { unreached.load(m, subject.architecture, given, false); });
    const std::unique_ptr<Decoder> assistant = load_assistant(subject, m);
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    runner_of(plan).call(m, decoder, {plan, subject.stack.models.scores_prompt, assistant.get()});
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    return trace;
}

/// What the plan does. `last_step_only`: training's second step is enough.
Trace play(const Subject &subject, const Layers &layers, Machine &m, bool last_step_only)
{
    if (subject.plan.task != Task::train) return call(subject, layers, m);
    if (in_stages(subject))
        return run_pipeline(subject.architecture, subject.plan, precision_of(subject.plan, nullptr), subject.rank.stage, m);
    return train(subject, layers, m, last_step_only);
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
    Machine machine(card, true);
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
        Machine machine(card, true, repeated(layout, short_run_periods));
        Trace run = play(subject, fewer_layers(subject, layout, short_run_periods), machine, false);
        if (auto whole = lengthen(std::move(run), layout)) return *std::move(whole);
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
        Machine machine(card, false);
        return play(subject, all_layers(subject), machine, true);
    }
    Machine machine(card, false, repeated(layout, periods, periods - 2));
    return play(subject, fewer_layers(subject, layout, periods), machine, true);
}

} // namespace

namespace {

bool is_paired(Objective objective) { return objective == Objective::dpo || objective == Objective::orpo; }

enum class Run : std::uint8_t { counted, recorded, every_layer };

/// What is run in the place of `given`; null where it is the same.
std::shared_ptr<const Architecture> built_for(const Architecture &given, const Plan &plan,
                                              const std::shared_ptr<const LoadedWeights> &loaded)
{
    if (loaded) return with_layouts(given, loaded);
    const auto build = stack_of(plan).models.build;
    return build == nullptr ? nullptr : build(given, plan);
}

Result<Trace> run_rows(const Architecture &asked, const ResolvedPlan &resolved, const Plan &asked_plan, Card &card, Run run,
                       const Rank &rank)
{
    const bool spread = asked_plan.task == Task::train && asked_plan.parallel.spread();
    std::optional<Plan> of_rank;
    if (spread) of_rank = plan_of_rank(asked_plan, stack_of(asked_plan).loop.trainer);
    const Plan &plan = of_rank ? *of_rank : asked_plan;
    const ArchitectureRef older = built_by_release(asked, plan);
    const Architecture &given = older ? *older : asked;
    if (const auto error = unsupported(given, resolved)) return *error;
    const auto rebuilt = built_for(given, plan, resolved.loaded);
    const Architecture &whole = rebuilt ? *rebuilt : given;
    Result<ArchitectureRef> cut = spread ? cut_for_rank(whole, asked_plan, rank) : ArchitectureRef();
    if (!cut) return cut.error();
    const Architecture &architecture = *cut ? **cut : whole;
    const bool trains = plan.task == Task::train;
    if (spread && plan.parallel.pipeline > 1)
        if (const auto error = unsupported_pipeline(architecture, asked_plan)) return *error;
    if (!trains) {
        if (const auto error = unsupported_inference(*given.decoder, plan)) return *error;
        if (const auto error = unsupported_assistant(*given.decoder, asked.assistant.get(), plan)) return *error;
    }
    Subject subject{architecture, plan, stack_of(plan), resolved.loaded, std::make_shared<FoundTargets>(), {}};
    subject.assistant = asked.assistant;
    subject.spread = spread ? &asked_plan : nullptr;
    subject.rank = rank;
    subject.whole = &whole;
    if (trains && plan.trains_adapter()) {
        auto found = targets_for(given, plan.adapter);
        if (!found) return found.error();
        if (const auto error = unsupported_targets(**found)) return *error;
        if (const auto error = unsupported_packed_targets(*architecture.decoder, (*found)->adapter)) return *error;
        subject.targets = *std::move(found);
    }
    if (trains && plan.trainable && plan.method == Method::full) {
        const auto part = trained_part(given, *plan.trainable, subject.stack.models.names_meet);
        if (!part) return part.error();
        subject.part = std::make_shared<const TrainedLeaves>(given, **part);
    }
    if (trains && plan.loss.kind == LossKind::fused && subject.stack.losses.fused == nullptr)
        subject.liger = liger_of(plan, architecture.model_type);
    if (run == Run::counted) return play_counted(subject, card);
    Trace trace = run == Run::recorded ? play_recorded(subject, card) : play_every_layer(subject, card);
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
                  const Rank &rank)
{
    struct Trim {
        ~Trim() { pool::trim(); }
    } const at_the_end;
    if (claims_memory(resolved.plan)) return started_engine(architecture, resolved, device, run != Run::counted);
    Card card(device);
    try {
        std::optional<Plan> twice;
        if (resolved.plan.task == Task::train && is_paired(resolved.plan.objective)) {
            twice = resolved.plan;
            twice->micro_batch *= 2; // a pair is two rows of one forward pass
        }
        Result<Trace> trace = run_rows(architecture, resolved, twice ? *twice : resolved.plan, card, run, rank);
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
                       const Rank &rank)
{
    return run(architecture, plan, device, record_events ? Run::recorded : Run::counted, rank);
}

Result<Trace> simulate_every_layer(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device,
                                   const Rank &rank)
{
    return run(architecture, plan, device, Run::every_layer, rank);
}

} // namespace plimsoll::step
