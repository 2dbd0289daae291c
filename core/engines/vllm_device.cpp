// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/vllm_device.h"

#include <utility>

namespace plimsoll::vllm {

Device::Held Device::hold(Bytes bytes, const char *operation, Component component)
{
    std::uint32_t id = m_next;
    if (m_spare.empty())
        ++m_next;
    else {
        id = m_spare.back();
        m_spare.pop_back();
    }
    const Bytes before = m_allocator.allocated();
    if (!m_allocator.allocate(id, bytes)) step::refuse_size(); // beyond an exbibyte: nothing else fails without a capacity
    step::Tensor tensor = m_machine.empty({m_allocator.allocated() - before}, Dtype::uint8, operation, component);
    return Held(std::shared_ptr<Block>(new Block{*this, id, bytes, std::move(tensor)}));
}

void Device::give_back(std::uint32_t id)
{
    m_allocator.free(id);
    m_spare.push_back(id);
}

} // namespace plimsoll::vllm
