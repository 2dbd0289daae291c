// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/analyses.h"

#include <map>
#include <mutex>

namespace plimsoll {

struct Analyses::Table {
    std::mutex mutex;
    std::map<std::type_index, std::shared_ptr<void>> made;
};

Analyses &Analyses::operator=(const Analyses &other) noexcept
{
    if (this != &other) delete m_table.exchange(nullptr);
    return *this;
}

Analyses::~Analyses() { delete m_table.load(); }

Analyses::Table &Analyses::table() const
{
    Table *known = m_table.load(std::memory_order_acquire);
    if (known) return *known;
    auto fresh = std::make_unique<Table>(); // most values are never asked
    return m_table.compare_exchange_strong(known, fresh.get()) ? *fresh.release() : *known;
}

void *Analyses::held(std::type_index type, std::shared_ptr<void> (*make)()) const
{
    Table &all = table();
    const std::scoped_lock lock(all.mutex);
    std::shared_ptr<void> &one = all.made[type];
    if (!one) one = make();
    return one.get();
}

} // namespace plimsoll
