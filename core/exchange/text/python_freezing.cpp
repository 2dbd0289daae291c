// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/python_freezing.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::size_t longest_line = 400; // of what is tried as one of these statements

/// A line without its comment, and how far it is indented.
struct PythonLine {
    std::string text;
    std::size_t indent = 0;
};

std::string without_comment(std::string_view line)
{
    char quote = '\0';
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '#')
            return std::string(line.substr(0, i));
    }
    return std::string(line);
}

std::vector<PythonLine> python_lines(std::string_view text)
{
    std::vector<PythonLine> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = without_comment(text.substr(at, end - at));
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.pop_back();
        const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
        out.push_back({line.substr(indent), indent});
        at = end + 1;
    }
    return out;
}

std::string in_pattern(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view(R"(.*+?()[]{}|\^$)").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

/// What a loop runs over, and what its variables are called.
struct Loop {
    std::string parameter, name; ///< name: empty without named_parameters()
    std::string path;            ///< of the module, behind the model's own variable
};

/// "model.visual" of "model.model.visual": the first is the script's variable.
std::string inside_model(const std::string &path)
{
    const std::size_t dot = path.starts_with("self.") ? path.find('.', 5) : path.find('.');
    return dot == std::string::npos ? std::string() : path.substr(dot + 1);
}

/// What a condition over a name says: it has one of these in it, or none of them.
struct NameTest {
    std::vector<std::string> patterns; ///< of parts of a name
    bool negated = false;
};

std::string without_blanks(std::string text)
{
    while (!text.empty() && text.front() == ' ') text.erase(0, 1);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::vector<std::string> parts_between(const std::string &text, const std::string &word)
{
    std::vector<std::string> out;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(word, at);
        out.push_back(without_blanks(text.substr(at, end == std::string::npos ? end : end - at)));
        if (end == std::string::npos) return out;
        at = end + word.size();
    }
}

/// One comparison: a text in the name, or the name's beginning.
std::optional<NameTest> comparison(const std::string &text, const std::string &name)
{
    static const std::regex inside(R"(^["']([^"']+)["']\s+(not\s+)?in\s+(\w+)$)"),
        begins(R"(^(not\s+)?(\w+)\.startswith\(\s*["']([^"']+)["']\s*\)$)"),
        any(R"(^(not\s+)?any\(\s*\(?\s*(\w+)\s+in\s+(\w+)\s+for\s+(\w+)\s+in\s+[\[(]([^\])]*)[\])]\s*\)?\s*\)$)");
    std::smatch found;
    if (std::regex_match(text, found, inside) && found[3] == name)
        return NameTest{{in_pattern(found[1].str())}, found[2].matched};
    if (std::regex_match(text, found, begins) && found[2] == name)
        return NameTest{{"^" + in_pattern(found[3].str())}, found[1].matched};
    if (!std::regex_match(text, found, any) || found[2] != found[4] || found[3] != name) return std::nullopt;
    NameTest out{{}, found[1].matched};
    for (const std::string &word : parts_between(found[5].str(), ",")) {
        if (word.empty()) continue;
        if (word.size() < 3 || word.front() != word.back() || (word.front() != '"' && word.front() != '\'')) return std::nullopt;
        out.patterns.push_back(in_pattern(std::string_view(word).substr(1, word.size() - 2)));
    }
    return out.patterns.empty() ? std::nullopt : std::optional(std::move(out));
}

/// Comparisons with "or" between them, or refusals with "and".
std::optional<NameTest> name_test(std::string text, const std::string &name)
{
    if (name.empty()) return std::nullopt;
    text = without_blanks(std::move(text));
    if (text.size() > 1 && text.front() == '(' && text.find(')') == text.size() - 1) text = text.substr(1, text.size() - 2);
    const bool refused = text.find(" and ") != std::string::npos;
    NameTest out{{}, refused};
    const std::vector<std::string> parts = parts_between(text, refused ? " and " : " or ");
    for (const std::string &part : parts) {
        const std::optional<NameTest> one = comparison(part, name);
        if (!one || (parts.size() > 1 && one->negated != refused)) return std::nullopt;
        out.negated = one->negated;
        out.patterns.insert(out.patterns.end(), one->patterns.begin(), one->patterns.end());
    }
    return out;
}

/// Of parameters of a module, those whose names pass the test.
std::string part_of(const std::string &path, const NameTest &test)
{
    std::string any;
    for (const std::string &pattern : test.patterns) any += (any.empty() ? "" : "|") + pattern;
    if (test.patterns.size() > 1) any = "(" + any + ")";
    const std::string base = path.empty() ? std::string() : in_pattern(path) + "\\.";
    if (test.negated) return (base.empty() ? "^" : base) + "(?!.*" + any + ")";
    return base.empty() && any.starts_with('^') ? any : base + ".*" + any;
}

