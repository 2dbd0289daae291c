// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model_card/card_text.h"

#include "core/ground/phrase.h"
#include "core/ground/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll::card {

namespace {

constexpr std::string_view opening = "<!--", closing = "-->";

Error refused(int line, const char *what, std::string_view value = {})
{
    return {phrase(QT_TRANSLATE_NOOP("core", "line %1"), {std::to_string(line)}), {}, {}, phrase(what, {value})};
}

/// A line without its end, and where the next one begins.
struct Line {
    std::string_view text;
    std::size_t from = 0, next = 0;
};

Line line_at(std::string_view text, std::size_t from)
{
    const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
    std::size_t next = end;
    if (next < text.size()) next += text[next] == '\r' && next + 1 < text.size() && text[next + 1] == '\n' ? 2 : 1;
    return {text.substr(from, end - from), from, next};
}

/// Columns of blanks at the beginning; a tab reaches to the next multiple of four.
std::size_t indent_of(std::string_view line)
{
    std::size_t columns = 0;
    for (const char c : line) {
        if (c != ' ' && c != '\t') break;
        columns += c == ' ' ? 1 : 4 - columns % 4;
    }
    return columns;
}

std::string_view without_blanks(std::string_view text)
{
    const std::size_t from = text.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string_view() : text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

/// What most lines end with; of as many LF and CRLF the first.
std::string line_end_of(std::string_view text)
{
    std::array<std::size_t, 3> count{};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (pair)
            ++count[1], ++i;
        else if (text[i] == '\n')
            ++count[0];
        else if (text[i] == '\r')
            ++count[2];
    }
    constexpr std::array<const char *, 3> ends{"\n", "\r\n", "\r"};
    return ends[static_cast<std::size_t>(std::ranges::max_element(count) - count.begin())];
}

/// Where the text begins behind a byte order mark and a block of YAML, as huggingface_hub finds it: blanks, "---", "---".
std::size_t behind_front_matter(std::string_view text)
{
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const std::size_t first = text.find_first_not_of(" \t\r\n", mark);
    if (first == std::string_view::npos) return mark;
    Line line = line_at(text, first);
    if (without_blanks(line.text) != "---") return mark;
    while (line.next < text.size()) {
        line = line_at(text, line.next);
        if (line.text.starts_with("---") && without_blanks(line.text) == "---") return line.next;
    }
    return mark;
}

/// A fence of code and what its lines stand in.
struct Fence {
    char sign = '`';
    std::size_t length = 3;
    std::size_t indent = 0; ///< of the list's item that it stands in: a line with less ends it
    bool quoted = false;
    int line = 0;
};

/// The line without the signs of quotes and of a list's item before it.
struct Contained {
    std::string_view text;
    std::size_t indent = 0; ///< columns of the item's content; 0 outside of lists
    bool quoted = false;
};

std::size_t item_width(std::string_view text)
{
    std::size_t digits = 0;
    while (digits < text.size() && digits < 9 && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
    const std::size_t sign = digits;
    if (sign >= text.size()) return 0;
    const bool bullet = digits == 0 && (text[sign] == '-' || text[sign] == '*' || text[sign] == '+');
    const bool number = digits > 0 && (text[sign] == '.' || text[sign] == ')');
    if (!bullet && !number) return 0;
    const std::size_t blanks = indent_of(text.substr(sign + 1));
    return blanks >= 1 && blanks <= 4 ? sign + 1 + blanks : 0;
}

Contained contained(std::string_view line)
{
    Contained out{line};
    std::size_t column = 0;
    while (true) {
        const std::size_t indent = indent_of(out.text);
        if (indent > 3) return out;
        const std::string_view rest = out.text.substr(std::min(out.text.find_first_not_of(" \t"), out.text.size()));
        if (rest.starts_with('>')) {
            out = {rest.substr(rest.starts_with("> ") ? 2 : 1), 0, true};
            column = 0;
            continue;
        }
        const std::size_t width = item_width(rest);
        if (width == 0) return out;
        column += indent + width;
        out = {rest.substr(std::min(rest.find_first_not_of(" \t", rest.find_first_of(" \t")), rest.size())), column, out.quoted};
    }
}

std::optional<Fence> fence_at(std::string_view line, int number)
{
    const Contained held = contained(line);
    if (indent_of(held.text) > 3) return std::nullopt;
    const std::string_view text = without_blanks(held.text);
    if (text.empty() || (text[0] != '`' && text[0] != '~')) return std::nullopt;
    const std::size_t length = std::min(text.find_first_not_of(text[0]), text.size());
    if (length < 3 || (text[0] == '`' && text.find('`', length) != std::string_view::npos)) return std::nullopt;
    return Fence{text[0], length, held.indent, held.quoted, number};
}

/// Whether this line is the fence's last, or none of its lines any more.
enum class Within { code, last, outside };
Within within(const Fence &fence, std::string_view line)
{
    std::string_view text = without_blanks(line);
    if (fence.quoted) {
        if (!text.starts_with('>')) return Within::outside;
        while (text.starts_with('>')) text = without_blanks(text.substr(1));
    }
    const std::size_t signs = std::min(text.find_first_not_of(fence.sign), text.size());
    if (signs == text.size() && signs >= fence.length) return Within::last;
    const bool ends = fence.indent > 0 && !fence.quoted && !text.empty() && indent_of(line) < fence.indent;
    return ends ? Within::outside : Within::code;
}

/// "## Title ##": its title; nothing where the line is no heading.
std::optional<std::string> atx_title(std::string_view line)
{
    if (indent_of(line) > 3) return std::nullopt;
    std::string_view text = without_blanks(line);
    const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
    if (level == 0 || level > 6 || (level < text.size() && text[level] != ' ' && text[level] != '\t')) return std::nullopt;
    text = without_blanks(text.substr(level));
    const std::size_t last = text.find_last_not_of('#');
    if (last == std::string_view::npos) return std::string();
    if (last + 1 < text.size() && (text[last] == ' ' || text[last] == '\t')) text = without_blanks(text.substr(0, last));
    return std::string(text);
}

/// "=====" or "-----" below a line of text.
bool underlines(std::string_view line)
{
    const std::string_view text = without_blanks(line);
    return indent_of(line) <= 3 && !text.empty() && (text[0] == '=' || text[0] == '-') &&
           text.find_first_not_of(text[0]) == std::string_view::npos;
}

/// Whether a line may be the text of a heading whose underline follows.
bool is_text(std::string_view line)
{
    const std::string_view text = without_blanks(line);
    return !text.empty() && indent_of(line) <= 3 && contained(line).text.size() == line.size() && !text.starts_with('|') &&
           !text.starts_with('<');
}

struct Marker {
    bool begins = false;
    std::size_t from = 0, to = 0;
    int line = 0;
};

/// BEGIN or END at the beginning of a comment of ours.
std::optional<bool> marker_of(std::string_view comment)
{
    std::string word;
    std::size_t at = comment.find_first_not_of(" \t\r\n");
    for (; at < comment.size() && word.size() < 16; ++at) {
        const char c = comment[at];
        if (std::isalpha(static_cast<unsigned char>(c)) != 0)
            word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        else if ((c == ' ' || c == '_') && !word.ends_with(' ') && word.size() <= 6)
            word += ' ';
        else
            break;
    }
    if (word.starts_with("BEGIN PLIMSOLL") && word.size() == 14) return true;
    if (word.starts_with("END PLIMSOLL") && word.size() == 12) return false;
    return std::nullopt;
}

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) { m_out.begin = behind_front_matter(text); }

