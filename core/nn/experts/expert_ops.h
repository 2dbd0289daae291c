// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

// Operations that sparse MLPs are made of.

namespace plimsoll::step {

/// torch.nn.functional.grouped_mm of x [rows, in] with w [experts, out, in]: backward makes the weight's gradient first.
[[nodiscard]] Tensor grouped_mm(Machine &m, Tensor x, const Tensor &weight, Count out, const Tensor &offsets);

/// x.add_(other), perhaps of another dtype: the gradient goes to both.
[[nodiscard]] Tensor add_in_place(Machine &m, Tensor x, const Tensor &other);

/// x[index] of rows; backward adds into zeros with index_put_, which sorts the indices.
[[nodiscard]] Tensor gather_rows(Machine &m, const Tensor &x, const Tensor &index, Shape out);

/// weighted.view(tokens, top_k, hidden).sum(dim=1), which autocast does in float32.
[[nodiscard]] Tensor sum_of_choices(Machine &m, const Tensor &weighted, Count tokens);

} // namespace plimsoll::step
