// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/mesh.h"

#include <limits>

namespace plimsoll {

Count Mesh::ranks() const
{
    Count out = 1;
    for (const Count along : {data, tensor, pipeline, context}) // experts lie on ranks that are there anyway
        if (along < 1 || __builtin_mul_overflow(out, along, &out)) return std::numeric_limits<Count>::max();
    return out;
}

Mesh mesh_of(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    return {parallel.data, parallel.tensor, parallel.pipeline, parallel.context, parallel.expert};
}

} // namespace plimsoll
