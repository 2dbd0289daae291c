// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/weight_scheme.h"

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

/// The tensors that `scheme` makes of `matrix`, the values first. `name`: the parameter, "weight" of a Linear; `rest`: the dtype
/// of what is not quantised, which some scales have. Layouts: bitsandbytes 0.50 functional.py, gptqmodel 7.7
/// nn_modules/qlinear/, AutoAWQ 0.2, transformers 5.23 integrations/ (finegrained_fp8, fbgemm_fp8, mxfp4, higgs, eetq, bitnet),
/// compressed-tensors 0.20 compressors/, modelopt 0.33 export/, vLLM 0.33 quantization/quark/schemes/, torchao 0.14, hqq
/// 0.2.8 core/bitpack.py, aqlm 1.1.7 inference.py, vptq 0.0.5 layers/vqlinear.py, spqr_quant 0.2 inference.py, mlx 0.32 nn/,
/// exllamav2 0.3 and exllamav3 1.4.
[[nodiscard]] std::vector<LayoutPart> packed_parts(const WeightScheme &scheme, Dtype rest, const std::string &name,
                                                   const Matrix &matrix);

/// Elements that lie in one packed matrix: those of all experts, where it is fused.
[[nodiscard]] Count elements_of(const Matrix &matrix);

/// Bytes of one tensor; nothing beyond 64 bits.
[[nodiscard]] std::optional<Bytes> bytes_of(const LayoutPart &part);

} // namespace plimsoll
