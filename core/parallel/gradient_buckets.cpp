// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/gradient_buckets.h"

#include <algorithm>
#include <map>

namespace plimsoll {

namespace {

struct OpenBucket {
    GradientBucket bucket;
    std::size_t first = 0, limit = 0;
};

struct PlacedBucket {
    GradientBucket bucket;
    std::size_t first = 0;
};

} // namespace

std::vector<GradientBucket> bucket_assignment(std::span<const BucketPiece> pieces, std::span<const Bytes> limits)
{
    std::map<Dtype, OpenBucket> open;
    std::vector<PlacedBucket> placed;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        OpenBucket &at = open[pieces[i].dtype];
        if (at.bucket.pieces == 0) at.first = i;
        at.bucket.dtype = pieces[i].dtype;
        at.bucket.elements += pieces[i].elements;
        ++at.bucket.pieces;
        if (at.bucket.bytes() < limits[at.limit]) continue;
        placed.push_back({at.bucket, at.first});
        at.bucket = {};
        at.limit = std::min(at.limit + 1, limits.size() - 1);
    }
    for (const auto &[dtype, rest] : open)
        if (rest.bucket.pieces > 0) placed.push_back({rest.bucket, rest.first});
    std::ranges::sort(placed, {}, &PlacedBucket::first);
    std::vector<GradientBucket> out;
    out.reserve(placed.size());
    for (const PlacedBucket &one : placed) out.push_back(one.bucket);
    return out;
}

} // namespace plimsoll
