// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace plimsoll::accuracy {
namespace {

// Middle of a sorted list, mean of the two middle ones for an even number.
double median_of(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void add_case(std::vector<Case> &cases, const Judgement *judgement, const std::optional<double> &error)
{
    if (error) cases.push_back({judgement, *error});
}

std::string percent(double value)
{
    char out[32];
    std::snprintf(out, sizeof out, "%.2f", value * 100);
    return out;
}

std::string share(std::size_t part, std::size_t whole)
{
    return whole == 0 ? "-" : std::to_string(static_cast<int>(std::lround(100.0 * double(part) / double(whole))));
}

std::string padded(const std::string &text, int width)
{
    char out[128];
    std::snprintf(out, sizeof out, "%*s", width, text.c_str());
    return out;
}

std::string figure_columns(const ErrorSummary &summary, bool with_bias)
{
    if (summary.n == 0)
        return padded("-", 7) + padded("-", 7) + padded("-", 8) + (with_bias ? padded("-", 7) + padded("-", 6) : "");
    std::string out = padded(percent(summary.median), 7) + padded(percent(summary.p95), 7) + padded(percent(summary.worst), 8);
    if (with_bias) out += padded(percent(summary.bias), 7) + padded(std::to_string(summary.under), 6);
    return out;
}

nlohmann::json json_of(const ErrorSummary &summary)
{
    if (summary.n == 0) return nullptr;
    nlohmann::json worst = nlohmann::json::array();
    for (const Case &one : summary.worst_cases)
        worst.push_back({{"id", one.judgement->row->id}, {"group", one.judgement->row->group}, {"error", one.error}});
    return {{"n", summary.n},       {"median", summary.median}, {"p95", summary.p95},  {"worst", summary.worst},
            {"bias", summary.bias}, {"under", summary.under},   {"worst_cases", worst}};
}

} // namespace

ErrorSummary summarize(std::vector<Case> cases, std::size_t worst_cases)
{
    ErrorSummary out;
    out.n = cases.size();
    if (cases.empty()) return out;
    std::ranges::stable_sort(cases, std::greater{}, [](const Case &one) { return std::abs(one.error); });
    std::vector<double> absolute, with_sign;
    for (const Case &one : cases) {
        absolute.push_back(std::abs(one.error));
        with_sign.push_back(one.error);
        if (one.error < -0.01) ++out.under;
    }
    out.median = median_of(absolute);
    out.worst = absolute.front();
    const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(out.n)));
    out.p95 = absolute[out.n - rank];
    out.bias = median_of(with_sign);
    cases.resize(std::min(cases.size(), worst_cases));
    out.worst_cases = std::move(cases);
    return out;
}

TableLine line_of(std::string name, std::span<const Judgement *const> judgements, std::size_t worst_cases)
{
    TableLine line{.name = std::move(name), .rows = judgements.size()};
    std::vector<Case> allocated, reserved, required, device;
    for (const Judgement *one : judgements) {
        if (!one->answered()) ++line.refused;
        add_case(allocated, one, one->allocated_error());
        add_case(reserved, one, one->reserved_error());
        add_case(required, one, one->required_error());
        add_case(device, one, one->device_error());
        if (const auto right = one->phase_right()) ++line.phases_known, line.phases_right += *right;
        if (const auto holds = one->covered()) ++line.intervals_known, line.intervals_cover += *holds;
    }
    line.allocated = summarize(std::move(allocated), worst_cases);
    line.reserved = summarize(std::move(reserved), worst_cases);
    line.required = summarize(std::move(required), worst_cases);
    line.device = summarize(std::move(device), worst_cases);
    return line;
}

std::vector<TableLine> table_by(const std::string &field, std::span<const Judgement *const> judgements, std::size_t worst_cases)
{
    std::map<std::string, std::vector<const Judgement *>> parts;
    for (const Judgement *one : judgements) parts[one->row->value_of(field)].push_back(one);
    std::vector<TableLine> lines;
    for (const auto &[name, part] : parts) lines.push_back(line_of(name.empty() ? "(not said)" : name, part, worst_cases));
    return lines;
}

std::string text_of(const std::string &title, std::span<const TableLine> lines)
{
    std::string out = "                                     allocated |error| %               reserved              required"
                      "              device             phase  in 90 %\n";
    char head[64];
    std::snprintf(head, sizeof head, "%-24.24s  rows refused", title.c_str());
    out += head;
    out += " median    p95   worst   bias under median    p95   worst median    p95   worst median    p95   worst right% "
           "interval%\n";
    for (const TableLine &line : lines) {
        char name[64];
        std::snprintf(name, sizeof name, "%-24.24s %5zu %7zu", line.name.c_str(), line.rows, line.refused);
        out += name + figure_columns(line.allocated, true) + figure_columns(line.reserved, false) +
               figure_columns(line.required, false) + figure_columns(line.device, false) +
               padded(share(line.phases_right, line.phases_known), 7) +
               padded(share(line.intervals_cover, line.intervals_known), 10) + "\n";
    }
    return out;
}

std::string summary_text(std::span<const Judgement *const> judgements)
{
    const auto kind_of = [](const Row &row) {
        const std::string kind = row.value_of("task") == "train" ? row.value_of("method") : row.value_of("task");
        return (row.published ? "published: " : "") + kind;
    };
    std::map<std::string, std::vector<const Judgement *>> kinds;
    for (const Judgement *one : judgements) kinds[kind_of(*one->row)].push_back(one);
    std::string out = "                            |error| of allocated, %    of reserved, %\n"
                      "kind of run         runs   median    p95  too low     median    p95  not answered\n";
    for (const auto &[kind, part] : kinds) {
        const TableLine line = line_of(kind, part, 0);
        const auto figure = [](const ErrorSummary &summary, double value) {
            return summary.n == 0 ? std::string("-") : percent(value);
        };
        char text[128];
        std::snprintf(text, sizeof text, "%-18s %5zu  %7s%7s%9zu    %7s%7s%14zu\n", kind.c_str(), line.rows,
                      figure(line.allocated, line.allocated.median).c_str(), figure(line.allocated, line.allocated.p95).c_str(),
                      line.allocated.under, figure(line.reserved, line.reserved.median).c_str(),
                      figure(line.reserved, line.reserved.p95).c_str(), line.refused);
        out += text;
    }
    return out;
}

std::string worst_text(const TableLine &all)
{
    std::string out;
    const auto add = [&out](const char *figure, const ErrorSummary &summary) {
        if (summary.n == 0) return;
        out += std::string("worst ") + figure + ":\n";
        for (const Case &one : summary.worst_cases) {
            const Row &row = *one.judgement->row;
            out += padded(percent(one.error), 9) + " %  " + row.id + "  " + row.group + " " + row.model_type + " " +
                   row.value_of("stack") + " " + row.value_of("task") + " " + row.value_of("method") + " " +
                   row.value_of("weights.quant") + " " + row.value_of("attention") + "\n";
        }
    };
    add("allocated", all.allocated);
    add("reserved", all.reserved);
    add("required", all.required);
    add("device", all.device);
    return out;
}

nlohmann::json json_of(const TableLine &line)
{
    return {{"name", line.name},
            {"rows", line.rows},
            {"refused", line.refused},
            {"allocated", json_of(line.allocated)},
            {"reserved", json_of(line.reserved)},
            {"required", json_of(line.required)},
            {"device", json_of(line.device)},
            {"phases", {{"known", line.phases_known}, {"right", line.phases_right}}},
            {"intervals", {{"known", line.intervals_known}, {"cover", line.intervals_cover}}}};
}

} // namespace plimsoll::accuracy
