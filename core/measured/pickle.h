// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A value of a pickle. Containers and texts are places in the reader that made it.
struct PickleValue {
    enum class Kind : std::uint8_t { none, boolean, integer, real, text, tuple, list, dict, spent };
    Kind kind = Kind::none;
    std::uint64_t bits = 0; ///< of a container or a text its place
    bool operator==(const PickleValue &) const = default;
    [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
    [[nodiscard]] bool is_integer() const { return kind == Kind::integer || kind == Kind::boolean; }
};

/// Reads pickles of plain data, protocols 2 to 5: nothing is ever called, imported or built, and an opcode that would is an error
/// that names it. Read from a stream piece by piece. What a caller takes out of a list while it grows (`taken`) is let go at once, so
/// that a long list of records needs the memory of one of them, and what later ones share with it.
class PickleReader {
public:
    struct Limits {
        std::uint64_t text = std::uint64_t{1} << 20;   ///< bytes of one text
        std::uint64_t texts = std::uint64_t{1} << 28;  ///< of all of them
        std::uint32_t values = std::uint32_t{1} << 27; ///< containers and their members, all that is alive
        std::uint32_t memo = std::uint32_t{1} << 28;
        std::uint32_t depth = 1000; ///< marks within marks
    };

    explicit PickleReader(std::istream &in) : PickleReader(in, Limits()) {}
    PickleReader(std::istream &in, const Limits &limits) : m_in(in), m_limits(limits) {}

    /// Called with each dict that is put into a list, its place in that list, and that list's in the list around it. True: it was
    /// taken, and is let go.
    using Take = std::function<bool(const PickleValue &dict, std::uint64_t place_outside)>;

    /// The value that the pickle holds. Errors: where, and what was met.
    [[nodiscard]] Result<PickleValue> read(const Take &taken = {});

    [[nodiscard]] std::string_view text(const PickleValue &value) const;
    /// Null where it is no dict, or has no such key.
    [[nodiscard]] const PickleValue *find(const PickleValue &dict, std::string_view key) const;
    /// Members of a list or a tuple; none of anything else.
    [[nodiscard]] const std::vector<PickleValue> &items(const PickleValue &sequence) const;
    /// The list's members are not needed any more; a number stays in their place, which number_of() gives.
    void forget_items(const PickleValue &list, std::uint32_t number);
    [[nodiscard]] std::optional<std::uint32_t> number_of(const PickleValue &list) const;
    [[nodiscard]] std::uint64_t bytes_read() const { return m_offset; }

private:
    struct Container {
        std::vector<PickleValue> items; ///< of a dict keys and values in turn
        std::uint32_t memo = no_memo;
        std::uint32_t number = no_memo;
        bool closed = false; ///< stands in another one: as Python writes them nothing is added from then on, so none holds itself
    };
    static constexpr std::uint32_t no_memo = 0xffffffffu;
    static constexpr std::size_t most_tuples = 16;

    [[nodiscard]] std::optional<Error> step(unsigned char opcode, const Take &taken);
    [[nodiscard]] std::optional<Error> constant(unsigned char opcode);
    [[nodiscard]] std::optional<Error> collect(unsigned char opcode, const Take &taken);
    [[nodiscard]] std::optional<Error> remember(unsigned char opcode);
    [[nodiscard]] std::optional<Error> put(std::uint64_t slot);
    [[nodiscard]] std::optional<Error> append(std::size_t list, std::size_t from, const Take &taken);
    [[nodiscard]] std::optional<Error> set_items(std::size_t dict, std::size_t from);
    [[nodiscard]] std::optional<Error> tuple(std::size_t from);
    [[nodiscard]] std::optional<Error> text_of(std::uint64_t length);
    [[nodiscard]] std::optional<Error> take_integer(unsigned bytes, bool is_signed);
    [[nodiscard]] Error refused(std::string met) const;
    [[nodiscard]] Error ends_early() const;
    [[nodiscard]] Error too_large(std::string_view what) const;
    [[nodiscard]] bool fill();
    [[nodiscard]] bool take(unsigned bytes, std::uint64_t &value);
    [[nodiscard]] std::uint32_t make();
    [[nodiscard]] Container *container(const PickleValue &value);
    [[nodiscard]] const Container *container(const PickleValue &value) const;
    void let_go(const PickleValue &value);
    void close(const PickleValue &value);
    [[nodiscard]] std::optional<Error> begin_frame();
    [[nodiscard]] std::uint64_t place_outside(std::size_t list) const;
    [[nodiscard]] bool count(std::uint64_t more)
    {
        m_alive += more;
        return m_alive <= m_limits.values;
    }

    std::istream &m_in;
    Limits m_limits;
    std::string m_buffer;
    std::size_t m_at = 0;
    std::uint64_t m_offset = 0; ///< bytes taken
    std::uint64_t m_frame_end = 0;
    std::vector<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<PickleValue> m_memo;
    std::vector<std::string> m_texts;
    std::uint64_t m_text_bytes = 0, m_alive = 0;
    std::vector<Container> m_containers;
    std::vector<std::uint32_t> m_spare;
    std::vector<std::uint32_t> m_tuples; ///< the first of those that differ
    std::vector<PickleValue> m_no_items;
};

} // namespace plimsoll
