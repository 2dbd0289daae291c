// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/autograd.h"

#include "core/torch/checkpoint_frame.h"
#include "core/torch/units.h"

#include <algorithm>
#include <functional>

namespace plimsoll::step {

namespace {

thread_local int drops = 0;            ///< that stand one inside the other
thread_local bool any_put_off = false; ///< asked at each drop, where the list itself would ask whether it was made yet

std::vector<GraphNode *> &put_off()
{
    thread_local std::vector<GraphNode *> nodes;
    return nodes;
}

[[gnu::noinline]] void drop_put_off()
{
    while (!put_off().empty()) {
        GraphNode *next = put_off().back();
        put_off().pop_back();
        ++drops;
        delete next;
        --drops;
    }
    any_put_off = false;
}

} // namespace

void GraphNode::drop(GraphNode *node)
{
    constexpr int deepest = 1000;
    if (drops == deepest) [[unlikely]] {
        any_put_off = true;
        return put_off().push_back(node);
    }
    ++drops;
    delete node;
    --drops;
    if (any_put_off && drops == 0) [[unlikely]]
        drop_put_off();
}

void FrameHandle::drop(FrameHandle *frame) { delete static_cast<CheckpointFrame *>(frame); }

namespace {

CheckpointFrame &frame_of(const Ref<FrameHandle> &handle) { return static_cast<CheckpointFrame &>(*handle); }

/// What stays for backward stops being a temporary.
void label_saved(Machine &machine, const Tensor &tensor)
{
    Storage *storage = tensor.storage();
    if (!storage || storage->component != static_cast<std::uint8_t>(Component::temporaries)) return;
    const bool again = machine.frame && machine.frame->recomputing;
    machine.relabel(storage, again ? Component::recompute : Component::activations);
}

} // namespace

namespace {

/// torchtune's and TRL's OffloadActivations: everything of 1 KiB and more that is no parameter.
bool goes_to_host(const Tensor &tensor)
{
    constexpr Bytes least = 1024;
    if (!tensor.storage() || tensor.bytes() < least) return false;
    const auto component = static_cast<Component>(tensor.storage()->component);
    return component != Component::weights && component != Component::adapters && component != Component::quantization_metadata;
}

} // namespace

void Saved::keep(Machine &machine, const Tensor &tensor)
{
    CheckpointFrame *frame = machine.frame;
    if (!frame) {
        if (machine.saves_on_host && goes_to_host(tensor)) {
            m_on_host = true;
            machine.moves("to_host", 0, tensor.bytes());
            m_tensor = Tensor({}, tensor.shape(), tensor.dtype());
            m_tensor.mark_defined();
            return;
        }
        // a saved tensor keeps its storage, not the graph behind it, but for its own node's edge, which stands anyway
        m_tensor = tensor.detach();
        label_saved(machine, tensor);
        return;
    }
    if (machine.stopped) return;
    if (!frame->recomputing) {
        m_frame = Ref<FrameHandle>(frame);
        m_index = frame->saved++;
        frame->gone.push_back(false);
        return;
    }
    const bool wanted = !frame->gone[frame->again.size()];
    if (wanted) label_saved(machine, tensor);
    frame->again.push_back(wanted ? tensor.detach() : Tensor());
    m_tensor = tensor.detach(); // the second graph keeps it too
    if (frame->stops_early && static_cast<int>(frame->again.size()) == frame->saved) machine.stopped = true;
}

Saved &Saved::operator=(Saved &&other) noexcept
{
    release();
    m_tensor = std::move(other.m_tensor);
    m_frame = std::move(other.m_frame);
    m_index = other.m_index;
    m_on_host = other.m_on_host;
    return *this;
}

void Saved::leave_frame()
{
    CheckpointFrame &frame = frame_of(m_frame);
    if (!frame.recomputed) frame.gone[static_cast<std::size_t>(m_index)] = true;
    m_frame = {};
}

Tensor Saved::unpack(Machine &machine) const
{
    if (m_on_host) return machine.empty(m_tensor.shape(), m_tensor.dtype(), "from_host", Component::activations);
    if (!m_frame) return m_tensor;
    CheckpointFrame &frame = frame_of(m_frame);
    if (!frame.recomputed) frame.recompute(machine);
    return std::move(frame.again[static_cast<std::size_t>(m_index)]);
}

bool keeps_saved(const Machine &machine) { return machine.grad_enabled && (!machine.frame || machine.frame->recomputing); }

bool any_requires_grad(const Machine &machine, std::initializer_list<const Tensor *> inputs)
{
    return machine.grad_enabled && std::ranges::any_of(inputs, [](const Tensor *t) { return t->requires_grad(); });
}

namespace {

struct Accumulate final : Node {
    Leaf *leaf;
    explicit Accumulate(Leaf *l) : leaf(l)
    {
        sequence = UINT64_MAX;
        scope.layer = l->layer;
        scope.module = l->module;
        scope.loss = l->loss;
    }
    void backward(Machine &machine, Gradients &in, Gradients &) override
    {
        Tensor &gradient = in[0];
        if (!leaf->grad.defined()) {
            // accumulate_grad.h: stolen when nobody else holds it, cloned otherwise
            if (gradient.sole_owner() || !gradient.storage())
                leaf->grad = std::move(gradient);
            else
                leaf->grad = machine.empty(gradient.shape(), gradient.dtype(), "clone");
            if (leaf->grad.storage()) machine.relabel(leaf->grad.storage(), Component::gradients);
        } else
            machine.moves("add_", gradient.bytes(), 2 * gradient.bytes());
        gradient.reset();
        if (machine.after_accumulate) machine.after_accumulate(*leaf);
        if (machine.hooks_gradients && !leaf->passing) [[unlikely]]
            machine.units->accumulated(machine, *leaf);
    }
};

class GraphTask {
public:
    explicit GraphTask(Machine &machine) : m_machine(machine) { m_ready.reserve(64); }

