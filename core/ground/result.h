// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <utility>
#include <variant>

namespace plimsoll {

/// Why an input was refused. `field` names it as docs/schema does ("adapter.rank", "num_hidden_layers"), `read` is what
/// stood there, `accepted` what may stand there. `text` is a whole sentence where the three do not say it (a file that
/// cannot be opened, say). Any of them may be empty.
struct Error {
    std::string field;
    std::string read;
    std::string accepted;
    std::string text;

    bool operator==(const Error &) const = default;

    /// One line for people: "adapter.rank: read -3, accepted: 1 to 65536".
    [[nodiscard]] std::string message() const;
};

/// A value or the reason why there is none. Nothing is thrown across core's border.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T &value() const & { return std::get<0>(m_state); }
    [[nodiscard]] T &value() & { return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_state)); }
    [[nodiscard]] const Error &error() const { return std::get<1>(m_state); }

    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

private:
    std::variant<T, Error> m_state;
};

} // namespace plimsoll
