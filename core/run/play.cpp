// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/play.h"

#include "core/engines/assisted.h"
#include "core/engines/inference.h"
#include "core/model/towers.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"
#include "core/parallel/engine.h"
#include "core/plan/releases.h"
#include "core/plan/names.h"
#include "core/resolve/loaded_dtype.h"
#include "core/resolve/objective_head.h"
#include "core/resolve/runners.h"
#include "core/run/loaded_model.h"
#include "core/run/megatron_run.h"
#include "core/run/pipeline_run.h"
#include "core/run/precision.h"
#include "core/run/registered_order.h"
#include "core/run/tower_training.h"
#include "core/run/trained_leaves.h"
#include "core/run/unreached_modules.h"
#include "core/stacks/training.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace plimsoll::step {

bool in_stages(const Subject &subject)
{
    return subject.spread && subject.spread->parallel.pipeline > 1 &&
           parallel_engine(*subject.spread) != ParallelEngine::megatron;
}

bool hooks_inputs(const Subject &subject)
{
    const Plan &plan = subject.plan;
    if (subject.stack.loop.input_gradients == InputGradients::of_none || !plan.gradient_checkpointing.enabled) return false;
    return plan.trains_adapter() || (plan.trainable && asks_for_input_gradients(plan));
}

namespace {

/// Ranks among which each holds a share of every other model: TRL 1.16 models/utils.py, prepare_deepspeed and prepare_fsdp.
Count shares_of_others(const Subject &subject)
{
    if (!subject.spread || subject.spread->parallel.zero != 3) return 1;
    const Parallel &parallel = subject.spread->parallel;
    return std::max<Count>(1, parallel.data / std::max<Count>(1, parallel.replicate));
}

/// Of teachers and rewards (grpo_trainer.py): but under DeepSpeed, prepare_model(evaluation_mode=True) wraps nothing.
Count shares_of_judges(const Subject &of)
{
    if (of.spread && of.stack.loop.trainer && parallel_engine(*of.spread) != ParallelEngine::deepspeed) return 1;
    return shares_of_others(of);
}

/// Tensors beside the model, and the layer of each.
using Beside = std::vector<TrainingCompany::Parked>;

/// The model beneath the adapters, as it is loaded, once more: packed weights with what unpacks them.
void hold_base(Machine &m, const Subject &subject, Decoder &decoder, UnreachedModules &unreached, Beside &out)
{
    const Count shares = shares_of_others(subject);
    const auto hold = [&](const Tensor &one) {
        const Shape whole = one.shape();
        out.push_back({m.empty(shares == 1 ? whole : Shape{ceil_div(whole.elements(), shares)}, one.dtype(), "reference_model",
                               Component::weights),
                       m.scope.layer});
    };
    ModelParameters all = decoder.registered();
    unreached.list(true, all.before);
    for (const RegisteredParameter *parameter : all.all()) {
        if (parameter->adapter) continue;
        m.scope.layer = parameter->leaf->layer;
        hold(parameter->leaf->value);
        if (parameter->state == nullptr) continue;
        for (const Tensor &one : *parameter->state) hold(one);
    }
}

/// The objective's other models: of one that is a second copy of the weights, or of the adapters, what trains once more.
Beside hold_residents(Machine &m, const Subject &subject, Decoder &decoder, UnreachedModules &unreached,
                      const std::vector<Leaf *> &parameters)
{
    Beside out;
    const Count shares = shares_of_others(subject);
    const bool on_host = std::exchange(m.on_host, false); // the model that trains may be built there, to be cut
    for (const Resident &resident : residents_of(subject.plan)) {
        const bool adapters = resident.held == HeldAs::adapter_copy;
        const bool copies = resident.held == HeldAs::model && resident.name != teacher && resident.name != reward_model;
        if (!copies && !adapters) continue;
        const bool beneath = copies && subject.plan.trains_adapter();
        if (beneath) hold_base(m, subject, decoder, unreached, out);
        for (const Leaf *leaf : beneath ? std::vector<Leaf *>() : parameters) {
            m.scope.layer = leaf->layer;
            const Shape whole = leaf->value.shape();
            out.push_back({m.empty(adapters || shares == 1 ? whole : Shape{ceil_div(whole.elements(), shares)},
                                   adapters ? Dtype::fp32 : leaf->value.dtype(), "reference_model",
                                   adapters ? Component::adapters : Component::weights),
                           leaf->layer});
        }
        m.scope.layer = -1;
        if (adapters) continue;
        for (const Tensor &buffer : decoder.buffers())
            out.push_back({m.empty(buffer.shape(), buffer.dtype(), "reference_model", Component::weights), std::int16_t{-1}});
    }
    m.scope.layer = -1;
    m.on_host = on_host;
    return out;
}

std::unique_ptr<Units> units_of(const Subject &subject, Machine &m)
{
    if (!subject.spread) return nullptr;
    auto units = make_units(
        {*subject.spread, subject.rank, subject.stack.loop.trainer, 0, subject.whole, subject.stack.loop.own_collectives});
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
void keep_part(const Subject &subject, const Layers &layers, std::vector<Leaf *> &parameters)
{
    if (subject.part && !subject.part->keep(parameters, layers.models)) throw PartNotKnown{};
}

/// What trains becomes float32, where the stack does so.
void raise_part(const Subject &subject, Machine &m, const std::vector<Leaf *> &parameters)
{
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

/// What the machine wrote down of the steps.
void take_record(Trace &trace, Machine &m)
{
    trace.phases = m.take_phases();
    trace.events = m.take_events();
    trace.shapes = m.take_shapes();
    trace.between_steps = m.components();
    trace.load_peak = std::max(trace.load_peak, trace.phases.front().peak); // what is computed ahead of the steps is in it
}

/// What makes a generation's completions: of each rank its own, by the whole model. Nothing where ranks divide that.
std::function<void(Machine &, double)> completions_of(const Subject &subject, Decoder &decoder)
{
    const Plan &plan = subject.plan;
    if (subject.spread && generates_in_shares(*subject.spread)) return {};
    return [&plan, &decoder](Machine &m, double times) {
        const Rollout &made = plan.rollout;
        // experimental/gkd: use_cache=False where checkpoints are made
        const bool caches = objective_of(plan).teaching != Teaching::whole || !plan.gradient_checkpointing.enabled;
        generate_completions(m, decoder, plan,
                             {generated_rows(plan), *made.prompt_length, *made.completion_length, caches, times});
    };
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

/// Models of their own beside the one that trains, each in its checkpoint's dtype: TRL 1.16 loads teachers (experimental/gkd,
/// trainer/distillation_trainer.py) and models that reward without one, which transformers 5 takes for "auto".
OtherModels load_others(const Subject &subject, Machine &m, Trace &trace)
{
    OtherModels out;
    const Count shares = shares_of_judges(subject);
    const auto load = [&](std::string_view name, const ArchitectureRef &architecture) {
        if (!architecture || !architecture->decoder) return;
        Plan plan = subject.plan;
        plan.weights.quant = "none";
        plan.weights.dtype = *plan_enum<WeightDtype>(loaded_dtype(plan, *architecture, {}).value);
        const Bytes before = m.allocated();
        const DecoderSpec &spec = *architecture->decoder;
        OtherModel model{name, architecture, std::make_unique<Decoder>(spec, spec.layers, precision_of(plan, nullptr)), {}};
        const bool on_host = std::exchange(m.on_host, shares > 1);
        model.decoder->load(m);
        std::vector<Leaf *> leaves = model.decoder->make_trainable(m, false); // from_pretrained freezes nothing
        m.on_host = false;
        if (shares > 1) {
            Bytes whole = 0;
            std::map<int, Bytes> layers;
            for (const Leaf *leaf : leaves) {
                whole += leaf->value.bytes();
                model.gathered = std::max(model.gathered, layers[leaf->layer] += leaf->value.bytes());
            }
            model.shard = m.empty({ceil_div(whole, shares)}, Dtype::uint8, "shard", Component::weights);
        }
        m.on_host = on_host;
        trace.residents.emplace_back(name, m.allocated() - before);
        out.push_back(std::move(model));
    };
    for (const Resident &resident : residents_of(subject.plan)) {
        if (resident.name == teacher) load(teacher, subject.teacher);
        if (resident.name != reward_model) continue;
        for (const ArchitectureRef &judge : subject.reward_models) load(reward_model, judge ? with_score_head(judge) : judge);
    }
    m.scope.layer = -1;
    return out;
}

/// Every tensor of the model in the order in which module.to() moves them, and a second set of adapters with it; none where nothing
/// is parked.
Beside parked_tensors(const Subject &subject, Decoder &decoder, UnreachedModules &unreached, const Beside &beside)
{
    Beside out;
    const Rollout &made = subject.plan.rollout;
    const bool serves = std::ranges::any_of(stages_of(subject.plan), [](const Stage &stage) { return stage.act == Act::serve; });
    if (!serves || !made.colocated || !made.offload_trainer) return out;
    ModelParameters all = decoder.registered();
    unreached.list(subject.plan.trains_adapter(), all.before);
    for (const RegisteredParameter *parameter : all.all()) {
        const std::int16_t layer = parameter->leaf->layer;
        out.push_back({parameter->leaf->value, layer});
        if (parameter->state == nullptr) continue;
        for (const Tensor &one : *parameter->state) out.push_back({one, layer});
    }
    out.insert(out.end(), beside.begin(), beside.end());
    return out;
}

/// What stands behind loading; of a policy in shares its weights, not the library's copies and buckets beside them.
void take_load(Trace &trace, Machine &m, bool in_shares)
{
    trace.after_load = m.allocated();
    trace.after_load_components = m.components();
    trace.load_peak = m.phases().front().peak;
    if (!in_shares) return;
    Bytes &of_policy = trace.residents.front().second;
    of_policy = 0;
    for (const Component held : {Component::weights, Component::quantization_metadata, Component::adapters})
        of_policy += trace.after_load_components[static_cast<std::size_t>(held)];
    for (std::size_t i = 1; i < trace.residents.size(); ++i) of_policy -= trace.residents[i].second;
}

/// What trains: of the tower, of the part that is chosen, or of the whole model where ranks hold shares of it.
void count_trained(Trace &trace, const Subject &subject, const Decoder &decoder, const std::vector<Leaf *> &parameters,
                   Count of_tower, const Machine &m)
{
    trace.gradient_bytes = bytes_of_gradients(parameters, m);
    if (subject.part) {
        trace.trainable_parameters += trained_language(subject.architecture, *subject.chosen, decoder.tower()) + of_tower;
    } else {
        trace.trainable_parameters += decoder.unreached();
        for (const Leaf *leaf : parameters) trace.trainable_parameters += product(leaf->value.elements(), m.times(leaf->layer));
    }
    if (holds_shares(subject)) trace.trainable_parameters = subject.whole->total_parameters();
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
    const Bytes of_policy = m.allocated();
    trace.residents.emplace_back(policy, of_policy);
    const Beside beside = hold_residents(m, subject, decoder, unreached, parameters);
    if (const Bytes more = m.allocated() - of_policy; more > 0) trace.residents.emplace_back("reference", more);
    OtherModels others = load_others(subject, m, trace);
    if (subject.chosen) keep_part(subject, layers, parameters);
    const Count of_tower = train_tower(subject, decoder, parameters);
    if (subject.chosen) raise_part(subject, m, parameters);
    Tensor replaced;
    if (replaces_embedding(subject)) { // the optimizer keeps the first one
        Leaf &embedding = decoder.embedding_leaf();
        replaced = m.empty(embedding.value.shape(), embedding.value.dtype(), "wte", Component::weights);
        set_trains(embedding, true);
    }
    count_trained(trace, subject, decoder, parameters, of_tower, m);
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
    take_load(trace, m, units != nullptr);
    TrainingCompany company{completions_of(subject, decoder), std::move(others), {}};
    if (!units) company.parked = parked_tensors(subject, decoder, unreached, beside);
    Training training(m, decoder, plan, subject.stack, std::move(parameters), std::move(company));
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
    take_load(trace, m, false);
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
