// SPDX-License-Identifier: GPL-3.0-or-later
// What a training asks of other models, and of its own without gradients; and what it does with their answers.
#include "core/nn/cross_entropy.h"
#include "core/objectives/rollout_stages.h"
#include "core/stacks/training.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

bool Training::serves_beside() const
{
    const bool serves = std::ranges::any_of(m_stages, [](const Stage &stage) { return stage.act == Act::serve; });
    return serves && m_plan.rollout.colocated;
}

void Training::make_room()
{
    const Rollout &made = m_plan.rollout;
    if (!serves_beside() || std::exchange(m_has_room, true)) return;
    if (made.offload_trainer)
        for (const auto &[tensor, layer] : m_company.parked) {
            m.scope.layer = layer;
            if (tensor.storage() != nullptr) m.drain(*tensor.storage());
        }
    m.scope.layer = -1;
    m_parked = made.offload_trainer;
    if (made.sleep.value_or(0) > 0) m.empty_cache(); // before the engine wakes
}

void Training::complete(double times)
{
    if (m_company.completes) m_company.completes(m, times);
    m.stands_for(m_stands_for);
}

void Training::stands_for(double passes)
{
    m_stands_for = passes;
    m.stands_for(passes);
}

void Training::return_from_host()
{
    if (!std::exchange(m_parked, false)) return;
    for (const auto &[tensor, layer] : m_company.parked) {
        m.scope.layer = layer;
        if (tensor.storage() != nullptr) m.fill(*tensor.storage(), tensor.shape(), tensor.dtype(), "to");
    }
    m.scope.layer = -1;
}

Teaching Training::teaching() const { return m_decoder.sequence() == nullptr ? objective_of(m_plan).teaching : Teaching::none; }

bool Training::compares_whole() const
{
    if (teaching() == Teaching::whole) return true;
    return m_stack.losses.whole != nullptr && m_decoder.sequence() == nullptr && objective_of(m_plan).whole_logits;
}

Tensor Training::compare(const Stage &stage, Tensor answered, std::vector<Tensor> &logits)
{
    m.begin_phase(stage.phase);
    const Teaching taught = teaching();
    if (!compares_whole() && taught == Teaching::none) return answered; // vectors of tokens, which the head's loss has made
    logits.clear();
    Scope scope;
    scope.component = Component::logits_loss;
    scope.loss = true;
    const WithScope head(m, scope);
    if (taught == Teaching::none) return m_stack.losses.whole(m, std::move(answered), m_plan);
    Tensor loss;
    if (taught == Teaching::tiled) {
        enter_autocast();
        const std::vector<const OtherModel *> teachers = others_named(m_company.others, teacher);
        LinearModule &other = teachers.empty() ? m_decoder.head() : teachers.front()->decoder->head();
        Tensor states = m_taught.defined() ? std::exchange(m_taught, {}) : answered;
        loss = trl_chunked_divergence(m, m_decoder.head(), std::move(answered), other, std::move(states));
        m.autocast.reset();
        clear_autocast_cache(m);
        return loss;
    }
    const Count scored = tells_completions(m_plan) ? *m_plan.rollout.completion_length : m_plan.sequence_length - 1;
    answered = to(m, std::move(answered), Dtype::fp32); // there already where a teacher answered
    loss = trl_generalized_jsd(m, answered, m_taught, scored);
    m_taught.reset(); // compute_loss returns, and empties the cache before it does
    m_taught_keys.clear();
    m.empty_cache();
    return loss;
}

ForwardInputs Training::inputs_without_graph()
{
    ForwardInputs out = inputs();
    out.checkpointing.enabled = false;
    out.tower_checkpointing = false;
    return out;
}

Tensor Training::completion_states(Tensor hidden)
{
    const Shape whole = hidden.shape();
    const Count scored = std::min(scored_tokens(m_plan), whole.size[1] - 1);
    return narrow(m, std::move(hidden), {whole.size[0], scored, whole.last()});
}

Tensor Training::pair_log_probs(Tensor hidden)
{
    Tensor whole = m_decoder.returned_logits(m, m_decoder.logits(m, std::move(hidden)));
    whole = to(m, std::move(whole), Dtype::fp32); // accelerate's convert_outputs_to_fp32
    return trl_online_log_probs(m, std::move(whole), scored_tokens(m_plan));
}

