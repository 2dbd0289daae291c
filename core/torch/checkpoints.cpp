// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint_frame.h"
#include "core/torch/offload.h"
#include "core/torch/units.h"

#include <utility>

// Regions that run again in backward.

namespace plimsoll::step {

void CheckpointFrame::recompute(Machine &machine)
{
    recomputing = true;
    again.reserve(static_cast<std::size_t>(saved));
    CheckpointFrame *frame_before = std::exchange(machine.frame, this);
    const bool grad_before = std::exchange(machine.grad_enabled, true);
    const auto autocast_before = std::exchange(machine.autocast, autocast);
    std::vector<Tensor *> cache_before = std::exchange(machine.autocast_cache, {});
    const Scope scope_before = std::exchange(machine.scope, scope);
    Tensor start = input;
    if (on_host) {
        start = machine.empty(input.shape(), input.dtype(), "from_host", Component::checkpoints);
        start.node = input.node;
    }
    if (costly) {
        costly->again = true;
        costly->products = 0;
    }
    const Tensor held = start; // the arguments of the second run
    const Tensor result = forward(std::move(start));
    machine.stopped = false;
    for (Tensor *cast : machine.autocast_cache) cast->reset();
    machine.autocast_cache = std::move(cache_before);
    machine.scope = scope_before;
    machine.autocast = autocast_before;
    machine.grad_enabled = grad_before;
    machine.frame = frame_before;
    recomputed = true;
}

namespace {

/// How a region is checkpointed.
struct CheckpointForm {
    bool on_host = false, stops_early = true, keeps = false;
};

Tensor checkpointed(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward, CheckpointForm form)
{
    if (!machine.grad_enabled || machine.frame) return forward(input);
    auto *frame = new CheckpointFrame;
    const Ref<FrameHandle> held(frame);
    const bool on_host = form.on_host;
    frame->on_host = on_host;
    frame->stops_early = form.stops_early;
    if (form.keeps) frame->costly.emplace();
    frame->input = on_host ? Tensor({}, input.shape(), input.dtype()) : input;
    frame->input.node = input.node;
    frame->forward = std::move(forward);
    frame->autocast = machine.autocast;
    frame->scope = machine.scope;
    if (input.storage() && !on_host) machine.relabel(input.storage(), Component::checkpoints);
    if (on_host) machine.moves("to_host", 0, input.bytes());
    machine.frame = frame;
    Tensor out = frame->forward(input);
    machine.frame = nullptr;
    return out;
}

} // namespace

Tensor checkpoint(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward)
{
    return checkpointed(machine, input, std::move(forward), {});
}

Tensor checkpoint_on_host(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward)
{
    return checkpointed(machine, input, std::move(forward), {.on_host = true});
}

Tensor checkpoint_to_end(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward, bool keeps)
{
    return checkpointed(machine, input, std::move(forward), {.stops_early = false, .keeps = keeps});
}

CostlyResults *costly_results(const Machine &machine)
{
    return machine.frame && machine.frame->costly ? &*machine.frame->costly : nullptr;
}

Tensor checkpoint_reentrant(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward, bool on_host)
{
    if (!machine.grad_enabled || !input.requires_grad()) return forward(input);
    if (input.storage() && !on_host) machine.relabel(input.storage(), Component::checkpoints);
    const auto autocast = machine.autocast;
    const Shape shape = input.shape();
    const Dtype dtype = input.dtype();
    auto node = make_node(machine, {&input}, [=](Machine &m, Node &self, Gradients &in, Gradients &out) {
        Leaf start;
        start.layer = self.scope.layer;
        start.passing = true;
        start.value = on_host ? m.empty(shape, dtype, "checkpoint.to", Component::checkpoints) : self.saved[0].unpack(m).detach();
        self.saved[0].release();
        set_trains(start, true);
        const bool grad_before = std::exchange(m.grad_enabled, true);
        const auto autocast_before = std::exchange(m.autocast, autocast);
        Tensor result = forward(start.value);
        for (Tensor *cast : m.autocast_cache) cast->reset();
        m.autocast_cache.clear();
        m.autocast = autocast_before;
        m.grad_enabled = grad_before;
        run_backward(m, result, in[0]);
        result.reset();
        if (m.units) [[unlikely]]
            m.units->reentered(m, start.value.detach(), start.grad);
        out[0] = std::move(start.grad);
    });
    if (!on_host)
        node->saved[0].keep(machine, input);
    else
        machine.moves("to_host", 0, input.bytes());
    machine.grad_enabled = false;
    Tensor out = forward(input);
    machine.grad_enabled = true;
    attach(out, node);
    return out;
}

Saved kept_on_context(Machine &machine, const Tensor &tensor)
{
    CheckpointFrame *frame = std::exchange(machine.frame, nullptr);
    Saved kept(machine, tensor);
    machine.frame = frame;
    return kept;
}

} // namespace plimsoll::step
