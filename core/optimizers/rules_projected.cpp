// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace plimsoll::step {

namespace {

/// A matrix and the space that its gradient is projected to.
struct Projection {
    Projection(const Leaf &leaf, const ProjectedRule &rule)
        : rows(leaf.value.shape().size[0]), columns(leaf.value.shape().size[1]), dtype(leaf.value.dtype())
    {
        // torch.linalg.svd has no more directions than the smaller side; a random matrix has as many as it is told
        rank = rule.of == ProjectedRule::Of::apollo ? rule.rank : std::min(rule.rank, small());
    }
    Count rows, columns, rank = 0;
    Dtype dtype;
    [[nodiscard]] Count small() const { return std::min(rows, columns); }
    [[nodiscard]] Shape shape() const { return rows >= columns ? Shape{rows, rank} : Shape{rank, columns}; }
    [[nodiscard]] Shape whole() const { return {rows, columns}; }
};

/// check_target_module_exists (transformers 5.23 trainer_utils.py): a part of the name, or a pattern of it.
bool is_meant(std::string_view target, std::string_view module)
{
    constexpr std::string_view anything = ".*";
    while (target.starts_with(anything)) target.remove_prefix(anything.size());
    while (target.ends_with(anything)) target.remove_suffix(anything.size());
    return module.find(target) != std::string_view::npos;
}

/// What GaLore and APOLLO share: which gradients are projected, and by what.
class Projecting : public OptimizerRule {
public:
    explicit Projecting(ProjectedRule rule) : m_rule(std::move(rule)) {}
    [[nodiscard]] bool creates_in_turn() const override { return true; }

    [[nodiscard]] bool projects(const Leaf &leaf) const override
    {
        if (!m_rule.by_trainer) return is_layer_matrix(leaf);
        if (leaf.value.shape().rank != 2 || leaf.embedding) return false;
        const std::string module =
            leaf.layer >= 0 ? "model.layers." + std::to_string(leaf.layer) + "." + leaf.module : leaf.module;
        return m_rule.targets.empty() ||
               std::ranges::any_of(m_rule.targets, [&module](const std::string &target) { return is_meant(target, module); });
    }

protected:
    [[nodiscard]] Projection of(const Leaf &leaf) const { return {leaf, m_rule}; }

    void create_projector(Machine &m, const Leaf &leaf, Dtype dtype, OptimizerState &state) const
    {
        const Projection matrix = of(leaf);
        // GaLoreProjector.get_orthogonal_matrix: of a float32 matrix the slice of torch.linalg.svd's factor keeps all of it
        const bool keeps_factor = m_rule.of != ProjectedRule::Of::apollo && dtype == Dtype::fp32;
        state.push_back(m.empty({keeps_factor ? matrix.small() : matrix.rank, matrix.small()}, dtype, "projection"));
    }

    /// Every update_proj_gap steps, which the first is of.
    void renew(Machine &m, const Projection &matrix) const
    {
        const bool half = matrix.dtype != Dtype::fp32 && m_rule.of != ProjectedRule::Of::galore_adafactor; // which casts before
        Tensor copy;
        if (half) copy = m.empty(matrix.whole(), Dtype::fp32, "float");
        if (m_rule.of == ProjectedRule::Of::apollo) { // random_projector.py
            const Tensor random = m.empty({matrix.rank, matrix.small()}, Dtype::fp32, "randn");
            const Tensor scaled = m.empty({matrix.rank, matrix.small()}, Dtype::fp32, "div");
            return;
        }
        // torch.linalg.svd(grad.float(), full_matrices=False) (aten/src/ATen/native/cuda/linalg)
        const Count k = matrix.small();
        const Tensor left = m.empty({matrix.rows, k}, Dtype::fp32, "svd");
        const Tensor right = m.empty({k, matrix.columns}, Dtype::fp32, "svd");
        const Tensor values = m.empty({k}, Dtype::fp32, "svd");
        const Tensor work = m.empty(matrix.whole(), Dtype::fp32, "svd");
        // cuSOLVER's gesvdj asks for about two more matrices
        const Tensor solver = m.empty({2, matrix.rows, matrix.columns}, Dtype::fp32, "gesvdj", Component::workspace);
    }

    const ProjectedRule m_rule;
};

/// Adam's moments in a space of `rank` dimensions: galore_torch adamw.py, apollo_torch apollo.py.
class ProjectedAdam final : public Projecting {
public:
    using Projecting::Projecting;

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        const Dtype dtype = leaf.value.dtype();
        const bool low = projects(leaf);
        if (low) create_projector(m, leaf, dtype, state);
        const Shape shape = low ? of(leaf).shape() : leaf.value.shape();
        for (const char *name : {"exp_avg", "exp_avg_sq"}) state.push_back(m.empty(shape, dtype, name));
        if (low && m_rule.of == ProjectedRule::Of::apollo) state.push_back(m.empty({1}, dtype, "scaled_grad"));
    }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        const Shape whole = leaf.value.shape();
        const Dtype dtype = leaf.value.dtype();
        m_gradient.reset(); // grad = p.grad
        const bool low = projects(leaf);
        const Shape shape = low ? of(leaf).shape() : whole;
        if (low) {
            renew(m, of(leaf));
            m_gradient = m.empty(shape, dtype, "matmul");
            cublas_workspace(m);
        }
        Tensor denominator = m.empty(shape, dtype, "sqrt");
        m_denominator = std::move(denominator);
        Tensor normed = m.empty(shape, dtype, "div");
        m_normed = std::move(normed);
        if (!low) return;
        // galore: matmul back, then times the scale; apollo: the gradient by each channel's ratio of norms, then by its limiter
        Tensor back = m.empty(whole, dtype, "matmul");
        if (m_rule.of == ProjectedRule::Of::galore) cublas_workspace(m);
        Tensor scaled = m.empty(whole, dtype, "mul");
        back.reset();
        m_normed = std::move(scaled);
    }

    void end() override
    {
        for (Tensor *name : {&m_gradient, &m_denominator, &m_normed}) name->reset();
    }

