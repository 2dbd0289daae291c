// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/zero/zero_buckets.h"

namespace plimsoll::step {

class OptimizerModel;

/// What a rank's optimizer steps of one group: a flat float32 copy of its partition (DeepSpeed: single_partition_of_fp32_groups,
/// fp32_partitioned_groups_flat).
struct MasterPartition {
    Leaf leaf;
    Count elements = 0;
    TensorList gradients; ///< averaged_gradients: its pieces in the flat order, padding as one of them
};

/// scaled_global_norm: each own piece as float64, one after another, all groups (stage_1_and_2.py get_grad_norm_direct; stage3.py
/// get_grad_norm_direct). `slices`: elements of each piece, group by group.
void take_gradient_norm(Machine &m, const std::vector<std::vector<Count>> &slices);

/// One group's step: pieces become one flat tensor, then float32; the optimizer steps it. `index`: of the group's leaf among what
/// the optimizer steps.
void step_partition(Machine &m, OptimizerModel &optimizer, MasterPartition &master, std::size_t index, Dtype dtype);

} // namespace plimsoll::step