Tensor Training::teach(const Stage &stage, Tensor answered, std::vector<Tensor> &logits)
{
    m.begin_phase(stage.phase);
    const bool whole = teaching() == Teaching::whole;
    if (whole) { // accelerate's convert_outputs_to_fp32 on what the pupil's forward returns
        logits.clear();
        answered = to(m, std::move(answered), Dtype::fp32);
    }
    const AskedAlone alone(m);
    enter_autocast();
    for (const OtherModel *model : others_named(m_company.others, teacher)) {
        const auto &other = model->decoder;
        const Tensor gathered =
            model->gathered > 0 ? m.empty({model->gathered}, Dtype::uint8, "all_gather", Component::communication) : Tensor();
        ForwardInputs in = inputs_without_graph();
        in.training = false;
        in.training_cache = nullptr;
        if (whole) { // the output's past_key_values; DistillationTrainer says use_cache=False
            m_taught_keys.assign(other->layers().size(), {});
            in.cache = &m_taught_keys;
        }
        Tensor hidden = other->hidden_states(m, in);
        if (!whole) {
            m_taught = completion_states(std::move(hidden));
            continue;
        }
        Scope scope;
        scope.component = Component::logits_loss;
        const WithScope head(m, scope);
        m_taught = to(m, other->returned_logits(m, other->logits(m, std::move(hidden))), Dtype::fp32);
    }
    m.autocast.reset();
    clear_autocast_cache(m);
    return answered;
}

/// TRL 1.16, dpo_trainer.py and kto_trainer.py: by the untrained policy in __init__, precompute_ref_batch_size pairs or rows at once.
void Training::precompute()
{
    const Preference &wanted = m_plan.preference;
    const bool ahead = held_as(m_plan, "reference") == HeldAs::precomputed && !objective_of(m_plan).generates;
    const Count rows = wanted.precompute_batch.value_or(0) * objective_of(m_plan).rows;
    if (!ahead || rows <= m_plan.micro_batch) return;
    const bool before = std::exchange(m.grad_enabled, false);
    enter_autocast();
    ForwardInputs in = inputs_without_graph();
    in.batch = rows;
    Plan all = m_plan;
    all.micro_batch = rows;
    std::vector<Tensor> logits;
    (void)training_loss(m, m_decoder, all, m_stack, m_decoder.hidden_states(m, in), logits);
    logits.clear();
    m.autocast.reset();
    clear_autocast_cache(m);
    m.grad_enabled = before;
}

void Training::reward()
{
    const AskedAlone alone(m);
    const Rollout &made = m_plan.rollout;
    for (const OtherModel *model : others_named(m_company.others, reward_model)) { // under torch.inference_mode, in its own dtype
        const auto &judge = model->decoder;
        const Tensor gathered =
            model->gathered > 0 ? m.empty({model->gathered}, Dtype::uint8, "all_gather", Component::communication) : Tensor();
        ForwardInputs in = inputs_without_graph();
        in.batch = generated_rows(m_plan);
        in.length = *made.prompt_length + *made.completion_length;
        in.training = false;
        in.training_cache = nullptr;
        const Tensor scores = judge->logits(m, judge->hidden_states(m, in));
    }
}

void Training::score(const Stage &stage)
{
    m.begin_phase(stage.phase);
    return_from_host();
    if (stage.model == reward_model) return reward();
    const bool before = std::exchange(m.grad_enabled, false);
    enter_autocast();
    ForwardInputs in = inputs_without_graph();
    if (!stage.of_pass && objective_of(m_plan).generates) in.batch = m_plan.rollout.micro_batch_size.value_or(in.batch);
    if (m_loop.numbers_rows) in.position_rows = in.batch;
    // PEFT's disable_adapter: what trains asks for no gradient, so autocast keeps no cast of it
    const bool off = held_as(m_plan, stage.model) == HeldAs::adapter_off;
    const auto ask_for_gradients = [this, off](bool asks) {
        if (!off) return;
        for (Leaf *leaf : m_optimizer.parameters()) leaf->trains = asks;
    };
    ask_for_gradients(false);
    Tensor hidden = m_decoder.hidden_states(m, in);
    std::vector<Tensor> logits;
    if (objective_of(m_plan).pairs_completions)
        (void)pair_log_probs(std::move(hidden));
    else
        (void)loss_of(in.batch, std::move(hidden), logits);
    ask_for_gradients(true);
    m.autocast.reset();
    clear_autocast_cache(m);
    m.grad_enabled = before;
}

} // namespace plimsoll::step
