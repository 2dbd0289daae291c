// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/fsdp/flat_units.h"

#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

std::unique_ptr<step::Units> fully_sharded_data_parallel(const RankCall &call)
{
    return std::make_unique<step::flat::FlatUnits>(call);
}

namespace step::flat {

namespace {

Dtype flat_units_dtype_of(ParallelDtype dtype)
{
    return dtype == ParallelDtype::fp32 ? Dtype::fp32 : dtype == ParallelDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Policy flat_units_policy_of(const RankCall &call)
{
    const Parallel &parallel = call.plan.parallel;
    Policy out;
    out.ranks = parallel.data / parallel.replicate;
    out.place = call.rank.data % out.ranks;
    out.copies = parallel.replicate > 1;
    out.originals = parallel.use_orig_params;
    out.reshards = parallel.reshard_after_forward;
    out.offload = parallel.offload != Offload::none;
    if (parallel.param_dtype)
        out.param = flat_units_dtype_of(*parallel.param_dtype);
    else if (call.trainer && call.plan.autocast != Autocast::none)
        out.param = call.plan.autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
    // transformers 5.23 distributed/fsdp.py update_fsdp_plugin_peft: beside 4-bit weights the dtype they are stored in
    if (call.trainer && call.plan.trains_adapter() && call.plan.weights.quant_storage && call.plan.weights.quant != "none")
        out.param = flat_units_dtype_of(*call.plan.weights.quant_storage);
    out.reduce = parallel.reduce_dtype ? std::optional(flat_units_dtype_of(*parallel.reduce_dtype)) : out.param;
    return out;
}

} // namespace

FlatUnits::FlatUnits(const RankCall &call)
    : m_plan(call.plan), m_trainer(call.trainer), m_four_bit(is_bitsandbytes_4bit(call.plan.weights.quant)),
      m_wraps_adapters(call.trainer && call.plan.trains_adapter()), m_policy(flat_units_policy_of(call))
{}

Dtype FlatUnits::stored_in(const RegisteredParameter &parameter) const
{
    if (!parameter.state) return parameter.leaf->value.dtype();
    return m_plan.weights.quant_storage ? flat_units_dtype_of(*m_plan.weights.quant_storage) : Dtype::uint8;
}

FlatParameter *FlatUnits::add(std::vector<RegisteredParameter> parameters, int layer, bool root)
{
    if (parameters.empty()) return nullptr;
    const bool trains = std::ranges::any_of(parameters, [](const RegisteredParameter &p) { return p.leaf->trains; });
    const bool raised = m_trainer && trains && m_plan.autocast != Autocast::none;
    const Dtype stored = stored_in(parameters.front());
    m_units.push_back(std::make_unique<FlatParameter>(m_policy, std::move(parameters), stored, raised, root, layer));
    if (m_plan.parallel.backward_prefetch == BackwardPrefetch::post)
        m_units.back()->set_after_reshard([this, unit = m_units.back().get()](Machine &m) { prefetch_backward(m, *unit); });
    return m_units.back().get();
}

void FlatUnits::make_units(const ModelParameters &model)
{
    std::vector<RegisteredParameter> root, idle;
    for (const RegisteredParameter &p : model.before) (is_idle(p) ? idle : root).push_back(p);
    const bool wraps = m_plan.parallel.wrap.kind != Wrap::Kind::none || m_wraps_adapters; // PEFT's policy replaces the plan's
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        std::vector<RegisteredParameter> own;
        for (const RegisteredParameter &p : model.layers[i]) {
            if (m_wraps_adapters && p.leaf->trains)
                m_of_modules[p.leaf] = add({p}, static_cast<int>(i), false);
            else
                own.push_back(p);
        }
        if (wraps)
            m_layers.push_back(add(std::move(own), static_cast<int>(i), false));
        else
            root.insert(root.end(), own.begin(), own.end());
    }
    m_idle = add(std::move(idle), -1, false);
    root.insert(root.end(), model.after.begin(), model.after.end());
    m_root = add(std::move(root), -1, true);
}

void FlatUnits::place(Machine &m, ModelParameters model)
{
    make_units(model);
    for (const RegisteredParameter *p : model.all()) m_places.emplace(p->leaf, m_places.size());
    const Leaf *embedding = main_embedding(model), *head = nullptr;
    for (const RegisteredParameter &p : model.after)
        if (p.leaf->loss && p.leaf->value.shape().rank > 1) head = p.leaf;
    FlatParameter::Loading loading;
    loading.brings = !m_four_bit;
    loading.broadcasts = m_trainer;
    // accelerate's ensure_weights_retied remembers the parameter of _tied_weights_keys, the head's, in a closure that stays
    if (model.tied) loading.twice = embedding;
    if (!m_policy.originals) loading.kept = model.tied ? embedding : head;
    for (const auto &unit : m_units) unit->cut(m, loading);
    if (m_root) m_root->raise(m);
    for (const auto &unit : m_units)
        if (unit.get() != m_root) unit->raise(m);
    bring_buffers(m, model);
}

/// As model.parameters() has them: a unit's flat parameter where its module is defined, the root's first; pieces where theirs are.
std::vector<Leaf *> FlatUnits::stepped(std::vector<Leaf *> /*trained*/)
{
    std::vector<std::pair<std::size_t, Leaf *>> found; // none where the optimizer steps on the host
    for (const auto &unit : m_units) {
        if (unit.get() == m_idle) continue;
        for (const FlatParameter::Piece &piece : unit->pieces())
            found.emplace_back(!m_policy.originals && unit.get() == m_root ? 0 : m_places.at(piece.of), piece.leaf.get());
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::size_t, Leaf *>::first);
    std::vector<Leaf *> out;
    for (const auto &[place, leaf] : found) out.push_back(leaf);
    return out;
}

void FlatUnits::micro_batch(Machine & /*m*/, Count index, Count count)
{
    // no_sync for all but the last: the Trainer's, and LitGPT's fabric.no_backward_sync (litgpt/finetune/lora.py)
    const bool waits = m_trainer || m_plan.parallel.accumulate_without_sync || name_of(m_plan.stack) == "litgpt";
    for (const auto &unit : m_units) unit->set_synchronises(!waits || index + 1 == count);
}

FlatParameter *FlatUnits::unit_of(Block block) const
{
    if (block.kind == Block::Kind::model) return m_root;
    const auto layer = static_cast<std::size_t>(block.layer);
    return block.kind == Block::Kind::layer && layer < m_layers.size() ? m_layers[layer] : nullptr;
}

FlatParameter *FlatUnits::unit_of(const ModuleLeaves &leaves) const
{
    const auto found = m_of_modules.find(leaves.weight);
    return found == m_of_modules.end() ? nullptr : found->second;
}

Tensor FlatUnits::enter(Machine &m, FlatParameter &unit, Tensor input)
{
    if (m_first_forward && !m_root_unwrapped && !recomputing(m)) m_forward_order.push_back(&unit);
    Tensor out = unit.pre_forward(m, std::move(input));
    if (!unit.trains() && !recomputing(m)) out = hook_input(m, unit, std::move(out));
    if (!m_plan.parallel.forward_prefetch || m_first_forward || recomputing(m)) return out;
    const auto at = std::ranges::find(m_forward_order, &unit);
    if (at != m_forward_order.end() && at + 1 != m_forward_order.end()) (*(at + 1))->prefetch_forward(m);
    return out;
}

/// _register_post_backward_reshard_only_hook: hooks of one tensor run as they were registered, so that what made the input is
/// gathered for its backward before this unit goes.
Tensor FlatUnits::hook_input(Machine &m, FlatParameter &unit, Tensor input)
{
    if (m_output && input.node == m_output) {
        m_frozen_behind[m_left.back()] = &unit;
        return input;
    }
    return on_backward(m, std::move(input), [&unit](Machine &mm) { unit.reshard_in_backward(mm); });
}

Tensor FlatUnits::leave(Machine &m, FlatParameter &unit, Tensor output)
{
    const bool again = recomputing(m);
    if (!again) m_left.push_back(&unit);
    Tensor out = unit.post_forward(m, std::move(output), [this, &unit](Machine &mm) {
        if (unit.pre_backward(mm) && m_plan.parallel.backward_prefetch == BackwardPrefetch::pre) prefetch_backward(mm, unit);
        if (const auto frozen = m_frozen_behind.find(&unit); frozen != m_frozen_behind.end())
            frozen->second->reshard_in_backward(mm);
    });
    if (!again) m_output = out.node;
    return out;
}

void FlatUnits::prefetch_backward(Machine &m, const FlatParameter &after)
{
    const auto at = std::ranges::find(m_left, &after);
    if (at != m_left.end() && at != m_left.begin()) (*(at - 1))->prefetch_backward(m);
}

void FlatUnits::initialise(Machine &m)
{
    if (std::exchange(m_initialised, true)) return;
    const Scope before = m.scope;
    if (m_root) m_root->initialise(m);
    for (const auto &unit : m_units)
        if (unit.get() != m_root && unit.get() != m_idle) unit->initialise(m);
    m.scope = before;
}

/// TRL 1.16 grpo_trainer.py: accelerate's unwrap_model takes the module out of the root, which is summoned without its children.
void FlatUnits::begin_generation(Machine &m)
{
    initialise(m);
    const Scope before = m.scope;
    if (m_root) m_root->summon(m);
    m.scope = before;
    m_root_unwrapped = true;
}

void FlatUnits::end_generation(Machine &m)
{
    m_root_unwrapped = false;
    const Scope before = m.scope;
    if (m_root) m_root->dismiss(m);
    m.scope = before;
    m_left.clear(); // units are recorded once: a forward behind this one leaves in the same order
}

Tensor FlatUnits::enter(Machine &m, Block block, Tensor input)
{
    if (block.kind == Block::Kind::model) {
        if (m_root_unwrapped) return input;
        initialise(m);
        for (const auto &unit : m_units) unit->drop_gradient();
    }
    FlatParameter *unit = unit_of(block);
    return unit ? enter(m, *unit, std::move(input)) : input;
}

Tensor FlatUnits::leave(Machine &m, Block block, Tensor output)
{
    if (m_root_unwrapped && block.kind == Block::Kind::model) return output;
    FlatParameter *unit = unit_of(block);
    if (unit) output = leave(m, *unit, std::move(output));
    if (block.kind == Block::Kind::model) m_first_forward = false;
    return output;
}

Tensor FlatUnits::enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input)
{
    FlatParameter *unit = unit_of(leaves);
    return unit ? enter(m, *unit, std::move(input)) : input;
}

