// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/rank_device.h"

#include <utility>

namespace plimsoll::ranks {

std::uint32_t Device::next_id()
{
    if (m_spare.empty()) return m_next++;
    const std::uint32_t id = m_spare.back();
    m_spare.pop_back();
    return id;
}

step::Tensor Device::take(std::uint32_t id, Bytes bytes, const char *operation, Component component)
{
    const Bytes before = m_allocator.allocated();
    if (!m_allocator.allocate(id, bytes)) step::refuse_size(); // beyond an exbibyte: nothing else fails without a capacity
    return m_machine.empty({m_allocator.allocated() - before}, Dtype::uint8, operation, component);
}

Device::Held Device::hold(Bytes bytes, const char *operation, Component component)
{
    const std::uint32_t id = next_id();
    step::Tensor tensor = take(id, bytes, operation, component);
    return Held(std::make_shared<Block>(*this, id, bytes, std::move(tensor)));
}

void Device::give_back(std::uint32_t id)
{
    m_allocator.free(id);
    m_spare.push_back(id);
}

} // namespace plimsoll::ranks
