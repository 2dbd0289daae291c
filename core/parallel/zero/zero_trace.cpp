// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_trace.h"

#include <algorithm>

namespace plimsoll {

ZeroTrace::ZeroTrace(ZeroTraceSettings settings, std::vector<Count> elements, std::vector<bool> persists)
    : m_settings(settings), m_elements(std::move(elements)), m_persists(std::move(persists)),
      m_status(m_elements.size(), Status::apart), m_fetched_for(m_elements.size(), never)
{}

/// construct_parameter_trace_from_module_trace
void ZeroTrace::complete_record()
{
    m_mode = Mode::complete;
    m_steps.resize(m_elements.size());
    Count before = 0;
    for (std::size_t step = 0; step < m_order.size(); ++step) {
        m_before.push_back(before);
        for (const std::size_t parameter : m_order[step]) {
            m_uses.push_back({parameter, step});
            m_steps[parameter].push_back(step);
            before += m_elements[parameter];
        }
    }
}

void ZeroTrace::begin()
{
    if (m_mode == Mode::none)
        m_mode = Mode::recording;
    else if (m_mode == Mode::recording)
        complete_record();
    m_next = 0;
    m_step = 0;
    m_live = 0;
    std::ranges::fill(m_fetched_for, never);
}

std::vector<std::size_t> ZeroTrace::enter(const std::vector<std::size_t> &parameters)
{
    if (m_mode == Mode::recording) m_order.push_back(parameters);
    std::vector<std::size_t> out;
    for (const std::size_t parameter : parameters)
        if (m_status[parameter] == Status::apart) out.push_back(parameter);
    return out;
}

std::vector<std::size_t> ZeroTrace::look_ahead(const std::vector<std::size_t> &parameters)
{
    std::vector<std::size_t> out;
    const std::size_t step = m_step++;
    if (m_mode != Mode::complete) return out;
    // what this module uses is popped from the queue, unless an earlier look ahead has done so
    const auto open = [this, step](std::size_t p) { return m_fetched_for[p] == never || m_fetched_for[p] < step; };
    for (auto left = std::ranges::count_if(parameters, open); left > 0 && m_next < m_uses.size(); --left, ++m_next)
        m_fetched_for[m_uses[m_next].parameter] = m_uses[m_next].step;
    if (m_settings.prefetch_bucket <= 0) return out;
    const Count most = std::min(m_settings.max_live - m_live, m_settings.prefetch_bucket);
    for (Count taken = 0; m_next < m_uses.size() && taken < most; ++m_next) {
        const auto [parameter, used] = m_uses[m_next];
        std::size_t &fetched = m_fetched_for[parameter];
        fetched = fetched == never ? used : std::max(fetched, used);
        if (m_status[parameter] != Status::apart || std::ranges::find(out, parameter) != out.end()) continue;
        out.push_back(parameter);
        taken += m_elements[parameter];
    }
    std::ranges::sort(out);
    return out;
}

bool ZeroTrace::recurs_soon(std::size_t parameter) const
{
    const std::vector<std::size_t> &steps = m_steps[parameter];
    const auto next = std::ranges::lower_bound(steps, m_step);
    return next != steps.end() && m_before[*next] - m_before[m_step] < m_settings.max_reuse;
}

std::vector<std::size_t> ZeroTrace::leave(const std::vector<std::size_t> &parameters) const
{
    if (m_mode != Mode::complete) return parameters;
    std::vector<std::size_t> out;
    for (const std::size_t parameter : parameters) {
        if (m_persists[parameter]) continue;
        // a use that looking ahead passed over, the parameter being whole, would not be fetched again
        if (m_fetched_for[parameter] != never && m_fetched_for[parameter] > m_step) continue;
        if (!recurs_soon(parameter)) out.push_back(parameter);
    }
    return out;
}

} // namespace plimsoll
