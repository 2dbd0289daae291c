// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/recipe.h"

#include "core/families/describe/family.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/recipe_modules.h"
#include "core/ground/embedded.h"
#include "core/ground/phrase.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace plimsoll {
namespace {

using RecipeKind = RecipeLine::Kind;

std::string first_word(std::string_view &rest)
{
    rest = trimmed(rest);
    const auto blank = rest.find(' ');
    std::string word(rest.substr(0, blank));
    rest = blank == std::string_view::npos ? std::string_view{} : trimmed(rest.substr(blank));
    return word;
}

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> out;
    while (!trimmed(text).empty()) out.push_back(first_word(text));
    return out;
}

/// Cuts " keyword rest" off the end of `text`, outside of brackets.
std::vector<Expression> cut(std::string_view &text, std::string_view keyword)
{
    const std::string wanted = " " + std::string(keyword) + " ";
    const auto at = text.rfind(wanted);
    if (at == std::string_view::npos) return {};
    std::vector<Expression> out{parse_expression(text.substr(at + wanted.size()))};
    text = trimmed(text.substr(0, at));
    return out;
}

/// "q_proj = linear(a, b) bias c if d"
RecipeLine module_line(std::string_view name, std::string_view text)
{
    RecipeLine out;
    out.kind = RecipeKind::module;
    if (name != "self") out.name = name;
    out.condition = cut(text, "if");
    out.bias = cut(text, "bias");
    Expression call = parse_expression(text);
    if (call.kind != Expression::Kind::call) throw Refusal{Error{"recipe", std::string(text), "a module with its sizes", {}}};
    out.type = call.text;
    out.arguments = std::move(call.parts);
    return out;
}

RecipeLine keyword_line(const std::string &word, std::string_view rest)
{
    RecipeLine out;
    if (word == "let") {
        out.kind = RecipeKind::let;
        out.name = first_word(rest);
        first_word(rest); // =
        out.arguments.push_back(parse_expression(rest));
    } else if (word == "if") {
        out.kind = RecipeKind::condition;
        out.condition.push_back(parse_expression(rest));
    } else if (word == "tie" || word == "share") {
        out.kind = word == "tie" ? RecipeKind::tie : RecipeKind::share;
        out.condition = cut(rest, "if");
        out.name = first_word(rest);
        out.target = first_word(rest);
    } else if (word == "idle") {
        out.kind = RecipeKind::idle;
        out.arguments.push_back(parse_expression(rest));
    } else if (word == "needs") {
        out.kind = RecipeKind::needs;
        out.name = first_word(rest);
        out.arguments.push_back(parse_expression(rest));
    } else if (word == "head" || word == "encodes") {
        out.kind = word == "head" ? RecipeKind::head : RecipeKind::encodes;
        out.condition = cut(rest, "if");
        out.name = rest;
    } else { // include PATH [else TYPE] [with KEY EXPRESSION], likewise text, whole, base, causal
        out.kind = word == "text"       ? RecipeKind::text
                   : word == "whole"    ? RecipeKind::whole
                   : word == "base"     ? RecipeKind::base
                   : word == "causal"   ? RecipeKind::causal
                   : word == "backbone" ? RecipeKind::backbone
                                        : RecipeKind::include;
        out.condition = cut(rest, "if");
        if (const auto with = rest.find(" with "); with != std::string_view::npos) {
            std::string_view put = rest.substr(with + 6);
            out.target = first_word(put);
            out.arguments.push_back(parse_expression(put));
            rest = rest.substr(0, with);
        }
        const std::vector<std::string> parts = words(rest);
        out.name = parts.at(0);
        if (parts.size() == 3) out.type = parts[2];
    }
    return out;
}

RecipeLine line_of(std::string_view text)
{
    std::string_view rest = text;
    const std::string word = first_word(rest);
    for (const std::string_view keyword : {"let", "if", "tie", "share", "head", "encodes", "include", "text", "whole", "base",
                                           "causal", "backbone", "needs", "idle"})
        if (word == keyword && !rest.starts_with("=") && !rest.empty()) return keyword_line(word, rest);
    if (word == "encodes") return RecipeLine{.kind = RecipeKind::encodes};
    if (rest.starts_with("= ")) return module_line(word, rest.substr(2));
    RecipeLine out;
    out.name = word;
    if (rest.starts_with("* ")) {
        out.kind = RecipeKind::loop;
        rest.remove_prefix(2);
        out.target = "i";
        if (const auto as = rest.rfind(" as "); as != std::string_view::npos) {
            out.target = trimmed(rest.substr(as + 4));
            rest = rest.substr(0, as);
        }
        out.arguments.push_back(parse_expression(rest));
    } else if (rest.starts_with("each ")) {
        out.kind = RecipeKind::each;
        out.arguments.push_back(parse_expression(rest.substr(5)));
    } else if (!rest.empty()) {
        throw Refusal{Error{"recipe", std::string(text), "a line of a recipe", {}}};
    }
    return out;
}

/// Lines as they stand, each with its depth of indentation (two blanks).
struct Reader {
    std::vector<std::pair<std::size_t, std::string_view>> lines;
    std::size_t at = 0;

    std::vector<RecipeLine> block(std::size_t depth)
    {
        std::vector<RecipeLine> out;
        while (at < lines.size() && lines[at].first == depth) {
            const std::string_view text = lines[at].second;
            ++at;
            if (text == "else") {
                if (out.empty() || out.back().kind != RecipeKind::condition)
                    throw Refusal{Error{"recipe", "else", "an else below its if", {}}};
                out.back().otherwise = block(depth + 1);
                continue;
            }
            RecipeLine line = line_of(text);
            line.inside = block(depth + 1);
            out.push_back(std::move(line));
        }
        if (at < lines.size() && lines[at].first > depth)
            throw Refusal{Error{"recipe", std::string(lines[at].second), "two blanks more than the line above", {}}};
        return out;
    }
};

