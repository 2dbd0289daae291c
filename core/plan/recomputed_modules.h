// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// What gradient_checkpointing.selective may list beside its other words: parts of a layer that Megatron-LM makes again in the backward
/// pass (--recompute-modules, megatron/core/transformer/transformer_config.py d98e8a6). The plan holds them with commas between.
inline constexpr std::string_view modules_of_layers[] = {"core_attn", "mla_up_proj", "layernorm",     "mlp",
                                                         "moe",       "moe_act",     "shared_experts"};

/// Whether gradient_checkpointing.selective names this part of a layer, alone or in a list.
[[nodiscard]] inline bool names_module(const Checkpointing &checkpointing, std::string_view module)
{
    const std::string all = "," + checkpointing.selective + ",";
    return all.find("," + std::string(module) + ",") != std::string::npos;
}

/// Whether it is a list of them, or one that no other word is.
[[nodiscard]] inline bool lists_modules(const Checkpointing &checkpointing)
{
    if (checkpointing.selective == "mlp") return false;
    for (const std::string_view module : modules_of_layers)
        if (names_module(checkpointing, module)) return true;
    return false;
}

} // namespace plimsoll
