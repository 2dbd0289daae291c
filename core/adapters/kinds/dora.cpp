// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

namespace plimsoll {

/// LoRA with use_dora=True.
constinit const AdapterMethod adapters::dora = {
    .name = "dora",
    .title = "DoRA",
    .rank_key = "r",
    .prepare =
        [](Adapter &adapter) {
            adapter.type = AdapterName{};
            adapter.dora = true;
        },
};

} // namespace plimsoll
