// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

// Operations that routers share.

namespace plimsoll::step {

struct TopK {
    Tensor values, indices;
};
/// torch.topk: keeps its indices; backward scatters into zeros.
[[nodiscard]] TopK topk(Machine &m, const Tensor &x, Count k);
/// x.gather(-1, index): keeps both; backward scatters into zeros.
[[nodiscard]] Tensor gather(Machine &m, const Tensor &x, const Tensor &index);
/// x.masked_fill(mask, number), or x.scatter(-1, index, number): keeps the second tensor.
[[nodiscard]] Tensor masked_fill(Machine &m, const Tensor &x, const Tensor &mask);

/// x / total with one total a row; `in_place` (x /= total) keeps a copy of x for the total's gradient.
[[nodiscard]] Tensor divide(Machine &m, Tensor x, const Tensor &total, bool in_place);

/// values /= values.sum(dim=-1, keepdim=True)
[[nodiscard]] Tensor normalised(Machine &m, Tensor values);

/// x.sum(dim=-1), in float32 under autocast: backward expands without memory, unless it must cast.
[[nodiscard]] Tensor sum_last(Machine &m, const Tensor &x, Shape out_shape);

} // namespace plimsoll::step
