// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/sweep.h"

#include "core/fit/per_card.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/other_names.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace plimsoll {

namespace {

std::string forms()
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"FIELD=FROM:TO, FIELD=FROM:TO:STEP, FIELD=FROM:TO:x2", "FIELD=A,B,C"});
}

Error nothing_to_sweep() { return {"over", phrase(QT_TRANSLATE_NOOP("core", "nothing")), forms(), {}}; }

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> out;
    for (std::size_t from = 0;;) {
        const std::size_t to = text.find(separator, from);
        out.emplace_back(text.substr(from, to - from));
        if (to == std::string_view::npos) return out;
        from = to + 1;
    }
}

Error too_many(const std::string &field, std::string_view read)
{
    return {"over " + field,
            std::string(read),
            phrase(QT_TRANSLATE_NOOP("core", "at most %1 values; a larger %2 gives fewer"),
                   {std::to_string(most_axis_values), "STEP"}),
            {}};
}

Error range_error(const std::string &field, std::string_view read, const std::string &text)
{
    return {"over " + field, std::string(read),
            phrase(QT_TRANSLATE_NOOP("core", "%1 with %2 and a %3 that leads from one to the other"),
                   {"FROM:TO[:STEP]", "FROM ≤ TO", "STEP"}),
            text};
}

/// From, to and step of a range: each step adds, or multiplies.
template <class Number>
struct Range {
    Number from, to, step;
    bool multiplies = false;
};

template <class Number>
Result<std::vector<std::string>> values_of(const Range<Number> &range, const std::string &field, std::string_view read,
                                           std::string (*write)(Number))
{
    constexpr double most_exact = 9007199254740992.0; // 2^53, to which doubles count every whole number
    if (static_cast<double>(range.to) > most_exact || static_cast<double>(range.from) < -most_exact)

        return range_error(field, read, phrase(QT_TRANSLATE_NOOP("core", "passes 2^53")));
    const bool moves = range.multiplies ? range.step > 1 && range.from > 0 : range.step > 0;
    if (!moves || range.from > range.to) return range_error(field, read, {});
    std::vector<std::string> out;
    // By counting, so that steps of a fraction do not add up their rounding.
    for (std::size_t i = 0;; ++i) {
        const double value =
            range.multiplies ? static_cast<double>(range.from) * std::pow(static_cast<double>(range.step), static_cast<double>(i))
                             : static_cast<double>(range.from) + static_cast<double>(range.step) * static_cast<double>(i);
        if (value > static_cast<double>(range.to) * (1 + 1e-12)) return out;
        if (i == most_axis_values) return too_many(field, read);
        if constexpr (std::is_integral_v<Number>)
            out.push_back(write(static_cast<Number>(std::llround(value))));
        else
            out.push_back(write(value));
    }
}

std::string written(Count value) { return std::to_string(value); }

std::string written(double value)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 10).ptr;
    return {text, end};
}

std::optional<double> number_from_text(const std::string &text)
{
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class Number, class Read>
Result<std::vector<std::string>> range_values(const Field &field, std::string_view text, Read read)
{
    const std::vector<std::string> parts = split(text, ':');
    const bool multiplies = parts.size() == 3 && parts[2].starts_with('x');
    const auto from = read(parts[0]);
    const auto to = read(parts[1]);
    const auto step = parts.size() == 3 ? read(multiplies ? parts[2].substr(1) : parts[2]) : std::optional<Number>(1);
    if (parts.size() > 3 || !from || !to || !step) return range_error(field.path, text, {});
    return values_of<Number>({*from, *to, *step, multiplies}, field.path, text, [](Number value) { return written(value); });
}

Result<std::vector<std::string>> axis_values(const Field &field, std::string_view text)
{
    if (static_cast<std::size_t>(std::ranges::count(text, ',')) >= most_axis_values)
        return too_many(field.path, std::string(text.substr(0, 40)) + "…");
    if (text.find(':') == std::string_view::npos) return split(text, ',');
    if (field.type == FieldType::integer)
        return range_values<Count>(field, text, [](const std::string &part) { return count_from_text(part); });
    if (field.type == FieldType::number) return range_values<double>(field, text, number_from_text);
    if (field.type == FieldType::size)
        return range_values<Count>(field, text, [](const std::string &part) { return bytes_from_text(part); });
    return Error{"over " + field.path, std::string(text),
                 phrase(QT_TRANSLATE_NOOP("core", "values with commas between, such as %1"), {field.takes.text()}),
                 phrase(QT_TRANSLATE_NOOP("core", "is no number"))};
}

bool can_be_swept(const Field &field) { return field.type != FieldType::list && field.path != "name"; }

} // namespace

