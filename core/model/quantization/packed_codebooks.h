// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/quantization/packed_tensors.h"

namespace plimsoll {

/// Sizes that VPTQ's configuration states for a layer (WeightScheme::sizes).
enum VptqSize : std::size_t {
    vector_len,
    outlier_len,
    centroids,
    outlier_centroids,
    residual_centroids,
    codebooks,
    group_columns, ///< group_size
    outliers,
    normed,
    permuted,
    vptq_sizes
};

/// The tensors of AQLM, VPTQ and SPQR, whose values are indices into tables. `prefix` stands before every name.
[[nodiscard]] std::vector<LayoutPart> codebook_parts(const WeightScheme &scheme, Dtype rest, const std::string &prefix,
                                                     const Matrix &matrix);

} // namespace plimsoll
