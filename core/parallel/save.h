// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/model_sizes.h"

#include <optional>
#include <string>

namespace plimsoll {

/// How a checkpoint is gathered.
enum class SaveKind : std::uint8_t {
    whole_copy,    ///< rank 0 writes what it holds
    adapters,      ///< PEFT's adapters alone
    full_state,    ///< FSDP: rank 0 gets every parameter whole
    sharded_state, ///< FSDP: each rank writes its shards
    partitions,    ///< DeepSpeed: each rank writes its partitions
    gathered_16bit ///< ZeRO 3 with stage3_gather_16bit_weights_on_model_save
};

struct SaveBytes {
    SaveKind kind = SaveKind::whole_copy;
    Bytes card = 0;          ///< allocated peak of rank 0's card while it is written
    Bytes host = 0;          ///< of rank 0's node, beside what stands there anyway
    std::string why, source; ///< what is done, and which default chose it
    bool operator==(const SaveBytes &) const = default;
};

/// What the Trainer does at the end of an epoch (save_model and the optimizer's states), a plain loop by state_dict(). `resident`:
/// bytes allocated on rank 0's card between steps; `ranks_in_node`: processes of the run in its node.
[[nodiscard]] SaveBytes save_bytes(const SpreadRun &run, Bytes resident, Count ranks_in_node);

} // namespace plimsoll
