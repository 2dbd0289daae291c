// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_json.h"
#include "core/model/quantization/bitsandbytes.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/document/settling.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct PlanEditorWords {
    Q_DECLARE_TR_FUNCTIONS(PlanEditor)
};

/// Edits of one field in a row are one step; a link that changes it is a step of its own, by its name.
QString merge_key(const Session &session, const FieldEdits &edits, const QString &field)
{
    QString key = QString::number(session.selected) + QLatin1Char('/') + field;
    for (const FieldEdit &edit : edits) key += QLatin1Char('/') + qt(edit.path);
    return key;
}

bool sets(const FieldEdits &edits, std::string_view path)
{
    return std::ranges::any_of(edits, [&](const FieldEdit &edit) { return edit.value && edit.path == path; });
}

/// Method and packed weights go together: whoever chooses one of them means the other as well.
Plan settled(Plan plan, const FieldEdits &edits)
{
    const std::string quant = plan.has("weights.quant") ? plan.weights.quant : std::string();
    const bool method = sets(edits, "method"), weights = sets(edits, "weights.quant");
    if (method && !weights) {
        if (plan.method == Method::qlora && quant == "none") plan = without_field(plan, "weights.quant");
        if (plan.method != Method::qlora && is_bitsandbytes(quant)) {
            plan.weights.quant = "none";
            plan = without_field(plan, "weights.double_quant");
        }
    }
    if (weights && !method && plan.has("method")) {
        if (plan.method == Method::qlora && quant == "none") plan.method = Method::lora;
        if (plan.method != Method::qlora && is_bitsandbytes(quant)) plan.method = Method::qlora;
    }
    if (method && plan.method != Method::qlora && !sets(edits, "kbit_prepare")) plan = without_field(plan, "kbit_prepare");
    return plan;
}

bool first_card_has_bf16(const Target &cards)
{
    for (const std::string &name : cards.gpus)
        if (const auto node = find_node(name); node.ok()) return node->card->bf16;
    return true;
}

} // namespace

Result<Plan> with_edits(const Plan &plan, const FieldEdits &edits)
{
    Plan next = plan;
    for (const FieldEdit &edit : edits) {
        if (!edit.value) {
            next = without_field(next, edit.path);
            continue;
        }
        auto changed = with_field(next, edit.path, *edit.value);
        if (!changed.ok()) return changed.error();
        next = std::move(changed).value();
    }
    return settled(std::move(next), edits);
}

EditOutcome apply_edits(Document &document, Evaluator &evaluator, const FieldEdits &edits, const QString &field)
{
    const Session &session = document.session();
    const Plan &plan = session.current().plan;
    auto edited = with_edits(plan, edits);
    if (!edited.ok()) return {edited.error(), {}};
    if (*edited == plan) return {};
    Settling settling(evaluator, session.cards, plan, edits);
    const Result<Plan> next = settling.settle(*std::move(edited), document.offered());
    if (!next.ok()) return {next.error(), {}};
    const bool alone = settling.along().empty(); // what takes others along is a step of its own, undone by one press
    document.apply(with_plan(session, *next), PlanEditorWords::tr("Change %1").arg(field.toLower()),
                   alone ? merge_key(session, edits, field) : QString());
    for (const FieldEdit &edit : edits) document.set_by_user(edit.path);
    return {std::nullopt, settling.along()};
}

std::optional<Error> choose_model(Document &document, Evaluator &evaluator, const ModelReference &model)
{
    const auto architecture = evaluator.architecture(model);
    if (!architecture.ok()) return architecture.error();
    Plan plan = document.session().current().plan;
    plan.model = model;
    plan.given.insert("model");
    document.apply(with_plan(document.session(), plan), PlanEditorWords::tr("Choose %1").arg(qt((*architecture)->name)));
    return std::nullopt;
}

void compare_precisions(Document &document, bool with_lora)
{
    const CompareOptions options{first_card_has_bf16(document.session().cards), with_lora};
    document.apply(with_compared_precisions(document.session(), options), PlanEditorWords::tr("Compare precisions"));
}

} // namespace plimsoll
