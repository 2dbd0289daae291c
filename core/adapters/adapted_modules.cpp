// SPDX-License-Identifier: GPL-3.0-or-later
// What PEFT 0.21.2 wraps: tuners/tuners_utils.py (inject_adapter, check_target_module_exists, _inject_parameters),
// utils/transformers_weight_conversion.py (fused experts). What each module gets says its method (core/adapters/kinds).
#include "core/adapters/adapted_modules.h"

#include "core/adapters/adapters.h"
#include "core/adapters/chosen_modules.h"
#include "core/adapters/ranks_by_name.h"
#include "core/adapters/tied_targets.h"
#include "core/adapters/token_rows.h"
#include "core/adapters/unplanned_setting.h"
#include "core/ground/phrase.h"
#include "core/model/lora/lora_match.h"
#include "core/model/lora/lora_rules.h"
#include "core/model/lora/lora_unmatched.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace plimsoll {
namespace {

constexpr Count most_trainable = INT64_MAX / 8; // so that their bytes fit too, as of every model (Tree)

std::optional<Count> values_of(const step::Shape &shape)
{
    std::optional<Count> out = 1;
    for (std::uint8_t i = 0; i < shape.rank; ++i) out = out ? checked_mul(*out, shape.size[i]) : std::nullopt;
    return out;
}

/// Values of those that train.
std::optional<Count> trained_values(const AdapterTensors &tensors)
{
    std::optional<Count> out = 0;
    for (const AdapterTensor &tensor : tensors) {
        const std::optional<Count> values = tensor.trains ? values_of(tensor.shape) : std::optional<Count>(0);
        out = out && values ? checked_add(*out, *values) : std::nullopt;
    }
    return out;
}

struct Wrapping {
    const Architecture &arch;
    const AdapterUse &use;
    const AdapterMethod &method;
    const RanksByName ranks;
    RankedUses ranked;
    AdaptedModules plan;
    std::optional<Error> error;
    [[nodiscard]] const Adapter &adapter() const { return use.adapter(); }

    /// What the adapter's settings give a module in place of its rank.
    [[nodiscard]] std::optional<Count> rank_of(const std::string &module) const
    {
        const bool taken = method.ranks_by_name == RanksByNameAre::taken || !method.size.by_name.empty();
        return taken ? ranks.rank_of(module) : std::nullopt;
    }
    [[nodiscard]] bool linears_alone() const { return !method.of_linears.empty() && use.flag(method.of_linears, false); }
    [[nodiscard]] std::string not_with_flag() const
    {
        return phrase(QT_TRANSLATE_NOOP("core", "%1 wraps linear modules alone with %2"), {"PEFT", method.of_linears});
    }
    void refuse(const std::string &module, const std::string &why)
    {
        if (!error) error = Error{"adapter.targets", module, {}, why};
    }
    void add(AdaptedModule target, std::optional<Count> trainable)
    {
        target.trainable = trainable.value_or(0);
        train(trainable, target.module);
        plan.targets.push_back(std::move(target));
    }
    /// `copies` pairs of matrices [rank, in] and [out, rank].
    void add_pairs(AdaptedModule target)
    {
        const std::optional<Count> sides = checked_add(target.in, target.out), pairs = checked_mul(target.rank, target.copies);
        add(std::move(target), sides && pairs ? checked_mul(*sides, *pairs) : std::nullopt);
    }
    /// What the method makes for a module whose rows are `in` long, a convolution's kernel included.
    void add_made(AdaptedModule target, std::optional<Count> in, bool biased, Count more)
    {
        if (!in) return add(std::move(target), std::nullopt);
        const Result<AdapterTensors> made = method.tensors(ranked.of(target.rank), {target.module, *in, target.out, biased});
        if (!made) {
            if (!error) error = made.error();
            return;
        }
        const std::optional<Count> trained = trained_values(*made);
        add(std::move(target), trained ? checked_add(*trained, more) : std::nullopt);
    }
    void train(std::optional<Count> parameters, const std::string &module)
    {
        const std::optional<Count> total = parameters ? checked_add(plan.trainable, *parameters) : std::nullopt;
        if (!total || *total > most_trainable)
            refuse(module,
                   phrase(QT_TRANSLATE_NOOP("core", "an adapter of rank %1 on it trains more parameters than %2 bits count"),
                          {std::to_string(adapter().rank), "64"}));
        else
            plan.trainable = *total;
    }
};

std::string wraps_only()
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 wraps %2 and convolutions only"), {"PEFT", "Linear, Conv1D, Embedding"});
}

