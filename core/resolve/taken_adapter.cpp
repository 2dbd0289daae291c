// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_adapter.h"

#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"
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
    return std::nullopt;
}

std::string left_out_of_adapter(const Plan &plan)
{
    if (!plan.trains_adapter() || method_of(plan.adapter).simulated(plan.adapter)) return {};
    return phrase(
        QT_TRANSLATE_NOOP("core", "what %1 (%2) makes and keeps in a step is not simulated, its parameters alone are counted"),
        {"adapter.type", method_of(plan.adapter).name});
}

} // namespace plimsoll
