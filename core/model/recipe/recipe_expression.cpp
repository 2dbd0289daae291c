// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recipe/recipe_expression.h"

#include "core/model/config/accepted.h"
#include "core/model/layer_keys.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace plimsoll {
namespace {

using Kind = Expression::Kind;

constexpr Count count_limit = Count{1} << 40;
constexpr std::size_t list_limit = 10'000;

[[noreturn]] void fail(const std::string &field, std::string read, std::string accepted)
{
    throw Refusal{Error{field, std::move(read), std::move(accepted), {}}};
}

std::string a_number() { return phrase(QT_TRANSLATE_NOOP("core", "a number")); }
std::string more_than_none() { return phrase(QT_TRANSLATE_NOOP("core", "more than %1"), {"0"}); }

RecipeValue from_json(const nlohmann::json &value)
{
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) return value.get<double>();
    if (value.is_number_integer()) return value.get<Count>();
    if (value.is_number()) {
        const double number = value.get<double>();
        if (std::trunc(number) == number && std::abs(number) < 9e15) return static_cast<Count>(number);
        return number;
    }
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array()) return &value;
    return std::monostate{};
}

bool is_true(const RecipeValue &value)
{
    if (const auto *flag = std::get_if<bool>(&value)) return *flag;
    if (const auto *number = std::get_if<Count>(&value)) return *number != 0;
    if (const auto *number = std::get_if<double>(&value)) return *number != 0;
    if (const auto *text = std::get_if<std::string>(&value)) return !text->empty();
    if (const auto *list = std::get_if<const nlohmann::json *>(&value)) return !(*list)->empty();
    return std::holds_alternative<std::shared_ptr<const Config>>(value);
}

