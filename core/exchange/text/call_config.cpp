// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/python_cursor.h"
#include "core/exchange/text/python_freezing.h"
#include "core/exchange/text/shell_arithmetic.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json &value) { return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace); }

/// What an expression says without being computed.
struct Expression {
    ordered_json value;
    bool unknown = false;
    bool call = false; ///< a call, whose arguments became entries
    std::vector<std::string> variables;
    std::vector<int> made = {}; ///< calls that made what it holds, by their places among the programs
};

/// Lists of lists repeat what they hold: no more than these are told apart.
void add_made(std::vector<int> &to, const std::vector<int> &more)
{
    constexpr std::size_t most = 64;
    for (const int call : more)
        if (to.size() < most && std::ranges::find(to, call) == to.end()) to.push_back(call);
}

/// Python's calls and assignments out of a text; what is no literal stays text. Nothing is looked up, imported or computed.
class Calls : PythonCursor {
public:
    explicit Calls(std::string_view text) : PythonCursor(text) { m_out.form = ConfigForm::call; }

    Result<ConfigText> read()
    {
        while (!m_error) {
            skip_blanks(true);
            if (m_at >= m_text.size()) break;
            statement();
        }
        if (m_error) return *m_error;
        std::erase_if(m_out.entries, [](const ConfigEntry &entry) { return entry.scope == unseen_scope; });
        if (m_out.entries.empty())
            return Error{"configuration",
                         phrase(QT_TRANSLATE_NOOP("core", "no arguments")),
                         phrase(QT_TRANSLATE_NOOP("core", "a Python call with arguments, such as %1"), {"LoraConfig(r=16)"}),
                         {}};
        return std::move(m_out);
    }

private:
    static constexpr int deepest = 64;

    void statement()
    {
        const std::size_t begin = m_at;
        const int line = m_line;
        const std::string name = dotted_name();
        static constexpr std::string_view words[] = {"import", "from", "def",    "class", "if", "for",
                                                     "while",  "with", "return", "del",   "try"};
        if (name.empty() || std::ranges::find(words, std::string_view(name)) != std::end(words)) {
            if (name == "if" || name == "while") return skip_condition(begin);
            return name.empty() ? skip_statement() : skip_line();
        }
        skip_blanks(false);
        while (peek() == ',') { // "model, tokenizer = …"
            take();
            skip_blanks(false);
            if (dotted_name().empty()) break;
            skip_blanks(false);
        }
        if (peek() == ':' && peek(1) == ' ') // an annotation
            while (m_at < m_text.size() && peek() != '=' && peek() != '\n') take();
        if (peek() == '(') {
            m_at = begin;
            m_line = line;
            expression(0);
            return skip_statement();
        }
        if (peek() != '=' || peek(1) == '=') return skip_statement();
        take();
        const Expression value = expression(0);
        skip_statement();
        m_made[name] = value.made;
        if (value.call) return forget_name(name, value);
        if (!add_entry(m_out, {"variable", name, nlohmann::json(value.value), line, false, value.unknown, value.variables}))
            return too_long();
        if (value.unknown)
            m_variables.erase(name);
        else
            m_variables[name] = value.value;
    }

    /// "model = AutoModel.from_pretrained(model)": a name that is an object from here on.
    void forget_name(const std::string &variable, const Expression &value)
    {
        for (const int call : value.made)
            if (m_out.programs[static_cast<std::size_t>(call)].ends_with("from_pretrained")) m_variables.erase(variable);
    }

    /// The line, and what stands below "if False:", which never runs.
    void skip_condition(std::size_t begin)
    {
        skip_blanks(false);
        if (peek() == '(') take();
        const bool zero = peek() == '0';
        const std::string word = dotted_name();
        if (zero) take();
        skip_blanks(false);
        const bool never = (zero || word == "False") && (peek() == ':' || peek() == ')');
        skip_line();
        const std::size_t line = begin == 0 ? 0 : m_text.rfind('\n', begin - 1) + 1;
        while (never && m_at < m_text.size()) {
            const std::size_t next = m_text.find_first_not_of(" \t", m_at + 1);
            if (next == std::string_view::npos ||
                (m_text[next] != '\n' && m_text[next] != '#' && next - m_at - 1 <= begin - line))
                return;
            take();
            skip_statement();
        }
    }

    Expression expression(int depth)
    {
        skip_blanks(depth > 0);
        const std::size_t begin = m_at;
        const int line = m_line;
        if (depth > deepest) {
            fail(line, QT_TRANSLATE_NOOP("core", "line %1: nested too deep"));
            return {};
        }
        Expression out = operand(depth);
        skip_blanks(depth > 0);
        const char c = peek();
        if (m_at >= m_text.size() || c == ',' || c == ')' || c == ']' || c == '}' || c == ':' || c == '\n') return out;
        if (c == '.' && out.call) { // a call on what a call gave
            skip_operand(depth);
            return out;
        }
        skip_operand(depth); // an operator
        std::string_view raw = m_text.substr(begin, m_at - begin);
        while (!raw.empty() && (raw.back() == ' ' || raw.back() == '\n')) raw.remove_suffix(1);
        if (const std::optional<std::int64_t> number = computed(raw, out))
            return {*number, false, false, std::move(out.variables)};
        return {std::string(raw), true, false, {}};
    }