std::string experts_alike()
{
    return phrase(QT_TRANSLATE_NOOP("core", "experts whose adapters differ in rank are not simulated"));
}

/// "….experts.3.up_proj"
bool is_one_of_experts(std::string_view name)
{
    constexpr std::string_view experts = ".experts.";
    const std::size_t at = name.find(experts), digit = at + experts.size();
    return at != std::string_view::npos && digit < name.size() && name[digit] >= '0' && name[digit] <= '9';
}

const Parameter *weight_of(const Module &module)
{
    const auto found = std::ranges::find(module.parameters, std::string_view("weight"), &Parameter::name);
    return found == module.parameters.end() ? nullptr : &*found;
}

bool has_bias(const Module &module)
{
    return std::ranges::any_of(module.parameters, [](const Parameter &p) { return p.name == "bias"; });
}

/// Elements of a convolution's kernel: all dimensions behind [out, in / groups].
std::optional<Count> kernel_of(const Dimensions &shape)
{
    std::optional<Count> kernel = 1;
    for (std::size_t i = 2; i < shape.size(); ++i) kernel = kernel ? checked_mul(*kernel, shape[i]) : std::nullopt;
    return kernel;
}

/// peft 0.21 ln_tuning/layer.py: a copy of the whole module trains.
void train_norm(Wrapping &w, const Module &module)
{
    if (module.kind != ModuleKind::norm) {
        w.refuse(module.name, phrase(QT_TRANSLATE_NOOP("core", "of what %1 would copy only norms are planned"), {"LN tuning"}));
        return;
    }
    std::optional<Count> values = 0;
    for (const Parameter &parameter : module.parameters) {
        const std::optional<Count> each = parameter.elements();
        values = values && each ? checked_add(*values, *each) : std::nullopt;
    }
    w.add({module.name, module.kind, 0, 0, 0, 1, 0}, values);
}

void wrap_module(Wrapping &w, const Module &module)
{
    const std::string_view name = module.name;
    if (refuses_mamba_target(w.arch.model_type, name.substr(name.rfind('.') + 1))) {
        w.refuse(module.name,
                 phrase(QT_TRANSLATE_NOOP("core", "%1 refuses %2 and %3 of %4 models, whose kernels read the weight itself"),
                        {"PEFT", "out_proj", "conv1d", "Mamba"}));
        return;
    }
    if (w.method.trains_norms) return train_norm(w, module);
    const Parameter *weight = weight_of(module);
    const bool matrix = weight && weight->shape.size() >= 2;
    const bool wrappable = matrix && ((module.kind == ModuleKind::linear && w.method.wraps_linears) ||
                                      (module.kind == ModuleKind::conv1d && w.method.wraps_linears) ||
                                      (module.kind == ModuleKind::embedding && w.method.wraps_embeddings) ||
                                      (module.kind == ModuleKind::convolution && w.method.wraps_convolutions));
    if (!wrappable) {
        w.refuse(module.name, wraps_only());
        return;
    }
    if (module.kind == ModuleKind::embedding && w.linears_alone()) return w.refuse(module.name, w.not_with_flag());
    const Dimensions &shape = weight->shape;
    const bool in_first = module.kind == ModuleKind::conv1d || module.kind == ModuleKind::embedding;
    AdaptedModule target{module.name,
                         module.kind,
                         in_first ? shape[0] : shape[1],
                         in_first ? shape[1] : shape[0],
                         w.rank_of(module.name).value_or(size_of_module(w.use)),
                         1,
                         0};
    if (target.rank != size_of_module(w.use) && is_one_of_experts(module.name)) return w.refuse(module.name, experts_alike());
    const Count more = w.adapter().bias == "lora_only" && has_bias(module) ? target.out : 0;
    const std::optional<Count> kernel = kernel_of(shape), in = kernel ? checked_mul(target.in, *kernel) : std::nullopt;
    w.add_made(std::move(target), in, has_bias(module), more);
}

