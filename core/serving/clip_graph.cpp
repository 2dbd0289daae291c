// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, tools/mtmd/clip.cpp (clip_graph), tools/mtmd/models/qwen2vl.cpp, qwen3vl.cpp, siglip.cpp, gemma4v.cpp
#include "core/serving/clip_graph.h"

#include "core/serving/ggml_scheduler.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Layers alike repeat what the first of them do.
constexpr Count built_layers = 4;

class ClipBuilder {
public:
    ClipBuilder(GgmlGraph &graph, const ClipTower &tower, const ClipClass &of)
        : m_graph(graph), m_tower(tower), m_of(of), m_patches(tower.side * tower.side)
    {}

    void build()
    {
        GgmlId x = patches();
        m_positions = m_of.rotary == ClipRotary::none ? -1 : m_graph.input(GgmlType::i32, {m_patches * 4});
        if (m_of.masks_windows) x = in_windows(x);
        GgmlId handed = -1;
        for (Count i = 0; i < built_layers; ++i) {
            x = layer(x, m_of.masks_windows && i + 1 < built_layers);
            if (i < m_tower.handed) handed = joined(handed, projected(x));
        }
        x = normed(x);
        x = joined(projected(x), handed);
        if (m_of.masks_windows) x = m_graph.get_rows(x, m_graph.input(GgmlType::i32, {m_patches / 4}));
        m_graph.expand(x);
    }

private:
    GgmlId weight(Count in, Count out) { return m_graph.weight(GgmlType::f16, {in, out}, 0); }
    GgmlId vector(Count width) { return m_graph.weight(GgmlType::f32, {width}, 0); }
    GgmlId linear(GgmlId x, Count out, bool bias)
    {
        x = m_graph.mul_mat(weight(m_graph.at(x).ne[0], out), x);
        return bias ? m_graph.like(GgmlOp::add, x, {vector(out)}) : x;
    }
    GgmlId normed(GgmlId x)
    {
        const Count width = m_graph.at(x).ne[0];
        if (m_tower.gated) return m_graph.like(GgmlOp::mul, m_graph.like(GgmlOp::rms_norm, x), {vector(width)}); // of those alone
        x = m_graph.like(GgmlOp::mul, m_graph.like(GgmlOp::norm, x), {vector(width)});
        return m_graph.like(GgmlOp::add, x, {vector(width)});
    }
    GgmlId joined(GgmlId a, GgmlId b) { return a < 0 ? b : b < 0 ? a : m_graph.concat(a, b, 0); }

    /// ggml_conv_2d: every patch's numbers in a row, times the kernel, laid out anew.
    GgmlId convolved(GgmlId picture)
    {
        const Count numbers = 3 * m_tower.patch * m_tower.patch;
        const GgmlId rows = m_graph.made(GgmlOp::cont, GgmlType::f16, {numbers, m_patches}, {picture});
        const GgmlId kernel = weight(numbers, m_tower.width);
        return m_graph.cont(m_graph.made(GgmlOp::mul_mat, GgmlType::f32, {m_patches, m_tower.width}, {rows, kernel}));
    }

    GgmlId patches()
    {
        const Count pixels = m_tower.side * m_tower.patch;
        const GgmlId picture = m_graph.input(GgmlType::f32, {pixels, pixels, 3});
        GgmlId x = convolved(picture);
        for (int i = 1; i < m_of.kernels; ++i) x = m_graph.like(GgmlOp::add, x, {convolved(picture)});
        x = m_graph.cont(m_graph.transpose(x), {m_tower.width, m_patches});
        if (m_of.kernels > 1) x = blocks(x);
        if (!m_tower.positions) return x;
        x = m_graph.like(GgmlOp::add, x, {vector(m_tower.width)});
        if (m_of.warm_side == 0) return m_graph.like(GgmlOp::add, x, {weight(m_tower.width, m_patches)});
        // resize_position_embeddings
        const GgmlId table = m_graph.made(GgmlOp::cont, GgmlType::f32, {m_tower.side, m_tower.side, m_tower.width},
                                          {weight(m_tower.width, m_patches)});
        GgmlId learned = m_graph.cont(m_graph.permute(table, {1, 2, 0, 3}), {m_tower.width, m_patches});
        learned = blocks(m_graph.cont(learned));
        return m_graph.like(GgmlOp::add, x, {learned});
    }

    /// Patches that become one token, behind each other.
    GgmlId blocks(GgmlId x)
    {
        const Count half = m_tower.side / 2;
        x = m_graph.reshape(x, {m_tower.width * 2, half, 2, half});
        return m_graph.cont(m_graph.permute(x, {0, 2, 1, 3}), {m_tower.width, m_patches});
    }