Tensor FlatUnits::leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output)
{
    FlatParameter *unit = unit_of(leaves);
    return unit ? leave(m, *unit, std::move(output)) : output;
}

/// _runtime_utils.py _register_post_backward_reshard_only_hook: a frozen unit's register_multi_grad_hook holds the nodes of its
/// inputs until _finalize_params; that of a detached input holds the input itself, and with it its gradient.
void FlatUnits::reentered(Machine & /*m*/, const Tensor &input, const Tensor &gradient)
{
    if (!m_wraps_adapters) return;
    m_watched.push_back(input);
    m_watched.push_back(gradient);
}

/// Under reentrant checkpointing a layer's input is a leaf. The handle of a frozen unit's hook on its gradient
/// (_register_post_backward_reshard_only_hook: FlatParameter._post_backward_hook_state) keeps it, its gradient with it, until the
/// backward's last callback.
void FlatUnits::accumulated(Machine & /*m*/, Leaf &leaf)
{
    const auto layer = static_cast<std::size_t>(leaf.layer);
    if (leaf.layer < 0 || layer >= m_layers.size() || !m_layers[layer] || m_layers[layer]->trains()) return;
    for (const Tensor *kept : {&leaf.value, &leaf.grad})
        if (kept->storage()) m_kept_inputs.push_back(kept->detach());
}

void FlatUnits::backward_ends(Machine &m)
{
    m_kept_inputs.clear();
    m_watched.clear();
    for (const auto &unit : m_units) unit->end_backward(m);
    m_left.clear();
    m_frozen_behind.clear();
    m_output = {};
}

bool FlatUnits::step(Machine & /*m*/, OptimizerModel & /*optimizer*/) { return m_policy.offload; }

} // namespace step::flat
} // namespace plimsoll