void wrap_parameter(Wrapping &w, const Module &module, const Parameter &parameter, Count rank)
{
    const std::string name = module.name + "." + parameter.name;
    if (w.linears_alone()) return w.refuse(name, w.not_with_flag());
    if (w.adapter().dora)
        return w.refuse(
            name, phrase(QT_TRANSLATE_NOOP("core", "%1's parameter wrapper, which fused experts need, does not work with %2"),
                         {"PEFT", "DoRA"}));
    if (w.adapter().dropout > 0)
        return w.refuse(name, phrase(QT_TRANSLATE_NOOP(
                                         "core", "%1's parameter wrapper, which fused experts need, does not work with dropout"),
                                     {"PEFT"}));
    if (parameter.shape.size() < 2 || parameter.shape.size() > 3)
        return w.refuse(name, phrase(QT_TRANSLATE_NOOP("core", "%1 wraps parameters of 2 or 3 dimensions only"), {"PEFT"}));
    const bool stacked = parameter.shape.size() == 3;
    const Count copies = stacked ? parameter.shape[0] : 1;
    AdaptedModule target{name, module.kind, parameter.shape.back(), parameter.shape[stacked ? 1 : 0], rank, copies, 0};
    const std::string_view own = std::string_view(name).substr(name.rfind('.') + 1);
    if (std::ranges::any_of(w.plan.targets, [&](const AdaptedModule &other) {
            return other.kind == module.kind && other.rank != rank && other.module.ends_with(own);
        }))
        return w.refuse(name, experts_alike());
    w.add_pairs(std::move(target));
}

/// PEFT refuses a parameter of a module that it wraps (tuners_utils.py, _inject_parameters).
Error unwrapped_parameter(const std::string &name, bool wrapped)
{
    return {"adapter.target_parameters", name, phrase(QT_TRANSLATE_NOOP("core", "parameters of fused experts and of routers")),
            wrapped
                ? phrase(QT_TRANSLATE_NOOP("core", "%1 does not wrap a parameter of a module that %2 names already"),
                         {"PEFT", "adapter.targets"})
                : phrase(QT_TRANSLATE_NOOP("core", "the step of %1's wrapper around this parameter is not simulated"), {"PEFT"})};
}

void wrap_parameters(Wrapping &w, const TargetPatterns &patterns)
{
    if (patterns.parameters.empty()) return;
    std::set<std::string_view> adapted;
    for (const AdaptedModule &target : w.plan.targets) adapted.insert(target.module);
    for (const Module &module : w.arch.modules) {
        for (const Parameter &parameter : module.parameters) {
            const std::string key = module.name + "." + parameter.name;
            const auto wanted = std::ranges::find_if(
                patterns.parameters, [&key](const TargetParameter &target) { return is_named(key, target.name); });
            if (wanted == patterns.parameters.end()) continue;
            const bool stated =
                std::ranges::any_of(w.adapter().target_parameters, [&key](const std::string &end) { return is_named(key, end); });
            if (module.kind == ModuleKind::experts || module.kind == ModuleKind::other || !stated) {
                wrap_parameter(w, module, parameter, w.rank_of(key).value_or(w.adapter().rank * wanted->rank_factor));
            } else if (!w.error) {
                w.error = unwrapped_parameter(key, adapted.contains(module.name));
            }
        }
    }
}

bool is_inside(const std::set<std::string_view> &scopes, std::string_view name)
{
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
        if (scopes.contains(name.substr(0, dot))) return true;
    return scopes.contains(name);
}

