// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/rank.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/model/towers.h"

namespace plimsoll::ranks {

namespace {

Bytes sum_of(const Sizes &sizes)
{
    Bytes out = 0;
    for (const Asked &asked : sizes) out += asked.bytes;
    return out;
}

} // namespace

std::vector<EnginePart> parts_beside(const Rank &rank, const DecoderExtension *around, const Drafter &drafter, Bytes places)
{
    std::vector<EnginePart> out;
    const auto list = [&out](std::string_view part, Bytes bytes) {
        if (bytes > 0) out.push_back({part, bytes});
    };
    // the same rank with fewer modules beside its language model
    Rank joined = rank, bare = rank;
    bare.towers.clear();
    std::erase_if(joined.towers, [around](const Module *module) {
        return !(around && around->tower && stands_within(around->tower->projectors, module->name));
    });
    const Bytes none = sum_of(weights_beside(bare)), projector = sum_of(weights_beside(joined)) - none;
    list("tower", sum_of(weights_beside(rank)) - none - projector);
    list("projector", projector);
    list("drafter", sum_of(drafter.weights));
    list("lora_slots", places);
    return out;
}

} // namespace plimsoll::ranks
