// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_run.h"

#include "core/adapters/lora_pair.h"
#include "core/adapters/ranks_by_name.h"

namespace plimsoll::step {

struct AdapterRun::Common {
    Common(const Adapter &wanted, const std::string &model_type)
        : use(prepared(wanted), model_type), ranked(use), method(method_of(use.adapter()))
    {}
    AdapterUse use;
    RankedUses ranked;
    const AdapterMethod &method;
    std::vector<Leaf> shared;
    Dtype base = Dtype::bf16; ///< of the model's first parameter
    Count modules = 0;        ///< that are wrapped
    Tensor scalings;          ///< of the forward that runs
};

namespace {

/// A method's parameters and buffers around one linear.
class MethodAdapter final : public LinearAdapter {
public:
    MethodAdapter(Machine &m, const LinearModule &module, std::shared_ptr<AdapterRun::Common> common, const AdapterUse &use,
                  bool owns = true)
        : m_common(std::move(common)), m_use(use)
    {
        const HeldMatrix &held = module.held();
        if (m_common->method.tensors == nullptr || !owns) return;
        const Result<AdapterTensors> made =
            m_common->method.tensors(m_use, {std::string(module.name()), held.in, held.out, held.bias != nullptr});
        if (!made) return; // its model was refused before
        const Dtype dtype = created_dtype(held, m_use.adapter());
        std::size_t trained = 0;
        for (const AdapterTensor &tensor : *made) trained += tensor.trains ? 1 : 0;
        m_leaves.resize(trained); // leaves stay where they are
        auto leaf = m_leaves.begin();
        for (const AdapterTensor &tensor : *made) {
            if (!tensor.trains) {
                m_buffers.push_back(m.empty(tensor.shape, tensor.dtype, tensor.name, Component::adapters));
                continue;
            }
            leaf->value = new_parameter(m, tensor.shape, dtype, tensor.name, Component::adapters);
            leaf->module = module.name();
            leaf->layer = m.scope.layer;
            ++leaf;
        }
    }

    [[nodiscard]] Tensor forward(Machine &m, LinearModule &module, Tensor x) override
    {
        if (m_common->method.forward == nullptr) return module.base_forward(m, std::move(x)); // said: a lower bound
        return m_common->method.forward({m, m_use, module, m_leaves, m_buffers, m_common->shared, m_common->scalings},
                                        std::move(x));
    }
    void collect(std::vector<Leaf *> &parameters) override
    {
        for (Leaf &leaf : m_leaves) parameters.push_back(&leaf);
    }
    void cast(Machine &m, Dtype dtype, bool) override
    {
        for (Leaf &leaf : m_leaves)
            if (leaf.value.dtype() != dtype) leaf.value = m.empty(leaf.value.shape(), dtype, "cast_adapter", Component::adapters);
    }

private:
    std::shared_ptr<AdapterRun::Common> m_common;
    const AdapterUse &m_use; ///< of m_common
    std::vector<Leaf> m_leaves;
    std::vector<Tensor> m_buffers;
};

} // namespace

AdapterRun::AdapterRun(Machine &m, const Adapter &adapter, const AdaptedModel &model, Dtype base)
    : m_common(std::make_shared<Common>(adapter, model.type))
{
    m_common->base = base;
    if (!m_common->method.shared || m_common->method.beside) return;
    const AdapterTensors made = m_common->method.shared(m_common->use, model);
    m_common->shared.resize(made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        const Dtype trained = m_common->method.shared_as_base ? base : m_common->use.adapter().dtype;
        const Dtype dtype = made[i].trains ? trained : made[i].dtype;
        m_common->shared[i].value = m.empty(made[i].shape, dtype, made[i].name, Component::adapters);
        m_common->shared[i].trains = made[i].trains;
    }
}

AdapterRun::~AdapterRun() = default;

void AdapterRun::wrap(Machine &m, LinearModule &module, Count rank)
{
    const AdapterMethod &method = m_common->method;
    ++m_common->modules;
    const AdapterUse &use = rank > 0 ? m_common->ranked.of(rank) : m_common->use;
    if (method.wrap)
        module.wrap(method.wrap(m, module, use.adapter()));
    else
        module.wrap(std::make_unique<MethodAdapter>(m, module, m_common, use));
}

std::optional<Tensor> AdapterRun::embedded(Machine &m, Leaf &table, const Shape &tokens) const
{
    if (m_common->method.embed == nullptr || m_common->shared.empty()) return std::nullopt;
    return m_common->method.embed({m, m_common->use, m_common->shared, table, tokens});
}

Count AdapterRun::past_tokens() const { return m_common->method.past_tokens ? m_common->method.past_tokens(m_common->use) : 0; }

Tensor AdapterRun::past(Machine &m, Count rows, Dtype dtype) const
{
    return to(m, m_common->method.past({m, m_common->use, m_common->shared, rows}), dtype);
}

bool AdapterRun::takes_head(bool tied) const
{
    constexpr std::size_t of_embedding = 2; // what trains and what it was
    const std::size_t rows = m_common->shared.size();
    return m_common->method.takes_tied_head && (tied ? rows > 0 : rows > of_embedding);
}

void AdapterRun::wrap_head(Machine &m, LinearModule &head)
{
    head.wrap(std::make_unique<MethodAdapter>(m, head, m_common, m_common->use, false));
}

bool AdapterRun::adds_to_attention() const { return m_common->method.attended != nullptr; }
std::span<Leaf> AdapterRun::shared() const { return m_common->shared; }

Tensor AdapterRun::attended(const AttendedCall &call, Tensor result) const
{
    return m_common->method.attended(call, std::move(result));
}

bool AdapterRun::runs_before() const { return m_common->method.scalings != nullptr; }

void AdapterRun::scale(Machine &m, Count rows, Count tokens, Tensor hidden)
{
    m_common->scalings = m_common->method.scalings(
        {m, m_common->use, m_common->shared, rows, tokens, m_common->modules, std::move(hidden), m_common->base});
}

const StateBeside *AdapterRun::beside() const { return m_common->method.beside; }
const AdapterUse &AdapterRun::use() const { return m_common->use; }
bool AdapterRun::trains_norms() const { return m_common->method.trains_norms; }

Count virtual_tokens(const Adapter &adapter)
{
    const AdapterMethod &method = method_of(adapter);
    return method.virtual_tokens ? method.virtual_tokens(AdapterUse(adapter)) : 0;
}

void AdapterRun::collect_shared(std::vector<Leaf *> &parameters) const
{
    for (Leaf &leaf : m_common->shared)
        if (leaf.trains) parameters.push_back(&leaf);
}

} // namespace plimsoll::step
