// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/checkpoint/safetensors.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a checkpoint says of a model whose type nobody described.
struct StoredSizes {
    Count parameters = 0;      ///< elements of all tensors
    std::vector<Count> layers; ///< of each layer's; empty: not known
    bool has_head = true;      ///< a matrix of its own behind the layers
    std::string source;        ///< the file's name, as messages say it
};

/// Of headers. Nothing where tensors are packed, so that elements are no parameters.
[[nodiscard]] std::optional<StoredSizes> sizes_of(const Checkpoint &checkpoint, std::string source);

/// Of an index whose shards are not here: metadata.total_size in bytes, `dtype` of an element. Nothing where it says none.
[[nodiscard]] std::optional<StoredSizes> sizes_of_index(std::string_view text, Dtype dtype, std::string source);

/// A guessed decoder with what is stored: its MLPs as wide as fill the layers, what is left over as one more module, so that parameters
/// and bytes are the file's. `guessed`: not exact, with a decoder. `layers_known`: the decoder is described, only what stands
/// around it is not.
[[nodiscard]] ArchitectureRef fitted_to(const Architecture &guessed, const StoredSizes &stored, bool layers_known);

} // namespace plimsoll
