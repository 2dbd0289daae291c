// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/cross_entropy.h"
#include "core/stacks/loss.h"
#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <memory>
#include <utility>

// TRL 1.16: trainer/distillation_trainer.py _chunked_divergence_loss, kernels/chunked_divergence.py ChunkedDivergenceFunction. Both
// heads run on tiles of 4,096 tokens by 32,768 columns of the vocabulary, in float32; backward makes each pair of tiles again.

namespace plimsoll::step {

namespace {

constexpr Count tile_tokens = 4096;
constexpr Count tile_columns = 32768;

/// One of the two models' heads over the same rows.
struct ProjectedHead {
    Count width = 0, vocabulary = 0;
    Dtype input = Dtype::bf16, weight = Dtype::bf16, compute = Dtype::bf16;

    /// weight[start:end].to(compute) while a tile is projected.
    void project(Machine &m) const
    {
        const Tensor cast = weight == compute
                                ? Tensor()
                                : m.empty({std::min(tile_columns, vocabulary), width}, compute, "to", Component::weight_casts);
        cublas_workspace(m);
    }
};

ProjectedHead head_of(const Machine &m, const Tensor &hidden, const Leaf &weight)
{
    const Dtype compute = m.autocast ? *m.autocast : hidden.dtype();
    return {hidden.shape().last(), weight.value.shape().size[0], hidden.dtype(), weight.value.dtype(), compute};
}

Tensor float_tile(Machine &m, Count rows)
{
    return m.empty({std::min(rows, tile_tokens), tile_columns}, Dtype::fp32, "logits_tile", Component::logits_loss);
}

/// Every tile of both heads; `each` is what is done with a pair of them.
template <class Each>
void walk_tiles(Machine &m, Count rows, const ProjectedHead &student, const ProjectedHead &teacher, const Each &each)
{
    Tensor of_student, of_teacher; // hidden[start:end].to(compute)
    for (Count token = 0; token < rows; token += tile_tokens) {
        const Count n = std::min(tile_tokens, rows - token);
        if (student.input != student.compute) of_student = m.empty({n, student.width}, student.compute, "to");
        if (teacher.input != teacher.compute) of_teacher = m.empty({n, teacher.width}, teacher.compute, "to");
        for (Count start = 0; start < student.vocabulary; start += tile_columns) {
            student.project(m);
            teacher.project(m);
            each(n, std::min(tile_columns, student.vocabulary - start));
        }
    }
}

struct Divergence {
    Count rows = 0;
    ProjectedHead student, teacher;
};

void divergence_backward(Machine &m, const Divergence &of, bool hidden_trains, bool weight_trains, Gradients &g)
{
    const ProjectedHead &head = of.student;
    Tensor grad_hidden, grad_weight;
    if (hidden_trains) grad_hidden = m.empty({of.rows, head.width}, Dtype::fp32, "grad_hidden");
    if (weight_trains) grad_weight = m.empty({head.vocabulary, head.width}, Dtype::fp32, "grad_weight");
    const Tensor tiles[] = {float_tile(m, of.rows), float_tile(m, of.rows)};
    walk_tiles(m, of.rows, head, of.teacher, [&](Count n, Count columns) {
        const Tensor gradient = m.empty({n, columns}, head.compute, "to", Component::logits_loss);
        head.project(m);
    });
    const auto returned = [&m](Tensor gradient, Dtype dtype, const char *name) {
        return !gradient.defined() || gradient.dtype() == dtype ? gradient : m.empty(gradient.shape(), dtype, name);
    };
    g[0] = returned(std::move(grad_hidden), head.input, "grad_hidden");
    g[1] = returned(std::move(grad_weight), head.weight, "grad_weight");
}

/// hidden.reshape(−1, width)[valid]: the slice is copied, then its rows are.
Tensor valid_rows(Machine &m, Tensor hidden, Count rows)
{
    const Count width = hidden.shape().last();
    Tensor flat = copy_of(m, std::move(hidden), {rows, width}, "reshape");
    return index_copy(m, std::move(flat), {rows, width});
}

} // namespace

Tensor trl_chunked_divergence(Machine &m, LinearModule &head, Tensor hidden, LinearModule &teacher_head, Tensor taught)
{
    const Count rows = hidden.shape().rows();
    Tensor own = valid_rows(m, std::move(hidden), rows);
    const Tensor other = valid_rows(m, std::move(taught), rows);
    Leaf &weight = head.weight();
    const Divergence of{rows, head_of(m, own, weight), head_of(m, other, teacher_head.weight())};
    Ref<Node> node;
    if (any_requires_grad(m, {&own, &weight.value}))
        node = make_node(m, {&own, &weight.value}, [of](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            divergence_backward(mm, of, self.needs(0), self.needs(1), g);
        });
    std::vector<Tensor> statistics;
    for (int i = 0; i < 9; ++i) statistics.push_back(m.empty({rows}, Dtype::fp32, "online_logsumexp"));
    {
        const Tensor tiles[] = {float_tile(m, rows), float_tile(m, rows)};
        const auto folded = [](Count, Count) {};
        walk_tiles(m, rows, of.student, of.teacher, folded);
    }
    const Tensor normalizers[] = {m.empty({rows}, Dtype::fp32, "log_z"), m.empty({rows}, Dtype::fp32, "log_z")};
    Tensor divergence = m.empty({rows}, Dtype::fp32, "divergence");
    if (node) {
        for (const Tensor *kept : {&std::as_const(own), &other, &normalizers[0], &normalizers[1]})
            node->more.emplace_back(m, *kept);
        attach(divergence, node);
    }
    return scale(m, sum_all(m, std::move(divergence)));
}

} // namespace plimsoll::step
