// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measured.h"

#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

/// The highest point of each of `count` stretches, and the last point.
std::vector<std::pair<double, Bytes>> thinned(const std::vector<std::pair<double, Bytes>> &points, std::size_t count)
{
    if (points.size() <= count || count < 2) return points;
    std::vector<std::pair<double, Bytes>> out;
    out.reserve(count + 1);
    const auto bytes = [](const auto &point) { return point.second; };
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(points.size() * i / (count - 1));
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(points.size() * (i + 1) / (count - 1));
        if (begin != end) out.push_back(*std::ranges::max_element(begin, end, {}, bytes));
    }
    if (out.back() != points.back()) out.push_back(points.back());
    return out;
}

ordered_json phase_to_json(const MeasuredPhase &phase)
{
    return {{"step", phase.step},
            {"phase", phase.phase},
            {"allocated_peak_bytes", or_null(phase.allocated_peak)},
            {"reserved_peak_bytes", or_null(phase.reserved_peak)},
            {"allocated_end_bytes", or_null(phase.allocated_end)}};
}

} // namespace

std::optional<Bytes> MeasuredCurve::peak() const
{
    std::optional<Bytes> out;
    for (const auto &[time, bytes] : points) out = std::max(out.value_or(0), bytes);
    return out;
}

ordered_json measured_to_json(const Measured &measured, std::size_t points)
{
    ordered_json out;
    out["source"] = measured.source;
    out["card"] = measured.card.empty() ? ordered_json() : ordered_json(measured.card);
    out["card_total_bytes"] = or_null(measured.card_total);
    out["versions"] = ordered_json::object();
    for (const auto &[library, release] : measured.versions) out["versions"][library] = release;
    out["runner"] = or_null(measured.runner);
    out["allocated_peak_bytes"] = or_null(measured.allocated_peak);
    out["reserved_peak_bytes"] = or_null(measured.reserved_peak);
    out["device_peak_bytes"] = or_null(measured.device_peak);
    out["outside_torch_bytes"] = or_null(measured.outside_torch);
    out["used_peak_bytes"] = or_null(measured.used_peak);
    out["speed"] = measured.speed.known() ? ordered_json{{"step_seconds", or_null(measured.speed.step_seconds)},
                                                         {"tokens_per_second", or_null(measured.speed.tokens_per_second)},
                                                         {"rows_per_second", or_null(measured.speed.rows_per_second)},
                                                         {"prefill_tokens_per_second", or_null(measured.speed.prefill)},
                                                         {"decode_tokens_per_second", or_null(measured.speed.decode)},
                                                         {"output_tokens_per_second", or_null(measured.speed.output)}}
                                          : ordered_json();
    out["out_of_memory"] = measured.out_of_memory;
    out["phases"] = ordered_json::array();
    for (const MeasuredPhase &phase : measured.phases) out["phases"].push_back(phase_to_json(phase));
    out["curves"] = ordered_json::array();
    for (const MeasuredCurve &curve : measured.curves) {
        ordered_json list = ordered_json::array();
        for (const auto &[time, bytes] : thinned(curve.points, points)) list.push_back({time, bytes});
        out["curves"].push_back({{"what", curve.what},
                                 {"of", curve.of.empty() ? ordered_json() : ordered_json(curve.of)},
                                 {"peak_bytes", or_null(curve.peak())},
                                 {"points", std::move(list)}});
    }
    out["notes"] = measured.notes;
    out["not_covered"] = measured.not_covered;
    return out;
}

std::string measured_to_text(const Measured &measured)
{
    std::string out = "Measured: " + measured.source;
    if (!measured.card.empty()) out += " on " + measured.card;
    out += '\n';
    const auto line = [&out](std::string_view title, const std::optional<Bytes> &bytes) {
        if (bytes) out.append("  ").append(left_aligned(title, 28)).append(right_aligned(gib_table(*bytes), 9)).append(" GiB\n");
    };
    line("allocated, peak", measured.allocated_peak);
    line("reserved, peak", measured.reserved_peak);
    line("process, peak", measured.device_peak);
    line("outside PyTorch", measured.outside_torch);
    line("card, all processes, peak", measured.used_peak);
    for (const MeasuredCurve &curve : measured.curves)
        line(curve.what + (curve.of.empty() ? "" : " of " + curve.of), curve.peak());
    const auto rate = [&out](std::string_view title, const std::optional<double> &value, std::string_view unit) {
        if (value)
            out.append("  ")
                .append(left_aligned(title, 28))
                .append(right_aligned(fixed(*value, *value < 10 ? 2 : 0), 9))
                .append(unit)
                .append("\n");
    };
    rate("a step", measured.speed.step_seconds, " s");
    rate("tokens a second", measured.speed.tokens_per_second, "");
    rate("rows a second", measured.speed.rows_per_second, "");
    rate("prompt tokens a second", measured.speed.prefill, "");
    rate("new tokens a second, alone", measured.speed.decode, "");
    rate("new tokens a second, load", measured.speed.output, "");
    const auto say = [&out](const std::string &text) { out += "  " + text + '\n'; };
    if (measured.out_of_memory) say(phrase(QT_TRANSLATE_NOOP("core", "It ran out of memory.")));
    for (const std::string &note : measured.notes) say(phrase(QT_TRANSLATE_NOOP("core", "Note: %1"), {note}));
    for (const std::string &what : measured.not_covered) say(phrase(QT_TRANSLATE_NOOP("core", "Not covered: %1"), {what}));
    return out;
}

} // namespace plimsoll
