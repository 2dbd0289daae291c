// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/experts.h"

#include "core/step/liger.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll::step {

namespace {

/// Routers whose scores stay float32; the others give them in the logits' dtype.
bool float_scores(const MoeSpec &moe) { return moe.router_kind == "mixtral"; }

/// aten index_put_ with accumulate (IndexingBackward.cu): linear indices, their sorted copies, and the sort's workspace.
void index_put_temporaries(Machine &m, Count rows)
{
    const Tensor linear = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor original = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor sorted = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor order = m.empty({rows}, Dtype::int64, "index_put");
    m.workspace(rows * 16 + 6 * kib, "radix_sort");
}

} // namespace

Tensor gather_rows(Machine &m, const Tensor &x, const Tensor &index, Shape out_shape)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        node = make_node(m, {&x}, [from](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(from, in[0].dtype(), "index_backward");
            index_put_temporaries(mm, kept.elements());
        });
        node->saved[0] = Saved(m, index);
    }
    Tensor out = m.empty(out_shape, x.dtype(), "index");
    if (node) attach(out, node);
    return out;
}

Tensor grouped_mm(Machine &m, Tensor x, Leaf &weight, Count out_features, const Tensor &offsets)
{
    x = to(m, std::move(x), weight.value.dtype());
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight.value})) {
        const Shape xs = x.shape(), ws = weight.value.shape();
        node = make_node(m, {&x, &weight.value}, [xs, ws](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            std::vector<Tensor> kept;
            for (const Saved &saved : self.more) kept.push_back(saved.unpack(mm));
            if (self.needs(1)) g[1] = mm.empty(ws, in[0].dtype(), "grouped_mm_backward");
            if (self.needs(0)) g[0] = mm.empty(xs, in[0].dtype(), "grouped_mm_backward");
        });
        if (node->needs(1)) node->more.emplace_back(m, x);
        if (node->needs(0)) node->more.emplace_back(m, weight.value);
        node->more.emplace_back(m, offsets);
    }
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "grouped_mm");
    if (node) attach(out, node);
    return out;
}

bool ExpertsModule::known(const MlpSpec &spec)
{
    constexpr std::array<std::string_view, 4> routers{"mixtral", "qwen2_moe", "qwen3_moe", "olmoe"};
    const MoeSpec &moe = spec.moe;
    return moe.gated && !moe.bias && !moe.transposed && std::ranges::find(routers, moe.router_kind) != routers.end();
}

void ExpertsModule::load(Machine &m, const MlpSpec &spec, Count hidden, const Precision &precision)
{
    m_spec = &spec;
    const MoeSpec &moe = spec.moe;
    const auto parameter = [&](Leaf &leaf, Shape shape, const char *name) {
        leaf.value = new_parameter(m, shape, precision.weights, name);
        leaf.module = spec.name.c_str();
        leaf.layer = m.scope.layer;
    };
    if (moe.router_linear)
        m_router_linear.load(m, moe.router, precision, true);
    else
        parameter(m_router, {moe.experts, hidden}, "router");
    parameter(m_gate_up, {moe.experts, 2 * moe.expert_width, hidden}, "experts.gate_up_proj");
    parameter(m_down, {moe.experts, hidden, moe.expert_width}, "experts.down_proj");
    if (moe.shared_width == 0) return;
    m_shared_gate_proj.load(m, moe.shared_gate_proj, precision, true);
    m_shared_up_proj.load(m, moe.shared_up_proj, precision, true);
    m_shared_down_proj.load(m, moe.shared_down_proj, precision, true);
    if (moe.shared_gate) parameter(m_shared_gate, {1, hidden}, "shared_expert_gate");
}

void ExpertsModule::raise_to_fp32(Machine &m)
{
    for (Leaf *leaf : {&m_router, &m_gate_up, &m_down, &m_shared_gate}) raise_leaf(m, *leaf);
}

void ExpertsModule::collect(std::vector<Leaf *> &parameters)
{
    for (Leaf *leaf : {&m_router, &m_gate_up, &m_down, &m_shared_gate})
        if (leaf->value.defined()) parameters.push_back(leaf);
}

std::vector<LinearModule *> ExpertsModule::linears()
{
    std::vector<LinearModule *> all;
    for (LinearModule *module : {&m_router_linear, &m_shared_gate_proj, &m_shared_up_proj, &m_shared_down_proj})
        if (module->loaded()) all.push_back(module);
    return all;
}

