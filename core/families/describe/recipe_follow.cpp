// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/class_forms.h"

#include "core/families/describe/included_class.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/describe/towers.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

using RecipeFollowKind = RecipeLine::Kind;

constexpr Count loop_limit = 4096;       // experts are the most that any model repeats
constexpr Count outer_limit = 2000;      // layers, as Config::layers() has it
constexpr Count lines_limit = 1'000'000; // loops in loops that make nothing would go on for hours

class Follower {
public:
    Follower(const Config &config, Draft &draft, const std::string &class_name) : m_scope(config), m_draft(draft)
    {
        const std::vector<std::string> named = config.texts("architectures");
        m_scope.let("architecture", named.empty() ? class_name : named.front());
        m_scope.let("num_labels", label_count(config));
    }

    void block(const std::vector<RecipeLine> &lines)
    {
        for (const RecipeLine &line : lines) follow(line);
    }

    /// The step is that of the only language model on text, the other parts idle; nothing where the recipe has no such head.
    [[nodiscard]] std::optional<DecoderSpec> step_on_text()
    {
        const std::string &head = m_draft.arch.output_embedding;
        if (m_texts.size() != 1 || !m_texts.front().decoder || !m_draft.arch.generates) return std::nullopt;
        const auto &modules = m_draft.tree.modules();
        const auto module = std::ranges::find(modules, head, &Module::name);
        if (module == modules.end() || module->parameters.empty()) return std::nullopt;
        const Parameter &weight = module->parameters.front();
        const TextModel &text = m_texts.front();
        if (weight.shape != Dimensions{text.vocab, text.hidden}) return std::nullopt;
        DecoderSpec spec = *text.decoder;
        spec.head = linear(head, text.hidden, text.vocab, module->parameters.size() > 1);
        spec.tied = weight.tied_to == text.embedding + ".weight";
        return spec;
    }

private:
    bool holds(const std::vector<Expression> &condition) { return condition.empty() || m_scope.truth(condition.front()); }
    Count size(const RecipeLine &line, std::size_t i)
    {
        if (i >= line.arguments.size()) throw Refusal{Error{"recipe", line.name + " = " + line.type, "more sizes", {}}};
        return m_scope.count(line.arguments[i]);
    }
    std::vector<Count> sizes(const RecipeLine &line, std::size_t first = 0)
    {
        std::vector<Count> out;
        for (std::size_t i = first; i < line.arguments.size(); ++i) out.push_back(m_scope.count(line.arguments[i]));
        return out;
    }

    void follow(const RecipeLine &line)
    {
        if (++m_followed > lines_limit)
            throw Refusal{Error{m_scope.config().full_key("model_type"),
                                m_scope.config().defaults_name(),
                                {},
                                phrase(QT_TRANSLATE_NOOP("core", "sizes that repeat more than %1 lines describe no real model"),
                                       {std::to_string(lines_limit)})}};
        if (line.kind == RecipeFollowKind::condition) return block(holds(line.condition) ? line.inside : line.otherwise);
        if (!holds(line.condition)) return;
        Tree &tree = m_draft.tree;
        switch (line.kind) {
        case RecipeFollowKind::let: return m_scope.let(line.name, m_scope.bound(line.arguments.front()));
        case RecipeFollowKind::scope: {
            const auto inner = tree.in(line.name);
            return block(line.inside);
        }
        case RecipeFollowKind::loop: return loop(line);
        case RecipeFollowKind::each: return each(line);
        case RecipeFollowKind::module: return module(line);
        case RecipeFollowKind::include: return include(line);
        case RecipeFollowKind::text: return text(line);
        case RecipeFollowKind::whole:
            return include_class(m_scope.object(line.name, line.type), IncludedClass::described, m_draft);
        case RecipeFollowKind::base: return include_class(m_scope.object(line.name, line.type), IncludedClass::base, m_draft);
        case RecipeFollowKind::causal: return include_class(m_scope.object(line.name, line.type), IncludedClass::causal, m_draft);
        case RecipeFollowKind::backbone:
            return include_class(m_scope.object(line.name, line.type), IncludedClass::backbone, m_draft);
        case RecipeFollowKind::needs: return m_scope.need(line.name, line.arguments.front());
        case RecipeFollowKind::tie: return tree.tie(tree.path(line.name), filled(line.target));
        case RecipeFollowKind::share: return tree.tie_all(tree.path(line.name), filled(line.target));
        case RecipeFollowKind::head: m_draft.arch.output_embedding = line.name == "none" ? std::string() : line.name; return;
        case RecipeFollowKind::idle: return tree.add_idle(m_scope.count(line.arguments.front()));
        case RecipeFollowKind::encodes: m_draft.arch.generates = false; return;
        case RecipeFollowKind::condition: return;
        }
    }

    /// "layers.{first}.mixer" with the number that `first` stands for.
    std::string filled(const std::string &text)
    {
        const auto open = text.find('{'), close = text.find('}');
        if (open == std::string::npos || close == std::string::npos || close < open) return text;
        const Count number = m_scope.count(parse_expression(std::string_view(text).substr(open + 1, close - open - 1)));
        return text.substr(0, open) + std::to_string(number) + text.substr(close + 1);
    }

    void loop(const RecipeLine &line)
    {
        const Count count = m_scope.count(line.arguments.front());
        const Count most = m_inside_loop ? loop_limit : outer_limit;
        if (count > most) {
            const std::string key = line.arguments.front().text;
            m_scope.config().refuse(key.empty() ? line.name : key, std::to_string(count), from_to("0", std::to_string(most)));
        }
        const bool was_inside = std::exchange(m_inside_loop, true);
        for (Count i = 0; i < count; ++i) {
            m_scope.let(line.target, i);
            const bool joined = line.name == "self" || line.name.ends_with('_'); // blocks.0.1; expert_0, expert_1, …
            const auto inner = joined ? m_draft.tree.in((line.name == "self" ? "" : line.name) + std::to_string(i))
                                      : m_draft.tree.in(line.name, i);
            block(line.inside);
        }
        m_inside_loop = was_inside;
    }

