// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/tower.h"

// Towers that several families hold: whose lines run them.

namespace plimsoll::step {

extern const TowerClass qwen2_tower, qwen3_tower, glm_tower; // qwen_towers.cpp: patches of all pictures behind each other
extern const TowerClass gemma3_tower, paligemma_tower;       // siglip_towers.cpp: pictures of one size in a batch
extern const TowerClass gemma4_tower, gemma4_seeing_tower;   // gemma4_tower.cpp: padded to all patches that there may be
extern const TowerClass sound_tower;                         // sound_tower.cpp: clips of sound through Whisper's encoder
extern const TowerClass mllama_tower;                        // mllama_tower.cpp: read by cross attention
extern const TowerClass clip_tower;                          // clip_tower.cpp: the same, behind a class token
extern const TowerClass pixtral_tower, mistral3_tower;       // pixtral_towers.cpp: all pictures in one sequence under a mask
extern const TowerClass idefics3_tower;                      // idefics3_tower.cpp: tiles, shuffled into fewer places
extern const TowerClass internvl_tower;                      // internvl_tower.cpp: tiles behind class tokens, layer scales
extern const TowerClass llama4_tower;                        // llama4_tower.cpp: tiles before class tokens, complex rotary

/// Names of Llama 3.2's and 4's layers.
inline constexpr BlockNames llama_block{.norm1 = "input_layernorm",
                                        .norm2 = "post_attention_layernorm",
                                        .q = "self_attn.q_proj",
                                        .k = "self_attn.k_proj",
                                        .v = "self_attn.v_proj",
                                        .fused = "",
                                        .o = "self_attn.o_proj",
                                        .gate = "",
                                        .up = "mlp.fc1",
                                        .down = "mlp.fc2"};

/// Pixels of pictures in a batch, float32 unless who makes it casts them: [pictures, numbers of a patch] for each of their patches.
[[nodiscard]] inline Tensor fed_patches(const SeenPictures &seen)
{
    return fed({seen.count() * seen.one.computed, seen.one.channels_per_patch}, seen.pixels);
}
/// The same as a part of the batch.
[[nodiscard]] inline BatchTensor pixels_of(const SeenPictures &seen)
{
    return {{seen.count() * seen.one.computed, seen.one.channels_per_patch}, seen.pixels};
}
/// A LayerNorm, two linears with an activation between: names below `prefix`.
struct ProjectorNames {
    std::string_view norm, first, second;
};
[[nodiscard]] inline Tensor projected(Tower &tower, Machine &m, Tensor x, const std::string &prefix, const ProjectorNames &names)
{
    const auto named = [&prefix](std::string_view name) { return prefix + std::string(name); };
    if (!names.norm.empty()) x = tower.norm(m, named(names.norm), std::move(x));
    x = tower.linear(m, named(names.first), std::move(x));
    x = activate(m, std::move(x), tower.spec().projector_activation);
    return tower.linear(m, named(names.second), std::move(x));
}

} // namespace plimsoll::step
