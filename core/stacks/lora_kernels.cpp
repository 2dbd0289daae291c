// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/lora_kernels.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

/// One linear of a function.
struct LoraLinear {
    explicit LoraLinear(LinearModule &module) : linear(&module), in(module.held().in), out(module.held().out)
    {
        const LowRankHalves halves = *module.adapter()->halves();
        a = halves.a;
        b = halves.b;
        dropout = halves.dropout;
        rank = a->value.shape().size[0];
    }
    LinearModule *linear;
    Leaf *a = nullptr, *b = nullptr;
    Count in, out, rank = 0;
    double dropout = 0.0;
};
using LoraLinears = std::vector<LoraLinear>;

Tensor adapter_in(Machine &m, const Leaf &leaf, Dtype dtype)
{
    return leaf.value.dtype() == dtype ? leaf.value.detach() : m.empty(leaf.value.shape(), dtype, "to");
}

/// The matrix for one product where it is packed, else nothing: it is read as it lies.
Tensor unpacked_matrix(Machine &m, const LoraKernels &kernels, const LoraLinear &f, Dtype dtype, bool into_scratch)
{
    const HeldMatrix &held = f.linear->held();
    if (held.base != LinearBase::four_bit || (kernels.scratch && into_scratch)) return {};
    if (kernels.scratch) return m.empty({held.out, held.in}, dtype, "dequantize_nf4", Component::weight_casts);
    return dequantised(m, held, dtype);
}

/// matmul_lora: x · W, then the low-rank product added in place.
Tensor product_with_halves(Machine &m, const LoraKernels &kernels, const LoraLinear &f, Count rows, Count width, Dtype dtype)
{
    Tensor out;
    {
        const Tensor matrix = unpacked_matrix(m, kernels, f, dtype, true);
        out = m.empty({rows, width}, dtype, "mm");
        m.multiplies(rows, f.out, f.in, dtype);
        cublas_workspace(m);
    }
    m.multiplies(rows, f.rank, f.in, dtype);
    m.multiplies(rows, f.out, f.rank, dtype);
    Tensor first = adapter_in(m, *f.a, dtype);
    const Tensor low = m.empty({rows, f.rank}, dtype, "mm");
    cublas_workspace(m);
    first.reset();
    const Tensor second = adapter_in(m, *f.b, dtype);
    cublas_workspace(m);
    return out;
}

/// What a function keeps of adapters and of dropout beside its own tensors.
struct AlsoKept {
    TensorList casts, masks;
};

/// The input of the halves after dropout, which goes with the product; its mask stays.
Tensor dropped_within(Machine &m, const LoraKernels &kernels, const LoraLinear &f, const Tensor &x, AlsoKept &kept)
{
    if (f.dropout <= 0.0 || kernels.drops_before) return {};
    Tensor out = m.empty(x.shape(), x.dtype(), "native_dropout");
    kept.masks.push_back(m.empty(x.shape(), Dtype::boolean, "native_dropout"));
    return out;
}

void keep_casts(Machine &m, const LoraKernels &kernels, const LoraLinears &linears, Dtype dtype, AlsoKept &kept)
{
    if (!kernels.keeps_casts) return;
    for (const LoraLinear &f : linears)
        for (const Leaf *leaf : {f.a, f.b}) kept.casts.push_back(adapter_in(m, *leaf, dtype));
}

void keep_all(Machine &m, Node &node, std::initializer_list<const Tensor *> tensors, const AlsoKept &beside)
{
    for (const Tensor *tensor : tensors) node.more.emplace_back(m, *tensor);
    for (const TensorList *list : {&beside.casts, &beside.masks})
        for (const Tensor &tensor : *list) node.more.emplace_back(m, tensor);
}

/// Gradients of the halves in the products' dtype, in the order of the linears.
TensorList empty_half_gradients(Machine &m, const LoraLinears &linears, Dtype dtype)
{
    TensorList out;
    for (const LoraLinear &f : linears) {
        out.push_back(m.empty({f.rank, f.in}, dtype, "empty_like"));
        out.push_back(m.empty({f.out, f.rank}, dtype, "empty_like"));
    }
    return out;
}

/// x.t() @ (dY @ B), A @ x.t() @ dY of one linear: two narrow products; the first is read again for the input's gradient.
Tensor half_gradients(Machine &m, const LoraLinear &f, Count rows, Dtype dtype)
{
    for (const Count width : {f.out, f.in}) {
        m.multiplies(rows, f.rank, width, dtype);
        m.multiplies(width, f.rank, rows, dtype);
    }
    Tensor low = m.empty({rows, f.rank}, dtype, "mm");
    cublas_workspace(m);
    cublas_workspace(m);
    const Tensor narrow = m.empty({f.rank, rows}, dtype, "mm");
    cublas_workspace(m);
    return low;
}

