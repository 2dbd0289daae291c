// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/quantised_modules.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

void add_other_releases(std::vector<std::string> &names, bool text_alone)
{
    constexpr std::string_view inner = "model.language_model.";
    const std::size_t own = names.size();
    for (std::size_t i = 0; i < own; ++i) {
        const std::string name = names[i];
        if (name.starts_with(inner)) names.push_back("language_model.model." + name.substr(inner.size()));
        if (text_alone && name.starts_with("model.")) {
            names.push_back(std::string(inner) + name.substr(6));
            names.push_back("language_model.model." + name.substr(6));
        } else if (name.starts_with("model.") && !name.starts_with("model.layers."))
            names.push_back(name.substr(6)); // "visual.blocks.0", "vision_tower", …
        if (name == "lm_head") names.push_back("language_model.lm_head");
    }
}

std::string_view class_of(const Module &module) { return module.kind == ModuleKind::embedding ? "Embedding" : "Linear"; }

/// What the model types begin with whose experts were fused in transformers 4.57 already, where bitsandbytes left them in 16 bit.
/// Unsloth publishes gpt-oss with experts apart; what came with release 5 has them fused.
constexpr std::array<std::string_view, 3> fused_in_4_57{"dbrx", "granitemoe", "qwen3_vl_moe"};

bool fused_in_release_4(std::string_view type)
{
    return std::ranges::any_of(fused_in_4_57, [type](std::string_view start) { return type.starts_with(start); });
}

} // namespace

std::vector<std::string> names_of(const Module &module, const Parameter &parameter, bool text_alone)
{
    std::vector<std::string> out;
    if (module.kind == ModuleKind::experts) {
        const bool down = parameter.name.starts_with("down");
        for (const char *part : down ? std::array{"down_proj", "w2"} : std::array{"gate_proj", "w1"})
            out.push_back(module.name + ".0." + part);
        if (const auto at = module.name.find(".mlp.experts"); at != std::string::npos) // Mixtral, MiniMax, Phi-MoE as published
            out.push_back(module.name.substr(0, at) + ".block_sparse_moe.experts.0." + (down ? "w2" : "w1"));
    }
    out.push_back(module.name);
    add_other_releases(out, text_alone);
    return out;
}

std::set<std::string, std::less<>> tied_modules(const Architecture &architecture)
{
    std::set<std::string, std::less<>> out;
    for (const Module &module : architecture.modules)
        for (const Parameter &parameter : module.parameters)
            if (parameter.tied_to) {
                out.insert(module.name);
                out.insert(parameter.tied_to->substr(0, parameter.tied_to->rfind('.')));
            }
    return out;
}

std::string block_list(const Architecture &architecture, const QuantizationRules &rules)
{
    if (!rules.blocks.empty()) return rules.blocks;
    for (const std::string_view pattern : {"transformer.h", "model.decoder.layers", "gpt_neox.layers", "model.layers",
                                           "model.language_model.layers", "h", "decoder.layers", "layers"})
        if (std::ranges::any_of(architecture.modules, [pattern](const Module &m) { return m.name.starts_with(pattern); }))
            return std::string(pattern);
    return {};
}

const WeightScheme *scheme_by_groups(const QuantizationRules &rules, const std::vector<std::string> &names,
                                     std::string_view class_name)
{
    const auto said = [](const SchemeGroup &group) { return group.scheme ? &*group.scheme : nullptr; };
    for (const std::string &name : names)
        if (const auto own = rules.by_name.find(name); own != rules.by_name.end()) return &own->second;
    const auto any = [&names](auto asked) { return std::ranges::any_of(names, asked); };
    for (const SchemeGroup &group : rules.groups)
        if (any([&group](const std::string &name) { return group.targets.contains_name(name); })) return said(group);
    for (const SchemeGroup &group : rules.groups)
        if (any([&group](const std::string &name) { return group.targets.matches_pattern(name); })) return said(group);
    for (const SchemeGroup &group : rules.groups)
        if (group.has_class(class_name)) return said(group);
    return rules.only_named ? nullptr : &rules.main;
}

StoredModules::StoredModules(const Architecture &architecture, const QuantizationRules &rules)
    : m_arch(architecture), m_rules(rules), m_skips(rules.skips, rules.skip_style), m_tied(tied_modules(architecture))
{
    if (rules.main.form == PackForm::gptq) m_blocks = block_list(architecture, rules);
    if (!m_blocks.empty()) m_blocks += '.';
}

bool StoredModules::may_be_packed(const Module &module, const Parameter &parameter) const
{
    const bool head = module.name == m_arch.output_embedding;
    if (!m_rules.head && (head || m_tied.contains(module.name))) return false;
    switch (module.kind) {
    case ModuleKind::experts:
        if (m_rules.method == "bitsandbytes") return !fused_in_release_4(m_arch.model_type);
        return m_rules.main.form != PackForm::mx_blocks || parameter.shape.size() == 3;
    case ModuleKind::linear:
    case ModuleKind::conv1d:
        if (m_rules.main.form == PackForm::mx_blocks) return false; // experts only
        if (head || m_blocks.empty()) return true;
        if (!module.name.starts_with(m_blocks)) return false;
        return m_rules.parts.empty() ||
               std::ranges::any_of(m_rules.parts, [&module](const std::string &part) { return module.name.ends_with(part); });
    case ModuleKind::embedding: return m_rules.embeddings || !m_rules.groups.empty();
    case ModuleKind::other: // routers are Linears in MLX
        return m_rules.main.form == PackForm::mlx && (module.name.ends_with("gate") || module.name.ends_with("router"));
    default: return false;
    }
}

const WeightScheme *StoredModules::scheme_of(const Module &module, const Parameter &parameter) const
{
    if (!m_rules.uncounted.empty() || !may_be_packed(module, parameter)) return nullptr;
    const std::vector<std::string> names = names_of(module, parameter, m_rules.text_alone);
    if (std::ranges::any_of(names, [this](const std::string &name) { return m_skips.contains(name); })) return nullptr;
    const WeightScheme *out = scheme_by_groups(m_rules, names, class_of(module));
    // a table is packed only where it is meant: by its class, by its name, or by a method that packs all
    if (out && module.kind == ModuleKind::embedding && !m_rules.embeddings) {
        const bool meant = std::ranges::any_of(m_rules.groups, [&](const SchemeGroup &group) {
            return group.has_class("Embedding") ||
                   std::ranges::any_of(names, [&group](const std::string &name) { return group.targets.contains(name); });
        });
        if (!meant) return nullptr;
    }
    return out;
}

} // namespace plimsoll
