// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

// What only few models have: recurrences and convolutions in place of attention, encoders, heads that are no language model's.

namespace plimsoll {

enum class MixerKind : std::uint8_t {
    none,
    mamba,     ///< selective scan over tokens (Mamba 1, Falcon-Mamba, Jamba)
    mamba2,    ///< state-space duality in chunks (Mamba 2, Bamba, Nemotron-H, Granite 4, Falcon-H1)
    delta_net, ///< gated delta rule in chunks (Qwen3-Next, Qwen3.5)
    recurrent, ///< real-gated linear recurrent unit (RecurrentGemma)
    short_conv ///< gated convolution of a few tokens (LFM2)
};

/// A recurrence or convolution over the sequence. Names are relative to the layer.
struct MixerSpec {
    MixerKind kind = MixerKind::none;
    std::string name; ///< module that holds it: "mixer", "mamba", "linear_attn"
    Count inner = 0;  ///< width of values: heads · value width
    Count heads = 0;
    Count groups = 0;                ///< of B and C; of keys in a delta net
    Count state = 0;                 ///< columns of the state; key width of a head in a delta net
    Count kernel = 0;                ///< tokens that the convolution sees
    Count rank = 0;                  ///< of the time step (Mamba 1)
    Count chunk = 64;                ///< tokens that are computed together
    bool inner_norms = false;        ///< time step, B and C are normalised (Falcon-Mamba, Jamba)
    bool masks_always = false;       ///< a mask is applied whenever one is given, else only where something is padded
    bool gated_norm = true;          ///< output normalised beside its gate (Mamba 2), else multiplied with it
    std::vector<LinearSpec> linears; ///< in module order; names relative to the layer
    std::vector<Parameter> own;      ///< every other parameter, names relative to the layer

    bool operator==(const MixerSpec &) const = default;
};

struct LayerExtension {
    MixerSpec mixer;            ///< in place of attention, or beside it
    bool gated_query = false;   ///< q_proj makes queries and a gate of the attention's output (Qwen3-Next)
    bool residual_fp32 = false; ///< the residual stream is float32 (Mamba)
};

struct DecoderExtension {
    bool float_logits = false;               ///< the model's own logits are float32
    std::vector<std::string> approximations; ///< where the step is something near what the library runs, sentences
};

} // namespace plimsoll
