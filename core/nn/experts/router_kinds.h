// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts/router.h"

// Forwards of the kinds of router; RouterKind (core/model/architecture.h) says what each of them does.

namespace plimsoll::step {

/// F.linear(x.type(torch.float32), weight.type(torch.float32)); under autocast both go down again.
[[nodiscard]] Tensor float_logits(Machine &m, Router &router, const Tensor &x);
/// F.linear(x, weight); an adapted weight is no leaf, whose cast autocast would keep.
[[nodiscard]] Tensor router_product(Machine &m, Router &router, Tensor x);

[[nodiscard]] Routing corrected_sigmoid_route(Machine &m, Router &router, Tensor x);
[[nodiscard]] Routing corrected_sigmoid_scaled_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing corrected_softmax_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing sigmoid_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing corrected_sigmoid_of_float_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing corrected_sigmoid_cast_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing corrected_logits_route(Machine &m, Router &router, const Tensor &x);
[[nodiscard]] Routing sparse_mixer_route(Machine &m, Router &router, Tensor &x, bool training);

} // namespace plimsoll::step
