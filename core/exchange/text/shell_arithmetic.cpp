// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_arithmetic.h"

#include <cctype>
#include <charconv>
#include <limits>

namespace plimsoll {

namespace {

using Number = std::int64_t;
using Value = std::optional<Number>;

class Arithmetic {
public:
    Arithmetic(std::string_view text, const ShellNumber &variable) : m_text(text), m_variable(variable) {}

    Value whole()
    {
        const Value out = sum(0);
        skip();
        return m_at == m_text.size() ? out : std::nullopt;
    }

private:
    void skip()
    {
        while (m_at < m_text.size() && (m_text[m_at] == '\\' || std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0))
            ++m_at;
    }
    char next()
    {
        skip();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    static Value applied(char sign, Value left, Value right)
    {
        Number out = 0;
        if (!left || !right) return std::nullopt;
        if (sign == '+') return __builtin_add_overflow(*left, *right, &out) ? std::nullopt : Value(out);
        if (sign == '-') return __builtin_sub_overflow(*left, *right, &out) ? std::nullopt : Value(out);
        if (sign == '*') return __builtin_mul_overflow(*left, *right, &out) ? std::nullopt : Value(out);
        if (*right == 0 || (*right == -1 && *left == std::numeric_limits<Number>::min())) return std::nullopt;
        return sign == '/' ? *left / *right : *left % *right;
    }

    Value sum(int depth)
    {
        Value out = product(depth);
        for (char sign = next(); out && (sign == '+' || sign == '-'); sign = next()) {
            ++m_at;
            out = applied(sign, out, product(depth));
        }
        return out;
    }

    Value product(int depth)
    {
        Value out = factor(depth);
        for (char sign = next(); out && (sign == '*' || sign == '/' || sign == '%'); sign = next()) {
            ++m_at;
            out = applied(sign, out, factor(depth));
        }
        return out;
    }

    Value factor(int depth)
    {
        constexpr int most_depth = 32;
        const char c = next();
        if (depth > most_depth || c == '\0') return std::nullopt;
        if (c == '(') {
            ++m_at;
            const Value out = sum(depth + 1);
            if (next() != ')') return std::nullopt;
            ++m_at;
            return out;
        }
        if (c == '-') {
            ++m_at;
            return applied('-', 0, factor(depth + 1));
        }
        return std::isdigit(static_cast<unsigned char>(c)) != 0 ? number() : name();
    }

    Value number()
    {
        Number out = 0;
        const char *const begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), out);
        if (error != std::errc{} || (*begin == '0' && end - begin > 1)) return std::nullopt; // a leading 0 is octal
        m_at += static_cast<std::size_t>(end - begin);
        return out;
    }

    Value name()
    {
        const bool dollar = m_text[m_at] == '$';
        if (dollar) ++m_at;
        const bool braces = dollar && m_at < m_text.size() && m_text[m_at] == '{';
        if (braces) ++m_at;
        std::string out;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 || m_text[m_at] == '_'))
            out += m_text[m_at++];
        if (braces && (m_at >= m_text.size() || m_text[m_at++] != '}')) return std::nullopt;
        return out.empty() ? std::nullopt : m_variable(out);
    }

    std::string_view m_text;
    const ShellNumber &m_variable;
    std::size_t m_at = 0;
};

} // namespace

std::optional<std::int64_t> shell_arithmetic(std::string_view expression, const ShellNumber &variable)
{
    return Arithmetic(expression, variable).whole();
}

} // namespace plimsoll
