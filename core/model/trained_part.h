// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/model/trainable.h"

#include <memory>
#include <vector>

namespace plimsoll {

/// Which parameters of a model full fine-tuning trains.
struct TrainedPart {
    std::vector<std::vector<bool>> trains; ///< beside Architecture::modules: one value for each of their parameters
    Count parameters = 0;                  ///< elements that train
};

/// How a name that is no pattern meets the names of parameters ("model.layers.3.mlp.down_proj.weight").
enum class NamesMeet : std::uint8_t {
    whole_parts, ///< one or more of its parts between dots, whole: "mlp", "layers.3", "embed_tokens"
    anywhere,    ///< as letters: "norm" meets input_layernorm too (LLaMA-Factory 0.9.6 model/adapter.py, _setup_freeze_tuning)
};

/// The parameters that `wanted` names. What has one of * + ? ( ) [ ] { } | \ ^ $ is a regular expression that is searched for
/// in the names, as Axolotl's and Spectrum's unfrozen_parameters are; "50%" is a share of the layers (trained_share.h). Errors name the entry that no parameter meets, with near
/// names, and more layers than the model has. The model keeps the last answers.
[[nodiscard]] Result<std::shared_ptr<const TrainedPart>> trained_part(const Architecture &architecture, const Trainable &wanted,
                                                                      NamesMeet meet);

} // namespace plimsoll
