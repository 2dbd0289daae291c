// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recipe/recipe_expression.h"

#include "core/ground/phrase.h"

#include <array>
#include <charconv>

namespace plimsoll {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Expression whole()
    {
        Expression out = level(0);
        if (skip(); m_at < m_text.size()) fail("the end");
        return out;
    }

private:
    [[noreturn]] void fail(const std::string &wanted) const
    {
        throw Refusal{Error{"recipe", std::string(m_text), phrase("%1 at character %2", {wanted, std::to_string(m_at + 1)}), {}}};
    }
    void skip()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
    }
    bool take(std::string_view token)
    {
        skip();
        if (!m_text.substr(m_at).starts_with(token)) return false;
        if (letter(token.front()) && m_at + token.size() < m_text.size()) {
            const char next = m_text[m_at + token.size()];
            if (letter(next) || digit(next)) return false;
        }
        m_at += token.size();
        return true;
    }
    void need(std::string_view token)
    {
        if (!take(token)) fail(std::string(token));
    }

    /// Operators from the loosest to the tightest; the longer of two with one beginning stands first.
    Expression level(std::size_t depth)
    {
        static const std::array<std::vector<std::string_view>, 6> levels{
            {{"or"}, {"and"}, {"==", "!=", "<=", ">=", "<", ">"}, {"??"}, {"+", "-"}, {"*", "/", "%"}}};
        if (depth == levels.size()) return unary();
        Expression left = level(depth + 1);
        while (true) {
            std::string_view found;
            for (const std::string_view op : levels[depth])
                if (found.empty() && take(op)) found = op;
            if (found.empty()) return left;
            Expression out;
            out.kind = Expression::Kind::binary;
            out.text = found;
            out.parts.push_back(std::move(left));
            out.parts.push_back(level(depth + 1));
            left = std::move(out);
        }
    }

    Expression unary()
    {
        for (const std::string_view op : {std::string_view("not"), std::string_view("-")}) {
            if (!take(op)) continue;
            Expression out;
            out.kind = Expression::Kind::unary;
            out.text = op;
            out.parts.push_back(op == "not" ? level(2) : unary());
            return out;
        }
        Expression out = atom();
        while (take("[")) {
            Expression indexed;
            indexed.kind = Expression::Kind::call;
            indexed.text = "at";
            indexed.parts.push_back(std::move(out));
            indexed.parts.push_back(level(0));
            need("]");
            out = std::move(indexed);
        }
        return out;
    }

    std::vector<Expression> arguments(std::string_view close)
    {
        std::vector<Expression> out;
        if (take(close)) return out;
        do out.push_back(level(0));
        while (take(","));
        need(close);
        return out;
    }

    Expression number()
    {
        Expression out;
        const char *const first = m_text.data() + m_at, *const last = m_text.data() + m_text.size();
        out.kind = Expression::Kind::whole;
        const char *end = std::from_chars(first, last, out.whole).ptr;
        if (end != last && *end == '.') {
            out.kind = Expression::Kind::decimal;
            end = std::from_chars(first, last, out.decimal).ptr;
        }
        m_at += static_cast<std::size_t>(end - first);
        return out;
    }

    Expression name()
    {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && (letter(m_text[m_at]) || digit(m_text[m_at]) || m_text[m_at] == '.')) ++m_at;
        Expression out;
        out.text = m_text.substr(start, m_at - start);
        if (out.text == "true" || out.text == "false") {
            out.kind = Expression::Kind::flag;
            out.whole = out.text == "true";
        } else if (out.text != "null") {
            out.kind = take("(") ? Expression::Kind::call : Expression::Kind::name;
            if (out.kind == Expression::Kind::call) out.parts = arguments(")");
        }
        return out;
    }

    Expression atom()
    {
        skip();
        if (m_at >= m_text.size()) fail("a value");
        const char c = m_text[m_at];
        if (digit(c)) return number();
        if (letter(c)) return name();
        Expression out;
        if (take("(")) {
            out = level(0);
            need(")");
        } else if (take("[")) {
            out.kind = Expression::Kind::list;
            out.parts = arguments("]");
        } else if (take("\"")) {
            const std::size_t end = m_text.find('"', m_at);
            if (end == std::string_view::npos) fail("a closing quote");
            out.kind = Expression::Kind::text;
            out.text = m_text.substr(m_at, end - m_at);
            m_at = end + 1;
        } else {
            fail("a value");
        }
        return out;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

Expression parse_expression(std::string_view text) { return Parser(text).whole(); }

} // namespace plimsoll
