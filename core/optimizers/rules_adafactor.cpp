// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

namespace plimsoll::step {

Factors::Factors(const Shape &shape)
{
    const Count last = shape.last(), before = shape.size[shape.rank - 2u];
    matrices = shape.elements() / (last * before);
    rows = before;
    columns = last;
}

void create_factored(Machine &m, const Shape &shape, Dtype dtype, OptimizerState &state)
{
    if (shape.rank < 2) {
        state.push_back(m.empty(shape, dtype, "variance"));
        return;
    }
    const Factors factors(shape);
    state.push_back(m.empty({factors.row_values()}, dtype, "row_var"));
    state.push_back(m.empty({factors.column_values()}, dtype, "col_var"));
}

Tensor approximate_update(Machine &m, const Shape &shape)
{
    const Factors factors(shape);
    {
        const Tensor mean = m.empty({factors.row_values()}, Dtype::fp32, "mean");
    }
    {
        const Tensor mean = m.empty({factors.column_values()}, Dtype::fp32, "mean");
        strided_reduce_workspace(m, factors.columns, factors.rows, "mean");
    }
    const Tensor rows = m.empty({factors.row_values()}, Dtype::fp32, "r_factor");
    const Tensor columns = m.empty({factors.column_values()}, Dtype::fp32, "c_factor");
    return m.empty(shape, Dtype::fp32, "mul");
}

namespace {

/// transformers 5.23 optimization.py, Adafactor.step with scale_parameter=False, relative_step=False.
class TransformersAdafactor final : public OptimizerRule {
public:
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        create_factored(m, leaf.value.shape(), Dtype::fp32, state);
        state.push_back(m.empty({1}, Dtype::fp32, "RMS"));
    }
    [[nodiscard]] bool creates_in_turn() const override { return true; }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        const Shape shape = leaf.value.shape();
        const bool half = leaf.value.dtype() != Dtype::fp32;
        m_grad.reset(); // grad = p.grad
        if (half) m_grad = m.empty(shape, Dtype::fp32, "grad.float");
        m_parameter.reset(); // p_data_fp32 = p
        if (half) m_parameter = m.empty(shape, Dtype::fp32, "p.float");
        {
            const Tensor squared = m.empty(shape, Dtype::fp32, "pow");
            Tensor update = m.empty(shape, Dtype::fp32, "add");
            m_update = std::move(update);
        }
        if (shape.rank < 2) {
            Tensor update = m.empty(shape, Dtype::fp32, "rsqrt");
            m_update = std::move(update);
        } else {
            Tensor update = approximate_update(m, shape);
            m_update = std::move(update);
        }
        const Tensor negative = m.empty(shape, Dtype::fp32, "neg");
    }

    void end() override
    {
        m_grad.reset();
        m_parameter.reset();
        m_update.reset();
    }

private:
    Tensor m_grad, m_parameter, m_update; ///< the loop's names
};

/// torch 2.15 optim/_adafactor.py: everything in the parameter's dtype.
class TorchAdafactor final : public OptimizerRule {
public:
    explicit TorchAdafactor(bool foreach) : m_foreach(foreach) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        create_factored(m, leaf.value.shape(), leaf.value.dtype(), state);
    }

    void together(Machine &m, const std::vector<Leaf *> &parameters) override
    {
        if (!m_foreach) return;
        const std::int16_t caller = m.scope.layer; // a layer's where the step is taken within backward
        std::vector<Tensor> estimates;             // var_estimates of a group: the next list stands before this one goes
        for (const Dtype dtype : {Dtype::fp32, Dtype::bf16, Dtype::fp16})
            for (const bool matrices : {true, false}) {
                std::vector<Tensor> next;
                for (const Leaf *leaf : parameters)
                    if (leaf->value.dtype() == dtype && (leaf->value.shape().rank > 1) == matrices) {
                        m.scope.layer = leaf->layer;
                        next.push_back(matrices ? matrix_estimate(m, *leaf) : vector_estimate(m, *leaf));
                    }
                m.scope.layer = caller;
                if (!next.empty()) estimates = std::move(next);
            }
    }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        if (m_foreach) return;
        if (leaf.value.shape().rank < 2) {
            Tensor squared = m.empty(leaf.value.shape(), leaf.value.dtype(), "grad_squared");
            m_squared = std::move(squared);
            Tensor estimate = m.empty(leaf.value.shape(), leaf.value.dtype(), "clone");
            m_estimate = std::move(estimate);
            return;
        }
        const Factors factors(leaf.value.shape());
        Tensor rows = m.empty({factors.row_values()}, leaf.value.dtype(), "row_mean");
        m_rows = std::move(rows);
        Tensor columns = m.empty({factors.column_values()}, leaf.value.dtype(), "col_mean");
        strided_reduce_workspace(m, factors.columns, factors.rows, "mean");
        m_columns = std::move(columns);
        Tensor estimate = matrix_estimate(m, leaf);
        m_estimate = std::move(estimate);
    }

    void end() override
    {
        for (Tensor *name : {&m_rows, &m_columns, &m_squared, &m_estimate}) name->reset();
    }

private:
    [[nodiscard]] static Tensor matrix_estimate(Machine &m, const Leaf &leaf)
    {
        Tensor estimate = m.empty(leaf.value.shape(), leaf.value.dtype(), "var_estimate");
        cublas_workspace(m);
        return estimate;
    }
    [[nodiscard]] static Tensor vector_estimate(Machine &m, const Leaf &leaf)
    {
        return m.empty(leaf.value.shape(), leaf.value.dtype(), "clone");
    }

    bool m_foreach;
    Tensor m_rows, m_columns, m_squared, m_estimate; ///< the loop's names
};

} // namespace

std::unique_ptr<OptimizerRule> torch_adafactor(bool foreach) { return std::make_unique<TorchAdafactor>(foreach); }

std::unique_ptr<OptimizerRule> transformers_adafactor() { return std::make_unique<TransformersAdafactor>(); }

} // namespace plimsoll::step
