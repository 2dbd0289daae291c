// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document_compare.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/adapters/adapted_modules.h"
#include "core/report/titles.h"
#include "core/resolve/built_by_release.h"

#include <algorithm>
#include <map>

namespace plimsoll {

namespace {

using Figures = std::map<std::string, std::string, std::less<>>;

/// Bytes in the document's own unit.
struct Unit {
    std::string name;
    double bytes;

    std::string amount(Bytes value) const { return localised(fixed(static_cast<double>(value) / bytes, 2)); }
    std::string with_name(Bytes value) const { return amount(value) + " " + name; }
};

Unit unit_of(const SourceDocument &document)
{
    return document.unit == "GB" ? Unit{"GB", 1e9} : Unit{"GiB", static_cast<double>(gib)};
}

} // namespace

std::string adapter_sum(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    if (!estimate.architecture || !plan.trains_adapter()) return phrase(QT_TRANSLATE_NOOP("core", "no adapter"));
    const ArchitectureRef older = built_by_release(*estimate.architecture, plan);
    const Result<AdaptedModules> lora = adapted_modules(older ? *older : *estimate.architecture, plan.adapter);
    if (!lora.ok()) return lora.error().message();
    std::vector<std::pair<std::string, Count>> kinds;
    for (const AdaptedModule &target : lora->targets) {
        const std::string name = target.module.substr(target.module.rfind('.') + 1) + " " + grouped(target.rank) + "·(" +
                                 grouped(target.in) + " + " + grouped(target.out) + ")";
        const auto found = std::ranges::find(kinds, name, &std::pair<std::string, Count>::first);
        if (found == kinds.end())
            kinds.emplace_back(name, 1);
        else
            ++found->second;
    }
    std::string out;
    for (const auto &[name, count] : kinds) out.append(out.empty() ? "" : " + ").append(grouped(count) + " × " + name);
    return out + " = " + grouped(lora->trainable);
}

namespace {

Figures figures_of(const PlanAnswer &answer, const Unit &unit)
{
    const Estimate &estimate = answer.estimate;
    const ProcessEstimate &process = estimate.shown();
    Figures out{{"parameters", grouped(estimate.total_parameters)},
                {"trainable", grouped(estimate.trainable_parameters)},
                {"adapter_sum", adapter_sum(estimate)},
                {"weights_16bit", unit.with_name(estimate.total_parameters * 2)},
                {"rank", grouped(estimate.plan.plan.adapter.rank)},
                {"phase", title_of(process.peak.phase)},
                {"device", unit.with_name(process.needed())},
                {"allocated", unit.with_name(process.peak.allocated)},
                {"steady_gradients", unit.with_name(process.steady_gradients)},
                {"steady_optimizer", unit.with_name(process.steady_optimizer)}};
    if (estimate.architecture && estimate.architecture->decoder)
        out["layers"] = grouped(estimate.architecture->decoder->layer_count());
    const ComponentBytes bytes = bytes_at_peak(estimate);
    for (std::size_t i = 0; i < component_count; ++i)
        out[std::string(name_of(static_cast<Component>(i)))] = unit.with_name(bytes[i]);
    if (const Verdict *decider = leading(answer.verdicts)) {
        out["card"] = decider->card;
        out["spare"] = unit.with_name(decider->headroom);
    }
    return out;
}

std::string filled(const std::string &text, const Figures &figures)
{
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t open = text.find('{', at);
        const std::size_t close = open == std::string::npos ? open : text.find('}', open);
        if (close == std::string::npos) break;
        const auto found = figures.find(std::string_view(text).substr(open + 1, close - open - 1));
        out.append(text, at, open - at);
        if (found == figures.end())
            out.append(text, open, close - open + 1);
        else
            out += found->second;
        at = close + 1;
    }
    return out.append(text, at);
}

Bytes planned_bytes(const DocumentFigure &figure, const Estimate &estimate)
{
    if (figure.components.empty()) return estimate.shown().needed();
    const ComponentBytes bytes = bytes_at_peak(estimate);
    Bytes sum = 0;
    for (std::size_t i = 0; i < component_count; ++i)
        if (std::ranges::find(figure.components, name_of(static_cast<Component>(i))) != figure.components.end()) sum += bytes[i];
    return sum;
}

std::string shown(const DocumentRow &row, std::int64_t value, const Unit &unit)
{
    return row.is_count ? localised(grouped(value)) : unit.amount(value);
}

std::string difference(const DocumentRow &row, const Unit &unit)
{
    const std::int64_t by = row.planned - row.document;
    return (by > 0 ? "+" : "") + shown(row, by, unit);
}

} // namespace

std::string document_amount(const SourceDocument &document, Bytes bytes) { return unit_of(document).amount(bytes); }

std::vector<DocumentRow> document_rows(const SourceDocument &document, const PlanAnswer &answer)
{
    const Unit unit = unit_of(document);
    Figures figures = figures_of(answer, unit);
    std::vector<DocumentRow> out;
    for (const DocumentFigure &figure : document.figures) {
        if (!figure.scenario.empty() && figure.scenario != answer.name) continue;
        DocumentRow row{figure.term, 0, 0, figure.count.has_value(), {}};
        row.document = figure.count ? *figure.count : figure.bytes.value_or(0);
        if (row.is_count)
            row.planned = figure.quantity == "total" ? answer.estimate.total_parameters : answer.estimate.trainable_parameters;
        else
            row.planned = planned_bytes(figure, answer.estimate);
        const std::string name = row.is_count ? std::string() : " " + unit.name;
        figures["document"] = shown(row, row.document, unit) + name;
        figures["planned"] = shown(row, row.planned, unit) + name;
        figures["difference"] = difference(row, unit) + name;
        row.note = filled(figure.note, figures);
        out.push_back(std::move(row));
    }
    return out;
}

std::string document_to_text(const SourceDocument &document, const PlanAnswer &answer, std::size_t width)
{
    const std::vector<DocumentRow> rows = document_rows(document, answer);
    if (rows.empty()) return {};
    const Unit unit = unit_of(document);
    std::string out = phrase(QT_TRANSLATE_NOOP("core", "Beside \"%1\""), {document.title}) + '\n';
    for (const std::string &line : wrapped(document.source, width)) out += line + '\n';
    out += '\n' + left_aligned("", 26) + right_aligned(phrase(QT_TRANSLATE_NOOP("core", "document")), 16) +
           right_aligned("Plimsoll", 16) + right_aligned(phrase(QT_TRANSLATE_NOOP("core", "difference")), 16) + "\n";
    for (const DocumentRow &row : rows) {
        out += left_aligned(row.term, 26) + right_aligned(shown(row, row.document, unit), 16) +
               right_aligned(shown(row, row.planned, unit), 16) + right_aligned(difference(row, unit), 16) +
               (row.is_count ? "" : " " + unit.name) + '\n';
        for (const std::string &line : wrapped("    " + row.note, width, 4))
            if (!row.note.empty()) out += line + '\n';
    }
    return out;
}

} // namespace plimsoll