    void run(const Ref<Node> &root, Tensor gradient)
    {
        count_dependencies(root);
        root->buffer = std::move(gradient);
        push(Ref<Node>(root));
        while (!m_ready.empty() || take_later()) {
            const Ref<Node> node = std::move(m_ready.back());
            m_ready.pop_back();
            evaluate(*node);
        }
    }

private:
    /// Few nodes are ready at a time as a rule: they stand in order, the next one last, equals behind those that came before.
    /// Where many are, those that come after all of them wait apart and are ordered at once.
    void push(Ref<Node> &&node)
    {
        constexpr std::size_t few = 64;
        const std::uint64_t sequence = node->sequence;
        const bool after_all = m_ready.size() > few && sequence < m_ready.front()->sequence;
        if (after_all || (!m_later.empty() && sequence <= m_latest)) {
            m_latest = m_later.empty() ? sequence : std::max(m_latest, sequence);
            m_later.push_back(std::move(node));
            return;
        }
        m_ready.push_back(std::move(node));
        for (auto at = m_ready.end() - 1; at != m_ready.begin() && (at - 1)->get()->sequence >= sequence; --at)
            std::swap(*at, *(at - 1));
    }

    /// False where none waits.
    bool take_later()
    {
        std::ranges::stable_sort(m_later, std::greater{}, [](const Ref<Node> &node) { return node->sequence; });
        std::ranges::reverse(m_later);
        std::swap(m_ready, m_later);
        return !m_ready.empty();
    }

    void count_dependencies(const Ref<Node> &root)
    {
        std::vector<Node *> stack;
        stack.reserve(64);
        stack.push_back(root.get());
        root->visited = true;
        while (!stack.empty()) {
            Node *node = stack.back();
            stack.pop_back();
            for (std::uint8_t i = 0; i < node->edge_count; ++i) {
                Node *next = node_of(node->edges[i]);
                if (!next) continue;
                ++next->dependencies;
                if (next->visited) continue;
                next->visited = true;
                stack.push_back(next);
            }
        }
    }

