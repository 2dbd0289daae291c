// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/bytes.h"
#include "core/stacks/unsloth/unsloth_model.h"
#include "core/torch/ops.h"

#include <algorithm>
#include <bit>

namespace plimsoll::step {

namespace {

constexpr Count split_columns = 16384;  // _SPLIT_COLS
constexpr Bytes tile_bytes = 256 * mib; // _BWD_TILE_BYTES
constexpr Count most_tile_rows = 4096;  // _BWD_ROWS, _MAX_ROWS and the least number of rows for tiles

/// _flash_min_rows: the whole memory of a card, in whose place stands what a process may take of it.
Count least_rows_of_tiles(const CardFacts &device)
{
    constexpr Bytes small_card = 24 * gib + 512 * mib;
    return device.memory && *device.memory <= small_card ? 0 : most_tile_rows;
}

/// _budget_bytes: half of what is free at the first call, of which nothing is known but the card: UNSLOTH_LOGPROB_CHUNK_GB.
constexpr Bytes most_chunk_bytes = 2 * gib;

Count power_below(Count value) { return value < 1 ? 1 : static_cast<Count>(std::bit_floor(static_cast<std::uint64_t>(value))); }

/// fused_linear_rows: rows of one chunk.
Count rows_of_chunk(Count rows, Count width, Count vocabulary, Bytes of_logit)
{
    constexpr Count least_logits = 512 * 151936, least_rows = 512;
    const Count least = std::clamp(power_below(least_logits / vocabulary), least_rows, most_tile_rows);
    Count out = std::clamp(power_below(product(rows, width) / vocabulary), least, most_tile_rows);
    out = std::min(out, std::max<Count>(most_chunk_bytes / product(vocabulary, of_logit), 2));
    return std::clamp<Count>(out, 1, std::max<Count>(rows, 1));
}

/// What one call of the operation reads.
struct ChunkedHead {
    Count tokens, scored, width, vocabulary;
    Dtype compute, hidden;
    bool wide = false; ///< logits in float32, by a product of 16-bit operands
    [[nodiscard]] Dtype logits() const { return wide ? Dtype::fp32 : compute; }
};

/// _rows_of: what is read of rows of which some do not count.
Tensor rows_of_hidden(Machine &m, const ChunkedHead &h, Count rows)
{
    return h.scored == h.tokens ? Tensor() : m.empty({rows, h.width}, h.hidden, "index_select");
}

/// _tiled_forward: the gradient's sum beside one tile of rows and columns.
void in_tiles(Machine &m, const ChunkedHead &h, bool small_card)
{
    const Bytes each = size_of(h.logits());
    const Count rows = std::min({most_tile_rows, h.scored, tile_bytes / (split_columns * each)});
    Count columns = std::max(tile_bytes / (rows * each), split_columns);
    if (small_card) columns = std::min(columns, split_columns);
    const Count splits = ceil_div(h.vocabulary, split_columns);
    columns = std::min(columns - columns % split_columns, splits * split_columns);
    const Tensor buffer = m.empty({rows, columns}, h.logits(), "logits");
    const Tensor sums = m.empty({rows, h.width}, Dtype::fp32, "acc");
    const Tensor most = m.empty({rows}, Dtype::fp32, "m_run");
    for (Count start = 0; start < h.scored; start += rows) {
        const Count part = std::min(rows, h.scored - start);
        const Tensor hidden = rows_of_hidden(m, h, part);
        m.multiplies(part, h.vocabulary, h.width, h.compute);
        m.multiplies(part, h.width, h.vocabulary, h.compute);
        const Tensor partial = m.empty({8, splits, part}, Dtype::fp32, "part");
        cublas_workspace(m);
    }
}

void in_chunks_of_rows(Machine &m, const ChunkedHead &h, bool asks_hidden, bool asks_weight)
{
    const Count rows = rows_of_chunk(h.scored, h.width, h.vocabulary, size_of(h.logits()));
    const Tensor buffer = m.empty({rows, round_up(h.vocabulary, 8)}, h.logits(), "logits");
    for (Count start = 0; start < h.scored; start += rows) {
        const Count part = std::min(rows, h.scored - start);
        const Tensor hidden = rows_of_hidden(m, h, part);
        m.multiplies(part, h.vocabulary, h.width, h.compute);
        if (asks_weight) m.multiplies(h.vocabulary, h.width, part, h.compute);
        cublas_workspace(m);
        {
            const Tensor partial = m.empty({7, ceil_div(h.vocabulary, split_columns), part}, Dtype::fp32, "part");
        }
        if (!asks_hidden) continue;
        m.multiplies(part, h.width, h.vocabulary, h.compute);
        const Tensor gradient = m.empty({part, h.width}, Dtype::fp32, "dz_w");
        cublas_workspace(m);
        if (h.scored != h.tokens && h.hidden != Dtype::fp32) const Tensor narrow = m.empty({part, h.width}, h.hidden, "to");
    }
}

} // namespace

Tensor unsloth_chunked_loss(Machine &m, Tensor hidden, Leaf &weight, Count tokens, Count scored)
{
    const Shape shape = hidden.shape(), head = weight.value.shape();
    ChunkedHead h{tokens, scored, shape.last(), head.size[0], m.autocast ? *m.autocast : weight.value.dtype(), hidden.dtype()};
    h.wide = size_of(h.compute) == 2 && (h.compute == Dtype::fp16 || m.ask(is_capable, 8));
    const Dtype weights = weight.value.dtype();
    const Tensor labels = m.empty({tokens}, Dtype::int64, "shift_labels"), places = m.empty({scored}, Dtype::int64, "nonzero");
    Ref<Node> node;
    if (any_requires_grad(m, {&hidden, &weight.value}))
        node = make_node(m, {&hidden, &weight.value}, [shape, head](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const TensorList kept = self.unpack_more(mm); // fused_linear_scale_rows makes new ones
            if (self.needs(0)) g[0] = mm.empty(shape, kept.front().dtype(), "scale_rows");
            if (self.needs(1)) g[1] = mm.empty(head, kept.back().dtype(), "scale_rows");
        });
    const bool asks = hidden.requires_grad();
    Tensor of_hidden, of_head;
    if (asks) of_hidden = m.empty({tokens, h.width}, h.hidden, "grad_h");
    if (weight.trains) of_head = m.empty(head, weights, "acc_w", Component::gradients);
    Tensor cast;
    if (weights != h.compute) cast = m.empty(head, h.compute, "to", Component::weight_casts);
    const Tensor likelihoods = m.empty({scored}, Dtype::fp32, "logp");
    const Count least = m.ask(least_rows_of_tiles);
    const bool tiled =
        h.wide && !weight.trains && scored >= least && ceil_div(h.vocabulary, split_columns) > 2 && m.ask(is_capable, 8);
    if (tiled)
        in_tiles(m, h, least == 0);
    else
        in_chunks_of_rows(m, h, asks, weight.trains);
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (!node) return loss;
    if (of_hidden.defined()) node->more.emplace_back(m, of_hidden);
    if (of_head.defined()) node->more.emplace_back(m, of_head);
    attach(loss, node);
    return loss;
}

} // namespace plimsoll::step
