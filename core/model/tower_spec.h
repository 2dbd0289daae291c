// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll {

namespace step {
struct TowerClass; // core/decoder/tower.h
}

/// What reads pictures before a language model, and what joins both: numbers of its configuration. Sizes of its layers are those of
/// `modules`.
struct TowerSpec {
    const step::TowerClass *of = nullptr;
    std::vector<std::string> towers, projectors; ///< modules' full names; a projector may lie within a tower
    std::shared_ptr<const SequenceSpec> modules; ///< all that these hold
    std::string blocks;                          ///< before a layer's number: "model.visual.blocks."
    Count out = 0;                               ///< width of the language model
    Count patch = 14, frames = 1, merge = 1;     ///< pixels, time steps, patches of a side that become one place
    Count window = 0;                            ///< pixels of a side within which layers attend; 0: everywhere
    std::vector<Count> whole;                    ///< layers that attend everywhere all the same
    std::vector<Count> handed;                   ///< layers behind which features for the language model's first layers are made
    Count taken = -1;                            ///< layer whose states the projector reads, counted from the end
    bool classed = false;                        ///< a class token stands before the patches
    bool drops_class = false;                    ///< which the projector does not read
    bool pooled = false;                         ///< it makes a vector of the whole beside them
    bool final_norm = false;                     ///< behind its layers
    bool gated = false;                          ///< MLPs have a gate
    bool hears = false;                          ///< clips of sound in the place of pictures
    bool keeps_dtype = false;                    ///< embeddings with positions are cast back (Voxtral)
    Count mel_bins = 80, positions = 1500;       ///< of a clip of sound
    std::vector<std::string> fixed;              ///< modules whose parameters ask for no gradient, whatever trains
    std::string language;                        ///< before the layers' numbers of the language model: where some read the states
    std::vector<Count> crossed;                  ///< those layers of it; empty: features take places of the text
    Count cross_heads = 0, cross_kv_heads = 0, cross_dim = 0;
    Count more_layers = 0;  ///< of a second transformer behind the first
    bool clips = false;     ///< linears lie between bounds (Gemma 4)
    bool hooked = true;     ///< PreTrainedModel.enable_input_require_grads finds its patch embedding (transformers 5.23)
    bool recomputed = true; ///< its layers are GradientCheckpointingLayer
    Activation projector_activation = Activation::gelu;
};

} // namespace plimsoll
