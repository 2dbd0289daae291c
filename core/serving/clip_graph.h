// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/libraries/llama_build.h"

#include <string_view>

namespace plimsoll {

/// How a tower of pictures turns queries and keys in llama.cpp.
enum class ClipRotary : std::uint8_t {
    none,
    whole, ///< by one operation (ggml_rope_multi)
    halves ///< each half by its own, joined again (clip.cpp, build_rope_2d)
};

/// What clip.cpp does with one kind of tower (llama.cpp 0c1e57098, tools/mtmd/clip.cpp, load_hparams; models/).
struct ClipClass {
    std::string_view model_type; ///< of this type and of those that begin so
    ClipRotary rotary = ClipRotary::none;
    Count warm_side = 0; ///< tokens of a side that its warm-up runs (set_warmup_n_tokens); 0: a picture of the size that it has
    Count merge = 1;     ///< patches of a side that become one token
    int kernels = 1;     ///< convolutions of one picture: time steps of a video
    bool masks_windows = false; ///< windows by a mask of all patches
};

/// Of a tower of pictures that a model of this type has; one that turns nothing where no row says more.
[[nodiscard]] const ClipClass &clip_class(std::string_view model_type);

/// Sizes of a tower, and of the picture that its warm-up runs.
struct ClipTower {
    Count width = 0;        ///< numbers of a patch
    Count mlp = 0;          ///< of its MLP's inner state
    Count out = 0;          ///< of a token in the language model
    Count patch = 14;       ///< pixels of a patch's side
    Count side = 0;         ///< patches of the picture's side
    Count handed = 0;       ///< layers whose states a projector of their own takes (Qwen3-VL)
    bool fused = false;     ///< queries, keys and values by one matrix
    bool gated = false;     ///< its MLP has a gate
    bool positions = false; ///< learned ones are added
    bool biased = true;     ///< its linears have a bias
};

/// Bytes of the card's compute buffer behind the projector's warm-up, with flash attention, in which a tower's keys and values are
/// f16 copies.
[[nodiscard]] Bytes clip_compute(const ClipTower &tower, const ClipClass &of, const GgmlRules &rules);

} // namespace plimsoll
