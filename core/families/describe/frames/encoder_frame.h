// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/sequence.h"
#include "core/model/family.h"

#include <string>

namespace plimsoll {

/// Sizes that encoders name alike; `of`: how its class runs, `base` before the modules' names.
[[nodiscard]] SequenceSpec encoder_spec(const Config &config, const step::SequenceClass &of, std::string base);
/// Keeps what the tree stands for: `scores` numbers that the head gives.
void finish_encoder(Draft &draft, SequenceSpec spec, Count scores);

namespace step {

/// A layer of ViT and CLIP: norms `before` attention and `after` it, an MLP of `mlp`.fc1 and fc2. Full names.
[[nodiscard]] Tensor pre_normed_layer(SequenceModel &model, Machine &m, const Tensor &input, const SequenceModel::Reading &own,
                                      const std::string &before, const std::string &after, const std::string &mlp,
                                      const ForwardInputs &inputs);

/// Full names of what a picture becomes states by.
struct PatchTables {
    std::string kernel, token, positions;
};
/// A picture and its cast: names of the tower's forward until it returns.
struct Pixels {
    Tensor values, cast;
};
/// A convolution over patches, a class token before them, positions, dropout.
[[nodiscard]] Tensor patch_embeddings(SequenceModel &model, Machine &m, const SequenceSpec &spec, const PatchTables &tables,
                                      const ForwardInputs &inputs, Pixels &pixels);

} // namespace step

} // namespace plimsoll
