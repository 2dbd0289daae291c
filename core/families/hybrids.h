// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

// Attention beside or between recurrences and convolutions, and two mixtures of experts laid out in their own way.
void describe_bamba(const Config &config, Draft &draft);
void describe_dbrx(const Config &config, Draft &draft);
void describe_falcon_h1(const Config &config, Draft &draft);
/// Granite's MLP beside its experts: one projection for gate and up. No width: none.
void add_granite_shared(MlpSpec &mlp, Count hidden, Count width);
/// A layer of GraniteMoe: routed experts, and one of width `shared` beside them (0: none).
[[nodiscard]] LayerSpec granite_expert_layer(const Config &config, Count hidden, Count shared);
void describe_minimax(const Config &config, Draft &draft);
void describe_granitemoehybrid(const Config &config, Draft &draft);
void describe_hunyuan_moe(const Config &config, Draft &draft);
void describe_lfm2(const Config &config, Draft &draft);
void describe_recurrent_gemma(const Config &config, Draft &draft);

} // namespace plimsoll
