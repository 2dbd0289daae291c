// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"

namespace plimsoll {

namespace {

using step::Leaf;
using step::Machine;
using step::Tensor;

} // namespace

std::unique_ptr<step::Units> distributed_data_parallel(const RankCall &) { return std::make_unique<step::Units>(); }

} // namespace plimsoll
