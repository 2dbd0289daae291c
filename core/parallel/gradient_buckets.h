// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"

#include <span>
#include <vector>

namespace plimsoll {

/// A tensor as buckets see it.
struct BucketPiece {
    Count elements = 0;
    Dtype dtype = Dtype::bf16;
    bool operator==(const BucketPiece &) const = default;
};

struct GradientBucket {
    Count elements = 0, pieces = 0;
    Dtype dtype = Dtype::bf16;
    [[nodiscard]] Bytes bytes() const { return elements * size_of(dtype); }
    bool operator==(const GradientBucket &) const = default;
};

/// compute_bucket_assignment_by_size (torch 2.15 csrc/distributed/c10d/reducer.cpp): one bucket a dtype is open, which closes once
/// its bytes reach its limit; the next one of that dtype has the next limit, the last limit holds on. In the order of the first
/// piece in each. `limits`: bytes, at least one.
[[nodiscard]] std::vector<GradientBucket> bucket_assignment(std::span<const BucketPiece> pieces, std::span<const Bytes> limits);

} // namespace plimsoll