    Result<CardText> read()
    {
        if (first_not_utf8(m_text) != std::string_view::npos || m_text.find('\0') != std::string_view::npos)
            return Error{{},
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "Markdown in UTF-8")),
                         phrase(QT_TRANSLATE_NOOP("core", "has bytes that are none"))};
        m_out.line_end = line_end_of(m_text);
        m_line = 1 + lines_before(m_out.begin);
        for (Line line = line_at(m_text, m_out.begin); line.from < m_text.size(); line = line_at(m_text, line.next), ++m_line)
            if (auto error = take(line)) return *std::move(error);
        if (m_fence) return refused(m_fence->line, QT_TRANSLATE_NOOP("core", "a block of code begins here and never ends"));
        if (m_comment) return refused(m_comment_line, QT_TRANSLATE_NOOP("core", "a comment begins here and never ends"));
        if (auto error = pair_markers()) return *std::move(error);
        return std::move(m_out);
    }

private:
    [[nodiscard]] int lines_before(std::size_t end) const
    {
        int lines = 0;
        for (std::size_t at = 0; at < end; at = line_at(m_text, at).next) ++lines;
        return lines;
    }

    std::optional<Error> take(const Line &line)
    {
        if (m_fence) {
            const Within state = within(*m_fence, line.text);
            if (state != Within::outside) {
                if (state == Within::last) m_fence.reset();
                m_before.reset();
                return std::nullopt;
            }
            m_fence.reset();
        }
        if (!m_comment) {
            if (const auto fence = fence_at(line.text, m_line)) {
                m_fence = fence;
                m_before.reset();
                return std::nullopt;
            }
            if (heading(line)) return std::nullopt;
            const bool code = indent_of(line.text) > 3 && !m_before;
            if (code && !without_blanks(line.text).empty()) return std::nullopt;
        }
        const bool was_comment = m_comment.has_value();
        if (auto error = comments(line)) return error;
        m_before = !was_comment && is_text(line.text) ? std::optional(line) : std::nullopt;
        return std::nullopt;
    }

    bool heading(const Line &line)
    {
        if (auto title = atx_title(line.text)) {
            m_out.headings.push_back({*std::move(title), line.from, line.next, m_line});
            m_before.reset();
            return true;
        }
        if (!m_before || !underlines(line.text)) return false;
        m_out.headings.push_back({std::string(without_blanks(m_before->text)), m_before->from, line.next, m_line - 1});
        m_before.reset();
        return true;
    }

    /// Comments of a line, and the one that it goes on with.
    std::optional<Error> comments(const Line &line)
    {
        std::size_t at = line.from;
        const std::size_t end = line.from + line.text.size();
        while (at < end) {
            if (m_comment) {
                const std::size_t close = m_text.substr(0, end).find(closing, at);
                if (close == std::string_view::npos) return std::nullopt;
                at = close + closing.size();
                if (auto error = close_comment(close, at)) return error;
                continue;
            }
            const std::size_t next = m_text.substr(0, end).find_first_of("`<\\", at);
            if (next == std::string_view::npos) return std::nullopt;
            at = next;
            if (m_text[at] == '\\')
                at += 2;
            else if (m_text[at] == '`')
                at = behind_code(at, end);
            else if (m_text.substr(at, opening.size()) == opening && end - at >= opening.size())
                open_comment(line, at);
            else
                ++at;
        }
        return std::nullopt;
    }

    /// Behind a span of code; behind its first signs where it is none.
    [[nodiscard]] std::size_t behind_code(std::size_t at, std::size_t end) const
    {
        const auto run = [&](std::size_t from) { return std::min(m_text.find_first_not_of('`', from), end) - from; };
        const std::size_t length = run(at);
        for (std::size_t next = m_text.find('`', at + length); next < end; next = m_text.find('`', next)) {
            const std::size_t other = run(next);
            next += other;
            if (other == length) return next;
        }
        return at + length;
    }

    void open_comment(const Line &line, std::size_t &at)
    {
        m_comment = at;
        m_comment_line = m_line;
        m_comment_first = without_blanks(m_text.substr(line.from, at - line.from)).empty() && indent_of(line.text) <= 3;
        at += opening.size();
        if (m_text.substr(at, 1) == ">" || m_text.substr(at, 2) == "->") m_comment.reset(); // whole already
    }

    std::optional<Error> close_comment(std::size_t close, std::size_t behind)
    {
        const std::size_t from = *m_comment;
        m_comment.reset();
        const std::string_view inner = m_text.substr(from + opening.size(), close - from - opening.size());
        const std::optional<bool> begins = marker_of(inner);
        if (!begins) return std::nullopt;
        if (*begins && !m_comment_first)
            return refused(m_comment_line, QT_TRANSLATE_NOOP("core", "BEGIN PLIMSOLL stands within a line; it has to begin one"));
        m_markers.push_back({*begins, from, behind, m_comment_line});
        return std::nullopt;
    }

    std::optional<Error> pair_markers()
    {
        const Marker *open = nullptr;
        for (const Marker &marker : m_markers) {
            if (marker.begins && open != nullptr)
                return refused(marker.line,
                               QT_TRANSLATE_NOOP("core", "BEGIN PLIMSOLL stands before the END of the one in line %1"),
                               std::to_string(open->line));
            if (!marker.begins && open == nullptr)
                return refused(marker.line, QT_TRANSLATE_NOOP("core", "END PLIMSOLL without a BEGIN before it"));
            if (marker.begins) {
                if (m_out.block)
                    return refused(marker.line, QT_TRANSLATE_NOOP("core", "a second block begins here; one is taken"));
                open = &marker;
                continue;
            }
            m_out.block = CardBlock{open->from, marker.to, open->to, marker.from};
            open = nullptr;
        }
        if (open != nullptr) return refused(open->line, QT_TRANSLATE_NOOP("core", "BEGIN PLIMSOLL without an END behind it"));
        return std::nullopt;
    }

    std::string_view m_text;
    CardText m_out;
    std::vector<Marker> m_markers;
    std::optional<Fence> m_fence;
    std::optional<Line> m_before; ///< a line of text, which the next one may make a heading
    std::optional<std::size_t> m_comment;
    int m_comment_line = 0;
    bool m_comment_first = false;
    int m_line = 1;
};

} // namespace

Result<CardText> read_card(std::string_view text) { return Reader(text).read(); }

} // namespace plimsoll::card
