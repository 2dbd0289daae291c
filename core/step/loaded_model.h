// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loaded_weights.h"

#include <memory>

namespace plimsoll::step {

/// `given` with the layout of every matrix put into its description: layers whose layouts differ become different kinds. The last
/// answers are kept. `loaded` is of this architecture.
[[nodiscard]] std::shared_ptr<const Architecture> with_layouts(const Architecture &given,
                                                               const std::shared_ptr<const LoadedWeights> &loaded);

} // namespace plimsoll::step
