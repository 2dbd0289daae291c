// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <mutex>
#include <optional>

namespace plimsoll {

/// A constant that costs too much to make before somebody asks for it: an entry of a table in the program. Any thread may ask.
/// Constants only: `make` depends on nothing but what stands beside it, so that it does not matter who asked first.
template <class Value>
class Once {
public:
    template <class Make>
    [[nodiscard]] const Value &get(Make make) const
    {
        std::call_once(m_once, [&] { m_value.emplace(make()); });
        return *m_value;
    }

private:
    mutable std::once_flag m_once;
    mutable std::optional<Value> m_value;
};

} // namespace plimsoll
