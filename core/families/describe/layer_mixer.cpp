// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/layer_mixer.h"

#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

std::shared_ptr<const LayerExtension> mixer_extension(const Tree &tree, const std::string &layer, MixerSpec sizes,
                                                      bool residual_fp32)
{
    auto out = std::make_shared<LayerExtension>();
    const std::string start = layer + "." + sizes.name;
    for (const Module &module : tree.modules()) {
        if (module.name != start && !module.name.starts_with(start + ".")) continue;
        const std::string name = module.name.substr(layer.size() + 1);
        if (module.kind == ModuleKind::linear) {
            const Dimensions &shape = module.parameters.front().shape;
            sizes.linears.push_back(linear(name, shape[1], shape[0], module.parameters.size() > 1));
            continue;
        }
        for (Parameter parameter : module.parameters) {
            parameter.name = name + "." + parameter.name;
            sizes.own.push_back(std::move(parameter));
        }
    }
    out->mixer = std::move(sizes);
    out->residual_fp32 = residual_fp32;
    return out;
}

std::shared_ptr<const LayerExtension> mixer_extension(const RecipeModules &layer, MixerSpec sizes)
{
    return mixer_extension(layer.tree(), layer.path(), std::move(sizes));
}

MixerSpec short_convolution(const Config &config)
{
    MixerSpec out;
    out.kind = MixerKind::short_conv;
    out.name = "conv";
    out.inner = config.size("hidden_size");
    out.kernel = config.size("conv_L_cache");
    return out;
}

} // namespace plimsoll
