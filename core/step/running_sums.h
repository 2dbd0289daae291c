// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/machine.h"

namespace plimsoll::step {

/// What stands after the recorded events so far, in bytes as the allocator rounds them.
struct RunningSums {
    Bytes allocated = 0;
    ComponentBytes components{};

    void apply(const Event &event)
    {
        Bytes &own = components[static_cast<std::size_t>(event.component)];
        switch (event.kind) {
        case Event::Kind::allocate:
            allocated += event.bytes;
            own += event.bytes;
            break;
        case Event::Kind::release:
            allocated -= event.bytes;
            own -= event.bytes;
            break;
        case Event::Kind::relabel:
            components[event.shape] -= event.bytes;
            own += event.bytes;
            break;
        case Event::Kind::mark: break;
        }
    }
};

} // namespace plimsoll::step
