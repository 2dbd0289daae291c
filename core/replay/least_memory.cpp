// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/least_memory.h"

#include <mutex>
#include <utility>

namespace plimsoll {

struct LeastMemory::Shared {
    std::once_flag once;
    std::function<Bytes()> work;
    Bytes bytes = 0;
};

LeastMemory::LeastMemory(std::function<Bytes()> work) : m_shared(std::make_shared<Shared>()) { m_shared->work = std::move(work); }

Bytes LeastMemory::bytes() const
{
    if (!m_shared) return m_known;
    std::call_once(m_shared->once, [this] {
        m_shared->bytes = m_shared->work();
        m_shared->work = {}; // what it holds is not needed again
    });
    return m_shared->bytes;
}

bool LeastMemory::operator==(const LeastMemory &other) const
{
    return (m_shared && m_shared == other.m_shared) || bytes() == other.bytes();
}

} // namespace plimsoll
