// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plimsoll {

/// Builds a module tree in registration order. Names are relative to the scopes that are open. Every shape is checked:
/// a dimension below 0 or a product or total beyond 64 bits throws Refusal (core/model/config/config.h).
class Tree {
public:
    /// Closes its scope when it goes.
    class Scope {
    public:
        Scope(Tree &tree, std::string_view name);
        Scope(Tree &tree, std::string_view name, Count index);
        ~Scope();
        Scope(const Scope &) = delete;
        Scope &operator=(const Scope &) = delete;

    private:
        Tree &m_tree;
        std::size_t m_length;
    };

    [[nodiscard]] Scope in(std::string_view name) { return Scope(*this, name); }
    [[nodiscard]] Scope in(std::string_view name, Count index) { return Scope(*this, name, index); }

    void linear(std::string_view name, Count in, Count out, bool bias = false);
    /// transformers' Conv1D: weight [in, out], always with a bias.
    void conv1d(std::string_view name, Count in, Count out);
    void embedding(std::string_view name, Count rows, Count width);
    void norm(std::string_view name, Count width, bool bias = false);
    /// `shape` as PyTorch holds it: [out, in / groups, kernel…].
    void convolution(std::string_view name, const Dimensions &shape, bool bias);
    /// Bare parameters of the module that is open, or of `module` in it; call it before the module's children.
    void own(std::string_view parameter, const Dimensions &shape, std::string_view module = {},
             ModuleKind kind = ModuleKind::other);
    /// A registered buffer of the module that is open, or of `module` in it.
    void buffer(std::string_view name, const Dimensions &shape, Dtype dtype = Dtype::fp32, std::string_view module = {});
    /// A rotary embedding module: inv_freq and its original, `rotary_dim` / 2 numbers each.
    void rotary(std::string_view name, Count rotary_dim);

    /// Routed experts in fused 3-D parameters [experts, …], each with its name; a token reaches `active` of them.
    void experts(std::string_view name, Count experts, Count active,
                 const std::vector<std::pair<std::string, Dimensions>> &parameters);
    /// Parameters that one token does not reach: experts built one by one say so here.
    void add_idle(Count parameters) { m_idle += parameters; }
    [[nodiscard]] Count idle() const { return m_idle; }

    /// Takes over a finished module, its name given in full.
    void adopt(Module module);

    void add(std::string_view name, const LinearSpec &linear);
    void add(const LinearSpec &linear) { add(linear.name, linear); }
    void add(const NormSpec &norm);

    /// Lets `parameter` (full name) share the storage of `target` (full name); refuses names that are not in the tree.
    void tie(const std::string &parameter, const std::string &target);

    /// Lets every parameter below `scope` share the storage of its namesake below `target`.
    void tie_all(const std::string &scope, const std::string &target);

    [[nodiscard]] std::string path(std::string_view name = {}) const;
    [[nodiscard]] std::vector<Module> take() { return std::move(m_modules); }
    [[nodiscard]] const std::vector<Module> &modules() const { return m_modules; }

private:
    Module &module(std::string_view name, ModuleKind kind);
    /// The last module of this full name; null where there is none.
    Module *find_module(const std::string &name);
    [[nodiscard]] std::vector<std::size_t> places_below(const std::string &scope);
    /// The parameter of this full name.
    Parameter *find(const std::string &name);
    /// Counts the elements in; throws where they are too many.
    void count(std::string_view name, const Dimensions &shape, const Module &owner);
    /// Appends a tensor to `list`, one of `owner`'s.
    Parameter &put(Module &owner, std::vector<Parameter> &list, std::string_view name, const Dimensions &shape);

    std::vector<Module> m_modules;
    std::unordered_map<std::string, std::size_t> m_places; ///< of the first `m_indexed` modules, once much is tied
    std::size_t m_indexed = 0;
    std::vector<std::size_t> m_by_name; ///< places of the first modules by their names, once many scopes are tied
    int m_scopes = 0;                   ///< that were looked for
    int m_searches = 0;
    std::string m_path;
    Count m_elements = 0;
    Count m_idle = 0;
};

} // namespace plimsoll
