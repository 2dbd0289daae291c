// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/unreached_modules.h"

#include "core/adapters/adapters.h"
#include "core/decoder/tower.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace plimsoll::step {

bool is_unreached(const DecoderSpec &decoder, const std::string &module)
{
    if (!decoder.inside_larger || module == decoder.head.name) return false;
    if (decoder.extension && !decoder.extension->unreached_layers.empty()) {
        const std::string start = decoder.prefix + "." + decoder.layers_name + ".";
        if (module.starts_with(start))
            return std::ranges::find(decoder.extension->unreached_layers, std::atoi(module.c_str() + start.size())) !=
                   decoder.extension->unreached_layers.end();
    }
    if (decoder.extension)
        for (const std::string &part : decoder.extension->unreached_parts)
            if (module.find(part) != std::string::npos) return true;
    return !decoder.prefix.empty() && !module.starts_with(decoder.prefix + ".");
}

bool UnreachedModules::is_idle(const DecoderSpec &decoder, const std::string &module) const
{
    return is_unreached(decoder, module) && !(m_tower && Tower::has(*m_tower, module));
}

void UnreachedModules::load_linear(Machine &m, const Parameter &weight, const Precision &precision, const MatrixLayoutRef &layout)
{
    // quantised from a dense copy, the same tensors as a linear module of the decoder has
    LinearSpec spec;
    spec.out = weight.shape[0];
    spec.in = weight.shape[1];
    spec.layout = layout;
    if (layout && layout->packing == Packing::compressed) return m_compressed.emplace_back().load(m, spec, precision, true);
    LinearModule module;
    module.load(m, spec, precision, true);
    for (Tensor &tensor : module.take_weights()) m_kept.push_back(std::move(tensor));
}

bool UnreachedModules::load_packed(Machine &m, const Module &module, const Parameter &parameter, const Precision &precision)
{
    const MatrixLayoutRef layout = precision.layout_of(module.name + "." + parameter.name);
    if (!layout) return false;
    if (layout->packing == Packing::dense) {
        Idle &idle = m_weights.emplace_back();
        idle.leaf.value = new_parameter(m, {parameter.elements()}, layout->parts.front().dtype, "idle");
        idle.norm_or_bias = parameter.shape.size() < 2;
        idle.parameter = &parameter;
    } else if (parameter.shape.size() == 2) {
        load_linear(m, parameter, precision, layout);
    } else { // experts, all in one
        TensorList state;
        m_kept.push_back(new_packed(m, *layout, state));
        for (Tensor &tensor : state) m_kept.push_back(std::move(tensor));
    }
    return true;
}

void UnreachedModules::load_module(Machine &m, const Module &module, const Precision &precision)
{
    for (const Parameter &parameter : module.parameters) {
        if (parameter.tied_to) continue;
        m_elements += parameter.elements();
        const bool quantised =
            !precision.loaded && precision.four_bit() && module.kind == ModuleKind::linear && parameter.name == "weight";
        if (quantised)
            load_linear(m, parameter, precision, nullptr);
        else if (!load_packed(m, module, parameter, precision)) {
            Idle &idle = m_weights.emplace_back();
            idle.leaf.value = new_parameter(m, {parameter.elements()}, precision.weights, "idle");
            idle.norm_or_bias = parameter.shape.size() < 2;
            idle.parameter = &parameter;
        }
    }
    for (const Parameter &buffer : module.buffers)
        m_kept.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
}

void UnreachedModules::load(Machine &m, const Architecture &architecture, const Precision &precision, bool whole)
{
    const DecoderSpec &decoder = *architecture.decoder;
    const bool towers = whole && decoder.extension && !decoder.extension->towers.empty();
    if (!decoder.inside_larger && !towers) return;
    m_compressed.clear();
    m_kept.clear(); // of an earlier pass over a quantised model
    m_weights.clear();
    m_elements = 0;
    if (towers)
        for (const Module &module : decoder.extension->towers) load_module(m, module, precision);
    if (!decoder.inside_larger) return;
    for (const Module &module : architecture.modules)
        if (is_idle(decoder, module.name)) load_module(m, module, precision);
}

void UnreachedModules::raise_to_fp32(Machine &m)
{
    for (Idle &idle : m_weights)
        if (Tensor &weight = idle.leaf.value; size_of(weight.dtype()) == 2)
            weight = m.empty(weight.shape(), Dtype::fp32, "to_fp32", Component::weights);
}

void UnreachedModules::add_adapters(Machine &m, const Architecture &architecture, const AdaptedModules &plan,
                                    const Adapter &adapter, Dtype dtype)
{
    for (const AdaptedModule &target : plan.targets) {
        if (!is_idle(*architecture.decoder, target.module)) continue;
        const Count a = product(target.rank, target.copies, target.in), b = product(target.rank, target.copies, target.out);
        const bool pair = method_of(adapter).folds_parameters; // else one stands for all that the method makes of it
        for (const Count elements : {pair ? a : target.trainable, pair ? b : 0, pair && adapter.dora ? target.out : 0})
            if (elements > 0)
                m_adapters.emplace_back().leaf.value =
                    m.empty({elements}, dtype, QT_TRANSLATE_NOOP("core", "idle adapter"), Component::adapters);
        m_adapter_elements += target.trainable;
    }
}

void UnreachedModules::train_only(const Architecture &architecture, const TrainedPart &part,
                                  const std::vector<std::vector<bool>> &towers)
{
    std::set<const Parameter *> frozen;
    const auto take = [&frozen](const std::vector<Module> &modules, const std::vector<std::vector<bool>> &trains) {
        for (std::size_t i = 0; i < std::min(modules.size(), trains.size()); ++i)
            for (std::size_t k = 0; k < modules[i].parameters.size(); ++k)
                if (!trains[i][k]) frozen.insert(&modules[i].parameters[k]);
    };
    take(architecture.modules, part.trains);
    if (const auto &more = architecture.decoder->extension) take(more->towers, towers);
    for (Idle &idle : m_weights) {
        idle.frozen = frozen.contains(idle.parameter);
        if (idle.frozen) m_elements -= idle.leaf.value.elements();
    }
}

void UnreachedModules::list(bool adapters_only, std::vector<RegisteredParameter> &parameters)
{
    std::vector<RegisteredParameter> all;
    for (Idle &idle : m_weights) {
        idle.leaf.trains = !adapters_only && !idle.frozen;
        all.push_back({.leaf = &idle.leaf, .norm_or_bias = idle.norm_or_bias});
    }
    for (Idle &idle : m_adapters) {
        idle.leaf.trains = true;
        all.push_back({.leaf = &idle.leaf, .adapter = true});
    }
    parameters.insert(parameters.begin(), all.begin(), all.end());
}

} // namespace plimsoll::step