/// What autograd does with the function's results: gradients in the leaves' dtype, each stored.
void accumulate_halves(Machine &m, const LoraLinears &linears, TensorList gradients)
{
    std::size_t next = 0;
    std::vector<std::pair<Leaf *, Tensor>> ready;
    for (const LoraLinear &f : linears)
        for (Leaf *leaf : {f.a, f.b}) {
            Tensor gradient = std::move(gradients[next++]);
            if (!leaf->value.node) continue;
            if (gradient.dtype() != leaf->value.dtype()) gradient = m.empty(gradient.shape(), leaf->value.dtype(), "to");
            ready.emplace_back(leaf, std::move(gradient));
        }
    gradients.clear();
    for (auto &[leaf, gradient] : ready) {
        Node *const stores = node_of(leaf->value.node);
        const Scope before = std::exchange(m.scope, stores->scope);
        Gradients in, out;
        in[0] = std::move(gradient);
        stores->backward(m, in, out);
        m.scope = before;
    }
}

/// The input's gradient from those of the results: each matrix is unpacked in its turn.
Tensor input_gradient(Machine &m, const LoraKernels &kernels, const LoraLinears &linears, const Tensor &x, Dtype dtype)
{
    Tensor out;
    for (const LoraLinear &f : linears) {
        const Tensor matrix = unpacked_matrix(m, kernels, f, dtype, false);
        m.multiplies(x.shape().rows(), f.in, f.out, dtype);
        m.multiplies(x.shape().rows(), f.in, f.rank, dtype);
        if (!out.defined()) out = kernels.writes_input ? x.detach() : m.empty(x.shape(), dtype, "mm_backward");
        cublas_workspace(m);
    }
    return out;
}

LoraLinears all_of(std::initializer_list<LinearModule *> modules)
{
    LoraLinears out;
    for (LinearModule *module : modules) out.emplace_back(*module);
    return out;
}

/// Axolotl's dropout, which autograd sees.
Tensor dropped_before(Machine &m, const LoraKernels &kernels, const LoraLinear &first, const Tensor &x)
{
    return kernels.drops_before && first.dropout > 0.0 ? dropout(m, x, first.dropout) : Tensor();
}

bool asks_gradient(const Machine &m, const LoraLinears &linears, const Tensor &x)
{
    if (!m.grad_enabled) return false;
    return x.requires_grad() || std::ranges::any_of(linears, [](const LoraLinear &f) { return f.a->trains || f.b->trains; });
}

/// Gradients of the halves and of the input once those of the results are there; `kept` goes before the leaves' are made.
void finish_backward(Machine &m, Node &self, const LoraKernels &kernels, const LoraLinears &linears, TensorList gradients,
                     const LoraLinears &of_input, const Tensor &x, Count rows, Dtype dtype, Gradients &g)
{
    TensorList lows;
    for (const LoraLinear &f : of_input) lows.push_back(half_gradients(m, f, rows, dtype));
    if (self.needs(0)) g[0] = input_gradient(m, kernels, of_input, x, dtype);
    if (self.needs(1)) g[1] = m.empty(x.shape(), dtype, "zeros_like");
    lows.clear();
    self.more.clear();
    accumulate_halves(m, linears, std::move(gradients));
}

} // namespace

bool can_fuse(const Machine &m, const LoraKernels &kernels, std::initializer_list<LinearModule *> linears, const Tensor &x)
{
    if (m.after_module || m.hooks_modules) return false;
    if (m.autocast && x.dtype() != *m.autocast) return false;
    return std::ranges::all_of(linears, [&](LinearModule *linear) {
        if (linear == nullptr || !linear->loaded() || linear->adapter() == nullptr) return false;
        const HeldMatrix &held = linear->held();
        if (held.base != LinearBase::dense && held.base != LinearBase::four_bit) return false;
        if (held.base == LinearBase::dense && linear->weight().value.dtype() != x.dtype()) return false;
        if (linear->weight().trains || (held.bias && !kernels.takes_biases)) return false;
        return linear->adapter()->halves().has_value();
    });
}

