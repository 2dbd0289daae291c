// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tree.h"

#include "core/ground/phrase.h"
#include "core/model/config/config.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {
namespace {

constexpr std::size_t modules_limit = 128'000;
constexpr std::size_t first_modules = 512; ///< room for most models: growing moves what is there

std::string written(const Dimensions &shape)
{
    std::string out;
    for (const Count size : shape) out += (out.empty() ? "" : " × ") + std::to_string(size);
    return out;
}

} // namespace

Tree::Scope::Scope(Tree &tree, std::string_view name) : m_tree(tree), m_length(tree.m_path.size())
{
    if (name.empty()) return;
    if (!tree.m_path.empty()) tree.m_path += '.';
    tree.m_path += name;
}

Tree::Scope::Scope(Tree &tree, std::string_view name, Count index) : Scope(tree, name)
{
    if (!tree.m_path.empty()) tree.m_path += '.';
    tree.m_path += std::to_string(index);
}

Tree::Scope::~Scope() { m_tree.m_path.resize(m_length); }

std::string Tree::path(std::string_view name) const
{
    if (name.empty()) return m_path;
    std::string out;
    out.reserve(m_path.size() + 1 + name.size());
    out += m_path;
    if (!out.empty()) out += '.';
    out += name;
    return out;
}

Module &Tree::module(std::string_view name, ModuleKind kind)
{
    if (m_modules.size() >= modules_limit)
        throw Refusal{Error{{},
                            phrase(QT_TRANSLATE_NOOP("core", "more than %1 modules"), {std::to_string(modules_limit)}),
                            {},
                            phrase(QT_TRANSLATE_NOOP("core", "the configuration describes no real model"))}};
    if (m_modules.size() == m_modules.capacity()) m_modules.reserve(std::max(first_modules, 4 * m_modules.size()));
    Module &made = m_modules.emplace_back();
    made.name = path(name);
    made.kind = kind;
    return made;
}

void Tree::count(std::string_view name, const Dimensions &shape, const Module &owner)
{
    std::optional<Count> elements = 1;
    for (const Count dimension : shape) elements = dimension < 0 || !elements ? std::nullopt : checked_mul(*elements, dimension);
    // buffers are counted in bytes of at most 8 each, so that sums of bytes stay within 64 bits too
    const std::optional<Count> total = elements ? checked_add(m_elements, *elements) : std::nullopt;
    if (!total || *total > INT64_MAX / 8)
        throw Refusal{Error{owner.name + "." + std::string(name), written(shape),
                            phrase(QT_TRANSLATE_NOOP("core", "at most %1 elements of all tensors together"), {"2^60"}),
                            phrase(QT_TRANSLATE_NOOP("core", "a tensor too large for 64-bit sizes"))}};
    m_elements = *total;
}

Parameter &Tree::put(Module &owner, std::vector<Parameter> &list, std::string_view name, const Dimensions &shape)
{
    count(name, shape, owner);
    Parameter &made = list.emplace_back();
    made.name = name;
    made.shape = shape;
    return made;
}

void Tree::linear(std::string_view name, Count in, Count out, bool bias)
{
    Module &made = module(name, ModuleKind::linear);
    made.parameters.reserve(bias ? 2 : 1);
    put(made, made.parameters, "weight", {out, in});
    if (bias) put(made, made.parameters, "bias", {out});
}

void Tree::conv1d(std::string_view name, Count in, Count out)
{
    Module &made = module(name, ModuleKind::conv1d);
    made.parameters.reserve(2);
    put(made, made.parameters, "weight", {in, out});
    put(made, made.parameters, "bias", {out});
}

void Tree::embedding(std::string_view name, Count rows, Count width)
{
    Module &made = module(name, ModuleKind::embedding);
    put(made, made.parameters, "weight", {rows, width});
}

void Tree::norm(std::string_view name, Count width, bool bias)
{
    Module &made = module(name, ModuleKind::norm);
    made.parameters.reserve(bias ? 2 : 1);
    put(made, made.parameters, "weight", {width});
    if (bias) put(made, made.parameters, "bias", {width});
}

void Tree::convolution(std::string_view name, const Dimensions &shape, bool bias)
{
    Module &made = module(name, ModuleKind::convolution);
    const Count out = shape.front();
    put(made, made.parameters, "weight", shape);
    if (bias) put(made, made.parameters, "bias", {out});
}

void Tree::own(std::string_view parameter, const Dimensions &shape, std::string_view name, ModuleKind kind)
{
    const bool same = !m_modules.empty() && m_modules.back().name == path(name);
    Module &owner = same ? m_modules.back() : module(name, kind);
    put(owner, owner.parameters, parameter, shape);
}

void Tree::buffer(std::string_view name, const Dimensions &shape, Dtype dtype, std::string_view module_name)
{
    const bool same = !m_modules.empty() && m_modules.back().name == path(module_name);
    Module &owner = same ? m_modules.back() : module(module_name, ModuleKind::container);
    put(owner, owner.buffers, name, shape).dtype = dtype;
}

