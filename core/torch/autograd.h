// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/machine.h"
#include "core/torch/pool.h"

#include <functional>
#include <memory>

// Autograd as torch/csrc/autograd/engine.cpp (torch 2.15) runs it: nodes by sequence number, highest first; gradients that
// meet at a node are added as soon as the second arrives; a node's saved tensors go right after it ran.

namespace plimsoll::step {

/// A checkpointed region, of which only the handle is seen here.
struct FrameHandle {
    std::uint32_t refs = 0;
    static void drop(FrameHandle *frame);
};

/// One tensor kept for backward, or its place in a checkpoint that computes it again.
class Saved {
public:
    Saved() = default;
    Saved(Machine &machine, const Tensor &tensor) { keep(machine, tensor); }
    Saved(Saved &&other) noexcept = default;
    Saved &operator=(Saved &&other) noexcept;
    ~Saved() { release(); }
    /// Of one that holds nothing yet.
    void keep(Machine &machine, const Tensor &tensor);
    [[nodiscard]] Tensor unpack(Machine &machine) const;
    /// Lets the tensor go; a checkpoint need not keep it when it runs again.
    void release()
    {
        if (m_tensor.storage() || m_tensor.node) m_tensor.reset();
        if (m_frame) leave_frame();
    }

private:
    void leave_frame();

    Tensor m_tensor;
    Ref<FrameHandle> m_frame;
    int m_index = -1;
    bool m_on_host = false; ///< only its size is known here; unpack brings it back
};

/// What an autograd.Function keeps as an attribute of its context, without save_for_backward: checkpointing's hooks do not see
/// it, and it stays as long as the graph does.
[[nodiscard]] Saved kept_on_context(Machine &machine, const Tensor &tensor);

inline constexpr int max_edges = 4;
using Gradients = std::array<Tensor, max_edges>;

struct Node : GraphNode {
    // what the engine walks along first, in one cache line
    int dependencies = 0; ///< while a backward runs
    std::uint64_t sequence = 0;
    std::uint8_t edge_count = 0;
    bool visited = false;                        ///< by the backward that runs
    std::uint8_t stream = 0;                     ///< it was made on, where its backward runs and its gradients meet
    std::array<Ref<GraphNode>, max_edges> edges; ///< null: this input needs no gradient

    Tensor buffer; ///< sum of the gradients that arrived
    Scope scope;
    std::array<Saved, 2> saved;
    std::vector<Saved, PoolAllocator<Saved>> more; ///< what does not fit into `saved`

    static void *operator new(std::size_t bytes) { return pool::take(bytes); }
    static void operator delete(void *memory, std::size_t bytes) { pool::give(memory, bytes); }
    /// All of `more`, for as long as the list is held.
    [[nodiscard]] TensorList unpack_more(Machine &machine) const
    {
        TensorList all;
        all.reserve(more.size());
        for (const Saved &kept : more) all.push_back(kept.unpack(machine));
        return all;
    }
    /// Gradients of the outputs in, gradients of the inputs out (undefined where an edge is null).
    virtual void backward(Machine &machine, Gradients &in, Gradients &out) = 0;

    [[nodiscard]] bool needs(int input) const { return static_cast<bool>(edges[static_cast<std::size_t>(input)]); }
};

template <class F>
struct FunctionNode final : Node {
    explicit FunctionNode(F function) : f(std::move(function)) {}
    void backward(Machine &machine, Gradients &in, Gradients &out) override { f(machine, *this, in, out); }
    F f;
};

[[nodiscard]] inline Node *node_of(const Ref<GraphNode> &node) { return static_cast<Node *>(node.get()); }

/// Whether an operation on these inputs is recorded.
[[nodiscard]] bool any_requires_grad(const Machine &machine, std::initializer_list<const Tensor *> inputs);

/// Whether what an operation saves now stays: not in the first run of a checkpoint.
[[nodiscard]] bool keeps_saved(const Machine &machine);

/// A node with edges to the inputs' nodes. f(Machine &, Node &, Gradients &in, Gradients &out).
template <class F>
[[nodiscard]] Ref<Node> make_node(Machine &machine, std::initializer_list<const Tensor *> inputs, F f)
{
    Ref<Node> node(new FunctionNode<F>(std::move(f)));
    node->sequence = machine.sequence++;
    node->scope = machine.scope;
    node->stream = machine.stream;
    for (const Tensor *input : inputs) node->edges[node->edge_count++] = input->node;
    return node;
}

/// Makes `tensor` the output of `node`. Every node here has one.
inline void attach(Tensor &tensor, const Ref<Node> &node) { tensor.node = Ref<GraphNode>(node.get()); }

/// A parameter: value, gradient, and the node that accumulates into it.
struct Leaf {
    Tensor value; ///< its node accumulates, when it trains
    Tensor grad;
    Tensor cast; ///< autocast's cached copy
    bool trains = false;
    bool embedding = false; ///< of torch.nn.Embedding: some optimizers treat it apart
    bool bias = false;      ///< PEFT's bias="all" and "lora_only" let it train
    const char *module = "";
    std::int16_t layer = -1;
    bool loss = false;    ///< of the head: accumulates within loss_backward
    bool passing = false; ///< the input of a hook or of a reentrant checkpoint, no parameter of the model
    bool decays = false;  ///< of one dimension, yet in Trainer's group with weight decay: its name tells nothing of bias or norm
};

/// Allocates a parameter; call set_trains() before the forward.
void set_trains(Leaf &leaf, bool trains);

/// output.requires_grad_(True), as a hook on the embedding does it: a leaf, which goes with its gradient when the graph does.
/// What needs a gradient already, or while none are made, stays as it is.
[[nodiscard]] Tensor hooked_input(Machine &machine, Tensor output);

/// An identity whose backward calls `hook` before it hands the gradient on: Tensor.register_hook, and an autograd.Function that
/// returns its inputs as they are. `tensor` itself where it needs no gradient.
[[nodiscard]] Tensor on_backward(Machine &machine, Tensor tensor, std::function<void(Machine &)> hook);

/// The running lines are a checkpoint's second run.
[[nodiscard]] bool recomputing(const Machine &machine);

/// loss.backward(): runs the graph from `root` with a gradient of its shape. Takes the root, so that its storage goes
/// when the engine lets go of it, unless the caller holds another handle.
void run_backward(Machine &machine, const Tensor &root, Tensor gradient);

/// torch.utils.checkpoint, use_reentrant=False, with early stop: what `forward` saves is dropped and computed again when
/// its backward first asks. `forward` is called twice and must not keep its argument.
[[nodiscard]] Tensor checkpoint(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward);

/// use_reentrant=True: forward without grad, then forward and backward again inside backward. `on_host`: the input is
/// kept on the host meanwhile (unsloth_zoo gradient_checkpointing.py, Unsloth_Offloaded_Gradient_Checkpointer).
[[nodiscard]] Tensor checkpoint_reentrant(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward,
                                          bool on_host = false);

} // namespace plimsoll::step
