// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/keep_tower.h"

#include "core/decoder/tower.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {
namespace {

constexpr step::SequenceClass plain_modules{};

} // namespace

SequenceSpec tower_sizes(Count hidden, Count heads, Count layers, Activation activation, Count head_dim)
{
    SequenceSpec out;
    out.of = &plain_modules;
    out.hidden = hidden;
    out.heads = heads;
    out.head_dim = head_dim > 0 ? head_dim : hidden / heads;
    out.layers = layers;
    out.activation = activation;
    return out;
}

void keep_tower(Draft &draft, TowerSpec tower, SequenceSpec sizes)
{
    if (!draft.arch.decoder) return;
    for (const Module &module : draft.tree.modules()) {
        if (!step::Tower::has(tower, module.name)) continue;
        sizes.modules.push_back(module);
        if (module.parameters.empty()) continue;
        const Dimensions &shape = module.parameters.front().shape;
        const bool biased = module.parameters.size() > 1;
        if (module.kind == ModuleKind::linear) sizes.linears.push_back(linear(module.name, shape[1], shape[0], biased));
        if (module.kind == ModuleKind::norm)
            sizes.norms.push_back(norm(module.name, biased ? NormKind::layer_norm : tower.of->norm,
                                       module.parameters.front().elements(), biased));
    }
    tower.modules = std::make_shared<const SequenceSpec>(std::move(sizes));
    tower.out = draft.arch.decoder->hidden;
    const auto &before = draft.arch.decoder->extension;
    auto around = before ? std::make_shared<DecoderExtension>(*before) : std::make_shared<DecoderExtension>();
    around->tower = std::make_shared<const TowerSpec>(std::move(tower));
    draft.arch.decoder->extension = std::move(around);
}

} // namespace plimsoll
