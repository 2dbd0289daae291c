// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"
#include "core/torch/ops.h"

#include <optional>

// What several methods' forwards have in common (peft 0.21.2, tuners).

namespace plimsoll::step {

/// x @ w as autocast runs it: both cast, the last argument first, neither cached.
[[nodiscard]] Tensor product_with(Machine &m, Tensor x, Tensor w, Count out);
/// torch.nn.functional.linear(x, weight, bias) with a weight [out, in] that the forward made.
[[nodiscard]] Tensor linear_with(Machine &m, Tensor x, Tensor weight, Leaf *bias = nullptr);
/// a += b: the same storage, autograd's edge to both.
[[nodiscard]] Tensor added_in_place(Machine &m, const Tensor &a, const Tensor &b);
/// a / b, b a number or a vector: keeps a where b trains.
[[nodiscard]] Tensor divided(Machine &m, Tensor a, Tensor b);
/// torch.zeros(shape)[indices] = values: backward reads them back; `indices` bytes of int64 are kept.
[[nodiscard]] Tensor scattered(Machine &m, const Tensor &values, const Shape &shape, const Tensor &indices);
/// x seen in blocks of `width` of its last dimension, summed over the blocks: [.., width].
[[nodiscard]] Tensor sum_of_blocks(Machine &m, const Tensor &x, Count width);
/// torch.kron of two matrices, seen as [out, in].
[[nodiscard]] Tensor kronecker(Machine &m, const Tensor &a, const Tensor &b, const Shape &whole);
/// torch.linalg.solve of n blocks in float32: keeps the factors, their pivots and the result.
[[nodiscard]] Tensor solved(Machine &m, const Tensor &left, const Tensor &right);
/// A view with its dimensions exchanged: nothing is made.
[[nodiscard]] Tensor transposed(const Tensor &x);
/// The base's dense matrix, unpacked where bitsandbytes holds it.
[[nodiscard]] Tensor base_matrix(const AdapterCall &call);
/// The base layer's result of x, of which a 4-bit one is copied before it is added to.
[[nodiscard]] Tensor base_result(const AdapterCall &call, const Tensor &x);
/// result + linear(x, delta), x in delta's dtype (`_cast_input_dtype`), the sum in the result's.
[[nodiscard]] Tensor with_delta(const AdapterCall &call, Tensor x, Tensor delta);
/// Cayley's form of b skew-symmetric blocks [h, h] by so many terms of Neumann's series, or by solving.
[[nodiscard]] Tensor cayley(Machine &m, const Tensor &skew, Count terms, bool neumann);

} // namespace plimsoll::step

namespace plimsoll {

/// PEFT 0.21.2, fourierft/layer.py and waveft/layer.py, update_layer: 1 to in · out values of a module's spectrum.
[[nodiscard]] std::optional<Error> refused_frequencies(Count count, const AdaptedLinear &linear);

} // namespace plimsoll
