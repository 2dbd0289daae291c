// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_adapter.h"

#include "core/adapters/adapted_modules.h"
#include "core/adapters/adapters.h"
#include "core/adapters/token_rows.h"
#include "core/ground/phrase.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/library_use.h"
#include "core/resolve/runners.h"

namespace plimsoll {

void take_adapter(Plan &plan, std::vector<std::string> &said)
{
    if (!plan.trains_adapter()) return;
    std::vector<std::string> named;
    plan.adapter = prepared(plan.adapter, &named);
    plan.given.insert(named.begin(), named.end());
    const AdapterMethod &method = method_of(plan.adapter);
    if (method.source.empty() || plan.has("adapter.rank")) return;
    plan.adapter.rank = method.rank;
    plan.given.insert("adapter.rank"); // the stack's own is LoRA's
    said.push_back("adapter.rank = " + std::to_string(method.rank) + " (" + std::string(method.source) + ")");
}

TakenText own_targets(Plan plan, const Architecture &architecture, const Field &field, const TakenDefault &taken)
{
    if (taken.value == "default" && architecture.default_lora_targets.empty())
        return {"all-linear", phrase(QT_TRANSLATE_NOOP("core", "%1 has no default targets for model type %2"),
                                     {"PEFT", architecture.model_type})};
    const TakenText stated{std::string(taken.value), std::string(taken.reason())};
    if (taken.value == "default" || taken.value == "all-linear" || architecture.modules.empty()) return stated;
    if (const auto parsed = field.parse(taken.value)) field.read(plan, *parsed);
    if (adapted_modules(architecture, plan.adapter)) return stated;
    return {
        "all-linear",
        phrase(QT_TRANSLATE_NOOP("core", "%1; %2 does not take them on model type %3, whose linear layers it finds by itself"),
               {stated.why, "PEFT", architecture.model_type})};
}

std::optional<Warning> take_stacks_targets(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    if (plan.trains_adapter()) plan.adapter = with_tied_rows(std::move(plan.adapter), architecture);
    const Models &models = stack_of(plan).models;
    if (models.targets == nullptr || !plan.trains_adapter()) return std::nullopt;
    const ArchitectureRef older = built_by_release(architecture, plan);
    const Architecture &built = older ? *older : architecture;
    const bool experts = models.adapts_experts != nullptr && models.adapts_experts(built);
    if (plan.adapter.targets_regex && !experts) return std::nullopt;
    const std::optional<TakenTargets> taken = models.targets(plan, built);
    if (experts) plan.adapter.converts = false;
    if (!taken) return std::nullopt;
    if (!taken->pattern.empty()) {
        plan.adapter.targets = {taken->pattern};
        plan.adapter.targets_regex = true;
        said.push_back("adapter.targets: " + taken->pattern + " — " + taken->source);
    }
    if (!taken->parameters.empty()) {
        plan.adapter.target_parameters = taken->parameters;
        std::string names;
        for (const std::string &name : taken->parameters) names += (names.empty() ? "" : ", ") + name;
        said.push_back("adapter.target_parameters: " + names + " — " + taken->source);
    }
    if (taken->said.empty()) return std::nullopt;
    std::string text = taken->said;
    return Warning{"targets_taken", std::move(text), "adapter.targets"};
}

namespace {

/// peft 0.21.2 tuners/xlora: hooks hand the scalings to every wrapped module, as an argument that packed ones do not take, and are gone
/// when torch.utils.checkpoint runs a layer again, which saves less then and raises CheckpointError.
std::optional<Error> refused_scalings(const Plan &plan)
{
    const AdapterMethod &method = method_of(plan.adapter);
    if (method.scalings == nullptr) return std::nullopt;
    if (plan.weights.quant != "none")
        return Error{
            "adapter.type", std::string(method.name), phrase(QT_TRANSLATE_NOOP("core", "weights that are not packed")),
            phrase(QT_TRANSLATE_NOOP("core", "%1 hands scalings to its modules, which packed ones do not take"), {"PEFT"})};
    if (plan.gradient_checkpointing.enabled && !plan.gradient_checkpointing.reentrant)
        return Error{"gradient_checkpointing", "true", "false",
                     phrase(QT_TRANSLATE_NOOP("core", "a layer that %1 runs again has no scalings of %2 any more"),
                            {"torch.utils.checkpoint", phrase(method.title)})};
    return std::nullopt;
}

/// peft 0.21.2 peft_model.py: add_adapter refuses it where checkpoints are on already; turned on later they drop the cache, and the mask
/// has columns for more keys than there are.
std::optional<Error> refused_past(const Plan &plan)
{
    const AdapterMethod &method = method_of(plan.adapter);
    if (method.past == nullptr || !plan.gradient_checkpointing.enabled) return std::nullopt;
    return Error{
        "gradient_checkpointing", "true", "false",
        phrase(QT_TRANSLATE_NOOP("core", "%1 keeps keys and values in a cache, which a model drops that runs layers again"),
               {phrase(method.title)})};
}

} // namespace

std::optional<Error> refused_adapter(const Plan &plan)
{
    if (!plan.trains_adapter()) return std::nullopt;
    const AdapterMethod &method = method_of(plan.adapter);
    if (method.folds_parameters) return std::nullopt; // LoRA: every library has it
    if (!uses_library("peft", plan))
        return Error{"adapter.type", std::string(method.name), "lora",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 makes no other adapters"), {stack_of(plan).name})};
    if (method.dense_only && plan.weights.quant != "none")
        return Error{
            "adapter.type", std::string(method.name), phrase(QT_TRANSLATE_NOOP("core", "weights that are not packed")),
            phrase(QT_TRANSLATE_NOOP("core", "%1's forward reads the matrix itself, whose packed form has another shape"),
                   {"PEFT"})};
    if (auto error = refused_past(plan)) return error;
    return refused_scalings(plan);
}

std::string left_out_of_adapter(const Plan &plan)
{
    if (!plan.trains_adapter() || method_of(plan.adapter).simulated(plan.adapter)) return {};
    return phrase(
        QT_TRANSLATE_NOOP("core", "what %1 (%2) makes and keeps in a step is not simulated, its parameters alone are counted"),
        {"adapter.type", method_of(plan.adapter).name});
}

} // namespace plimsoll
