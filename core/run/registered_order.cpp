// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/registered_order.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

bool norm_comes_first(const Architecture &architecture)
{
    const DecoderSpec &spec = *architecture.decoder;
    const std::string start = spec.prefix.empty() ? std::string() : spec.prefix + ".";
    const std::string layers = start + spec.layers_name + ".", norm = start + spec.final_norm.name;
    for (const Module &module : architecture.modules) {
        if (module.name == norm) return true;
        if (module.name.starts_with(layers)) return false;
    }
    return false;
}

} // namespace

void put_in_registered_order(const Architecture &architecture, ModelParameters &parameters)
{
    if (!norm_comes_first(architecture)) return;
    const auto is_norm = [](const RegisteredParameter &parameter) { return parameter.norm_or_bias && !parameter.leaf->loss; };
    std::ranges::copy_if(parameters.after, std::back_inserter(parameters.before), is_norm);
    std::erase_if(parameters.after, is_norm);
}

} // namespace plimsoll::step