    GgmlId in_windows(GgmlId x)
    {
        const GgmlId order = m_graph.input(GgmlType::i32, {m_patches / 4});
        m_mask = m_graph.cast(m_graph.input(GgmlType::f32, {m_patches, m_patches}), GgmlType::f16);
        x = m_graph.get_rows(m_graph.reshape(x, {m_tower.width * 4, m_patches / 4}), order);
        return m_graph.reshape(x, {m_tower.width, m_patches});
    }

    GgmlId turned(GgmlId x)
    {
        if (m_of.rotary == ClipRotary::none) return x;
        if (m_of.rotary == ClipRotary::whole) return m_graph.like(GgmlOp::rope, x, {m_positions});
        const GgmlTensor whole = m_graph.at(x);
        GgmlId halves[2];
        for (GgmlId &half : halves) {
            const GgmlId part = m_graph.view(x, {whole.ne[0] / 2, whole.ne[1], whole.ne[2]}, {whole.nb[1], whole.nb[2]});
            half = m_graph.like(GgmlOp::rope, part, {m_positions});
        }
        return m_graph.concat(halves[0], halves[1], 0);
    }

    GgmlId layer(GgmlId before, bool masked)
    {
        const Count width = m_tower.width;
        GgmlId x = normed(before), heads[3];
        if (m_tower.fused) {
            const GgmlId all = linear(x, 3 * width, m_tower.biased);
            for (GgmlId &part : heads)
                part = m_graph.view(all, {width, 1, m_patches}, {m_graph.at(all).nb[0] * width, m_graph.at(all).nb[1]});
        } else {
            for (GgmlId &part : heads) part = m_graph.reshape(linear(x, width, m_tower.biased), {width, 1, m_patches});
        }
        heads[0] = turned(heads[0]);
        heads[1] = turned(heads[1]);
        for (const GgmlId part : heads) m_graph.expand(part);
        const std::array<int, 4> axes{0, 2, 1, 3};
        const GgmlId q = m_graph.permute(heads[0], axes);
        const GgmlId k = m_graph.cast(m_graph.permute(heads[1], axes), GgmlType::f16);
        const GgmlId v = m_graph.cast(m_graph.permute(heads[2], axes), GgmlType::f16);
        x = m_graph.made(GgmlOp::flash_attn, GgmlType::f32, {width, 1, m_patches}, {q, k, v, masked ? m_mask : -1});
        x = linear(m_graph.reshape(x, {width, m_patches}), width, m_tower.biased);
        const GgmlId middle = m_graph.like(GgmlOp::add, x, {before});
        return m_graph.like(GgmlOp::add, middle, {forward(normed(middle))});
    }

    GgmlId forward(GgmlId x)
    {
        GgmlId inner = linear(x, m_tower.mlp, m_tower.biased);
        if (m_tower.gated) {
            const GgmlId gate = linear(x, m_tower.mlp, m_tower.biased);
            inner = m_graph.made(GgmlOp::glu, GgmlType::f32, {m_tower.mlp, m_patches}, {gate, inner});
        } else {
            inner = m_graph.like(GgmlOp::unary, inner);
        }
        return linear(inner, m_tower.width, m_tower.biased);
    }

    /// Patches of a square joined, and two linears.
    GgmlId projected(GgmlId x)
    {
        const Count square = m_of.merge * m_of.merge;
        if (square > 1 && m_patches % square == 0) x = m_graph.reshape(x, {m_tower.width * square, m_patches / square});
        x = m_graph.like(GgmlOp::unary, linear(x, m_graph.at(x).ne[0], true));
        return linear(x, m_tower.out, true);
    }

    GgmlGraph &m_graph;
    const ClipTower &m_tower;
    const ClipClass &m_of;
    Count m_patches;
    GgmlId m_positions = -1, m_mask = -1;
};

} // namespace

Bytes clip_compute(const ClipTower &tower, const ClipClass &of, const GgmlRules &rules)
{
    if (tower.width <= 0 || tower.side <= 0 || tower.mlp <= 0) return 0;
    GgmlGraph graph;
    ClipBuilder(graph, tower, of).build();
    GgmlBackends backends;
    backends.cards = 1;
    const GgmlOrder order = ggml_schedule(graph, backends, rules);
    constexpr Bytes alignments[] = {128, 32};
    return ggml_buffers(graph, order, alignments, rules).front();
}

} // namespace plimsoll