ExpertsModule::Routing ExpertsModule::route(Machine &m, const Tensor &x)
{
    const MoeSpec &moe = m_spec->moe;
    const WithScope inside(m, moe.router.name.c_str());
    const Count tokens = x.shape().rows();
    Routing out;
    out.logits = moe.router_linear ? m_router_linear.forward(m, x) : linear(m, x, m_router, nullptr);
    Tensor probabilities = to(m, out.logits, Dtype::fp32);
    probabilities = softmax(m, std::move(probabilities), Dtype::fp32);
    // topk keeps the indices; its backward scatters into zeros
    Tensor values = m.empty({tokens, moe.top_k}, Dtype::fp32, "topk");
    out.indices = m.empty({tokens, moe.top_k}, Dtype::int64, "topk");
    if (any_requires_grad(m, {&probabilities})) {
        const Shape whole = probabilities.shape();
        auto node = make_node(m, {&probabilities}, [whole](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "topk_backward");
        });
        node->saved[0] = Saved(m, out.indices);
        attach(values, node);
    }
    const Tensor sum = m.empty({tokens, 1}, Dtype::fp32, "sum");
    values = scale(m, std::move(values));
    out.scores = float_scores(moe) ? values : to(m, std::move(values), out.logits.dtype());
    return out;
}

Tensor ExpertsModule::run_experts(Machine &m, const Tensor &x, const Routing &routing)
{
    const WithScope inside(m, m_spec->name.c_str());
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = tokens * moe.top_k;
    const Tensor sorted = m.empty({pairs}, Dtype::int64, "sort");
    const Tensor order = m.empty({pairs}, Dtype::int64, "sort");
    m.workspace(pairs * 8, "sort");
    Tensor rows = m.empty({pairs}, Dtype::int64, "floor_divide");
    const Tensor selected = gather_rows(m, x.view({tokens, hidden}), rows, {pairs, hidden});
    rows.reset();
    const Tensor weights = gather_rows(m, routing.scores.view({pairs, 1}), order, {pairs, 1});
    const Tensor counted = m.empty({pairs}, Dtype::int32, "int");
    const Tensor counts = m.empty({moe.experts}, Dtype::int32, "histc");
    const Tensor offsets = m.empty({moe.experts}, Dtype::int32, "cumsum");
    Tensor projected = grouped_mm(m, selected, m_gate_up, 2 * moe.expert_width, offsets);
    {
        auto [gate, up] = chunk_in_two(m, projected);
        Tensor gated = activate(m, gate, m_spec->activation);
        projected = mul(m, std::move(gated), up);
    }
    projected = grouped_mm(m, std::move(projected), m_down, hidden, offsets);
    Tensor weighted = mul(m, projected, weights);
    const Tensor inverse = m.empty({pairs}, Dtype::int64, "empty_like");
    m.workspace(pairs * 8, "arange");
    weighted = gather_rows(m, weighted, inverse, {pairs, hidden});
    Tensor summed = m.empty({tokens, hidden}, weighted.dtype(), "sum");
    if (any_requires_grad(m, {&weighted})) {
        const Shape whole{pairs, hidden};
        attach(summed, make_node(m, {&weighted}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "sum_backward");
               }));
    }
    return to(m, std::move(summed), x.dtype());
}

Tensor ExpertsModule::shared_expert(Machine &m, const Tensor &x)
{
    Tensor gate = m_shared_gate_proj.forward(m, x);
    gate = activate(m, std::move(gate), m_spec->activation);
    Tensor up = m_shared_up_proj.forward(m, x);
    Tensor product = mul(m, std::move(gate), std::move(up));
    return m_shared_down_proj.forward(m, std::move(product));
}

Tensor ExpertsModule::forward(Machine &m, const Tensor &x)
{
    const MoeSpec &moe = m_spec->moe;
    Tensor shared;
    if (moe.shared_width > 0) shared = shared_expert(m, x);
    const Routing routing = route(m, x);
    Tensor out = run_experts(m, x, routing).view(x.shape());
    if (moe.shared_width == 0) return out;
    if (moe.shared_gate) {
        Tensor gate = linear(m, x, m_shared_gate, nullptr);
        gate = pointwise(m, std::move(gate), "sigmoid", true);
        shared = mul(m, std::move(gate), std::move(shared));
    }
    return add(m, std::move(out), std::move(shared));
}

} // namespace plimsoll::step
