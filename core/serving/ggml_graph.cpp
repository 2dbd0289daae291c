// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, ggml/src/ggml.c
#include "core/serving/ggml_graph.h"

#include <algorithm>

namespace plimsoll {

namespace {

void set_sizes(GgmlTensor &tensor, std::span<const Count> ne)
{
    tensor.ne = {1, 1, 1, 1};
    std::ranges::copy(ne, tensor.ne.begin());
}

void make_contiguous(GgmlTensor &tensor)
{
    const GgmlBlock &block = ggml_block(tensor.type);
    tensor.nb[0] = block.bytes;
    tensor.nb[1] = tensor.ne[0] / block.elements * block.bytes;
    tensor.nb[2] = tensor.nb[1] * tensor.ne[1];
    tensor.nb[3] = tensor.nb[2] * tensor.ne[2];
}

} // namespace

void GgmlGraph::clear()
{
    tensors.clear();
    nodes.clear();
    leafs.clear();
    m_visited.clear();
}

Bytes GgmlGraph::bytes(GgmlId id) const
{
    const GgmlTensor &t = at(id);
    const GgmlBlock &block = ggml_block(t.type);
    Bytes out = block.elements == 1 ? block.bytes + (t.ne[0] - 1) * t.nb[0] : t.ne[0] * t.nb[0] / block.elements;
    for (std::size_t i = 1; i < 4; ++i) {
        if (t.ne[i] <= 0) return 0;
        out += (t.ne[i] - 1) * t.nb[i];
    }
    return t.ne[0] <= 0 ? 0 : out;
}

GgmlId GgmlGraph::push(GgmlTensor tensor)
{
    tensors.push_back(tensor);
    m_visited.push_back(false);
    return static_cast<GgmlId>(tensors.size()) - 1;
}

GgmlId GgmlGraph::tensor(GgmlType type, std::initializer_list<Count> ne)
{
    GgmlTensor out;
    out.type = type;
    set_sizes(out, ne);
    make_contiguous(out);
    return push(out);
}

GgmlId GgmlGraph::input(GgmlType type, std::initializer_list<Count> ne)
{
    const GgmlId id = tensor(type, ne);
    at(id).input = true;
    return id;
}

GgmlId GgmlGraph::allocated(GgmlType type, std::initializer_list<Count> ne, int buffer)
{
    const GgmlId id = tensor(type, ne);
    at(id).buffer = static_cast<std::int16_t>(buffer);
    return id;
}

GgmlId GgmlGraph::weight(GgmlType type, std::initializer_list<Count> ne, int buffer)
{
    const GgmlId id = allocated(type, ne, buffer);
    at(id).weight = true;
    return id;
}

GgmlId GgmlGraph::made(GgmlOp op, GgmlType type, std::initializer_list<Count> ne, std::initializer_list<GgmlId> sources)
{
    const GgmlId id = tensor(type, ne);
    at(id).op = op;
    std::ranges::copy(sources, at(id).src.begin());
    return id;
}

GgmlId GgmlGraph::like(GgmlOp op, GgmlId a, std::initializer_list<GgmlId> others)
{
    const GgmlTensor from = at(a);
    const GgmlId id = made(op, from.type, {from.ne[0], from.ne[1], from.ne[2], from.ne[3]}, {a});
    std::ranges::copy(others, at(id).src.begin() + 1);
    return id;
}

GgmlId GgmlGraph::mul_mat(GgmlId a, GgmlId b)
{
    const Count out = at(a).ne[1];
    const auto ne = at(b).ne;
    return made(GgmlOp::mul_mat, GgmlType::f32, {out, ne[1], ne[2], ne[3]}, {a, b});
}

GgmlId GgmlGraph::mul_mat_id(GgmlId experts, GgmlId b, GgmlId ids)
{
    return made(GgmlOp::mul_mat_id, GgmlType::f32, {at(experts).ne[1], at(ids).ne[0], at(b).ne[2], 1}, {experts, b, ids});
}

GgmlId GgmlGraph::get_rows(GgmlId a, GgmlId rows)
{
    const auto ne = at(rows).ne;
    const GgmlType type = at(a).type == GgmlType::i32 ? GgmlType::i32 : GgmlType::f32;
    return made(GgmlOp::get_rows, type, {at(a).ne[0], ne[0], ne[1], ne[2]}, {a, rows});
}

GgmlId GgmlGraph::cast(GgmlId a, GgmlType type)
{
    const auto ne = at(a).ne;
    const GgmlId id = made(GgmlOp::cpy, type, {ne[0], ne[1], ne[2], ne[3]}, {a});
    at(id).src[1] = id; // ggml_cast names the result as its own target
    return id;
}

GgmlId GgmlGraph::view_op(GgmlOp op, GgmlId a)
{
    GgmlTensor out = at(a);
    out.view_of = out.view_of >= 0 ? out.view_of : a;
    out.op = op;
    out.src = {a, -1, -1, -1, -1, -1};
    out.input = out.output = out.weight = out.unsupported = false;
    out.backend = out.buffer = -1;
    out.extra = 0;
    return push(out);
}

GgmlId GgmlGraph::cpy(GgmlId a, GgmlId into)
{
    const GgmlId id = view_op(GgmlOp::cpy, into);
    at(id).src = {a, into, -1, -1, -1, -1};
    return id;
}

GgmlId GgmlGraph::set_rows(GgmlId into, GgmlId values, GgmlId rows)
{
    const GgmlId id = view_op(GgmlOp::set_rows, into);
    at(id).src = {values, rows, into, -1, -1, -1};
    return id;
}

GgmlId GgmlGraph::view(GgmlId a, std::initializer_list<Count> ne, std::initializer_list<Bytes> nb)
{
    const GgmlId id = view_op(GgmlOp::view, a);
    GgmlTensor &out = at(id);
    set_sizes(out, ne);
    make_contiguous(out);
    std::ranges::copy(nb, out.nb.begin() + 1);
    for (std::size_t i = nb.size() + 1; i < 4; ++i) out.nb[i] = out.nb[i - 1] * out.ne[i - 1];
    return id;
}

GgmlId GgmlGraph::reshape(GgmlId a, std::initializer_list<Count> ne)
{
    const GgmlId id = view_op(GgmlOp::reshape, a);
    set_sizes(at(id), ne);
    make_contiguous(at(id));
    return id;
}

GgmlId GgmlGraph::permute(GgmlId a, std::array<int, 4> axes)
{
    const GgmlId id = view_op(GgmlOp::permute, a);
    const GgmlTensor from = at(a);
    for (std::size_t i = 0; i < 4; ++i) {
        at(id).ne[static_cast<std::size_t>(axes[i])] = from.ne[i];
        at(id).nb[static_cast<std::size_t>(axes[i])] = from.nb[i];
    }
    return id;
}

GgmlId GgmlGraph::transpose(GgmlId a)
{
    const GgmlId id = view_op(GgmlOp::transpose, a);
    std::swap(at(id).ne[0], at(id).ne[1]);
    std::swap(at(id).nb[0], at(id).nb[1]);
    return id;
}

GgmlId GgmlGraph::cont(GgmlId a) { return like(GgmlOp::cont, a); }

GgmlId GgmlGraph::cont(GgmlId a, std::initializer_list<Count> ne) { return made(GgmlOp::cont, at(a).type, ne, {a}); }

GgmlId GgmlGraph::concat(GgmlId a, GgmlId b, int dimension)
{
    auto ne = at(a).ne;
    ne[static_cast<std::size_t>(dimension)] += at(b).ne[static_cast<std::size_t>(dimension)];
    return made(GgmlOp::concat, at(a).type, {ne[0], ne[1], ne[2], ne[3]}, {a, b});
}

void GgmlGraph::expand(GgmlId id)
{
    if (m_visited[static_cast<std::size_t>(id)]) return;
    m_visited[static_cast<std::size_t>(id)] = true;
    for (const GgmlId source : at(id).src)
        if (source >= 0) expand(source);
    (at(id).op == GgmlOp::none ? leafs : nodes).push_back(id);
}

} // namespace plimsoll
