// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace plimsoll {

/// What the last few keys were answered with, of one thread: an editor asks for the same again and again, a list of plans goes
/// round a few models. The oldest goes for a new one. `Key` has ==, and a default that nobody asks for.
template <class Key, class Value, std::size_t size = 16>
class Recent {
public:
    /// Null where it was not kept. Stands until put() is called `size` times.
    [[nodiscard]] const Value *find(const Key &key) const
    {
        const auto found = std::ranges::find(m_kept, key, &std::pair<Key, Value>::first);
        return found == m_kept.end() ? nullptr : &found->second;
    }
    const Value &put(Key key, Value value)
    {
        std::pair<Key, Value> &oldest = m_kept[m_next];
        m_next = (m_next + 1) % size;
        oldest = {std::move(key), std::move(value)};
        return oldest.second;
    }

private:
    std::array<std::pair<Key, Value>, size> m_kept{};
    std::size_t m_next = 0;
};

} // namespace plimsoll
