// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/ggml_types.h"

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

namespace plimsoll {

/// A graph of ggml's tensors: sizes, sources and views, no numbers. Names of operations are ggml's (ggml/include/ggml.h).
enum class GgmlOp : std::uint8_t {
    none, ///< a leaf: an input, a weight, a cache
    add,
    mul,
    div,
    sqr,
    scale,
    unary,
    clamp,
    glu,
    rms_norm,
    norm,
    mul_mat,
    mul_mat_id,
    add_id,
    get_rows,
    set_rows,
    cpy,
    cont,
    reshape,
    view,
    permute,
    transpose,
    rope,
    soft_max,
    flash_attn,
    argsort,
    sum_rows,
    concat,
    repeat,
    ssm_conv,
    ssm_scan,
    gated_delta,
};

using GgmlId = std::int32_t; ///< place of a tensor in its graph; -1: none

struct GgmlTensor {
    std::array<Count, 4> ne{1, 1, 1, 1}; ///< elements, the fastest dimension first
    std::array<Bytes, 4> nb{};           ///< bytes from one to the next
    std::array<GgmlId, 6> src{-1, -1, -1, -1, -1, -1};
    GgmlId view_of = -1;       ///< whose storage this is a view of
    Bytes extra = 0;           ///< beyond its own numbers, where the back-end allocates more for the operation
    std::int16_t backend = -1; ///< that runs it; -1: the scheduler decides
    std::int16_t buffer = -1;  ///< of a back-end, where it was allocated before the graph
    GgmlOp op = GgmlOp::none;
    GgmlType type = GgmlType::f32;
    bool input = false, output = false;
    bool weight = false;      ///< what a back-end is chosen by
    bool unsupported = false; ///< only the CPU has this operation
    [[nodiscard]] bool is_view_op() const
    {
        return op == GgmlOp::view || op == GgmlOp::reshape || op == GgmlOp::permute || op == GgmlOp::transpose;
    }
    [[nodiscard]] Count rows() const { return ne[1] * ne[2] * ne[3]; }
};

/// Builds a graph as ggml's functions of the same names do (ggml/src/ggml.c); nodes in the order in which
/// ggml_build_forward_expand visits them.
class GgmlGraph {
public:
    std::vector<GgmlTensor> tensors;
    std::vector<GgmlId> nodes, leafs;

    void clear();
    [[nodiscard]] GgmlTensor &at(GgmlId id) { return tensors[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const GgmlTensor &at(GgmlId id) const { return tensors[static_cast<std::size_t>(id)]; }
    /// Bytes from the first to behind the last element (ggml_nbytes).
    [[nodiscard]] Bytes bytes(GgmlId id) const;

    GgmlId tensor(GgmlType type, std::initializer_list<Count> ne);
    GgmlId input(GgmlType type, std::initializer_list<Count> ne);
    GgmlId allocated(GgmlType type, std::initializer_list<Count> ne, int buffer); ///< a cache
    GgmlId weight(GgmlType type, std::initializer_list<Count> ne, int buffer);

    GgmlId like(GgmlOp op, GgmlId a, std::initializer_list<GgmlId> others = {}); ///< contiguous, sizes and type of a
    GgmlId made(GgmlOp op, GgmlType type, std::initializer_list<Count> ne, std::initializer_list<GgmlId> sources);
    GgmlId mul_mat(GgmlId a, GgmlId b);
    GgmlId mul_mat_id(GgmlId experts, GgmlId b, GgmlId ids);
    GgmlId get_rows(GgmlId a, GgmlId rows);
    GgmlId cast(GgmlId a, GgmlType type);
    GgmlId cpy(GgmlId a, GgmlId into);
    GgmlId set_rows(GgmlId into, GgmlId values, GgmlId rows);
    GgmlId view(GgmlId a, std::initializer_list<Count> ne, std::initializer_list<Bytes> nb); ///< nb of dimensions 1 …
    GgmlId reshape(GgmlId a, std::initializer_list<Count> ne);
    GgmlId permute(GgmlId a, std::array<int, 4> axes);
    GgmlId transpose(GgmlId a);
    GgmlId cont(GgmlId a);
    GgmlId cont(GgmlId a, std::initializer_list<Count> ne);
    GgmlId concat(GgmlId a, GgmlId b, int dimension);

    void expand(GgmlId id); ///< ggml_build_forward_expand

private:
    GgmlId push(GgmlTensor tensor);
    GgmlId view_op(GgmlOp op, GgmlId a);
    std::vector<bool> m_visited;
};

} // namespace plimsoll