Tensor lora_mlp(Machine &m, const LoraKernels &kernels, const std::array<LinearModule *, 3> &parts, const Tensor &x)
{
    const LoraLinears linears = all_of({parts[0], parts[1], parts[2]});
    const LoraLinear &gate = linears[0], &up = linears[1], &down = linears[2];
    const Count rows = x.shape().rows(), width = gate.out;
    const Dtype dtype = x.dtype();
    const Tensor dropped = dropped_before(m, kernels, gate, x);
    Ref<Node> node;
    if (asks_gradient(m, linears, x))
        node = make_node(m, {&x, &dropped}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            TensorList kept = self.unpack_more(mm);
            TensorList casts;
            if (!kernels.keeps_casts)
                for (const LoraLinear &f : linears)
                    for (const Leaf *leaf : {f.a, f.b}) casts.push_back(adapter_in(mm, *leaf, dtype));
            Tensor inner = product_with_halves(mm, kernels, down, rows, width, dtype); // the activation, in place
            TensorList gradients = empty_half_gradients(mm, linears, dtype);
            (void)half_gradients(mm, down, rows, dtype);
            const Tensor input = kept.front();
            kept.clear();
            finish_backward(mm, self, kernels, linears, std::move(gradients), {up, gate}, input, rows, dtype, g);
        });
    AlsoKept beside;
    Tensor first, second, out;
    {
        const Tensor low = dropped_within(m, kernels, gate, x, beside);
        first = product_with_halves(m, kernels, gate, rows, width, dtype);
    }
    {
        const Tensor low = dropped_within(m, kernels, up, x, beside);
        second = product_with_halves(m, kernels, up, rows, width, dtype);
    }
    {
        const Tensor inner = m.empty({rows, width}, dtype, "swiglu");
        const Tensor low = dropped_within(m, kernels, down, inner, beside);
        out = product_with_halves(m, kernels, down, rows, down.out, dtype).view(x.shape().with_last(down.out));
    }
    if (!node) return out;
    keep_casts(m, kernels, linears, dtype, beside);
    keep_all(m, *node, {&x, &first, &second}, beside);
    if (dropped.defined()) node->more.emplace_back(m, dropped);
    attach(out, node);
    return out;
}

std::array<Tensor, 3> lora_qkv(Machine &m, const LoraKernels &kernels, const std::array<LinearModule *, 3> &parts,
                               const Tensor &x)
{
    const LoraLinears linears = all_of({parts[0], parts[1], parts[2]});
    const Count rows = x.shape().rows();
    const Dtype dtype = x.dtype();
    const Tensor dropped = dropped_before(m, kernels, linears[0], x);
    const auto arrived = std::make_shared<std::array<Tensor, 3>>();
    Ref<Node> node;
    if (asks_gradient(m, linears, x))
        node = make_node(m, {&x, &dropped}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const std::array<Tensor, 3> results = std::exchange(*arrived, {});
            TensorList kept = self.unpack_more(mm);
            TensorList casts;
            if (!kernels.keeps_casts)
                for (const LoraLinear &f : linears)
                    for (const Leaf *leaf : {f.a, f.b}) casts.push_back(adapter_in(mm, *leaf, dtype));
            TensorList gradients = empty_half_gradients(mm, linears, dtype);
            const Tensor input = kept.front();
            kept.clear();
            finish_backward(mm, self, kernels, linears, std::move(gradients), linears, input, rows, dtype, g);
        });
    AlsoKept beside;
    std::array<Tensor, 3> out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Tensor low = dropped_within(m, kernels, linears[i], x, beside);
        out[i] =
            product_with_halves(m, kernels, linears[i], rows, linears[i].out, dtype).view(x.shape().with_last(linears[i].out));
    }
    if (!node) return out;
    keep_casts(m, kernels, linears, dtype, beside);
    keep_all(m, *node, {&x}, beside);
    if (dropped.defined()) node->more.emplace_back(m, dropped);
    Tensor before;
    before.node = Ref<GraphNode>(node.get());
    for (std::size_t i = 0; i < out.size(); ++i)
        attach(out[i], make_node(m, {&before}, [arrived, i](Machine &, Node &, Gradients &in, Gradients &) {
                   (*arrived)[i] = std::move(in[0]);
               }));
    return out;
}

Tensor lora_linear(Machine &m, const LoraKernels &kernels, LinearModule &linear, const Tensor &x)
{
    const LoraLinears linears = all_of({&linear});
    const LoraLinear &only = linears[0];
    const Count rows = x.shape().rows();
    const Dtype dtype = x.dtype();
    const Tensor dropped = dropped_before(m, kernels, only, x);
    LoraKernels apart = kernels;
    apart.writes_input = false; // LoRA_W makes a new one
    Ref<Node> node;
    if (asks_gradient(m, linears, x))
        node = make_node(m, {&x, &dropped}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            TensorList kept = self.unpack_more(mm);
            TensorList casts;
            if (!kernels.keeps_casts)
                for (const Leaf *leaf : {linears[0].a, linears[0].b}) casts.push_back(adapter_in(mm, *leaf, dtype));
            TensorList gradients = empty_half_gradients(mm, linears, dtype);
            const Tensor input = kept.front();
            kept.clear();
            finish_backward(mm, self, apart, linears, std::move(gradients), linears, input, rows, dtype, g);
        });
    AlsoKept beside;
    Tensor out;
    {
        const Tensor low = dropped_within(m, kernels, only, x, beside);
        out = product_with_halves(m, kernels, only, rows, only.out, dtype).view(x.shape().with_last(only.out));
    }
    if (!node) return out;
    keep_casts(m, kernels, linears, dtype, beside);
    keep_all(m, *node, {&x}, beside);
    if (dropped.defined()) node->more.emplace_back(m, dropped);
    attach(out, node);
    return out;
}

} // namespace plimsoll::step
