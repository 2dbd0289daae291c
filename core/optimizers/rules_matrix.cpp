// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

#include <algorithm>
#include <initializer_list>

namespace plimsoll::step {

bool is_layer_matrix(const Leaf &leaf) { return leaf.layer >= 0 && leaf.value.shape().rank == 2 && !leaf.embedding; }

namespace {

struct Matrix {
    explicit Matrix(const Leaf &leaf)
        : rows(leaf.value.shape().size[0]), columns(leaf.value.shape().size[1]), dtype(leaf.value.dtype())
    {}
    Count rows, columns;
    Dtype dtype;
    [[nodiscard]] Count small() const { return std::min(rows, columns); }
};

void create_moments(Machine &m, const Shape &shape, Dtype dtype, OptimizerState &state)
{
    for (const char *name : {"exp_avg", "exp_avg_sq"}) state.push_back(m.empty(shape, dtype, name));
}

class Muon final : public OptimizerRule {
public:
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (!is_layer_matrix(leaf)) return create_moments(m, leaf.value.shape(), leaf.value.dtype(), state);
        state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), "momentum_buffer"));
    }

    void together(Machine &m, const std::vector<Leaf *> &parameters) override
    {
        // the AdamW beside it, foreach: square roots of what it updates
        const std::int16_t caller = m.scope.layer; // a layer's where the step is taken within backward
        std::vector<Tensor> roots;
        for (const Leaf *leaf : parameters) {
            if (is_layer_matrix(*leaf)) continue;
            m.scope.layer = leaf->layer;
            roots.push_back(m.empty(leaf->value.shape(), leaf->value.dtype(), "foreach_sqrt"));
        }
        m.scope.layer = caller;
    }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        if (!is_layer_matrix(leaf)) return;
        const Matrix matrix(leaf);
        Tensor update = m.empty(leaf.value.shape(), matrix.dtype, "lerp");
        m_update = std::move(update);
        Tensor orthogonal = newton_schulz(m, leaf.value.shape(), matrix.small());
        m_update = std::move(orthogonal);
    }

    void end() override { m_update.reset(); }

private:
    /// _zeropower_via_newtonschulz: five rounds in bf16.
    [[nodiscard]] static Tensor newton_schulz(Machine &m, const Shape &shape, Count small)
    {
        constexpr int rounds = 5;
        const Shape square{small, small};
        Tensor orthogonal = m.empty(shape, Dtype::bf16, "to");
        Tensor gram, update;
        for (int i = 0; i < rounds; ++i) {
            Tensor next_gram = m.empty(square, Dtype::bf16, "mm");
            cublas_workspace(m);
            gram = std::move(next_gram);
            Tensor next_update = m.empty(square, Dtype::bf16, "addmm");
            m.workspace(mib, "cublasLt");
            update = std::move(next_update);
            Tensor next = m.empty(shape, Dtype::bf16, "addmm");
            m.workspace(mib, "cublasLt");
            orthogonal = std::move(next);
        }
        return orthogonal;
    }

    Tensor m_update;
};

} // namespace

std::unique_ptr<OptimizerRule> muon() { return std::make_unique<Muon>(); }

} // namespace plimsoll::step
