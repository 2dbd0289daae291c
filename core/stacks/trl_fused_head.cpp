// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"

#include <algorithm>
#include <memory>

// TRL 1.16: trainer/utils.py add_fused_lm_head, kernels/chunked_logprob.py ChunkedLogProbFunction. The head runs on tiles
// of 4,096 tokens by 32,768 columns of the vocabulary in one buffer; backward makes each tile again.

namespace plimsoll::step {

namespace {

constexpr Count token_tile = 4096;
constexpr Count vocabulary_tile = 32768;

/// tensor[mask]: indices of `rows` chosen rows while it runs; backward scatters into a zero-filled whole.
Tensor masked_rows(Machine &m, Tensor x, const Tensor &mask, Shape chosen)
{
    const Count rows = chosen.size[0], dims = mask.shape().rank;
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        node = make_node(m, {&x}, [whole, rows, dims](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "index_backward");
            // index_put_ with accumulate: the linear index is made, sorted and used
            const Tensor places = mm.empty({dims, rows}, Dtype::int64, "nonzero");
            const Tensor linear = mm.empty({rows}, Dtype::int64, "index_put");
            const Tensor order = mm.empty({rows}, Dtype::int64, "index_put");
            const Tensor sorted_order = mm.empty({rows}, Dtype::int64, "index_put");
            const Tensor sorted = mm.empty({rows}, Dtype::int64, "index_put");
        });
        node->saved[0].keep(m, mask);
    }
    const Tensor places = m.empty({dims, rows}, Dtype::int64, "nonzero");
    Tensor out = m.empty(chosen, x.dtype(), "index");
    if (node) attach(out, node);
    return out;
}

/// x.new_zeros(mask.shape).masked_scatter(mask, x)
Tensor masked_scatter(Machine &m, Tensor x, const Tensor &mask)
{
    const Count rows = x.elements(), places = mask.elements(), dims = mask.shape().rank;
    const Tensor zeros = m.empty(mask.shape(), x.dtype(), "zeros");
    Tensor out = m.empty(mask.shape(), x.dtype(), "masked_scatter");
    const Tensor counted = m.empty({places}, Dtype::int64, "masked_scatter");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [rows, dims](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor indices = mm.empty({dims, rows}, Dtype::int64, "nonzero");
            g[0] = mm.empty({rows}, in[0].dtype(), "masked_select");
        });
        node->saved[0].keep(m, mask);
        attach(out, node);
    }
    return out;
}

/// One projection onto the head in tiles: what both directions need.
struct TiledHead {
    Count tokens, hidden, vocabulary;
    Dtype compute, input, weight;
    bool biased = false;

    [[nodiscard]] Tensor buffer(Machine &m) const
    {
        return m.empty({std::min(tokens, token_tile), vocabulary_tile}, compute, "logits_tile", Component::logits_loss);
    }
    /// tensor[start:end].to(compute_dtype)
    [[nodiscard]] Tensor cast_rows(Machine &m, Count rows, Dtype from, Component component) const
    {
        return from == compute ? Tensor() : m.empty({rows, hidden}, compute, "to", component);
    }
    void project(Machine &m, Count rows, Count columns) const
    {
        m.multiplies(rows, columns, hidden, compute);
        cublas_workspace(m);
        if (biased && weight != compute) (void)m.empty({columns}, compute, "to");
    }
};

/// acc += a @ b in float32: with 16-bit inputs in one call, else with copies in float32 that are none here.
void accumulate_product(Machine &m, Count rows, Count columns, Count inner, Dtype dtype)
{
    m.multiplies(rows, columns, inner, dtype);
    cublas_workspace(m);
}

/// Returns what lives until the function is left: running statistics and the tile.
std::vector<Tensor> tiled_forward(Machine &m, const TiledHead &head)
{
    std::vector<Tensor> kept;
    for (int i = 0; i < 7; ++i) kept.push_back(m.empty({head.tokens}, Dtype::fp32, "online_logsumexp"));
    kept.push_back(head.buffer(m));
    Tensor hidden;
    for (Count token = 0; token < head.tokens; token += token_tile) {
        hidden = head.cast_rows(m, std::min(token_tile, head.tokens - token), head.input, Component::temporaries);
        for (Count start = 0; start < head.vocabulary; start += vocabulary_tile) {
            const Count columns = std::min(vocabulary_tile, head.vocabulary - start);
            const Tensor weight = head.cast_rows(m, columns, head.weight, Component::weight_casts);
            head.project(m, std::min(token_tile, head.tokens - token), columns);
        }
    }
    return kept;
}

