// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace plimsoll {

/// Writes plain data as Python's pickle does, protocol 4, which torch's memory viewer reads. Texts are kept in the memo; so is what
/// remember() is called behind.
class PickleWriter {
public:
    PickleWriter() { m_out = std::string("\x80\x04", 2); }

    void begin_dict() { m_out += "}("; }
    void end_dict() { m_out += 'u'; }
    void begin_list() { m_out += "]("; }
    void end_list() { m_out += 'e'; }
    void empty_list() { m_out += ']'; }
    void none() { m_out += 'N'; }
    void boolean(bool value) { m_out += value ? '\x88' : '\x89'; }
    void integer(std::int64_t value);
    void real(double value);
    void text(std::string_view value);
    /// The two values before it.
    void pair() { m_out += '\x86'; }
    void key(std::string_view name, std::int64_t value)
    {
        text(name);
        integer(value);
    }
    void key(std::string_view name, std::string_view value)
    {
        text(name);
        text(value);
    }
    /// Keeps what was written last; recall() writes it again.
    [[nodiscard]] std::uint32_t remember()
    {
        m_out += '\x94';
        return m_memo++;
    }
    void recall(std::uint32_t place);
    /// The whole file.
    [[nodiscard]] std::string take()
    {
        m_out += '.';
        return std::move(m_out);
    }

private:
    void little(std::uint64_t value, unsigned bytes)
    {
        for (unsigned i = 0; i < bytes; ++i) m_out += static_cast<char>((value >> (8U * i)) & 255U);
    }

    std::string m_out;
    std::uint32_t m_memo = 0;
    std::unordered_map<std::string, std::uint32_t> m_texts;
};

} // namespace plimsoll