    /// Sums, differences and products of whole numbers and of variables that hold such; nothing of all else.
    std::optional<std::int64_t> computed(std::string_view raw, Expression &out) const
    {
        if (raw.find_first_of("/%") != std::string_view::npos) return std::nullopt; // not as a shell has them
        return shell_arithmetic(raw, [&](const std::string &name) -> std::optional<std::int64_t> {
            const auto found = m_variables.find(name);
            if (found == m_variables.end() || !found->second.is_number_integer()) return std::nullopt;
            if (std::ranges::find(out.variables, name) == out.variables.end()) out.variables.push_back(name);
            return found->second.get<std::int64_t>();
        });
    }

    /// To the comma or bracket that ends an argument.
    void skip_operand(int depth)
    {
        int open = 0;
        while (m_at < m_text.size() && !m_error) {
            const char c = peek();
            if (open == 0 && (c == ',' || c == ')' || c == ']' || c == '}' || (depth == 0 && c == '\n'))) return;
            if (c == '"' || c == '\'') {
                text_literal();
                continue;
            }
            if (c == '#') {
                skip_line();
                continue;
            }
            open += std::string_view("([{").find(c) != std::string_view::npos ? 1 : 0;
            open -= std::string_view(")]}").find(c) != std::string_view::npos ? 1 : 0;
            take();
        }
    }

    Expression operand(int depth)
    {
        const char c = peek();
        if (c == '"' || c == '\'') return texts();
        if (c == '[' || c == '(' || c == '{') return collection(depth);
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.') return number();
        if (is_name_start(c)) return named(depth);
        return {std::string(), true, false, {}};
    }

    /// One text, or several that stand side by side.
    Expression texts()
    {
        std::string out;
        while (peek() == '"' || peek() == '\'') {
            out += text_literal();
            skip_blanks(false);
        }
        return {out, false, false, {}};
    }