Result<SweepAxis> sweep_axis(std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
        return text.empty() ? nothing_to_sweep() : Error{"over", std::string(text), forms(), {}};
    std::string name(text.substr(0, equals));
    const Field *field = find_field(name);
    if (!field) field = field_for_option(name);
    if (!field || !can_be_swept(*field)) {
        const std::optional<Meant> meant = field ? std::nullopt : meant_by(name);
        const std::string near = meant ? meant->path : std::string();
        return Error{"over",
                     std::string(text.substr(0, equals)),
                     near.empty() ? phrase(QT_TRANSLATE_NOOP("core", "a field of the plan with one value"))
                                  : phrase(QT_TRANSLATE_NOOP("core", "a field of the plan with one value, such as %1"), {near}),
                     {}};
    }
    Result<std::vector<std::string>> values = axis_values(*field, text.substr(equals + 1));
    if (!values.ok()) return values.error();
    return SweepAxis{field->path, *std::move(values)};
}

Sweep::Sweep(Plan plan, std::vector<SweepAxis> axes, std::size_t size)
    : m_plan(std::move(plan)), m_axes(std::move(axes)), m_size(size)
{}

Result<Sweep> Sweep::over(Plan plan, std::vector<SweepAxis> axes)
{
    if (axes.empty()) return nothing_to_sweep();
    std::size_t size = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (axes[j].field == axes[i].field)
                return Error{"over",
                             phrase(QT_TRANSLATE_NOOP("core", "%1 twice"), {axes[i].field}),
                             phrase(QT_TRANSLATE_NOOP("core", "every field once")),
                             {}};
        if (axes[i].values.empty() || axes[i].values.size() > most_sweep_points / size)
            return Error{"over",
                         phrase(QT_TRANSLATE_NOOP("core", "%1 × %2 points"),
                                {std::to_string(size), std::to_string(axes[i].values.size())}),
                         phrase(QT_TRANSLATE_NOOP("core", "%1 to %2 points"), {"1", std::to_string(most_sweep_points)}),
                         {}};
        size *= axes[i].values.size();
    }
    return Sweep(std::move(plan), std::move(axes), size);
}

std::vector<std::string> Sweep::values_at(std::size_t point) const
{
    std::vector<std::string> out(m_axes.size());
    for (std::size_t i = m_axes.size(); i-- > 0;) {
        const std::vector<std::string> &values = m_axes[i].values;
        out[i] = values[point % values.size()];
        point /= values.size();
    }
    return out;
}

Result<Plan> Sweep::plan_at(std::size_t point) const
{
    const std::vector<std::string> values = values_at(point);
    Result<Plan> plan = m_plan;
    for (std::size_t i = 0; i < m_axes.size() && plan.ok(); ++i) plan = with_field(*plan, m_axes[i].field, values[i]);
    return plan;
}

std::vector<std::string> SweepTarget::names() const
{
    std::vector<std::string> out;
    for (const Node &node : cluster.nodes)
        if (node.card || !swept_budget) out.push_back(node.counted_name());
    if (swept_budget) out.emplace_back("budget");
    return out;
}

Result<SweepTarget> sweep_target(const Target &target)
{
    Result<Cluster> cluster = cluster_of(target);
    if (!cluster) return cluster.error();
    return SweepTarget{*std::move(cluster), false};
}

Result<Estimate> sweep_estimate(const ArchitectureRef &architecture, const Result<Plan> &plan, const SweepTarget &target)
{
    if (!plan.ok()) return plan.error();
    return estimate(architecture, *plan, target.cluster.device(), {.timeline = false, .explain = false});
}

SweepPoint judged_point(const Estimate &estimate, const SweepTarget &target)
{
    SweepPoint out{{}, estimate.fullest().peak, {}};
    PerCard per_card(estimate);
    const Cluster cluster = with_ranks(target.cluster, estimate.plan.plan);
    for (const Node &node : cluster.nodes)
        if (node.card || !target.swept_budget) out.fits.push_back(per_card.verdict(node).fits);
    const std::optional<Bytes> &budget = estimate.plan.plan.target.budget_bytes;
    if (target.swept_budget) out.fits.push_back(budget ? verdict_for_budget(estimate, *budget).fits : Fits::unknown);
    return out;
}

SweepPoint sweep_point(const ArchitectureRef &architecture, const Result<Plan> &plan, const SweepTarget &target)
{
    const Result<Estimate> made = sweep_estimate(architecture, plan, target);
    return made.ok() ? judged_point(*made, target) : SweepPoint{made.error(), {}, {}};
}

} // namespace plimsoll
