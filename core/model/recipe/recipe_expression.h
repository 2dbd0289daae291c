// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/config/config.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plimsoll {

/// An expression of a recipe (models/families/README.md): numbers, texts, names of configuration keys, operators, calls.
struct Expression {
    enum class Kind : std::uint8_t { whole, decimal, text, flag, nothing, name, list, call, unary, binary };
    Kind kind = Kind::nothing;
    Count whole = 0;
    double decimal = 0;
    std::string text; ///< a text, a name with its dots, a function or an operator
    std::vector<Expression> parts;
};

/// Parses `text` whole. Throws Refusal with `text` where it is no expression.
[[nodiscard]] Expression parse_expression(std::string_view text);

/// What an expression gives: nothing, a number, a flag, a text, a list, or an object inside the configuration.
using RecipeValue =
    std::variant<std::monostate, Count, double, bool, std::string, const nlohmann::json *, std::shared_ptr<const Config>>;

/// Names and their values: what the recipe lets, else keys of the configuration. Throws Refusal where a value is missing
/// that is needed, is of another kind, or leaves 64 bits.
class RecipeScope {
public:
    explicit RecipeScope(const Config &config) : m_config(config) {}

    void let(const std::string &name, RecipeValue value) { m_known[name] = std::move(value); }
    [[nodiscard]] RecipeValue value(const Expression &expression);
    /// What a name is to stand for: value(), and the object that the class assumes where one inside is missing.
    [[nodiscard]] RecipeValue bound(const Expression &expression);
    /// A whole number from 0 to 2^40.
    [[nodiscard]] Count count(const Expression &expression);
    /// The texts of a list; none where it is nothing.
    [[nodiscard]] std::vector<std::string> texts(const Expression &expression);
    /// Nothing, 0, false and what is empty are false.
    [[nodiscard]] bool truth(const Expression &expression);
    /// Refuses any other value of the key `path`.
    void need(const std::string &path, const Expression &accepted);
    [[nodiscard]] const Config &config() const { return m_config; }
    /// An object inside, by its dotted path; `fallback_type` stands in for a model type that it does not name.
    [[nodiscard]] Config object(std::string_view path, std::string_view fallback_type = {}) const;

private:
    [[nodiscard]] RecipeValue named(const std::string &name);
    [[nodiscard]] RecipeValue looked_up(const Config &config, std::string_view path) const;
    [[nodiscard]] RecipeValue binary(const Expression &expression);
    [[nodiscard]] RecipeValue arithmetic(const Expression &expression, const RecipeValue &a, const RecipeValue &b) const;
    [[nodiscard]] RecipeValue called(const Expression &expression);

    const Config &m_config;
    std::map<std::string, RecipeValue, std::less<>> m_known;
};

} // namespace plimsoll