    /// A module for each text of a list, named by it.
    void each(const RecipeLine &line)
    {
        for (const std::string &name : m_scope.texts(line.arguments.front())) {
            const auto inner = m_draft.tree.in(line.name + "." + name);
            block(line.inside);
        }
    }

    void module(const RecipeLine &line)
    {
        Tree &tree = m_draft.tree;
        const bool bias = !line.bias.empty() && m_scope.truth(line.bias.front());
        if (line.type == "linear") return tree.linear(line.name, size(line, 0), size(line, 1), bias);
        if (line.type == "conv1d") return tree.conv1d(line.name, size(line, 0), size(line, 1));
        if (line.type == "embedding") return tree.embedding(line.name, size(line, 0), size(line, 1));
        if (line.type == "norm") return tree.norm(line.name, size(line, 0), bias);
        if (line.type == "batchnorm") return batch_norm(line.name, size(line, 0));
        if (line.type == "lstm") return lstm(line.name, size(line, 0), size(line, 1), size(line, 2));
        if (line.type == "conv") return tree.convolution(line.name, sizes(line), bias);
        if (line.type == "tensor") return tree.own(line.name, sizes(line));
        if (line.type == "expert") return expert(line);
        if (line.type == "rotary") return tree.rotary(line.name, size(line, 0));
        if (line.type == "buffer") return tree.buffer(line.name, sizes(line), Dtype::fp32);
        if (line.type == "buffer8") return tree.buffer(line.name, sizes(line), Dtype::boolean);
        if (line.type == "buffer64") return tree.buffer(line.name, sizes(line), Dtype::int64);
        throw Refusal{Error{"recipe", line.type, "a kind of module", {}}};
    }

    /// torch.nn.BatchNorm1d/2d: what it has seen stands in buffers.
    void batch_norm(const std::string &name, Count width)
    {
        m_draft.tree.norm(name, width, true);
        for (const char *seen : {"running_mean", "running_var"}) m_draft.tree.buffer(seen, {width}, Dtype::fp32, name);
        m_draft.tree.buffer("num_batches_tracked", {}, Dtype::int64, name);
    }

    /// torch.nn.LSTM of one direction.
    void lstm(const std::string &name, Count in, Count hidden, Count layers)
    {
        if (layers > loop_limit) m_scope.config().refuse(name, std::to_string(layers), from_to("0", std::to_string(loop_limit)));
        const auto scope = m_draft.tree.in(name);
        for (Count i = 0; i < layers; ++i) {
            const std::string layer = "l" + std::to_string(i);
            const Count gates = product_of(m_scope.config(), name, {4, hidden});
            m_draft.tree.own("weight_ih_" + layer, {gates, i == 0 ? in : hidden});
            m_draft.tree.own("weight_hh_" + layer, {gates, hidden});
            m_draft.tree.own("bias_ih_" + layer, {gates});
            m_draft.tree.own("bias_hh_" + layer, {gates});
        }
    }

    /// expert(active, experts, …): a tensor of all experts, of which a token reaches `active`.
    void expert(const RecipeLine &line)
    {
        const Count active = size(line, 0);
        const std::vector<Count> shape = sizes(line, 1);
        if (shape.empty()) throw Refusal{Error{"recipe", line.name, "the number of experts", {}}};
        m_draft.tree.own(line.name, shape, {}, ModuleKind::experts);
        if (active >= shape.front()) return;
        const std::vector<Module> &modules = m_draft.tree.modules();
        m_draft.tree.add_idle(modules.back().parameters.back().elements() / shape.front() * (shape.front() - active));
    }

    /// The outer class may put a key into the configuration inside, whatever stands there.
    void include(const RecipeLine &line)
    {
        const Config inner = m_scope.object(line.name, line.type);
        if (line.target.empty()) return include_model(inner, m_draft);
        nlohmann::json changed = inner.json();
        changed[line.target] = m_scope.count(line.arguments.front());
        include_model(inner.read_as(inner.defaults_name(), changed), m_draft);
    }

    void text(const RecipeLine &line)
    {
        const Config inner = m_scope.object(line.name, line.type);
        m_texts.push_back(add_text_model(inner, inner.defaults_name(), m_draft.tree.path(), m_draft));
    }

    RecipeScope m_scope;
    bool m_inside_loop = false;
    Draft &m_draft;
    Count m_followed = 0;
    std::vector<TextModel> m_texts;
};

} // namespace

void include_model(const Config &inner, Draft &draft)
{
    const std::string &type = inner.defaults_name();
    if (is_vision_tower(type)) return add_vision_tower(draft.tree, inner);
    const auto &recipes = recipe_families();
    const auto recipe = std::ranges::find(recipes, type, &Family::model_type);
    // a class with a head stands here without it
    if (recipe == recipes.end() || recipe->class_name.find("For") != std::string_view::npos)
        return include_class(inner, IncludedClass::base, draft);
    Draft made;
    describe_by_recipe(inner, made);
    adopt(draft.tree, made.tree);
}

void follow_recipe(const Recipe &recipe, const Config &config, Draft &draft)
{
    Follower follower(config, draft, recipe.class_name);
    follower.block(recipe.lines);
    if (auto step = follower.step_on_text()) {
        draft.arch.decoder = std::move(step);
        keep_sound_tower(config, draft);
    } else {
        leave_step_out(draft, step_not_described(recipe.model_types.front()));
    }
}

} // namespace plimsoll
