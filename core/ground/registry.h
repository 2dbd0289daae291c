// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace plimsoll {

/// The names that plans have for the values of an enum, in the order of the values. The enum has no enumerators: its list stands in
/// one header (PLIMSOLL_STACKS and its like), and a program may add to it before it asks.
template <class Enum>
class GrowingNames {
public:
    GrowingNames(std::initializer_list<std::string_view> names) : m_names(names) {}

    [[nodiscard]] const std::vector<std::string_view> &all() const { return m_names; }
    Enum add(std::string_view name)
    {
        m_names.push_back(name);
        return static_cast<Enum>(m_names.size() - 1);
    }

private:
    std::vector<std::string_view> m_names;
};

/// The one list of such an enum's names; it has none unless this is specialised for it.
template <class Enum>
GrowingNames<Enum> &growing_names() = delete;

/// An enum of a plan whose names are a list that grows.
template <class Enum>
concept GrowingEnum = requires
{
    growing_names<Enum>();
};

/// What stands behind each value of such an enum, in the order of its names: a Kind has a `name`.
template <class Kind, GrowingEnum Enum>
class Registry {
public:
    Registry(std::initializer_list<const Kind *> kinds) : m_kinds(kinds) {}

    [[nodiscard]] const Kind &of(Enum value) const { return *m_kinds[static_cast<std::size_t>(value)]; }
    [[nodiscard]] const std::vector<const Kind *> &all() const { return m_kinds; }
    /// One more, and its name.
    Enum add(const Kind &kind)
    {
        m_kinds.push_back(&kind);
        return growing_names<Enum>().add(kind.name);
    }

private:
    std::vector<const Kind *> m_kinds;
};

} // namespace plimsoll
