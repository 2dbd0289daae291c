// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/event_list.h"

namespace plimsoll {

/// What a step does before its first phase begins: its events still go by the last phase of the step before, whose blocks an
/// allocator then holds. Asked for each event, in order.
class StepBegin {
public:
    [[nodiscard]] bool holds(const step::Event &event)
    {
        if (event.step != m_step) m_holds = event.phase == m_phase;
        if (event.phase != m_phase) m_holds = false;
        m_step = event.step;
        m_phase = event.phase;
        return m_holds;
    }

private:
    std::uint16_t m_step = 0;
    Phase m_phase = Phase::load;
    bool m_holds = false;
};

} // namespace plimsoll
