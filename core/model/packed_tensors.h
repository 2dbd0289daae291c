// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A matrix [out, in], or `many` of them fused ([many, out, in]).
struct Matrix {
    Count many = 0;  ///< 0: one, without a dimension of its own
    Count parts = 1; ///< matrices that lie side by side in one (gate and up)
    Count out = 0, in = 0;

    auto operator<=>(const Matrix &) const = default;

    [[nodiscard]] std::vector<Count> shape(std::vector<Count> inner) const
    {
        if (many > 0) inner.insert(inner.begin(), many);
        return inner;
    }
};

/// The matrix that a method quantises; nothing for biases, vectors and whatever it leaves alone.
[[nodiscard]] std::optional<Matrix> matrix_of(const Module &module, const Parameter &parameter);

/// The tensors that `quantization` makes of `matrix`, the values first. `name`: the parameter, "weight" of a Linear; `rest`:
/// the dtype of what is not quantised, which some scales have.
[[nodiscard]] std::vector<LayoutPart> packed_parts(const ConfigQuantization &quantization, Dtype rest, const std::string &name,
                                                   const Matrix &matrix);

/// Bytes of one tensor; nothing beyond 64 bits.
[[nodiscard]] std::optional<Bytes> bytes_of(const LayoutPart &part);

} // namespace plimsoll
