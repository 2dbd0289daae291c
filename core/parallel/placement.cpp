// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/placement.h"

namespace plimsoll {

Share WholeCopy::weight(const LinearSpec &linear, const Rank & /*rank*/) const { return {0, linear.out}; }

LayerRange WholeCopy::layers(int all, const Rank & /*rank*/) const { return {0, all}; }

Gathered WholeCopy::around(int /*index*/, Bytes /*layer*/, const Rank & /*rank*/) const { return {}; }

std::vector<BesideStep> WholeCopy::beside(const TrainedParameters & /*trained*/, const Rank & /*rank*/) const { return {}; }

std::unique_ptr<const Placement> placement_of(const Mesh &mesh)
{
    if (mesh.data > 1) return std::make_unique<DataParallel>();
    return std::make_unique<WholeCopy>();
}

Bytes bytes_of(const std::vector<BesideStep> &beside)
{
    Bytes sum = 0;
    for (const BesideStep &one : beside) sum += one.bytes;
    return sum;
}

} // namespace plimsoll
