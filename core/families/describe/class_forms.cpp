// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/class_forms.h"

#include "core/families/describe/recipe.h"
#include "core/ground/embedded.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace plimsoll {
namespace {

std::string_view table()
{
    for (const EmbeddedFile &file : embedded_tables())
        if (file.name == "classes") return file.text;
    return {};
}

std::string_view next_line(std::string_view &text)
{
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    return line;
}

std::string next_word(std::string_view &text)
{
    const auto start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    std::string word(text.substr(0, text.find(' ')));
    text.remove_prefix(word.size());
    return word;
}

bool inside(std::string_view name, std::string_view scope)
{
    return scope.empty() || name == scope || (name.starts_with(scope) && name[scope.size()] == '.');
}

/// Names of main_class in the words of the other class.
struct Move {
    const ClassForm &form;
    std::vector<std::string> without; ///< scopes and parameters of the base that the other class has not

    [[nodiscard]] std::optional<std::string> base_name(std::string_view name) const
    {
        if (!inside(name, form.from)) return std::nullopt;
        if (!form.from.empty()) name.remove_prefix(std::min(name.size(), form.from.size() + 1));
        for (const std::string &scope : without)
            if (inside(name, scope)) return std::nullopt;
        return std::string(name);
    }
    [[nodiscard]] std::optional<std::string> operator()(std::string_view name) const
    {
        const std::optional<std::string> base = base_name(name);
        if (!base || form.to.empty()) return base;
        return base->empty() ? form.to : form.to + "." + *base;
    }
};

std::string full_name(const Module &module, const Parameter &parameter)
{
    return module.name.empty() ? parameter.name : module.name + "." + parameter.name;
}

void move_parameters(const Move &move, const Module &module, std::vector<Parameter> &parameters)
{
    std::erase_if(parameters, [&](const Parameter &parameter) { return !move(full_name(module, parameter)); });
}

/// Ties to what the other class has not: the first that shared it holds it.
void settle_ties(const Move &move, std::vector<Module> &modules)
{
    std::vector<std::pair<std::string, std::string>> heirs;
    for (Module &module : modules)
        for (Parameter &parameter : module.parameters) {
            if (!parameter.tied_to) continue;
            if (const auto target = move(*parameter.tied_to)) {
                parameter.tied_to = *target;
                continue;
            }
            const auto heir = std::ranges::find(heirs, *parameter.tied_to, &std::pair<std::string, std::string>::first);
            if (heir != heirs.end()) {
                parameter.tied_to = heir->second;
                continue;
            }
            heirs.emplace_back(*parameter.tied_to, full_name(module, parameter));
            parameter.tied_to.reset();
        }
}

std::vector<Module> moved(const Move &move, std::vector<Module> modules)
{
    std::vector<Module> out;
    for (Module &module : modules) {
        const std::size_t held = module.parameters.size() + module.buffers.size();
        move_parameters(move, module, module.parameters);
        move_parameters(move, module, module.buffers);
        if (held > 0 && module.parameters.empty() && module.buffers.empty()) continue;
        const auto name = move(module.name);
        if (!name) continue;
        module.name = *name;
        out.push_back(std::move(module));
    }
    settle_ties(move, out);
    return out;
}

} // namespace

Count label_count(const Config &config)
{
    const nlohmann::json &labels = config.raw("id2label");
    return labels.is_object() && !labels.empty() ? static_cast<Count>(labels.size()) : config.size_or("num_labels", 2);
}

std::optional<ClassForm> find_class_form(std::string_view class_name)
{
    const std::string start = "\n" + std::string(class_name) + " of ";
    const std::string_view text = table();
    const auto at = text.find(start);
    if (class_name.empty() || at == std::string_view::npos) return std::nullopt;
    std::string_view rest = text.substr(at + start.size());
    std::string_view head = next_line(rest);
    ClassForm out;
    out.model_type = next_word(head);
    out.main_class = next_word(head);
    out.from = next_word(head);
    next_word(head); // ->
    out.to = next_word(head);
    for (std::string *scope : {&out.from, &out.to})
        if (*scope == ".") scope->clear();
    std::size_t length = 0;
    for (std::string_view left = rest; left.starts_with("  "); length = rest.size() - left.size()) next_line(left);
    out.lines = rest.substr(0, length);
    return out;
}

void take_class_form(const ClassForm &form, const std::string &class_name, const Config &config, Draft &draft)
{
    Move move{form, {}};
    std::string added;
    bool generates = false;
    for (std::string_view rest = form.lines; !rest.empty();) {
        std::string_view line = next_line(rest).substr(2), words = line;
        const std::string first = next_word(words);
        const bool names_head = line.starts_with("head ") && !line.starts_with("head =");
        generates = generates || first == "generates" || names_head;
        if (first == "without")
            move.without.push_back(next_word(words));
        else if (first != "generates")
            added += std::string(line) + "\n";
    }
    std::vector<Module> modules = moved(move, draft.tree.take());
    const Count idle = draft.tree.idle();
    draft.tree = Tree();
    for (Module &module : modules) draft.tree.adopt(std::move(module));
    draft.tree.add_idle(idle);
    draft.arch.class_name = class_name;
    draft.arch.output_embedding.clear();
    draft.arch.generates = generates;
    follow_recipe(parse_recipe(form.model_type, added), config, draft);
    leave_step_out(draft, step_not_described(class_name));
}

} // namespace plimsoll