/// Copies of modules_to_save train whole: every module whose name ends so, with all that is inside.
void save_modules(Wrapping &w)
{
    if (w.adapter().modules_to_save.empty()) return;
    std::string inside; // a saved module's children are part of its copy
    for (const std::string &name : module_names(w.arch)) {
        if (!inside.empty() && name.starts_with(inside)) continue;
        const bool saved =
            std::ranges::any_of(w.adapter().modules_to_save, [&](const std::string &end) { return name.ends_with(end); });
        if (!saved) continue;
        inside = name + ".";
        w.plan.saved_modules.push_back(name);
    }
    const std::set<std::string_view> saved(w.plan.saved_modules.begin(), w.plan.saved_modules.end());
    for (const Module &module : w.arch.modules)
        if (is_inside(saved, module.name))
            for (const Parameter &parameter : module.parameters) w.train(parameter.elements(), module.name);
}

/// Parameters of the first layer, and of what is neither layer nor embedding nor head.
void size_parts(AdaptedModel &out, const Architecture &arch)
{
    const DecoderSpec &decoder = *arch.decoder;
    const std::string within = decoder.prefix.empty() ? "" : decoder.prefix + ".", layers = within + decoder.layers_name + ".";
    out.shares_embedding = decoder.embedding_name == "embed_tokens";
    for (const Module &module : arch.modules) {
        const bool layer = module.name.starts_with(layers);
        if (layer && !module.name.starts_with(layers + "0.")) continue;
        if (!layer && (!module.name.starts_with(within) || module.name == within + decoder.embedding_name ||
                       module.name == arch.output_embedding))
            continue;
        for (const Parameter &parameter : module.parameters)
            if (!parameter.tied_to) (layer ? out.first_layer : out.around_layers) += parameter.elements();
    }
}

AdaptedModel sizes_of(const Architecture &arch, const std::vector<AdaptedModule> &targets)
{
    AdaptedModel out{.type = arch.model_type};
    for (const AdaptedModule &target : targets)
        out.linears.push_back({target.module.substr(target.module.rfind('.') + 1), target.in, target.out, false});
    if (!arch.decoder || arch.decoder->kinds.empty()) return out;
    const AttentionSpec &attention = arch.decoder->kinds.front().attention;
    out.hidden = arch.decoder->hidden;
    out.layers = arch.decoder->layer_count();
    out.vocab = arch.decoder->vocab;
    out.heads = attention.heads;
    out.kv_heads = attention.kv_heads;
    out.head_dim = attention.head_dim;
    size_parts(out, arch);
    return out;
}

/// The sizes of the model, and what the method makes once for it.
void size_model(Wrapping &w)
{
    w.plan.model.type = w.arch.model_type;
    const bool asked = !w.method.wrap || token_rows(w.use).embedding > 0; // a pair of its own shares nothing else
    if (!w.method.shared || !asked) return;
    w.plan.model = sizes_of(w.arch, w.plan.targets);
    w.train(trained_values(w.method.shared(w.use, w.plan.model)), w.arch.class_name);
}

bool wraps_modules(const AdapterMethod &method) { return method.tensors != nullptr || method.trains_norms; }

/// The head whose adapter is the embedding's, the other way round, behind all others.
void wrap_tied_head(Wrapping &w)
{
    const auto embedding = std::ranges::find(w.plan.targets, ModuleKind::embedding, &AdaptedModule::kind);
    const auto head = std::ranges::find(w.arch.modules, w.arch.output_embedding, &Module::name);
    if (!w.plan.tied_head || embedding == w.plan.targets.end() || head == w.arch.modules.end()) return;
    AdaptedModule target{head->name, head->kind, embedding->out, embedding->in, embedding->rank, 1, 0};
    const Count in = target.in;
    w.add_made(std::move(target), in, has_bias(*head), 0);
}

/// Of a method that wraps no modules by their names.
Result<AdaptedModules> sized_model(Wrapping &w)
{
    size_model(w);
    if (w.error) return *w.error;
    return std::move(w.plan);
}

/// The adapter with its method's own defaults for the targets' names.
Adapter with_default_targets(Adapter adapter, const std::string &model_type)
{
    const auto own = method_of(adapter).default_targets;
    if (own == nullptr || adapter.targets != std::vector<std::string>{"default"}) return adapter;
    const std::optional<std::string_view> names = own(model_type);
    if (!names) return adapter;
    adapter.targets.clear();
    std::istringstream words{std::string(*names)};
    for (std::string word; words >> word;) adapter.targets.push_back(word);
    return adapter;
}

