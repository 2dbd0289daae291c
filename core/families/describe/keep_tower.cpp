// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/keep_tower.h"

#include "core/decoder/tower.h"
#include "core/families/describe/pieces.h"
#include "core/families/towers/tower_classes.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr step::SequenceClass plain_modules{};

bool stands(const Draft &draft, std::string_view module)
{
    return std::ranges::any_of(draft.tree.modules(), [module](const Module &each) { return each.name == module; });
}

} // namespace

void keep_sound_tower(const Config &config, Draft &draft)
{
    const std::string sound = "model.audio_tower", projector = "model.multi_modal_projector";
    const bool pools = stands(draft, projector + ".linear"), joins = stands(draft, projector + ".linear_1");
    if (!draft.arch.decoder || !stands(draft, sound + ".conv2") || !stands(draft, sound + ".layers.0.self_attn_layer_norm") ||
        !(pools || joins))
        return;
    const Config audio = config.sub("audio_config");
    const auto first = [&audio](const char *key, const char *other) {
        return audio.has(key) ? audio.size(key) : audio.size(other);
    };
    const Count width = first("d_model", "hidden_size"), heads = first("encoder_attention_heads", "num_attention_heads"),
                layers = first("encoder_layers", "num_hidden_layers");
    TowerSpec tower;
    tower.of = &step::sound_tower;
    tower.towers = {sound};
    tower.projectors = {projector};
    tower.blocks = sound + ".layers.";
    tower.hears = true;
    tower.fixed = {sound + ".embed_positions"};
    tower.keeps_dtype = joins;
    tower.mel_bins = audio.size("num_mel_bins");
    tower.positions = audio.size("max_source_positions");
    tower.merge = pools ? 2 : std::max<Count>(1, audio.size("intermediate_size") / width);
    if (config.has("projector_hidden_act")) tower.projector_activation = activation_of(config, "projector_hidden_act");
    keep_tower(draft, std::move(tower), tower_sizes(width, heads, layers, activation_of(audio, "activation_function")));
}

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
            sizes.norms.push_back(
                norm(module.name, biased ? NormKind::layer_norm : tower.of->norm, module.parameters.front().elements(), biased));
    }
    tower.modules = std::make_shared<const SequenceSpec>(std::move(sizes));
    tower.out = draft.arch.decoder->hidden;
    const auto &before = draft.arch.decoder->extension;
    auto around = before ? std::make_shared<DecoderExtension>(*before) : std::make_shared<DecoderExtension>();
    around->tower = std::make_shared<const TowerSpec>(std::move(tower));
    draft.arch.decoder->extension = std::move(around);
}

} // namespace plimsoll