std::optional<double> number_in(const RecipeValue &value)
{
    if (const auto *whole = std::get_if<Count>(&value)) return static_cast<double>(*whole);
    if (const auto *decimal = std::get_if<double>(&value)) return *decimal;
    if (const auto *flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    return std::nullopt;
}

/// The largest whole number of a list or an object; nothing where there is none.
RecipeValue largest(const RecipeValue &value)
{
    const auto *list = std::get_if<const nlohmann::json *>(&value);
    const auto *object = std::get_if<std::shared_ptr<const Config>>(&value);
    if (!list && !object) return std::monostate{};
    std::optional<Count> most;
    for (const nlohmann::json &item : list ? **list : (*object)->json()) {
        const RecipeValue read = from_json(item);
        if (const auto *whole = std::get_if<Count>(&read); whole && item.is_number_integer())
            most = std::max(most.value_or(INT64_MIN), *whole);
    }
    return most ? RecipeValue(*most) : std::monostate{};
}

RecipeValue sum(const RecipeValue &value)
{
    const auto *list = std::get_if<const nlohmann::json *>(&value);
    if (!list) return std::monostate{};
    Count total = 0;
    for (const nlohmann::json &item : **list) {
        const RecipeValue read = from_json(item);
        const auto *whole = std::get_if<Count>(&read);
        const std::optional<Count> more = whole ? checked_add(total, *whole) : std::nullopt;
        if (!more) return std::monostate{};
        total = *more;
    }
    return total;
}

std::string shown(const RecipeValue &value)
{
    if (const auto *text = std::get_if<std::string>(&value)) return *text;
    if (const auto *whole = std::get_if<Count>(&value)) return std::to_string(*whole);
    if (const auto *decimal = std::get_if<double>(&value)) return std::to_string(*decimal);
    if (const auto *flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (std::holds_alternative<const nlohmann::json *>(value)) return phrase(QT_TRANSLATE_NOOP("core", "a list"));
    return std::holds_alternative<std::monostate>(value) ? said_nothing() : phrase(QT_TRANSLATE_NOOP("core", "an object"));
}

/// How an expression is named in errors: the configuration key where it is one.
std::string title(const Expression &expression)
{
    if (expression.kind == Kind::name) return expression.text;
    for (const Expression &part : expression.parts)
        if (const std::string inner = title(part); !inner.empty()) return inner;
    return {};
}

bool equal(const RecipeValue &a, const RecipeValue &b)
{
    const auto left = number_in(a), right = number_in(b);
    return left && right ? *left == *right : a == b;
}

/// Whether a whole number stands in a text of them: "3,4,5".
bool numbers_in(std::string_view text, Count wanted)
{
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        std::string_view item = text.substr(0, end);
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        if (item == std::to_string(wanted)) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

Count to_count(const std::string &field, double number)
{
    if (!(std::abs(number) < 9e15))
        fail(field, std::to_string(number), phrase(QT_TRANSLATE_NOOP("core", "a number within %1 bits"), {"64"}));
    return static_cast<Count>(number);
}

} // namespace

Config RecipeScope::object(std::string_view path, std::string_view fallback_type) const
{
    const auto dot = path.find('.');
    if (dot == std::string_view::npos) return m_config.sub(path, fallback_type);
    return RecipeScope(m_config.sub(path.substr(0, dot))).object(path.substr(dot + 1), fallback_type);
}

RecipeValue RecipeScope::looked_up(const Config &config, std::string_view path) const
{
    const auto dot = path.find('.');
    if (dot != std::string_view::npos) return looked_up(config.sub(path.substr(0, dot)), path.substr(dot + 1));
    const nlohmann::json &value = config.raw(path);
    if (value.is_object()) return std::make_shared<const Config>(config.sub(path));
    return from_json(value);
}

RecipeValue RecipeScope::named(const std::string &name)
{
    if (const auto found = m_known.find(name); found != m_known.end()) return found->second;
    const auto dot = name.find('.');
    const auto outer = dot == std::string::npos ? m_known.end() : m_known.find(std::string_view(name).substr(0, dot));
    RecipeValue found;
    if (outer != m_known.end()) {
        if (const auto *inner = std::get_if<std::shared_ptr<const Config>>(&outer->second))
            found = looked_up(**inner, std::string_view(name).substr(dot + 1));
    } else {
        found = looked_up(m_config, name);
    }
    m_known.emplace(name, found);
    return found;
}

RecipeValue RecipeScope::arithmetic(const Expression &expression, const RecipeValue &a, const RecipeValue &b) const
{
    const std::string &op = expression.text;
    const auto *left = std::get_if<Count>(&a), *right = std::get_if<Count>(&b);
    const auto x = number_in(a), y = number_in(b);
    if (!x) fail(title(expression.parts[0]), shown(a), a_number());
    if (!y) fail(title(expression.parts[1]), shown(b), a_number());
    if ((op == "/" || op == "%") && *y == 0) fail(title(expression.parts[1]), "0", more_than_none());
    if (!left || !right) {
        if (op == "+") return *x + *y;
        if (op == "-") return *x - *y;
        if (op == "*") return *x * *y;
        return op == "/" ? *x / *y : std::fmod(*x, *y);
    }
    if (op == "%") return *right == -1 ? Count{0} : *left % *right;
    const auto negated = [](Count number) { return checked_mul(number, -1); };
    std::optional<Count> made;
    if (op == "*")
        made = checked_mul(*left, *right);
    else if (op == "+")
        made = checked_add(*left, *right);
    else if (op == "/")
        made = *right == -1 ? negated(*left) : *left / *right;
    else if (const auto minus = negated(*right))
        made = checked_add(*left, *minus);
    if (!made)
        fail(title(expression), shown(a) + " " + op + " " + shown(b),
             phrase(QT_TRANSLATE_NOOP("core", "numbers whose result fits into %1 bits"), {"64"}));
    return *made;
}

RecipeValue RecipeScope::binary(const Expression &expression)
{
    const std::string &op = expression.text;
    RecipeValue left = value(expression.parts[0]);
    if (op == "and") return is_true(left) ? is_true(value(expression.parts[1])) : false;
    if (op == "or") return is_true(left) ? true : is_true(value(expression.parts[1]));
    if (op == "??") return std::holds_alternative<std::monostate>(left) ? value(expression.parts[1]) : left;
    const RecipeValue right = value(expression.parts[1]);
    if (op == "==") return equal(left, right);
    if (op == "!=") return !equal(left, right);
    if (op != "<" && op != ">" && op != "<=" && op != ">=") return arithmetic(expression, left, right);
    const auto x = number_in(left), y = number_in(right);
    if (!x || !y) fail(title(expression), shown(!x ? left : right), a_number());
    return op == "<" ? *x < *y : op == ">" ? *x > *y : op == "<=" ? *x <= *y : *x >= *y;
}

RecipeValue RecipeScope::called(const Expression &expression)
{
    const std::string &name = expression.text;
    std::vector<RecipeValue> in;
    for (const Expression &part : expression.parts) in.push_back(value(part));
    if (in.empty()) fail("recipe", name, "a call with arguments");
    const auto list = [&]() -> const nlohmann::json * {
        const auto *found = std::get_if<const nlohmann::json *>(&in[0]);
        return found ? *found : nullptr;
    };
    if (list() && list()->size() > list_limit) // recipes ask for them in every layer
        fail(title(expression), phrase(QT_TRANSLATE_NOOP("core", "%1 entries"), {std::to_string(list()->size())}),
             at_most(static_cast<std::int64_t>(list_limit)));
    const auto number = [&](std::size_t i) {
        const auto found = i < in.size() ? number_in(in[i]) : std::nullopt;
        if (!found) fail(title(expression), i < in.size() ? shown(in[i]) : said_nothing(), a_number());
        return *found;
    };
    if (name == "has") return !std::holds_alternative<std::monostate>(in[0]);
    if (name == "largest") return largest(in[0]);
    if (name == "sum") return sum(in[0]);
    if (name == "len") return list() ? static_cast<Count>(list()->size()) : Count{0};
    if (name == "int") return to_count(title(expression), number(0));
    if (name == "log2") {
        const Count whole = std::max<Count>(1, to_count(title(expression), number(0)));
        return static_cast<Count>(std::bit_width(static_cast<std::uint64_t>(whole))) - 1;
    }
    if (name == "sqrt") return to_count(title(expression), std::floor(std::sqrt(std::max(0.0, number(0)))));
    if (name == "max" || name == "min") return (number(0) < number(1)) == (name == "max") ? in[1] : in[0];
    if (name == "round_up") {
        const Count unit = to_count(title(expression), number(1)), whole = to_count(title(expression), number(0));
        if (unit < 1) fail(title(expression), std::to_string(unit), more_than_none());
        return (whole + unit - 1) / unit * unit;
    }
    if (name == "of_layer") { // what per_layer_config gives a layer
        const auto *key = in.size() > 1 ? std::get_if<std::string>(&in[1]) : nullptr;
        return key ? from_json(of_layer(m_config, to_count(title(expression), number(0)), *key)) : std::monostate{};
    }
    if (name == "ends") {
        const auto *text = std::get_if<std::string>(&in[0]), *end = in.size() > 1 ? std::get_if<std::string>(&in[1]) : nullptr;
        return text && end && text->ends_with(*end);
    }
    if (name == "holds") { // a value in a list, a piece of a text
        const auto *text = std::get_if<std::string>(&in[0]), *piece = in.size() > 1 ? std::get_if<std::string>(&in[1]) : nullptr;
        if (text && piece) return text->find(*piece) != std::string::npos;
        if (text && in.size() > 1 && number_in(in[1])) return numbers_in(*text, to_count(title(expression), number(1)));
        return list() &&
               std::ranges::any_of(*list(), [&](const nlohmann::json &item) { return equal(from_json(item), in.at(1)); });
    }
    if (name == "tally") // how often a value stands in a list
        return list() ? static_cast<Count>(std::ranges::count_if(
                            *list(), [&](const nlohmann::json &item) { return equal(from_json(item), in.at(1)); }))
                      : Count{0};
    if (name == "before") { // how often a value stands before a place in a list
        Count found = 0;
        const Count end = to_count(title(expression), in.size() > 2 ? number(2) : 0);
        for (Count i = 0; list() && i < end && i < static_cast<Count>(list()->size()); ++i)
            found += equal(from_json((*list())[static_cast<std::size_t>(i)]), in[1]);
        return found;
    }
    if (name == "nth") { // where a value stands for the nth time (from 0) in a list
        Count left = in.size() > 2 ? to_count(title(expression), number(2)) : 0;
        for (std::size_t i = 0; list() && i < list()->size(); ++i)
            if (equal(from_json((*list())[i]), in.at(1)) && left-- == 0) return static_cast<Count>(i);
        fail(title(expression), phrase(QT_TRANSLATE_NOOP("core", "a list without it")),
             phrase(QT_TRANSLATE_NOOP("core", "a list that holds it")));
    }
    if (name == "at") { // of a number: itself, so that sizes may be one number or one per axis
        if (!list()) return in[0];
        const auto at = static_cast<std::size_t>(std::max<Count>(0, to_count(title(expression), number(1))));
        if (at >= list()->size())
            fail(title(expression), phrase(QT_TRANSLATE_NOOP("core", "%1 entries"), {std::to_string(list()->size())}),
                 phrase(QT_TRANSLATE_NOOP("core", "more entries")));
        return from_json((*list())[at]);
    }
    fail("recipe", name, "a function of recipes");
}

RecipeValue RecipeScope::value(const Expression &expression)
{
    switch (expression.kind) {
    case Kind::whole: return expression.whole;
    case Kind::decimal: return expression.decimal;
    case Kind::text: return expression.text;
    case Kind::flag: return expression.whole != 0;
    case Kind::name: return named(expression.text);
    case Kind::call: return called(expression);
    case Kind::binary: return binary(expression);
    case Kind::unary: {
        const RecipeValue inner = value(expression.parts[0]);
        if (expression.text == "not") return !is_true(inner);
        const auto *whole = std::get_if<Count>(&inner);
        if (whole && *whole != INT64_MIN) return -*whole;
        fail(title(expression), shown(inner), phrase(QT_TRANSLATE_NOOP("core", "a whole number")));
    }
    case Kind::list:
    case Kind::nothing: break;
    }
    return std::monostate{};
}

RecipeValue RecipeScope::bound(const Expression &expression)
{
    RecipeValue found = value(expression);
    if (expression.kind != Kind::name || !std::holds_alternative<std::monostate>(found)) return found;
    const auto dot = expression.text.rfind('.');
    const bool inside = dot != std::string::npos;
    const Config outer = inside ? object(std::string_view(expression.text).substr(0, dot)) : m_config;
    const std::string key = expression.text.substr(inside ? dot + 1 : 0);
    if (!outer.sub_type(key).empty()) found = std::make_shared<const Config>(outer.sub(key)); // the class has one for it
    return found;
}

Count RecipeScope::count(const Expression &expression)
{
    const bool key = expression.kind == Kind::name && !m_known.contains(expression.text); // a size, never 0.1 of one
    const RecipeValue found = value(expression);
    const auto *whole = std::get_if<Count>(&found);
    if (const auto *decimal = std::get_if<double>(&found); decimal && !key && *decimal >= 0 && *decimal < 1e12)
        return static_cast<Count>(*decimal);
    if (!whole || *whole < 0 || *whole > count_limit)
        fail(m_config.full_key(title(expression)), shown(found), whole_from_to(0, count_limit));
    return *whole;
}

std::vector<std::string> RecipeScope::texts(const Expression &expression)
{
    const RecipeValue found = value(expression);
    std::vector<std::string> out;
    const auto *list = std::get_if<const nlohmann::json *>(&found);
    if (!list) return out;
    for (const nlohmann::json &item : **list) {
        if (!item.is_string())
            fail(m_config.full_key(title(expression)), item.dump(), phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
        out.push_back(item.get<std::string>());
    }
    return out;
}

void RecipeScope::need(const std::string &path, const Expression &accepted)
{
    const RecipeValue given = looked_up(m_config, path), wanted = value(accepted);
    const auto *text = std::get_if<std::string>(&given), *list = std::get_if<std::string>(&wanted);
    if (text && list && !text->empty() && ("," + *list + ",").find("," + *text + ",") != std::string::npos) return;
    const bool several = list && list->find(',') != std::string::npos;
    if (!equal(given, wanted))
        fail(m_config.full_key(path), shown(given),
             several ? phrase(QT_TRANSLATE_NOOP("core", "one of %1"), {shown(wanted)}) : shown(wanted));
}

bool RecipeScope::truth(const Expression &expression) { return is_true(value(expression)); }

} // namespace plimsoll
