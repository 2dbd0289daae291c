// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/engine.h"

#include <memory>

namespace plimsoll {

/// Tensor parallel of plain local tensors: the model's own lines speak to the other ranks (torchtitan 0.3.0 with its back-end
/// "spmd_types"). `within`: FSDP 2 over the shares; null: none.
[[nodiscard]] std::unique_ptr<step::Units> local_tensor_parallel(const RankCall &call, std::unique_ptr<step::Units> within);

} // namespace plimsoll
