// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/tower.h"

namespace plimsoll::step {

inline constexpr BlockNames siglip_block{
    "layer_norm1", "layer_norm2", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "", "self_attn.out_proj", "",
    "mlp.fc1",     "mlp.fc2"};

/// Embeddings and layers of SigLIP, without the norm behind them; `vision`: before its modules' names.
[[nodiscard]] Tensor siglip_states(Tower &tower, Machine &m, TowerPass &pass, const std::string &vision);

} // namespace plimsoll::step