template <class Visit>
void each_line(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        const std::string_view inner = trimmed(line);
        if (!inner.empty() && !inner.starts_with('#') && !visit(line.find_first_not_of(' ') / 2, inner)) return;
    }
}

/// "without sdpa flash2 [of TYPE…]", "float32 checkpoints [of TYPE…]", "divides heads"; true where `line` was one of them.
bool read_traits(std::string_view line, Recipe &recipe)
{
    std::vector<std::string> said = words(line);
    if (said.front() != "without" && said.front() != "float32" && said.front() != "divides") return false;
    const auto of = std::ranges::find(said, "of");
    std::vector<std::string> types(of == said.end() ? of : of + 1, said.end());
    if (types.empty()) types.emplace_back();
    for (const std::string &type : types) {
        ClassTraits &traits = recipe.traits[type];
        if (said.front() == "float32") traits.float32_checkpoints = true;
        if (said.front() == "divides") traits.divides_heads = true;
        for (auto word = said.begin() + 1; said.front() == "without" && word != of; ++word) {
            if (*word == "sdpa")
                traits.sdpa = false;
            else if (*word == "flash2")
                traits.flash2 = false;
            else if (*word == "flash-attn")
                traits.other_flash = true;
            else if (*word == "checkpointing")
                traits.checkpointing = false;
            else
                throw Refusal{Error{"recipe", *word, "sdpa, flash2, flash-attn or checkpointing", {}}};
        }
    }
    return true;
}

/// The lines a recipe begins with; true where `line` was one of them.
bool read_header(std::string_view line, Recipe &recipe)
{
    if (read_traits(line, recipe)) return true;
    if (line.starts_with("class ")) {
        recipe.class_name = trimmed(line.substr(6));
        return true;
    }
    if (!line.starts_with("also ")) return false;
    for (const std::string &also : words(line.substr(5))) {
        const auto colon = also.find(':');
        recipe.model_types.push_back(also.substr(0, colon));
        recipe.other_classes.push_back(colon == std::string::npos ? std::string{} : also.substr(colon + 1));
    }
    return true;
}

std::string_view text_of(std::string_view model_type)
{
    static const std::map<std::string, std::string_view, std::less<>> by_type = [] {
        std::map<std::string, std::string_view, std::less<>> out;
        for (const EmbeddedFile &file : embedded_families()) {
            Recipe head;
            each_line(file.text, [&](std::size_t, std::string_view line) { return read_header(line, head); });
            out.emplace(file.name, file.text);
            for (const std::string &type : head.model_types) out.emplace(type, file.text);
        }
        return out;
    }();
    const auto found = by_type.find(model_type);
    return found == by_type.end() ? std::string_view{} : found->second;
}

} // namespace

Recipe parse_recipe(std::string_view name, std::string_view text)
{
    Recipe out;
    out.model_types.emplace_back(name);
    Reader reader;
    bool header = true;
    each_line(text, [&](std::size_t depth, std::string_view line) {
        header = header && read_header(line, out);
        if (!header) reader.lines.emplace_back(depth, line);
        return true;
    });
    out.lines = reader.block(0);
    return out;
}

const std::vector<Family> &recipe_families()
{
    static const std::vector<Recipe> heads = [] {
        std::vector<Recipe> out;
        for (const EmbeddedFile &file : embedded_families()) {
            Recipe head;
            head.model_types.emplace_back(file.name);
            each_line(file.text, [&](std::size_t, std::string_view line) { return read_header(line, head); });
            out.push_back(std::move(head));
        }
        return out;
    }();
    static const std::vector<Family> all = [] {
        std::vector<Family> out;
        for (const Recipe &head : heads)
            for (std::size_t i = 0; i < head.model_types.size(); ++i) {
                const bool own = i > 0 && i <= head.other_classes.size() && !head.other_classes[i - 1].empty();
                const auto named = head.traits.find(head.model_types[i]), all_of = head.traits.find("");
                out.push_back({head.model_types[i], head.model_types.front(), own ? head.other_classes[i - 1] : head.class_name,
                               describe_by_recipe, nullptr,
                               named != head.traits.end()    ? named->second
                               : all_of != head.traits.end() ? all_of->second
                                                             : ClassTraits()});
            }
        std::ranges::sort(out, {}, &Family::model_type);
        return out;
    }();
    return all;
}

namespace {

void describe_step(const Config &config, RecipeStep step, Draft &draft)
{
    try {
        keep_step(draft, step(config, RecipeModules(draft.tree)));
    } catch (const Refusal &why) { // the modules are counted all the same
        leave_step_out(draft, why.error.message());
    }
}

} // namespace

void describe_by_recipe(const Config &config, Draft &draft)
{
    static std::mutex mutex;
    static std::map<std::string, Recipe, std::less<>> parsed; // grows with the recipes there are, not with what is asked
    const Recipe *recipe = nullptr;
    {
        const std::scoped_lock lock(mutex);
        const std::string_view text = text_of(config.defaults_name());
        if (text.empty())
            config.refuse("model_type", config.defaults_name(), phrase(QT_TRANSLATE_NOOP("core", "a model type with a recipe")));
        auto known = parsed.find(config.defaults_name());
        if (known == parsed.end())
            known = parsed.emplace(config.defaults_name(), parse_recipe(config.defaults_name(), text)).first;
        recipe = &known->second;
    }
    follow_recipe(*recipe, config, draft);
    if (const Family *row = find_family(recipe->model_types.front()); row && row->step) describe_step(config, row->step, draft);
}

} // namespace plimsoll