void Tree::rotary(std::string_view name, Count rotary_dim)
{
    buffer("inv_freq", {(rotary_dim + 1) / 2}, Dtype::fp32, name);
    buffer("original_inv_freq", {(rotary_dim + 1) / 2}, Dtype::fp32, name);
}

void Tree::experts(std::string_view name, Count experts, Count active,
                   const std::vector<std::pair<std::string, Dimensions>> &parameters)
{
    Module &made = module(name, ModuleKind::experts);
    for (const auto &[parameter, shape] : parameters) {
        put(made, made.parameters, parameter, shape);
        const Parameter &last = made.parameters.back();
        if (!last.shape.empty() && last.shape.front() == experts && active < experts)
            m_idle += last.elements() / experts * (experts - active);
    }
}

void Tree::adopt(Module taken)
{
    for (const Parameter &parameter : taken.parameters) count(parameter.name, parameter.shape, taken);
    for (const Parameter &buffer : taken.buffers) count(buffer.name, buffer.shape, taken);
    m_modules.push_back(std::move(taken));
}

void Tree::add(std::string_view name, const LinearSpec &spec)
{
    if (spec.conv1d)
        conv1d(name, spec.in, spec.out);
    else
        linear(name, spec.in, spec.out, spec.bias);
}

void Tree::add(const NormSpec &spec)
{
    if (spec.kind != NormKind::none && spec.kind != NormKind::layer_norm_bare) norm(spec.name, spec.width, spec.bias);
}

/// Most models tie one parameter: only those that tie many are worth an index.
Module *Tree::find_module(const std::string &name)
{
    constexpr int searches = 32;
    if (++m_searches <= searches) {
        const auto found = std::find_if(m_modules.rbegin(), m_modules.rend(), [&](const Module &m) { return m.name == name; });
        return found == m_modules.rend() ? nullptr : &*found;
    }
    for (; m_indexed < m_modules.size(); ++m_indexed) m_places[m_modules[m_indexed].name] = m_indexed; // the last of a name
    const auto found = m_places.find(name);
    return found == m_places.end() ? nullptr : &m_modules[found->second];
}

Parameter *Tree::find(const std::string &name)
{
    const std::size_t dot = name.rfind('.');
    Module *owner = find_module(dot == std::string::npos ? std::string{} : name.substr(0, dot));
    if (!owner) return nullptr;
    std::vector<Parameter> &parameters = owner->parameters;
    const auto found = std::ranges::find(parameters, name.substr(dot + 1), &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
}

void Tree::tie(const std::string &parameter, const std::string &target)
{
    Parameter *shared = find(parameter);
    if (!shared || !find(target))
        throw Refusal{Error{parameter,
                            {},
                            {},
                            phrase(QT_TRANSLATE_NOOP("core", "cannot be tied to %1, which the model does not have"), {target})}};
    shared->tied_to = target;
}

/// Places of the modules of this name and below it, in order. Most models share a few scopes: only those that share many are
/// worth sorting, and what came since waits until there is enough of it.
std::vector<std::size_t> Tree::places_below(const std::string &scope)
{
    constexpr int searches = 32;
    constexpr std::size_t unsorted = 64;
    const auto name_of = [this](std::size_t place) -> const std::string & { return m_modules[place].name; };
    const std::size_t sorted = m_by_name.size();
    if (++m_scopes > searches && m_modules.size() - sorted > unsorted) {
        m_by_name.resize(m_modules.size());
        const auto added = m_by_name.begin() + static_cast<std::ptrdiff_t>(sorted);
        std::iota(added, m_by_name.end(), sorted);
        std::ranges::stable_sort(added, m_by_name.end(), {}, name_of);
        std::ranges::inplace_merge(m_by_name.begin(), added, m_by_name.end(), {}, name_of);
    }
    const std::string below = scope + '.';
    const auto stands_below = [&](const std::string &name) { return name == scope || name.starts_with(below); };
    const auto itself = std::ranges::equal_range(m_by_name, scope, {}, name_of);
    std::vector<std::size_t> out(itself.begin(), itself.end());
    for (auto next = std::ranges::lower_bound(m_by_name, below, {}, name_of);
         next != m_by_name.end() && name_of(*next).starts_with(below); ++next)
        out.push_back(*next);
    for (std::size_t place = m_by_name.size(); place < m_modules.size(); ++place)
        if (stands_below(name_of(place))) out.push_back(place);
    std::ranges::sort(out);
    return out;
}

void Tree::tie_all(const std::string &scope, const std::string &target)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::size_t place : places_below(scope)) {
        const Module &module = m_modules[place];
        const std::string rest = module.name.substr(scope.size());
        for (const Parameter &parameter : module.parameters)
            pairs.emplace_back(module.name + "." + parameter.name, target + rest + "." + parameter.name);
    }
    for (const auto &[parameter, shared] : pairs) tie(parameter, shared);
}

} // namespace plimsoll
