// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/optimizers/optimizer_rules.h"

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
    [[nodiscard]] Count values() const override { return 1; }
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

    void turn(Machine &m, const Leaf &leaf, OptimizerState &) override
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

/// Adam's moments in a space of `rank` dimensions.
class LowRank final : public OptimizerRule {
public:
    enum class Projection : std::uint8_t { decomposed, random };
    LowRank(Count rank, Projection projection) : m_rank(rank), m_projection(projection) {}

    [[nodiscard]] Count values() const override { return 2; }
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (!is_layer_matrix(leaf)) return create_moments(m, leaf.value.shape(), leaf.value.dtype(), state);
        const Matrix matrix(leaf);
        // GaLoreProjector: torch.linalg.svd's factor is kept whole in float32, its slice copied in 16 bit
        const bool keeps_factor = m_projection == Projection::decomposed && matrix.dtype == Dtype::fp32;
        const Count directions = keeps_factor ? matrix.small() : std::min(m_rank, matrix.small());
        state.push_back(m.empty({directions, matrix.small()}, matrix.dtype, "projection"));
        create_moments(m, low_rank(matrix), matrix.dtype, state);
    }

    void turn(Machine &m, const Leaf &leaf, OptimizerState &) override
    {
        const Shape whole = leaf.value.shape();
        const Dtype dtype = leaf.value.dtype();
        m_gradient.reset(); // grad = p.grad
        const bool projects = is_layer_matrix(leaf);
        const Shape shape = projects ? low_rank(Matrix(leaf)) : whole;
        if (projects) {
            if (m_projection == Projection::decomposed) decompose(m, Matrix(leaf));
            m_gradient = m.empty(shape, dtype, "matmul");
            cublas_workspace(m);
        }
        Tensor denominator = m.empty(shape, dtype, "sqrt");
        m_denominator = std::move(denominator);
        Tensor normed = m.empty(shape, dtype, "div");
        m_normed = std::move(normed);
        if (!projects) return;
        if (m_projection == Projection::decomposed) {
            const Tensor back = m.empty(whole, dtype, "matmul");
            cublas_workspace(m);
            Tensor scaled = m.empty(whole, dtype, "mul");
            m_normed = std::move(scaled);
        } else { // the gradient itself, scaled by the ratio of norms of each channel
            Tensor scaled = m.empty(whole, dtype, "mul");
            m_normed = std::move(scaled);
        }
    }

    void end() override
    {
        for (Tensor *name : {&m_gradient, &m_denominator, &m_normed}) name->reset();
    }

private:
    [[nodiscard]] Shape low_rank(const Matrix &matrix) const
    {
        const Count rank = std::min(m_rank, matrix.small());
        return matrix.rows >= matrix.columns ? Shape{matrix.rows, rank} : Shape{rank, matrix.columns};
    }

    /// Every update_proj_gap steps: torch.linalg.svd(grad.float(), full_matrices=False) (aten/src/ATen/native/cuda/linalg).
    static void decompose(Machine &m, const Matrix &matrix)
    {
        const Count k = matrix.small();
        Tensor copy;
        if (matrix.dtype != Dtype::fp32) copy = m.empty({matrix.rows, matrix.columns}, Dtype::fp32, "float");
        const Tensor left = m.empty({matrix.rows, k}, Dtype::fp32, "svd");
        const Tensor right = m.empty({k, matrix.columns}, Dtype::fp32, "svd");
        const Tensor values = m.empty({k}, Dtype::fp32, "svd");
        const Tensor work = m.empty({matrix.rows, matrix.columns}, Dtype::fp32, "svd");
        // cuSOLVER's gesvdj asks for about two more matrices
        const Tensor solver = m.empty({2, matrix.rows, matrix.columns}, Dtype::fp32, "gesvdj", Component::workspace);
    }

    Count m_rank;
    Projection m_projection;
    Tensor m_gradient, m_denominator, m_normed; ///< the loop's names
};

} // namespace

std::unique_ptr<OptimizerRule> muon() { return std::make_unique<Muon>(); }

std::unique_ptr<OptimizerRule> galore(Count rank) { return std::make_unique<LowRank>(rank, LowRank::Projection::decomposed); }

std::unique_ptr<OptimizerRule> apollo(Count rank) { return std::make_unique<LowRank>(rank, LowRank::Projection::random); }

} // namespace plimsoll::step
