// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/training.h"

#include "core/adapters/adapters.h"
#include "core/model/extension.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/releases.h"
#include "core/torch/units.h"
#include <algorithm>
#include <utility>

namespace plimsoll::step {

bool makes_cache(const Plan &plan, const Loop &loop, const DecoderSpec &spec)
{
    if (plan.gradient_checkpointing.enabled || loop.tells_no_cache || loop.trainer) return false;
    return std::ranges::any_of(spec.kinds, [](const LayerSpec &layer) { return layer.attention.kind != AttentionKind::none; });
}

Training::Training(Machine &machine, Decoder &decoder, const Plan &plan, const Runner &stack, std::vector<Leaf *> parameters,
                   TrainingCompany company)
    : m(machine), m_decoder(decoder), m_plan(plan), m_stack(stack), m_loop(stack.loop),
      m_optimizer(plan, {.by_trainer = stack.loop.trainer}, std::move(parameters)), m_stages(stages_of(plan)),
      m_company(std::move(company))
{
    machine.older = older_of(plan);
    precompute();
    m_optimizer.create_at_once(machine);
    if (steps_in_backward(plan.optimizer)) m_optimizer.step_in_backward(machine);
}

bool Training::caches() const
{
    // modeling_layers.py turns the cache off under checkpointing
    const bool told = m_loop.tells_no_cache || m_plan.gradient_checkpointing.enabled;
    return m_decoder.spec().caches_in_training && !told;
}

namespace {

/// Turns of loops over chunks that are told one by one in a pass, over all layers: beyond these a step would have millions of events.
constexpr Count most_turns_of_pass = 1024;

MixerForms mixers_of(const Plan &plan, const Loop &loop, const DecoderSpec &spec)
{
    MixerForms out;
    const auto has = [&plan](std::string_view package) { return std::ranges::find(plan.kernels, package) != plan.kernels.end(); };
    out.fla = has("fla");
    out.causal_conv1d = has("causal_conv1d");
    out.mamba_ssm = has("mamba_ssm");
    out.cached = makes_cache(plan, loop, spec);
    const auto loops = std::ranges::count_if(spec.layers, [&spec](int kind) {
        const auto &more = spec.kinds[static_cast<std::size_t>(kind)].extension;
        return more && more->mixer.kind == MixerKind::delta_net;
    });
    if (loops > 0) out.most_turns = std::min(out.most_turns, most_turns_of_pass / static_cast<Count>(loops));
    return out;
}

} // namespace

ForwardInputs Training::inputs()
{
    ForwardInputs in;
    in.batch = m_plan.micro_batch;
    in.length = m_plan.sequence_length;
    if (m_loop.numbers_rows) in.position_rows = in.batch;
    in.padded = m_plan.padded;
    in.mask_given = m_loop.trainer || m_plan.padded;
    in.backend = m_plan.attention;
    in.checkpointing = m_plan.gradient_checkpointing;
    in.tower_checkpointing = m_plan.images.tower_checkpointing;
    in.units_around = m_plan.parallel.checkpoint_wrapper;
    in.recomputes_to_end = m_loop.recomputes_to_end;
    in.checkpointing.reentrant = in.checkpointing.reentrant || m.older.checkpoints_reentrantly;
    in.mixers = mixers_of(m_plan, m_loop, m_decoder.spec());
    in.mixers.tuned = m_tuned;
    if (!m_recomputed.empty()) in.recomputed = &m_recomputed;
    if (caches()) in.training_cache = &m_cache;
    if (m_loop.recomputes_in_function && in.checkpointing.offload) in.checkpointing.reentrant = true;
    return in;
}

std::vector<Tensor> Training::fetch_batches(Count micro_batches, bool with_mask)
{
    constexpr Count most = 1024; // what more there are stands in one piece
    std::vector<Tensor> batch;
    batch.reserve(static_cast<std::size_t>(std::min(micro_batches, most)) * (with_mask ? 3 : 2) + 1);
    if (const Count more = micro_batches - most; more > 0) {
        const Bytes each = round_up(product(m_plan.micro_batch, m_plan.sequence_length, size_of(Dtype::int64)), 512);
        batch.push_back(m.empty({more, with_mask ? 3 : 2, each}, Dtype::uint8, "batch", Component::temporaries));
    }
    for (Count i = 0; i < std::min(micro_batches, most); ++i) {
        for (int part = 0; part < (with_mask ? 3 : 2); ++part)
            batch.push_back(m.empty({m_plan.micro_batch, m_plan.sequence_length}, Dtype::int64, "batch", Component::temporaries));
        if (const Tower *tower = m_decoder.tower())
            for (Tensor &picture : tower->batch(m, m_decoder.pictures(), m_plan.sequence_length))
                batch.push_back(std::move(picture));
    }
    return batch;
}

void Training::enter_autocast()
{
    if (m_plan.autocast != Autocast::none) m.autocast = m_plan.autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Tensor Training::loss_of(Count rows, Tensor hidden, std::vector<Tensor> &logits)
{
    Plan part = m_plan;
    part.micro_batch = rows;
    return training_loss(m, m_decoder, part, m_stack, std::move(hidden), logits);
}

Tensor Training::loss_of_first(Count rows, std::vector<Tensor> &logits)
{
    ForwardInputs first = inputs();
    first.batch = rows;
    return loss_of(rows, m_decoder.hidden_states(m, first), logits);
}

Tensor Training::adapted_loss(Tensor loss, const std::vector<Tensor> &logits)
{
    if (!m_plan.trains_adapter() || tiles_head(m_stack, m_plan)) return loss; // the model is given no labels there
    const auto own_loss = [&](const Tensor &of) { return shifted_logits_loss(m, of, of.shape().size[0], of.shape().size[1]); };
    if (method_of(m_plan.adapter).own_loss && !logits.empty()) return own_loss(logits.back());
    const std::optional<StateLoss> beside = m_decoder.loss_beside();
    if (!beside) return loss;
    Tensor own = own_loss(m_decoder.head().forward(m, beside->state));
    if (beside->weight <= 0.0) return loss;
    return add(m, std::move(loss), scale(m, std::move(own)));
}

Tensor Training::forward(std::vector<Tensor> &logits)
{
    m.begin_phase(Phase::forward);
    return_from_host();
    enter_autocast();
    std::vector<Tensor> before = std::exchange(m_cache, {}); // a plain loop's last outputs
    const Count first = rows_read_first(m_plan);
    const Tensor read = first < m_plan.micro_batch ? loss_of_first(first, logits) : Tensor();
    ForwardInputs rest = inputs();
    rest.batch -= read.defined() ? first : 0;
    Tensor hidden = m_decoder.hidden_states(m, rest);
    m.begin_phase(Phase::loss);
    Scope scope;
    scope.component = Component::logits_loss;
    scope.loss = true;
    const WithScope head(m, scope);
    Tensor loss;
    if (teaching() == Teaching::tiled)
        loss = completion_states(std::move(hidden));
    else if (objective_of(m_plan).pairs_completions)
        loss = pair_log_probs(std::move(hidden));
    else if (compares_whole())
        loss = logits.emplace_back(m_decoder.returned_logits(m, m_decoder.logits(m, std::move(hidden))));
    else if (read.defined())
        loss = add(m, loss_of(rest.batch, std::move(hidden), logits), read);
    else
        loss = adapted_loss(training_loss(m, m_decoder, m_plan, m_stack, std::move(hidden), logits), logits);
    if (m.units) loss = m.units->leave(m, {Block::Kind::model}, std::move(loss)); // the model's forward returns with it
    if (m_loop.outputs == Outputs::assigned_in_block) { // `outputs` and `loss` are assigned inside `with torch.autocast(…)`
        m_kept_logits = std::exchange(logits, {});
        m_kept_loss = loss;
    }
    m.autocast.reset();
    clear_autocast_cache(m);
    if (compares_whole() || teaching() != Teaching::none) return loss;
    // accelerate's convert_outputs_to_fp32 on what model.forward returns
    for (Tensor &held : logits) {
        if (m_loop.trainer && m_plan.autocast != Autocast::none) held = to(m, std::move(held), Dtype::fp32);
        if (m_loop.log_logits != nullptr) m_loop.log_logits(m, held, m_plan);
    }
    if (m.units) m.units->outputs(m, logits, loss);
    return loss;
}

void Training::before_passes()
{
    for (const Stage &stage : m_stages) {
        if (stage.of_pass) return;
        if (stage.act == Act::generate) complete(generations_of_step(m_plan));
        if (stage.act == Act::serve) m.begin_phase(stage.phase);
        if (stage.act == Act::score) score(stage);
    }
}

Tensor Training::pass(std::vector<Tensor> &logits)
{
    Tensor loss;
    for (const Stage &stage : m_stages) {
        if (stage.act == Act::backward) break;
        if (!stage.of_pass) continue;
        if (stage.act == Act::generate) complete(m_stands_for);
        if (stage.act == Act::serve) make_room();
        if (stage.act == Act::serve) m.begin_phase(stage.phase);
        if (stage.act == Act::forward) loss = forward(logits);
        if (stage.act == Act::score && stage.model == teacher)
            loss = teach(stage, std::move(loss), logits);
        else if (stage.act == Act::score)
            score(stage);
        if (stage.act == Act::compare) loss = compare(stage, std::move(loss), logits);
    }
    return loss;
}

void Training::backward(const Tensor &loss)
{
    Tensor ones = m.empty({1}, Dtype::fp32, "ones_like");
    m_has_room = false;
    run_backward(m, loss, std::move(ones));
    m_optimizer.step_behind(m);
}

void Training::optimizer_step()
{
    if (steps_in_backward(m_plan.optimizer) || (m.units && m.units->step(m, m_optimizer))) return;
    if (m_plan.max_grad_norm > 0) m_optimizer.clip(m);
    m_optimizer.step(m);
    m_optimizer.zero_grad();
    leave_logits();
}

/// Compiled steps of adapters over checkpoints leave float32 logits from the first one on: recorded with torch 2.15, Trainer 5.23.
void Training::leave_logits()
{
    const bool leaves = m_plan.compile && m_loop.trainer && m_plan.trains_adapter() && m_plan.gradient_checkpointing.enabled &&
                        m_plan.loss.kind == LossKind::full && m_plan.autocast != Autocast::none;
    if (!leaves || m_left_logits.defined() || m_decoder.sequence() != nullptr) return;
    m_left_logits = m.empty({m_plan.micro_batch, m_plan.sequence_length, m_decoder.head().out_features()}, Dtype::fp32, "logits",
                            Component::logits_loss);
}

/// Passes that are run: from the second on, when the gradients stand, all are alike, but for the last, which reduces them where
/// several ranks do. A plain loop's second still finds less of the one before it than the third does. What an allocator reserves
/// settles over a few more, which are run as long as they are short.
Count Training::passes() const
{
    constexpr Count least = 3, most_layers = 1024; // over all passes, a turn of a loop counted as a layer
    const DecoderSpec &spec = m_decoder.spec();
    Count of_pass = static_cast<Count>(spec.layers.size());
    for (const int kind : spec.layers)
        if (const auto &more = spec.kinds[static_cast<std::size_t>(kind)].extension;
            more && more->mixer.kind == MixerKind::delta_net)
            of_pass += std::min(mixers_of(m_plan, m_loop, spec).most_turns,
                                m_plan.sequence_length / std::max<Count>(more->mixer.chunk, 1));
    return std::min(m_plan.gradient_accumulation, std::max(least, most_layers / std::max<Count>(of_pass, 1)));
}

void Training::trainer_step()
{
    std::vector<Tensor> next = fetch_batches(m_plan.gradient_accumulation, true);
    m_batches = std::move(next);
    const Count count = passes();
    before_passes();
    stands_for(static_cast<double>(m_plan.gradient_accumulation) / static_cast<double>(count));
    for (Count i = 0; i < count; ++i) {
        if (m.units) m.units->micro_batch(m, i, count);
        std::vector<Tensor> logits;
        Tensor loss = pass(logits);
        logits.clear(); // training_step drops the outputs before backward
        m_cache.clear();
        if (m.in_first_step() && empties_cache_first()) m.empty_cache();
        backward(loss);
        // the loss, and what the graph's own functions hold, goes when training_step returns
        m.begin_phase(i + 1 < count ? Phase::forward : Phase::optimizer_step);
    }
    stands_for(1);
    optimizer_step();
}

void Training::plain_step()
{
    before_passes();
    stands_for(static_cast<double>(m_plan.gradient_accumulation) / static_cast<double>(passes()));
    for (Count i = 0; i < passes(); ++i) {
        if (m.units) m.units->micro_batch(m, i, passes());
        std::vector<Tensor> next = fetch_batches(1, m_plan.padded);
        m_batches = std::move(next);
        std::vector<Tensor> logits;
        if (m_loop.lists_logits && m_plan.loss.kind == LossKind::chunked) logits = std::move(m_kept_logits);
        Tensor loss = pass(logits);
        if (m_loop.outputs == Outputs::assigned) { // `outputs` is assigned when the call returns
            m_kept_logits = std::move(logits);
            m_kept_loss = loss;
        }
        if (m_loop.outputs == Outputs::dropped) logits.clear();
        backward(loss);
        if (!m_loop.steps_each_pass || i + 1 == passes()) continue;
        m.begin_phase(Phase::optimizer_step);
        optimizer_step();
        loss.reset();
    }
    stands_for(1);
    m.begin_phase(Phase::optimizer_step);
    optimizer_step();
    if (!keeps_outputs()) drop_outputs();
}

bool Training::empties_cache_first() const { return m_loop.empties_cache_first && objective_of(m_plan).plain; }

bool Training::keeps_outputs() const { return !m_loop.chooses_outputs || m_plan.keep_outputs; }

/// The step is a function that returns: its local names go.
void Training::drop_outputs()
{
    m_kept_logits.clear();
    m_kept_loss.reset();
    m_cache.clear();
}

/// The list of the first step's logits, which goes while the second's loss is on its way.
void Training::keep_first_logits()
{
    if (!m_loop.lists_logits || m_plan.loss.kind != LossKind::chunked) return;
    const Count length = m_plan.sequence_length, piece = m_plan.loss.chunk.value_or(128);
    for (Count start = 0; start < length; start += piece) // float32 is what Fabric returns
        m_kept_logits.push_back(m.empty({m_plan.micro_batch, std::min(piece, length - start), m_decoder.head().out_features()},
                                        Dtype::fp32, "logits", Component::logits_loss));
}

/// A step leaves what it found; what it leaves beyond `before` (outputs, and what the loss holds of its graph) the first one left
/// too, and it stood until outputs and loss were assigned anew.
void Training::add_what_first_step_left(const ComponentBytes &before)
{
    ComponentBytes more = m.components();
    for (std::size_t i = 0; i < more.size(); ++i) more[i] -= before[i];
    m.add_to_phase(Phase::forward, more, true);
    m.add_to_phase(Phase::loss, more, false);
}

void Training::run_second_step()
{
    // the first step's graph stands until its loss is assigned anew, and with it what its products keep
    // and what the first step leaves in the cache decides what later ones find there
    if (m.older.keeps_4bit_inputs || empties_cache_first()) return run(2);
    m.begin_step(2);
    m_tuned.reset(); // in the first step
    m.begin_phase(Phase::optimizer_step);
    WorkList *const counted = std::exchange(m.work, nullptr); // what the first step has made
    m_workspaces = kept_workspaces(m, 2);
    m_optimizer.create_states(m);
    leave_logits();
    make_room();
    m.begin_phase(m_stages.front().phase);
    m_batches = m_loop.trainer ? fetch_batches(m_plan.gradient_accumulation, true) : fetch_batches(1, m_plan.padded);
    if (m_loop.trainer) {
        m.work = counted;
        return trainer_step();
    }
    if (keeps_outputs() && passes() == 1) keep_first_logits();
    m.work = counted;
    const ComponentBytes before = m.components();
    plain_step();
    if (passes() == 1) add_what_first_step_left(before); // of several, the later ones have found it
}

/// An engine in this process has multiplied in the forward's thread before, and autograd's makes its own at its first product. Without
/// one both stand from the start: so reserve the published runs of older releases, whose processes ran several.
void Training::keep_workspaces()
{
    m_workspaces = kept_workspaces(m, serves_beside() ? 1 : 2);
    m.workspaces = &m_workspaces;
}

void Training::run(int steps)
{
    for (int i = 1; i <= steps; ++i) {
        m.begin_step(static_cast<std::uint8_t>(i));
        make_room();
        m.begin_phase(m_stages.front().phase);
        if (i == 1) keep_workspaces();
        if (m_loop.trainer)
            trainer_step();
        else
            plain_step();
    }
    m.workspaces = nullptr;
}

} // namespace plimsoll::step