/// Headers around a statement, and what is left of it behind those on its own line.
class Around {
public:
    Around(const std::vector<PythonLine> &lines, std::size_t at) : m_lines(lines)
    {
        std::size_t indent = lines[at].indent;
        std::vector<std::string> outer;
        for (std::size_t i = at; indent > 0 && i-- > 0;) {
            const PythonLine &line = lines[i];
            if (line.text.empty() || line.indent >= indent) continue;
            indent = line.indent;
            if (line.text.starts_with("def ") || line.text.starts_with("class ")) break;
            outer.push_back(line.text == "else:" ? "not " + condition_before(i) : line.text);
        }
        for (auto line = outer.rbegin(); line != outer.rend(); ++line) (void)header(*line);
        rest = lines[at].text;
        while (header(rest)) {
        }
    }

    std::optional<Loop> loop;
    std::optional<NameTest> test;
    bool other = false; ///< a header that says no such thing
    std::string rest;

private:
    const std::vector<PythonLine> &m_lines;

    /// Of the "if" that an "else" belongs to.
    [[nodiscard]] std::string condition_before(std::size_t at) const
    {
        for (std::size_t i = at; i-- > 0;)
            if (m_lines[i].indent == m_lines[at].indent && m_lines[i].text.starts_with("if ")) return m_lines[i].text;
        return {};
    }

    /// Takes one header off the text.
    bool header(std::string &text)
    {
        static const std::regex runs(R"(^for\s+(\w+)(\s*,\s*(\w+))?\s+in\s+([\w.]+)\.(named_)?parameters\(\)\s*:\s*(.*)$)"),
            asks(R"(^(not )?if\s+(.+?)\s*:\s*(.*)$)");
        std::smatch found;
        if (text.size() > longest_line) return false;
        if (std::regex_match(text, found, runs) && found[2].matched == found[5].matched) {
            loop =
                Loop{found[found[2].matched ? 3 : 1], found[2].matched ? found[1].str() : std::string(), inside_model(found[4])};
        } else if (std::regex_match(text, found, asks)) {
            test = loop ? name_test(found[2], loop->name) : std::nullopt;
            if (test && found[1].matched) test->negated = !test->negated;
            other = other || !test;
        } else {
            other = other || text.starts_with("for ") || text.starts_with("while ") || text.starts_with("not ");
            return false;
        }
        const std::string behind = found[found.size() - 1];
        text = behind;
        return !text.empty();
    }
};

/// Whether a line calls requires_grad_() or assigns to requires_grad; one that asks for it does not.
bool sets_gradients(std::string_view line)
{
    constexpr std::string_view word = ".requires_grad";
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        std::string_view rest = line.substr(at + word.size());
        if (rest.starts_with("_(")) return true;
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (rest.starts_with('=') && !rest.starts_with("==")) return true;
    }
    return false;
}

class Freezing {
public:
    explicit Freezing(ConfigText &out) : m_out(out) {}

    /// Whether all of it could be added.
    bool read(const std::vector<PythonLine> &lines)
    {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!sets_gradients(lines[i].text)) continue;
            m_line = static_cast<int>(i) + 1;
            if (lines[i].text.size() > longest_line || !statement(Around(lines, i))) other(lines[i].text);
        }
        return m_room;
    }

private:
    ConfigText &m_out;
    int m_line = 0;
    bool m_room = true;

    bool statement(const Around &around)
    {
        static const std::regex calls(R"(^([\w.]+)\.requires_grad_\(\s*(requires_grad\s*=\s*)?(True|False)?\s*\)$)"),
            sets(R"(^(\w+)\.requires_grad\s*=\s*(.+)$)");
        if (around.other) return false;
        std::smatch found;
        const bool calling = std::regex_match(around.rest, found, calls);
        if (!calling && !std::regex_match(around.rest, found, sets)) return false;
        const bool of_loop = around.loop && found[1] == around.loop->parameter;
        if (!of_loop && (!calling || around.loop)) return false;
        const std::string path = of_loop ? around.loop->path : inside_model(found[1]);
        const std::string set = calling ? (found[3].matched ? found[3].str() : "True") : found[2].str();
        if (set == "True" || set == "False") {
            add(around.test ? part_of(path, *around.test) : path, set == "True");
            return true;
        }
        const auto asked = of_loop && !around.test ? name_test(set, around.loop->name) : std::nullopt;
        if (!asked) return false;
        add(path, asked->negated);
        add(part_of(path, {asked->patterns, false}), !asked->negated);
        return true;
    }

    void add(const std::string &part, bool trains)
    {
        nlohmann::json value{{"part", part}, {"trains", trains}};
        m_room = add_entry(m_out, {std::string(freezing_scope), "requires_grad", std::move(value), m_line}) && m_room;
    }

    void other(const std::string &text)
    {
        ConfigEntry entry{std::string(freezing_scope), "requires_grad", text, m_line};
        entry.unknown = true;
        m_room = add_entry(m_out, std::move(entry)) && m_room;
    }
};

} // namespace

Result<ConfigText> with_freezing(std::string_view text, Result<ConfigText> read)
{
    if (!read.ok() || text.find(".requires_grad") == std::string_view::npos) return read;
    std::erase_if(read->entries, [](const ConfigEntry &entry) {
        return entry.scope == "requires_grad_" || (entry.scope == "variable" && entry.key.ends_with(".requires_grad"));
    });
    return Freezing(*read).read(python_lines(text)) ? std::move(read) : Result<ConfigText>(too_many_keys());
}

} // namespace plimsoll