void tiled_backward(Machine &m, const TiledHead &head, bool hidden_trains, bool weight_trains, bool bias_trains, Gradients &g)
{
    Tensor grad_hidden, grad_weight, grad_bias;
    if (hidden_trains) grad_hidden = m.empty({head.tokens, head.hidden}, Dtype::fp32, "grad_hidden");
    if (weight_trains) grad_weight = m.empty({head.vocabulary, head.hidden}, Dtype::fp32, "grad_weight");
    if (bias_trains) grad_bias = m.empty({head.vocabulary}, Dtype::fp32, "grad_bias");
    const Tensor tile = head.buffer(m);
    Tensor hidden, weight; // names of the loop: the next value stands before the last one goes
    for (Count token = 0; token < head.tokens; token += token_tile) {
        const Count rows = std::min(token_tile, head.tokens - token);
        hidden = head.cast_rows(m, rows, head.input, Component::temporaries);
        for (Count start = 0; start < head.vocabulary; start += vocabulary_tile) {
            const Count columns = std::min(vocabulary_tile, head.vocabulary - start);
            weight = head.cast_rows(m, columns, head.weight, Component::weight_casts);
            head.project(m, rows, columns);
            if (hidden_trains) accumulate_product(m, rows, head.hidden, columns, head.compute);
            if (weight_trains) accumulate_product(m, columns, head.hidden, rows, head.compute);
            if (bias_trains) { // tile.sum(dim=0)
                const Tensor sum = m.empty({columns}, Dtype::fp32, "sum");
                strided_reduce_workspace(m, columns, rows, "sum");
            }
        }
    }
    const auto returned = [&m](Tensor gradient, Dtype dtype, const char *name) {
        return !gradient.defined() || gradient.dtype() == dtype ? gradient : m.empty(gradient.shape(), dtype, name);
    };
    g[0] = returned(grad_hidden, head.input, "grad_hidden");
    g[1] = returned(grad_weight, head.weight, "grad_weight");
    g[2] = returned(grad_bias, head.weight, "grad_bias");
}

struct TokenOutputs {
    Tensor log_probs, entropy, is_top1;
};

TokenOutputs chunked_log_probs(Machine &m, Tensor hidden, Leaf &weight, Leaf *bias, const Tensor &targets)
{
    TiledHead head;
    head.tokens = hidden.shape().size[0];
    head.hidden = hidden.shape().last();
    head.vocabulary = weight.value.shape().size[0];
    head.compute = m.autocast ? *m.autocast : hidden.dtype();
    head.input = hidden.dtype();
    head.weight = weight.value.dtype();
    head.biased = bias != nullptr;
    const Tensor no_bias;
    const Tensor &bias_value = bias ? bias->value : no_bias;
    Ref<Node> node;
    if (any_requires_grad(m, {&hidden, &weight.value, &bias_value}))
        node = make_node(m, {&hidden, &weight.value, &bias_value}, [head](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            tiled_backward(mm, head, self.needs(0), self.needs(1), self.needs(2), g);
        });
    TokenOutputs out;
    const std::vector<Tensor> locals = tiled_forward(m, head);
    Tensor log_z;
    {
        const Tensor logarithm = m.empty({head.tokens}, Dtype::fp32, "log");
        log_z = m.empty({head.tokens}, Dtype::fp32, "log_z");
    }
    out.log_probs = m.empty({head.tokens}, Dtype::fp32, "log_probs");
    {
        const Tensor mean = m.empty({head.tokens}, Dtype::fp32, "div");
        out.entropy = m.empty({head.tokens}, Dtype::fp32, "entropy");
    }
    out.is_top1 = m.empty({head.tokens}, Dtype::boolean, "is_top1");
    if (node) {
        for (const Tensor *kept : std::initializer_list<const Tensor *>{&hidden, &targets, &log_z, &out.entropy})
            node->more.emplace_back(m, *kept);
        attach(out.log_probs, node);
    }
    return out;
}

} // namespace

Tensor trl_fused_head_loss(Machine &m, LinearModule &head, Tensor hidden, const TiledRows &of)
{
    const Count batch = of.batch, shown = of.length - 1, rows = batch * std::min(shown, of.scored), width = hidden.shape().last();
    Tensor loss;
    {
        Tensor shifted = narrow(m, std::move(hidden), {batch, shown, width});
        const Tensor mask = m.empty({batch, shown}, Dtype::boolean, "label_mask");
        Tensor kept = masked_rows(m, shifted, mask, {rows, width});
        const Tensor targets = masked_rows(m, Tensor({}, {batch, shown}, Dtype::int64), mask, {rows});
        TokenOutputs tokens = chunked_log_probs(m, std::move(kept), head.weight(), head.bias(), targets);
        loss = masked_scatter(m, std::move(tokens.log_probs), mask);
        const Tensor entropy = masked_scatter(m, std::move(tokens.entropy), mask);
        const Tensor top1 = masked_scatter(m, std::move(tokens.is_top1), mask);
        shifted.reset();                  // the model's forward has returned; its outputs live on in compute_loss
        loss = scale(m, std::move(loss)); // -log_probs
        loss = sum_all(m, std::move(loss));
        loss = scale(m, std::move(loss)); // divided by the number of tokens
    }
    return loss;
}

} // namespace plimsoll::step