private:
    Tensor m_gradient, m_denominator, m_normed; ///< the loop's names
};

/// galore_torch adamw8bit.py: bitsandbytes' update of a parameter whose data and gradient are its projection meanwhile.
class Projected8bit final : public Projecting {
public:
    explicit Projected8bit(ProjectedRule rule) : Projecting(std::move(rule)), m_packed(bitsandbytes_optimizer({.bits = 8})) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (!projects(leaf)) return m_packed->create(m, leaf, state);
        create_projector(m, leaf, leaf.value.dtype(), state);
        Leaf low;
        low.layer = leaf.layer;
        low.value = m.hollow(of(leaf).shape(), leaf.value.dtype(), Component::optimizer);
        m_packed->create(m, low, state);
    }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        if (!projects(leaf)) return;
        const Projection matrix = of(leaf);
        renew(m, matrix);
        Tensor gradient = m.empty(matrix.shape(), matrix.dtype, "matmul");
        cublas_workspace(m);
        Tensor saved = m.empty(matrix.whole(), matrix.dtype, "clone");
        const Tensor update = m.empty(matrix.shape(), matrix.dtype, "clone"); // p.data, in place of what was there
        saved.reset();
        leaf.grad = std::move(gradient); // p.grad
        const Tensor back = m.empty(matrix.whole(), matrix.dtype, "matmul");
        cublas_workspace(m);
        const Tensor scaled = m.empty(matrix.whole(), matrix.dtype, "mul");
    }

private:
    std::unique_ptr<OptimizerRule> m_packed;
};

/// galore_torch adafactor.py: all in float32, as transformers' Adafactor before it.
class ProjectedAdafactor final : public Projecting {
public:
    using Projecting::Projecting;

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        const bool low = projects(leaf);
        if (low) create_projector(m, leaf, Dtype::fp32, state);
        create_factored(m, low ? of(leaf).shape() : leaf.value.shape(), Dtype::fp32, state);
        state.push_back(m.empty({1}, Dtype::fp32, "RMS"));
    }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        const Shape whole = leaf.value.shape();
        const bool half = leaf.value.dtype() != Dtype::fp32, low = projects(leaf);
        m_grad.reset(); // grad = p.grad
        if (half) m_grad = m.empty(whole, Dtype::fp32, "grad.float");
        const Shape shape = low ? of(leaf).shape() : whole;
        if (low) {
            renew(m, of(leaf));
            Tensor gradient = m.empty(shape, Dtype::fp32, "matmul");
            cublas_workspace(m);
            m_grad = std::move(gradient);
        }
        m_parameter.reset(); // p_data_fp32 = p
        if (half) m_parameter = m.empty(whole, Dtype::fp32, "p.float");
        {
            const Tensor squared = m.empty(shape, Dtype::fp32, "pow");
            Tensor update = m.empty(shape, Dtype::fp32, "add");
            m_update = std::move(update);
        }
        Tensor update = shape.rank < 2 ? m.empty(shape, Dtype::fp32, "rsqrt") : approximate_update(m, shape);
        m_update = std::move(update);
        if (low) {
            const Tensor back = m.empty(whole, Dtype::fp32, "matmul");
            cublas_workspace(m);
            Tensor scaled = m.empty(whole, Dtype::fp32, "mul");
            m_update = std::move(scaled);
        }
        const Tensor negative = m.empty(whole, Dtype::fp32, "neg");
    }

    void end() override
    {
        for (Tensor *name : {&m_grad, &m_parameter, &m_update}) name->reset();
    }

private:
    Tensor m_grad, m_parameter, m_update; ///< the loop's names
};

} // namespace

std::unique_ptr<OptimizerRule> projected(ProjectedRule rule)
{
    switch (rule.of) {
    case ProjectedRule::Of::galore:
    case ProjectedRule::Of::apollo: break;
    case ProjectedRule::Of::galore_8bit: return std::make_unique<Projected8bit>(std::move(rule));
    case ProjectedRule::Of::galore_adafactor: return std::make_unique<ProjectedAdafactor>(std::move(rule));
    }
    return std::make_unique<ProjectedAdam>(std::move(rule));
}

std::unique_ptr<OptimizerRule> projected(ProjectedRule::Of of, const OptimizerUse &use)
{
    return projected({of, use.rank(), use.by_trainer, use.by_trainer ? use.settings.targets : std::vector<std::string>{}});
}

} // namespace plimsoll::step
