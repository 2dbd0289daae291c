// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"
#include "core/ground/phrase.h"

#include <cctype>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// Where a reader of Python stands in a text, and the words that it takes from there. The first fault stays.
class PythonCursor {
protected:
    explicit PythonCursor(std::string_view text) : m_text(text) {}

    static bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
    static bool is_identifier_char(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

    [[nodiscard]] char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    void take()
    {
        if (m_at >= m_text.size()) return;
        if (m_text[m_at++] == '\n') ++m_line;
    }
    void skip_line()
    {
        while (m_at < m_text.size() && peek() != '\n') ++m_at;
    }
    void skip_blanks(bool lines)
    {
        while (m_at < m_text.size()) {
            const char c = peek();
            if (c == '#')
                skip_line();
            else if (c == ' ' || c == '\t' || c == '\r' || (c == '\\' && peek(1) == '\n') || (lines && c == '\n'))
                take();
            else
                return;
        }
    }
    bool accept(char c)
    {
        skip_blanks(true);
        if (peek() != c || m_at >= m_text.size()) return false;
        take();
        return true;
    }
    void fail(int line, const char *english)
    {
        if (!m_error) m_error = Error{"configuration", {}, {}, phrase(english, {std::to_string(line)})};
    }
    void too_long()
    {
        if (!m_error) m_error = too_many_keys();
    }

    /// "name.name"; empty where none begins.
    std::string dotted_name()
    {
        std::string out;
        while (is_name_start(peek()) || (!out.empty() && out.back() != '.' && is_identifier_char(peek()))) {
            while (is_identifier_char(peek())) {
                out += peek();
                take();
            }
            if (peek() != '.' || !is_name_start(peek(1))) break;
            out += '.';
            take();
        }
        return out;
    }

    /// To the end of what is left of a statement, brackets and texts whole.
    void skip_statement()
    {
        int open = 0;
        while (m_at < m_text.size() && !m_error) {
            const char c = peek();
            if (c == '\n' && open <= 0) return;
            if (c == '#')
                skip_line();
            else if (c == '"' || c == '\'')
                text_literal();
            else {
                open += std::string_view("([{").find(c) != std::string_view::npos ? 1 : 0;
                open -= std::string_view(")]}").find(c) != std::string_view::npos ? 1 : 0;
                take();
            }
        }
    }

    std::string text_literal()
    {
        const int line = m_line;
        const char quote = peek();
        const bool triple = peek(1) == quote && peek(2) == quote;
        for (int i = 0; i < (triple ? 3 : 1); ++i) take();
        std::string out;
        while (m_at < m_text.size()) {
            if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
                for (int i = 0; i < (triple ? 3 : 1); ++i) take();
                return out;
            }
            if (peek() == '\n' && !triple) break;
            if (peek() == '\\' && m_at + 1 < m_text.size()) {
                take();
                const char c = peek();
                if (c != '\n') out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
            } else
                out += peek();
            take();
        }
        fail(line, QT_TRANSLATE_NOOP("core", "line %1: a text does not end"));
        return out;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    std::optional<Error> m_error;
};

} // namespace plimsoll
