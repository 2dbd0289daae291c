// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/machine.h"

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

/// What stands when everything between `before` and `after` has happened `times` times more. Throws TooLarge.
[[nodiscard]] inline RunningSums repeated(const RunningSums &before, const RunningSums &after, Count times)
{
    if (times > 0 && after.allocated - before.allocated > most_in_a_step / times) refuse_size();
    RunningSums out = after;
    out.allocated += (after.allocated - before.allocated) * times;
    for (std::size_t i = 0; i < out.components.size(); ++i)
        out.components[i] += (after.components[i] - before.components[i]) * times;
    return out;
}

} // namespace plimsoll::step