    void evaluate(Node &node)
    {
        const Scope before = m_machine.scope;
        m_machine.scope = node.scope;
        const WithStream inside(m_machine, node.stream);
        if (const Phase phase = node.scope.loss ? Phase::loss_backward : Phase::backward; phase != m_machine.phase())
            m_machine.begin_phase(phase);
        m_in[0] = std::move(node.buffer);
        node.backward(m_machine, m_in, m_out);
        m_in[0].reset();
        for (Saved &saved : node.saved) saved.release();
        node.more.clear();
        node.visited = false;
        for (std::uint8_t i = 0; i < node.edge_count; ++i) {
            if (node.edges[i]) deliver(*node_of(node.edges[i]), m_out[i]);
            m_out[i].reset();
        }
        m_machine.scope = before;
    }

    /// InputBuffer::add: the first gradient is held; the second is added to it in place when nobody else holds its storage.
    /// Leaves nothing of the gradient.
    void deliver(Node &next, Tensor &gradient)
    {
        Tensor &held = next.buffer;
        if (!held.defined())
            held = std::move(gradient);
        else if (gradient.defined() && held.sole_owner() && !held.is_view()) {
            m_machine.moves("add_", held.bytes(), 2 * held.bytes());
            gradient.reset();
        } else if (gradient.defined()) {
            const WithStream inside(m_machine, next.stream);
            held = m_machine.empty(held.shape(), held.dtype(), "add");
            gradient.reset();
        }
        if (--next.dependencies == 0) push(Ref<Node>(&next));
    }

    Machine &m_machine;
    using Queue = std::vector<Ref<Node>, PoolAllocator<Ref<Node>>>;
    Queue m_ready, m_later;     ///< all that wait apart come after all that are ready
    std::uint64_t m_latest = 0; ///< highest sequence of those that wait apart
    Gradients m_in, m_out;      ///< of the node that runs; empty between nodes
};

} // namespace

void set_trains(Leaf &leaf, bool trains)
{
    leaf.trains = trains;
    leaf.value.node = trains ? Ref<GraphNode>(new Accumulate(&leaf)) : Ref<GraphNode>();
}

Tensor hooked_input(Machine &machine, Tensor output)
{
    if (output.requires_grad() || !machine.grad_enabled) return output;
    const auto owner = std::make_shared<Leaf>();
    owner->value = output.detach();
    owner->passing = true;
    set_trains(*owner, true);
    const Tensor leaf = std::exchange(owner->value, {});
    attach(output, make_node(machine, {&leaf}, [held = output.detach(), owner](Machine &, Node &, Gradients &in, Gradients &g) {
               g[0] = std::move(in[0]);
           }));
    return output;
}

Tensor on_backward(Machine &machine, Tensor tensor, std::function<void(Machine &)> hook)
{
    if (!any_requires_grad(machine, {&tensor})) return tensor;
    attach(tensor, make_node(machine, {&tensor}, [hook = std::move(hook)](Machine &m, Node &, Gradients &in, Gradients &out) {
               hook(m);
               out[0] = std::move(in[0]);
           }));
    return tensor;
}

bool recomputing(const Machine &machine) { return machine.frame && machine.frame->recomputing; }

void run_backward(Machine &machine, const Tensor &root, Tensor gradient)
{
    if (!root.node) return;
    const bool grad_before = std::exchange(machine.grad_enabled, false);
    const auto autocast_before = std::exchange(machine.autocast, std::nullopt);
    const bool nested = std::exchange(machine.in_backward, true);
    GraphTask(machine).run(Ref<Node>(node_of(root.node)), std::move(gradient));
    machine.in_backward = nested;
    if (machine.units && !nested) [[unlikely]]
        machine.units->backward_ends(machine);
    machine.grad_enabled = grad_before;
    machine.autocast = autocast_before;
}

} // namespace plimsoll::step
