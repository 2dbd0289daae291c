// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/model_sizes.h"

#include "core/adapters/adapted_modules.h"
#include "core/adapters/adapters.h"
#include "core/model/trained_part.h"
#include "core/parallel/engine.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace plimsoll {

namespace {

Bytes bytes_of(WeightDtype dtype) { return dtype == WeightDtype::fp32 ? 4 : 2; }

bool is_routed(const Module &module)
{
    return module.kind == ModuleKind::experts || module.name.find(".experts.") != std::string::npos;
}

struct Elements {
    Count count = 0;
    bool experts = false, vectors = false;
};

/// Parts of a model, found by the names of its modules.
class Parts {
public:
    Parts(const Architecture &architecture, ModelSizes &sizes) : m_sizes(sizes)
    {
        if (!architecture.decoder) return;
        const DecoderSpec &decoder = *architecture.decoder;
        m_layers = decoder.prefix.empty() ? decoder.layers_name + "." : decoder.prefix + "." + decoder.layers_name + ".";
        m_sizes.layers.resize(static_cast<std::size_t>(decoder.layer_count()));
    }

    /// Modules come in the order of their registration; others may ask again in any.
    PartSizes &of(std::string_view name)
    {
        if (const auto layer = layer_of(name)) {
            m_passed = true;
            return m_sizes.layers[*layer];
        }
        return m_passed ? m_sizes.tail : m_sizes.embedding;
    }

    void train(std::string_view name, Count elements, Count largest)
    {
        const auto layer = layer_of(name);
        PartSizes &part = layer ? m_sizes.layers[*layer] : m_sizes.tail;
        part.trained += elements;
        part.largest = std::max(part.largest, largest);
        part.largest_trained = std::max(part.largest_trained, largest);
    }

private:
    ModelSizes &m_sizes;
    std::string m_layers; ///< "model.layers."
    bool m_passed = false;

    [[nodiscard]] std::optional<std::size_t> layer_of(std::string_view name) const
    {
        if (m_layers.empty() || !name.starts_with(m_layers)) return std::nullopt;
        std::size_t number = 0;
        const char *const begin = name.data() + m_layers.size();
        if (std::from_chars(begin, name.data() + name.size(), number).ec != std::errc{}) return std::nullopt;
        return number < m_sizes.layers.size() ? std::optional(number) : std::nullopt;
    }
};

void add_dense(PartSizes &part, const Elements &elements, bool trains)
{
    (trains ? part.trained : part.frozen) += elements.count;
    if (elements.experts) (trains ? part.trained_experts : part.frozen_experts) += elements.count;
    if (elements.vectors) part.vectors += elements.count;
    part.largest = std::max(part.largest, elements.count);
    if (trains) part.largest_trained = std::max(part.largest_trained, elements.count);
}

void add_packed(PartSizes &part, const MatrixLayout &layout)
{
    for (const LayoutPart &one : layout.parts) {
        Bytes bytes = size_of(one.dtype);
        for (const Count side : one.shape) bytes *= side;
        (one.metadata ? part.metadata : part.packed) += bytes;
        if (!one.metadata) part.largest_packed = std::max(part.largest_packed, bytes);
    }
}

void add_adapters(Parts &parts, const Architecture &architecture, const Plan &plan)
{
    const Result<AdaptedModules> lora = adapted_modules(architecture, plan.adapter);
    if (!lora) return;                                            // the plan is refused for it
    const bool ranked = method_of(plan.adapter).size.key.empty(); // else its rank is no side of a matrix
    for (const AdaptedModule &target : lora->targets)
        parts.train(target.module, target.trainable,
                    ranked ? std::max(target.in, target.out) * target.rank * target.copies : target.trainable);
    for (const std::string &saved : lora->saved_modules)
        for (const Module &module : architecture.modules)
            if (module.name == saved || module.name.starts_with(saved + "."))
                for (const Parameter &parameter : module.parameters)
                    parts.train(module.name, parameter.elements(), parameter.elements());
}

} // namespace

PartSizes &PartSizes::operator+=(const PartSizes &other)
{
    trained += other.trained;
    frozen += other.frozen;
    packed += other.packed;
    metadata += other.metadata;
    trained_experts += other.trained_experts;
    frozen_experts += other.frozen_experts;
    vectors += other.vectors;
    largest = std::max(largest, other.largest);
    largest_trained = std::max(largest_trained, other.largest_trained);
    largest_packed = std::max(largest_packed, other.largest_packed);
    largest_module = std::max(largest_module, other.largest_module);
    return *this;
}

PartSizes ModelSizes::all() const
{
    PartSizes out = embedding;
    for (const PartSizes &layer : layers) out += layer;
    return out += tail;
}

Bytes ModelSizes::loaded_bytes() const
{
    const PartSizes sum = all();
    return sum.packed + sum.metadata + sum.frozen * stored + sum.trained * stored_trained;
}

ModelSizes model_sizes(const Architecture &architecture, const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    ModelSizes out;
    Parts parts(architecture, out);
    out.tied = architecture.decoder && architecture.decoder->tied;
    const bool raised = plan.trains_adapter() && plan.kbit_prepare && resolved.loaded; // PEFT makes what is not packed float32
    out.stored = raised ? 4 : bytes_of(plan.weights.dtype);
    out.stored_trained = plan.trains_adapter() ? size_of(plan.adapter.dtype) : out.stored;
    std::shared_ptr<const TrainedPart> part;
    if (plan.method == Method::full && plan.trainable) {
        auto found = trained_part(architecture, *plan.trainable, NamesMeet::whole_parts);
        if (found) part = *found;
    }
    std::string name;
    for (std::size_t i = 0; i < architecture.modules.size(); ++i) {
        const Module &module = architecture.modules[i];
        PartSizes &to = parts.of(module.name);
        const Count before = to.dense();
        for (std::size_t j = 0; j < module.parameters.size(); ++j) {
            const Parameter &parameter = module.parameters[j];
            if (parameter.tied_to) continue;
            if (resolved.loaded) {
                name.assign(module.name).append(".").append(parameter.name);
                const auto layout = resolved.loaded->layouts.find(name);
                if (layout != resolved.loaded->layouts.end() && layout->second->packing != Packing::dense) {
                    add_packed(to, *layout->second);
                    continue;
                }
            }
            const bool trains = plan.method == Method::full && (!part || part->trains[i][j]);
            add_dense(to, {parameter.elements(), is_routed(module), module.kind == ModuleKind::norm}, trains);
        }
        to.largest_module = std::max(to.largest_module, to.dense() - before);
    }
    if (plan.trains_adapter()) add_adapters(parts, architecture, plan);
    return out;
}

Bytes computed_bytes(const SpreadRun &run)
{
    const Plan &plan = run.plan;
    if (const auto runs = runs_in(plan, run.trainer)) return *runs == WeightDtype::fp32 ? 4 : 2;
    if (plan.autocast != Autocast::none) return 2;
    return plan.weights.dtype == WeightDtype::fp32 ? 4 : 2;
}

} // namespace plimsoll
