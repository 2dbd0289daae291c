// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, tools/mtmd/clip.cpp (load_hparams, set_warmup_n_tokens), tools/mtmd/models
#include "core/serving/clip_graph.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr ClipClass plain_tower{};
constexpr ClipClass towers[] = {
    {.model_type = "qwen2_vl", .rotary = ClipRotary::whole, .warm_side = 46, .merge = 2, .kernels = 2},
    {.model_type = "qwen2_5_vl", .rotary = ClipRotary::whole, .warm_side = 46, .merge = 2, .kernels = 2, .masks_windows = true},
    {.model_type = "qwen3_vl", .rotary = ClipRotary::whole, .warm_side = 46, .merge = 2, .kernels = 2},
    {.model_type = "qwen3_5", .rotary = ClipRotary::whole, .warm_side = 46, .merge = 2, .kernels = 2},
    {.model_type = "glm4v", .rotary = ClipRotary::whole, .warm_side = 46, .merge = 2, .kernels = 2},
    {.model_type = "gemma4", .rotary = ClipRotary::halves, .warm_side = 16, .merge = 3},
    {.model_type = "ministral3", .rotary = ClipRotary::halves, .warm_side = 16, .merge = 2},
    {.model_type = "mistral3", .rotary = ClipRotary::halves, .warm_side = 16, .merge = 2},
    {.model_type = "pixtral", .rotary = ClipRotary::halves, .warm_side = 16, .merge = 2},
    {.model_type = "kimi_vl", .rotary = ClipRotary::halves, .warm_side = 16, .merge = 2},
    {.model_type = "llama4", .rotary = ClipRotary::halves, .merge = 2},
};

} // namespace

const ClipClass &clip_class(std::string_view model_type)
{
    const auto *const found =
        std::ranges::find_if(towers, [model_type](const ClipClass &one) { return model_type.starts_with(one.model_type); });
    return found == std::end(towers) ? plain_tower : *found;
}

} // namespace plimsoll