    Expression number()
    {
        std::string out;
        while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '.' || peek() == '_' ||
               (out.empty() && (peek() == '-' || peek() == '+')) ||
               (!out.empty() && (out.back() == 'e' || out.back() == 'E') && (peek() == '-' || peek() == '+'))) {
            out += peek();
            take();
        }
        const ordered_json parsed = ordered_json::parse(out.starts_with('+') ? out.substr(1) : out, nullptr, false);
        if (parsed.is_number()) return {parsed, false, false, {}};
        ordered_json other = yaml_scalar(out); // 1_000, 0x10, 1.
        const bool known = other.is_number();
        return {std::move(other), !known, false, {}};
    }

    Expression collection(int depth)
    {
        static constexpr const char *not_read = QT_TRANSLATE_NOOP("core", "line %1: what stands in brackets cannot be read");
        const char open = peek();
        const char close = open == '[' ? ']' : open == '(' ? ')' : '}';
        take();
        Expression out;
        out.value = ordered_json::array();
        bool tuple = open != '(';
        while (!m_error && !accept(close)) {
            if (m_at >= m_text.size()) fail(m_line, QT_TRANSLATE_NOOP("core", "line %1: a bracket does not close"));
            const std::size_t begin = m_at;
            Expression item = expression(depth + 1);
            if (m_at == begin) fail(m_line, not_read);
            out.unknown = out.unknown || item.unknown || item.call;
            add_made(out.made, item.made);
            if (open == '{' && accept(':')) {
                Expression value = expression(depth + 1);
                out.unknown = out.unknown || value.unknown || value.call;
                add_made(out.made, value.made);
                if (out.value.is_array() && !out.value.empty()) fail(m_line, not_read);
                if (!out.value.is_object()) out.value = ordered_json::object();
                if (++m_keys > most_config_keys) too_long();
                out.value[item.value.is_string() ? item.value.get<std::string>() : text_of(item.value)] = std::move(value.value);
            } else if (out.value.is_object())
                fail(m_line, not_read);
            else
                out.value.push_back(std::move(item.value));
            if (++m_values > most_config_values) too_long();
            if (accept(',')) tuple = true;
        }
        if (open == '{' && out.value.is_array() && out.value.empty()) out.value = ordered_json::object();
        if (!tuple && out.value.size() == 1) out.value = ordered_json(out.value[0]);
        return out;
    }

    /// A word of the language, a variable that was set, a member ("torch.bfloat16"), an enumerator by its value
    /// ("OptimizerNames.ADAMW_TORCH" is "adamw_torch") or a call.
    Expression named(int depth)
    {
        const int line = m_line;
        const std::string name = dotted_name();
        if ((peek() == '"' || peek() == '\'') && name.size() <= 2) { // r"…", f"…"
            Expression out = texts();
            out.unknown =
                name.find_first_of("fF") != std::string::npos && out.value.get<std::string>().find('{') != std::string::npos;
            return out;
        }
        if (name == "True" || name == "False") return {name == "True", false, false, {}};
        if (name == "None") return {nullptr, false, false, {}};
        skip_blanks(false);
        if (peek() == '(') return call(name, line, depth);
        if (const auto found = m_variables.find(name); found != m_variables.end()) {
            if ((m_repeated += bytes_of(nlohmann::json(found->second))) > most_entry_bytes) too_long();
            return {found->second, false, false, {name}};
        }
        if (const auto held = m_made.find(name); held != m_made.end() && !held->second.empty())
            return {name, true, false, {}, held->second};
        const std::size_t dot = name.rfind('.');
        if (dot == std::string::npos) return {name, true, false, {}};
        const std::string last = name.substr(dot + 1);
        const bool enumerator = std::ranges::none_of(last, [](unsigned char c) { return std::islower(c) != 0; });
        return {enumerator ? lower(last) : name, false, false, {}};
    }

    Expression call(const std::string &name, int line, int depth)
    {
        const int place = static_cast<int>(m_out.programs.size());
        m_out.programs.push_back(name);
        if (m_out.programs.size() > most_config_keys) too_long();
        take();
        while (!m_error && !accept(')')) {
            if (m_at >= m_text.size()) {
                fail(line, QT_TRANSLATE_NOOP("core", "line %1: a call does not close"));
                break;
            }
            argument(place, depth);
            accept(',');
        }
        // a method of what another call made gives that: model.to("cuda")
        const auto owner = m_made.find(name.substr(0, name.rfind('.')));
        const bool method = owner != m_made.end() && name.find('.') != std::string::npos && !owner->second.empty();
        return {name + "(…)", true, true, {}, method ? owner->second : std::vector{place}};
    }

    void argument(int call, int depth)
    {
        int stars = 0; // *args, **kwargs
        for (; peek() == '*'; ++stars) take();
        const std::size_t begin = m_at;
        const int line = m_line;
        std::string key = dotted_name();
        skip_blanks(true);
        if (key.empty() || peek() != '=' || peek(1) == '=') {
            key.clear();
            m_at = begin;
            m_line = line;
        } else
            take();
        const std::size_t place = m_out.entries.size();
        Expression value = expression(depth + 1);
        if (m_at == begin) take(); // nothing that begins an expression
        if (stars != 2 || !spread(call, line, value)) add_argument(place, call, key, line, value);
    }

    /// **kwargs of a dict that the text states: each of its keys is the call's. False where only an interpreter could tell what it holds.
    bool spread(int call, int line, const Expression &value)
    {
        if (value.value.is_object()) {
            for (const auto &[key, item] : value.value.items())
                add_argument(m_out.entries.size(), call, key, line, {item, value.unknown, false, value.variables, value.made});
            return true;
        }
        if (value.made.size() != 1 || m_out.programs[static_cast<std::size_t>(value.made[0])] != "dict") return false;
        const std::string &name = m_out.programs[static_cast<std::size_t>(call)];
        for (std::size_t i = 0, count = m_out.entries.size(); i < count; ++i) {
            if (m_out.entries[i].call != value.made[0]) continue;
            ConfigEntry entry = m_out.entries[i];
            m_out.entries[i].scope = unseen_scope; // no key of its own any more, though another call may spread it too
            entry.scope = name.substr(name.rfind('.') + 1);
            entry.call = call;
            m_out.bytes += bytes_of(entry.value);
            if (m_out.bytes > most_entry_bytes || m_out.entries.size() >= most_config_keys) {
                too_long();
                break;
            }
            m_out.entries.push_back(std::move(entry));
        }
        return true;
    }

    /// Before the entries of calls in it.
    void add_argument(std::size_t place, int call, const std::string &key, int line, const Expression &value)
    {
        const std::string &name = m_out.programs[static_cast<std::size_t>(call)], scope = name.substr(name.rfind('.') + 1);
        ConfigText part;
        const bool section = value.value.is_object() && !value.value.empty() && !key.empty();
        const bool all =
            section ? add_entries(part, {{key, value.value}}, {}, [line](const std::string &) { return line; })
                    : add_entry(part, {scope, key, nlohmann::json(value.value), line, false, value.unknown, value.variables});
        m_out.bytes += part.bytes;
        if (!all || m_out.bytes > most_entry_bytes || m_out.entries.size() + part.entries.size() > most_config_keys)
            return too_long();
        for (ConfigEntry &entry : part.entries) {
            entry.scope = scope;
            entry.unknown = value.unknown;
            entry.call = call;
            entry.made = value.made;
        }
        m_out.entries.insert(m_out.entries.begin() + static_cast<std::ptrdiff_t>(place), part.entries.begin(),
                             part.entries.end());
    }

    std::map<std::string, ordered_json> m_variables;
    std::map<std::string, std::vector<int>> m_made;       ///< variables: the calls that made what they hold
    std::size_t m_keys = 0, m_values = 0, m_repeated = 0; ///< of dicts, of collections; bytes of variables' values
    ConfigText m_out;
};

} // namespace

Result<ConfigText> config_from_call(std::string_view text) { return with_freezing(text, Calls(text).read()); }

} // namespace plimsoll
