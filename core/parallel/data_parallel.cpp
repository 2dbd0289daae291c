// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/placement.h"

namespace plimsoll {

/// The reducer keeps buckets as large as all gradients together beside them, unless gradient_as_bucket_view is set
/// (torch 2.15 nn/parallel/distributed.py, csrc/distributed/c10d/reducer.cpp).
std::vector<BesideStep> DataParallel::beside(const TrainedParameters &trained, const Rank & /*rank*/) const
{
    return {{Component::communication, trained.count * trained.bytes_each}};
}

} // namespace plimsoll
