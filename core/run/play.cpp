// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/play.h"

#include "core/engines/assisted.h"
#include "core/engines/inference.h"
#include "core/model/towers.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"
#include "core/parallel/engine.h"
#include "core/plan/releases.h"
#include "core/resolve/runners.h"
#include "core/run/loaded_model.h"
#include "core/run/megatron_run.h"
#include "core/run/pipeline_run.h"
#include "core/run/precision.h"
#include "core/run/registered_order.h"
#include "core/run/seen_pictures.h"
#include "core/run/unreached_modules.h"
#include "core/stacks/training.h"

#include <algorithm>
#include <functional>

namespace plimsoll::step {

bool in_stages(const Subject &subject)
{
    return subject.spread && subject.spread->parallel.pipeline > 1 &&
           parallel_engine(*subject.spread) != ParallelEngine::megatron;
}

bool hooks_inputs(const Subject &subject)
{
    const Plan &plan = subject.plan;
    const bool none = subject.stack.loop.input_gradients == InputGradients::of_none;
    if (none || !plan.gradient_checkpointing.enabled) return false;
    return plan.trains_adapter() || (plan.trainable && asks_for_input_gradients(plan));
}

namespace {

/// The objective's other models: of one that is a second copy of the weights, or of the adapters, what trains once more.
std::vector<Tensor> hold_residents(Machine &m, const Plan &plan, const Decoder &decoder, const std::vector<Leaf *> &parameters)
{
    std::vector<Tensor> out;
    for (const Resident &resident : residents_of(plan)) {
        const bool adapters = resident.held == HeldAs::adapter_copy;
        if (resident.held != HeldAs::model && !adapters) continue;
        for (const Leaf *leaf : parameters) {
            m.scope.layer = leaf->layer;
            out.push_back(m.empty(leaf->value.shape(), adapters ? Dtype::fp32 : leaf->value.dtype(), "reference_model",
                                  adapters ? Component::adapters : Component::weights));
        }
        m.scope.layer = -1;
        if (adapters) continue;
        for (const Tensor &buffer : decoder.buffers())
            out.push_back(m.empty(buffer.shape(), buffer.dtype(), "reference_model", Component::weights));
    }
    m.scope.layer = -1;
    return out;
}

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
void keep_part(const Subject &subject, const Layers &layers, Machine &m, std::vector<Leaf *> &parameters)
{
    if (subject.part && !subject.part->keep(parameters, layers.models)) throw PartNotKnown{};
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

/// The second step tells the highest moments on its own: a run of it alone begins with what the first one leaves.
bool second_step_tells(const Subject &subject)
{
    const Plan &plan = subject.plan;
    if (subject.loaded && subject.loaded->after_first_forward != subject.loaded->bytes) return false; // the first step unpacks
    if (replaces_embedding(subject)) return false;
    // the loss is assigned between the policy's forward and the reference's, which are one phase
    return !scores_on_graph(plan) || subject.stack.loop.trainer;
}

/// Ranks build but their shares of matrices or experts, all of which train.
bool holds_shares(const Subject &subject)
{
    if (!subject.spread || subject.plan.trains_adapter() || subject.part) return false;
    const Parallel &parallel = subject.spread->parallel;
    return parallel.tensor > 1 || parallel.expert > 1;
}

Trace under_megatron(const Subject &subject, Machine &m)
{
    auto stage = megatron_stage(subject.architecture, *subject.spread, subject.rank);
    if (!stage) throw NotSpread{stage.error()};
    Trace trace = megatron_run(m, *subject.spread, subject.rank, *std::move(stage));
    trace.trainable_parameters = subject.whole->total_parameters();
    if (!subject.plan.trains_adapter()) return trace;
    Plan alone = *subject.spread; // every adapter of the whole model
    alone.parallel.tensor = alone.parallel.pipeline = alone.parallel.expert = alone.parallel.virtual_stages = 1;
    const auto whole = megatron_stage(*subject.whole, alone, Rank{});
    if (whole) trace.trainable_parameters = whole->adapters() + whole->expert_adapters();
    return trace;
}

/// One gradient for each of these leaves, in the blocks that an allocator hands out.
Bytes bytes_of_gradients(const std::vector<Leaf *> &parameters, const Machine &m)
{
    Bytes out = 0;
    for (const Leaf *leaf : parameters) out += product(round_up(leaf->value.bytes(), 512), m.times(leaf->layer));
    return out;
}

/// What the machine wrote down of the steps.
void take_record(Trace &trace, Machine &m)
{
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    trace.between_steps = m.components();
}

/// What makes a generation's completions; nothing where several ranks gather the model's weights for it.
std::function<void(Machine &)> completions_of(const Plan &plan, Decoder &decoder, bool alone)
{
    if (!alone) return {};
    return [&plan, &decoder](Machine &m) {
        const Rollout &made = plan.rollout;
        const Count rows = product(plan.micro_batch, steps_of_generation(plan));
        generate_completions(m, decoder, plan, rows, *made.prompt_length, *made.completion_length);
    };
}

/// Pictures stand in the plan's rows: the decoder loads and runs what reads them.
void look_at_pictures(const Subject &subject, Decoder &decoder, UnreachedModules &unreached)
{
    const std::optional<SeenPictures> seen = seen_pictures(subject.architecture, subject.plan);
    if (!seen) return;
    decoder.see(*seen);
    unreached.leave_to(decoder.tower()->spec());
}

/// Adapters of the plan's targets that lie in the tower, where they are not kept out of it.
void adapt_tower(const Subject &subject, const AdapterTargets &targets, Tower &tower, Machine &m)
{
    const bool kept_out = subject.plan.images.tower == PartTraining::frozen;
    std::vector<std::string> names;
    for (const AdaptedModule &target : subject.targets->lora.targets) {
        const bool language = Tower::crosses(tower.spec(), target.module);
        if (language || (!kept_out && Tower::has(tower.spec(), target.module))) names.push_back(target.module);
    }
    if (!names.empty()) tower.add_adapters(m, names, targets.model_sizes, subject.plan.adapter);
}

/// PEFT's modules, in the order in which it wraps them.
void add_adapters(const Subject &subject, const AdapterTargets &targets, Decoder &decoder, UnreachedModules &unreached,
                  Machine &m)
{
    const Plan &plan = subject.plan;
    const Models &models = subject.stack.models;
    unreached.add_adapters(m, subject.architecture, subject.targets->lora, plan.adapter, plan.adapter.dtype);
    if (decoder.tower()) adapt_tower(subject, targets, *decoder.tower(), m);
    const bool placed = models.loads_onto_card;
    decoder.add_adapters(m, targets, plan.adapter, placed && plan.weights.quant != "none", placed);
    if (models.after_adapters != nullptr) models.after_adapters(m, decoder, plan);
}

/// Of a model whose encoder is its tower (Whisper).
void freeze_encoder(SequenceModel &model, std::vector<Leaf *> &parameters)
{
    if (model.spec().decoder_layers == 0) return;
    const std::string encoder = model.spec().base + "encoder.";
    std::vector<Leaf *> frozen;
    model.each_module([&](const Module &module, LinearModule *linear, NormModule *norm, Leaf *leaf) {
        if (!module.name.starts_with(encoder)) return;
        if (linear) linear->collect(frozen);
        if (norm) norm->collect(frozen);
        if (leaf) frozen.push_back(leaf);
    });
    for (Leaf *leaf : frozen) set_trains(*leaf, false);
    std::erase_if(parameters, [&frozen](const Leaf *leaf) { return std::ranges::find(frozen, leaf) != frozen.end(); });
}

/// What of the tower trains, ahead of the language model's parameters, and how many values that are; and the hook that draws it into the graph:
/// PreTrainedModel._activation_checkpointing_enable asks every input embedding that it finds for gradients (transformers 5.23).
Count train_tower(const Subject &subject, Decoder &decoder, std::vector<Leaf *> &parameters)
{
    Tower *tower = decoder.tower();
    const Plan &plan = subject.plan;
    const bool freezes = plan.images.tower == PartTraining::frozen && !plan.trains_adapter();
    if (!tower && freezes && decoder.sequence() && plan.images.per_row + plan.audio.per_row > 0)
        freeze_encoder(*decoder.sequence(), parameters);
    if (!tower) return 0;
    const std::vector<Leaf *> own = tower->make_trainable(plan.images.tower, plan.images.projector,
                                                          plan.trains_adapter() ? PartTraining::adapters : PartTraining::trained);
    parameters.insert(parameters.begin(), own.begin(), own.end());
    const bool asks = subject.stack.loop.input_gradients != InputGradients::of_none;
    tower->hook_inputs(asks && plan.gradient_checkpointing.enabled);
    Count values = 0;
    for (const Leaf *leaf : own) values += leaf->value.elements();
    return values;
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
    look_at_pictures(subject, decoder, unreached);
    decoder.expand_beside([&unreached](Machine &machine) { unreached.expand(machine); });
    decoder.load(m, [&](const Precision &given) { unreached.load(m, subject.architecture, given, whole); });
    if (plan.kbit_prepare && plan.trains_adapter() && !keeps_dtype(plan.weights.quant)) {
        unreached.raise_to_fp32(m);
        decoder.raise_to_fp32(m);
        if (!older_of(plan).keeps_blocks_of_preparation) m.empty_cache();
    }
    const bool adapters = plan.trains_adapter();
    const Models &models = subject.stack.models;
    if (models.after_loading != nullptr) models.after_loading(m, decoder, plan, precision.weights);
    if (adapters) add_adapters(subject, targets, decoder, unreached, m);
    if (subject.chosen) {
        const Trainable &wanted = *plan.trainable;
        unreached.train_only(subject.architecture, *subject.chosen,
                             trained_towers(subject.architecture, wanted, models.names_meet));
    }
    trace.trainable_parameters = unreached.trainable(adapters);
    std::vector<Leaf *> parameters = decoder.make_trainable(m, adapters, plan.adapter.bias, tiles_head(subject.stack, plan));
    const std::vector<Tensor> beside = hold_residents(m, plan, decoder, parameters);
    if (subject.chosen) keep_part(subject, layers, m, parameters);
    const Count of_tower = train_tower(subject, decoder, parameters);
    Tensor replaced;
    if (replaces_embedding(subject)) { // the optimizer keeps the first one
        Leaf &embedding = decoder.embedding_leaf();
        replaced = m.empty(embedding.value.shape(), embedding.value.dtype(), "wte", Component::weights);
        set_trains(embedding, true);
    }
    trace.trainable_parameters += decoder.unreached();
    for (const Leaf *leaf : parameters) trace.trainable_parameters += product(leaf->value.elements(), m.times(leaf->layer));
    trace.gradient_bytes = bytes_of_gradients(parameters, m);
    if (subject.part) trace.trainable_parameters = subject.part->parameters() + of_tower;
    if (holds_shares(subject)) trace.trainable_parameters = subject.whole->total_parameters();
    decoder.hook_inputs(hooks_inputs(subject));
    decoder.use_liger(subject.liger);
    if (plan.compile) decoder.run_compiled();
    m.saves_on_host = plan.gradient_checkpointing.offload_activations;
    if (subject.stack.loop.trainer) m.empty_cache(); // Trainer's _inner_training_loop: accelerator.free_memory()
    m.on_host = false;
    if (units) {
        ModelParameters all = decoder.registered();
        put_in_registered_order(subject.architecture, all);
        if (decoder.tower()) decoder.tower()->list(all.before);
        unreached.list(adapters, all.before);
        units->place(m, std::move(all));
        parameters = units->stepped(std::move(parameters));
        trace.other_ranks = other_full_ranks(*units, subject.spread->parallel.data * subject.spread->parallel.ulysses());
        trace.gradient_bytes = bytes_of_gradients(parameters, m); // of the rank's own shares
    }
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    Training training(m, decoder, plan, subject.stack, std::move(parameters), completions_of(plan, decoder, units == nullptr));
    training.recompute_only(recomputed_layers(subject, layers));
    if (!units && second_step_only && second_step_tells(subject))
        training.run_second_step();
    else
        training.run(2);
    take_record(trace, m);
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
    look_at_pictures(subject, decoder, unreached);
    decoder.expand_beside([&unreached](Machine &machine) { unreached.expand(machine); });
    decoder.load(m, [&](const Precision &given) { unreached.load(m, subject.architecture, given, false); });
    const std::unique_ptr<Decoder> assistant = load_assistant(subject, m);
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    std::vector<Tensor> pictures; // generate's caller has them until it returns
    if (decoder.tower()) pictures = decoder.tower()->batch(m, decoder.pictures(), plan.inference.context);
    runner_of(plan).call(m, decoder, {plan, subject.stack.models.scores_prompt, assistant.get()});
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    return trace;
}

} // namespace

Trace play(const Subject &subject, const Layers &layers, Machine &m, bool last_step_only)
{
    if (subject.plan.task != Task::train) return call(subject, layers, m);
    if (in_stages(subject))
        return run_pipeline(subject.architecture, subject.plan, precision_of(subject.plan, nullptr), subject.rank.stage, m);
    return train(subject, layers, m, last_step_only);
}

} // namespace plimsoll::step
