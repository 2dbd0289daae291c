// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/lora/lora_match.h"

#include "core/ground/phrase.h"
#include "core/model/lora/lora_rules.h"
#include "core/model/lora/scoped_targets.h"
#include "core/model/name_pattern.h"

#include <algorithm>
#include <set>

namespace plimsoll {

namespace {

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

bool is_all_linear(const Adapter &adapter)
{
    if (adapter.targets.size() != 1) return false;
    std::string low = adapter.targets.front();
    std::ranges::transform(low, low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return low == "all-linear";
}

bool is_default(const Adapter &adapter) { return adapter.targets.size() == 1 && adapter.targets.front() == "default"; }

bool is_linear(const Module &module) { return module.kind == ModuleKind::linear || module.kind == ModuleKind::conv1d; }

std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty()) {
        const auto blank = text.find(' ');
        out.emplace_back(text.substr(0, blank));
        text = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
    }
    return out;
}

Result<TargetPatterns> with_regex(const std::string &text)
{
    Result<std::shared_ptr<const NamePattern>> pattern = name_pattern(text, "adapter.targets");
    if (!pattern) return pattern.error();
    TargetPatterns out;
    out.regex = *std::move(pattern);
    return out;
}

/// What a target "language" stands for: the linear layers of the language model beside a tower; of a model that is built without
/// one, all of its own.
std::string language_pattern(const Architecture &arch)
{
    constexpr std::string_view linears =
        "(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj|in_proj_qkv|in_proj_z|out_proj)";
    const bool within = std::ranges::any_of(arch.modules, [](const Module &module) {
        return module.name.find("language_model.") != std::string::npos || module.name.find("text_model.") != std::string::npos;
    });
    return std::string(within ? R"(.*(language_model|text_model)\..*\.)" : R"(.*\.)") + std::string(linears);
}

bool saved(const Adapter &adapter, std::string_view name)
{
    return std::ranges::any_of(adapter.modules_to_save, [name](std::string_view part) {
        for (std::size_t at = name.find(part); at != std::string_view::npos; at = name.find(part, at + 1)) {
            const std::size_t end = at + part.size();
            if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.')) return true;
        }
        return false;
    });
}

/// The old names of fused experts and all others that a text (a regular expression or all-linear) stands for.
std::vector<std::string> resolve_text(const Architecture &arch, const Adapter &adapter, const TargetPatterns &given,
                                      std::span<const FusedExperts> experts)
{
    std::set<std::string, std::less<>> found;
    if (given.all_linear) {
        for (const Module &module : arch.modules)
            if (is_linear(module) && module.name != arch.output_embedding) found.emplace(last_part(module.name));
        for (const FusedExperts &expert : experts) found.emplace(expert.old_name);
        return {found.begin(), found.end()};
    }
    for (const std::string &name : module_names(arch))
        if (!saved(adapter, name) && given.regex->matches(name)) found.emplace(last_part(name));
    for (const Module &module : arch.modules) {
        for (const Parameter &parameter : module.parameters) {
            if (given.regex->matches(module.name + "." + parameter.name)) found.insert(parameter.name);
            for (const FusedExperts &expert : experts)
                if (parameter.name == expert.parameter && given.regex->matches(module.name + "." + std::string(expert.old_name)))
                    found.emplace(expert.old_name);
        }
    }
    return {found.begin(), found.end()};
}

/// Turns targets that name the experts of old into targets of the fused parameters, as PEFT does.
Result<TargetPatterns> convert_fused(const Architecture &arch, const Adapter &adapter, TargetPatterns given,
                                     std::span<const FusedExperts> experts)
{
    if (given.all_linear || given.regex) {
        std::vector<std::string> names = resolve_text(arch, adapter, given, experts);
        if (names.empty()) return given;
        given = TargetPatterns{};
        given.names = std::move(names);
    }
    TargetPatterns out;
    std::set<std::string_view> halves;
    std::set<std::string, std::less<>> parameters;
    for (std::string &name : given.names) {
        const auto expert = std::ranges::find_if(
            experts, [&name](const FusedExperts &e) { return name == e.old_name || ends_with_part(name, e.old_name); });
        if (expert == experts.end()) {
            out.names.push_back(std::move(name));
            continue;
        }
        parameters.emplace(expert->parameter);
        if (expert->parameter == "gate_up_proj") halves.insert(expert->old_name);
    }
    if (halves.size() == 1)
        return Error{"adapter.targets", std::string(*halves.begin()),
                     phrase(QT_TRANSLATE_NOOP("core", "both halves of %1"), {"gate_up_proj"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 cannot wrap one of two projections that are fused into one parameter"),
                            {"PEFT"})};
    for (const std::string &name : parameters) out.parameters.push_back({name, name == "gate_up_proj" ? 2 : 1});
    return out;
}

/// What PEFT converts targets by: the experts of models that hold them fused.
std::span<const FusedExperts> converted_experts(const Architecture &arch)
{
    const auto apart = [](const LayerSpec &layer) {
        return layer.mlp.moe.separate.down.out > 0 &&
               layer.mlp.moe.separate.loop != ExpertLoop::by_choice; // transformers before 5
    };
    if (arch.decoder && std::ranges::any_of(arch.decoder->kinds, apart)) return {};
    return fused_experts(arch.model_type);
}

std::string other_targets() { return phrase(QT_TRANSLATE_NOOP("core", "names, a regular expression or %1"), {"all-linear"}); }

Result<TargetPatterns> default_patterns(const Architecture &arch)
{
    const DefaultTargets *found = default_lora_targets(arch.model_type);
    if (!found) return no_default_targets(arch.model_type);
    if (found->regex) return with_regex(std::string(found->names));
    TargetPatterns out;
    out.names = split(found->names);
    return out;
}

} // namespace

bool has_converted_experts(const Architecture &arch) { return !converted_experts(arch).empty(); }

Error no_default_targets(const std::string &model_type)
{
    return {"adapter.targets", "default", other_targets(),
            phrase(QT_TRANSLATE_NOOP("core", "%1 has no default targets for model type %2"), {"PEFT", model_type})};
}

bool ends_with_part(std::string_view name, std::string_view part)
{
    return name.size() > part.size() && name.ends_with(part) && name[name.size() - part.size() - 1] == '.';
}

std::vector<std::string> module_names(const Architecture &arch)
{
    std::vector<std::string> out;
    std::string_view previous;
    for (const Module &module : arch.modules) {
        // parents that the module before did not have
        for (std::size_t dot = module.name.find('.'); dot != std::string::npos; dot = module.name.find('.', dot + 1)) {
            const std::string_view parent = std::string_view(module.name).substr(0, dot);
            if (previous != parent && !(previous.starts_with(parent) && previous.size() > dot && previous[dot] == '.'))
                out.emplace_back(parent);
        }
        if (!module.name.empty()) out.push_back(module.name);
        previous = module.name;
    }
    return out;
}

namespace {

Result<TargetPatterns> module_patterns(const Architecture &arch, const Adapter &adapter, bool converts)
{
    const std::span<const FusedExperts> experts =
        converts && adapter.converts ? converted_experts(arch) : std::span<const FusedExperts>();
    if (is_default(adapter)) {
        if (experts.empty()) return default_patterns(arch);
        return Error{
            "adapter.targets", "default", other_targets(),
            phrase(QT_TRANSLATE_NOOP("core", "%1 converts the targets of model type %2 before it looks for defaults, and "
                                             "then finds none"),
                   {"PEFT", arch.model_type})};
    }
    TargetPatterns given;
    if (is_all_linear(adapter)) {
        given.all_linear = true;
    } else if (adapter.targets_regex && !adapter.targets.empty()) {
        const std::string &text = adapter.targets.front();
        const std::optional<ScopedTargets> scoped = scoped_targets(text);
        Result<TargetPatterns> regex = with_regex(scoped               ? pattern_of(*scoped, arch)
                                                  : text == "language" ? language_pattern(arch)
                                                                       : text);
        if (!regex) return regex;
        given = *std::move(regex);
    } else {
        given.names = adapter.targets;
    }
    return experts.empty() ? Result<TargetPatterns>(std::move(given)) : convert_fused(arch, adapter, std::move(given), experts);
}

} // namespace

Result<TargetPatterns> target_patterns(const Architecture &arch, const Adapter &adapter, bool converts)
{
    Result<TargetPatterns> out = module_patterns(arch, adapter, converts);
    if (adapter.target_parameters.empty()) return out;
    if (!out && is_default(adapter)) out = TargetPatterns{}; // lora/model.py _prepare_adapter_config: parameters are enough
    if (!out) return out;
    // those of converted modules first: their rank is a pattern over all names with that end
    for (const std::string &name : adapter.target_parameters) out->parameters.push_back({name, 1});
    return out;
}

bool is_named(std::string_view name, std::string_view end) { return name == end || ends_with_part(name, end); }

void for_each_matching_name(const Architecture &arch, const Adapter &adapter, const TargetPatterns &patterns,
                            const std::function<void(const std::string &)> &visit)
{
    if (patterns.all_linear) {
        for (const Module &module : arch.modules)
            if (is_linear(module) && module.name != arch.output_embedding && !saved(adapter, module.name)) visit(module.name);
        return;
    }
    const auto wanted = [&patterns](const std::string &name) {
        if (patterns.regex) return patterns.regex->matches(name);
        return std::ranges::any_of(patterns.names,
                                   [&name](const std::string &end) { return name == end || ends_with_part(name, end); });
    };
    for (const std::string &name : module_names(arch))
        if (wanted(name) && !saved(adapter, name)) visit(name);
}

} // namespace plimsoll
