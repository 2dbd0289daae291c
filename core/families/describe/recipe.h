// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/family.h"
#include "core/model/recipe/recipe_expression.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// One line of a recipe with what is indented below it; models/families/README.md has the language.
struct RecipeLine {
    enum class Kind : std::uint8_t {
        let,
        condition,
        scope,
        loop,
        each,
        module,
        include,
        text,
        whole,
        base,
        causal,
        backbone,
        needs,
        tie,
        share,
        head,
        idle,
        encodes
    };
    Kind kind = Kind::scope;
    std::string
        name; ///< let: variable; scope, loop, module: name; tie, share: parameter, module; include, text, whole, base, causal, backbone: path
    std::string type;   ///< module: "linear", …; include, text, …: model type where the configuration says none
    std::string target; ///< tie, share: what holds the storage; loop: its variable; include: the key that the outer class puts
    std::vector<Expression> arguments; ///< let, loop, idle: one; module: sizes
    std::vector<Expression> condition; ///< none or one
    std::vector<Expression> bias;      ///< none or one
    std::vector<RecipeLine> inside;
    std::vector<RecipeLine> otherwise; ///< condition: what stands below else
};

/// A family as text: which modules a configuration builds.
struct Recipe {
    std::string class_name;
    std::vector<std::string> model_types;
    std::map<std::string, ClassTraits, std::less<>> traits; ///< by model type; "" for all that are not named
    std::vector<std::string> other_classes;                 ///< of the model types behind the first, empty: class_name
    std::vector<RecipeLine> lines;
};

/// Parses a recipe; `name` is its first model type. Throws Refusal that names the line.
[[nodiscard]] Recipe parse_recipe(std::string_view name, std::string_view text);

/// The families that recipes compiled into the program describe, one entry per model type.
[[nodiscard]] const std::vector<Family> &recipe_families();
/// Describes by the recipe of config.defaults_name().
void describe_by_recipe(const Config &config, Draft &draft);

/// The model of `inner` as AutoModel builds it, without a head, in the scope of draft.tree that is open. Refuses a model type
/// that is not described.
void include_model(const Config &inner, Draft &draft);

/// Follows `recipe` for `config`: modules go into the scope of draft.tree that is open.
void follow_recipe(const Recipe &recipe, const Config &config, Draft &draft);

} // namespace plimsoll