Error nothing_matched(const Architecture &arch, const Adapter &adapter)
{
    std::string names;
    for (const std::string &target : adapter.targets) names += (names.empty() ? "" : ", ") + target;
    if (adapter.targets == std::vector<std::string>{"default"}) return no_default_targets(arch.model_type);
    return Error{"adapter.targets", names, phrase(QT_TRANSLATE_NOOP("core", "names of modules of this model")),
                 adapter.targets_regex ? phrase(QT_TRANSLATE_NOOP("core", "no module matches"))
                                       : phrase(QT_TRANSLATE_NOOP("core", "no module named %1"), {names})};
}

} // namespace

Result<AdaptedModules> adapted_modules(const Architecture &arch, const Adapter &wanted)
{
    const AdapterUse stated(with_default_targets(with_tied_rows(prepared(wanted), arch), arch.model_type), arch.model_type);
    const AdapterMethod &method = method_of(stated.adapter());
    const Result<TiedTargets> tied = method.ties_targets ? tied_targets(stated, arch) : TiedTargets{stated.adapter()};
    if (!tied) return tied.error();
    const AdapterUse use(tied->adapter, arch.model_type);
    const Adapter &adapter = use.adapter();
    if (!arch.generates)
        return Error{"adapter.targets", arch.class_name, phrase(QT_TRANSLATE_NOOP("core", "a class that generates text")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1's causal-LM wrapper refuses this class"), {"PEFT"})};
    if (!method.model_types.empty() && !has_word(method.model_types, arch.model_type))
        return Error{"adapter.type", std::string(method.name), std::string(method.model_types),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 has it for these model types alone"), {"PEFT"})};
    if (method.default_targets && adapter.targets == std::vector<std::string>{"default"})
        return no_default_targets(arch.model_type); // its own table has none
    const Result<RanksByName> ranks = RanksByName::of(use);
    if (!ranks) return ranks.error();
    Wrapping w{arch, use, method, *ranks, RankedUses(use), {}, {}};
    if (auto error = unplanned_setting(use, method)) return *std::move(error);
    if (auto error = refused_token_rows(use, arch)) return *std::move(error);
    if (!wraps_modules(method)) return sized_model(w);
    w.plan.usual_rank = size_of_module(use);
    w.plan.tied_head = tied->head;
    w.plan.tied_copy = tied->saved;
    const Result<ChosenModules> chosen = ChosenModules::of(use);
    if (!chosen) return chosen.error();
    const Result<TargetPatterns> patterns = target_patterns(arch, adapter, method.folds_parameters);
    if (!patterns) return patterns.error();
    // containers are met before the modules inside them, as PEFT walks them
    std::size_t next = 0;
    for_each_matching_name(arch, adapter, *patterns, [&](const std::string &name) {
        if (!chosen->takes(name) || (tied->head && name == arch.output_embedding)) return;
        while (next < arch.modules.size() && arch.modules[next].name != name) ++next;
        if (next < arch.modules.size()) return wrap_module(w, arch.modules[next]);
        next = 0;
        w.refuse(name, wraps_only());
    });
    wrap_parameters(w, *patterns);
    wrap_tied_head(w);
    if (w.error) return *w.error;
    if (const auto error = unmatched_parameter(arch, adapter)) return *error;
    if (w.plan.targets.empty() && adapter.targets.size() != 1) return nothing_matched(arch, adapter);
    if (const auto error = mistyped_target(arch, adapter)) return *error;
    if (w.plan.targets.empty()) return nothing_matched(arch, adapter);
    size_model(w);
    save_modules(w);
    if (adapter.bias == "all")
        for (const Module &module : arch.modules)
            for (const Parameter &parameter : module.parameters)
                if (parameter.name == "bias" && !parameter.tied_to) w.train(parameter.elements(), module.name);
    if (w.error) return *w.error;
    return std::move(w.plan);
}

} // namespace plimsoll
