// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/oom_answer.h"

#include "core/fit/verdict_words.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

ordered_json remedy_to_json(const OomRemedy &remedy)
{
    return {{"title", remedy.title},
            {"change", remedy.change.empty() ? ordered_json() : ordered_json::parse(remedy.change)},
            {"saves_bytes", remedy.saves},
            {"bytes_then", remedy.then},
            {"fits", name_of(remedy.fits)},
            {"cost", remedy.cost},
            {"no_effect", or_null(remedy.no_effect)}};
}

ordered_json case_to_json(const OomCase &entry)
{
    ordered_json figures = ordered_json::array(), remedies = ordered_json::array();
    for (const OomFigure &figure : entry.figures)
        figures.push_back({{"name", figure.name},
                           {"title", figure.title},
                           {"value", figure.value},
                           {"unit", figure.is_bytes ? "bytes" : "tokens"}});
    for (const OomRemedy &remedy : entry.remedies) remedies.push_back(remedy_to_json(remedy));
    return {{"situation", name_of(entry.situation)}, {"title", entry.title},
            {"not_here", or_null(entry.not_here)},   {"bytes", entry.bytes},
            {"figures", std::move(figures)},         {"remedies", std::move(remedies)}};
}

/// Lines below each other from the same column on.
std::string hung(const std::string &head, const std::string &text, std::size_t width)
{
    const std::size_t indent = columns(head);
    std::string out;
    for (const std::string &line : wrapped(text, width - indent))
        out += (out.empty() ? head : std::string(indent, ' ')) + line + '\n';
    return out;
}

std::string figure_text(const OomFigure &figure)
{
    if (!figure.is_bytes) return phrase(QT_TRANSLATE_NOOP("core", "%1 tokens"), {grouped(figure.value)});
    constexpr Bytes shown_in_gib = gib / 100;
    return figure.value >= shown_in_gib || figure.value == 0 ? gib_table(figure.value) + " GiB" : grouped(figure.value) + " B";
}

std::string remedy_text(const OomRemedy &remedy, std::size_t width)
{
    const bool idle = !remedy.no_effect.empty();
    const std::string saves = right_aligned(idle || remedy.saves == 0 ? "–" : gib_difference(-remedy.saves), 7);
    const std::string head = saves + right_aligned(idle ? "" : gib_table(remedy.then), 8) + "  " +
                             left_aligned(idle ? std::string() : title_of(remedy.word), 12) + "  ";
    return hung(head,
                idle ? phrase(QT_TRANSLATE_NOOP("core", "%1: no effect here, %2"), {remedy.title, remedy.no_effect})
                     : remedy.title + ": " + remedy.cost,
                width);
}

std::string case_text(const OomCase &entry, std::size_t width)
{
    std::string out = entry.title + '\n';
    if (!entry.not_here.empty())
        return out + hung("  ", phrase(QT_TRANSLATE_NOOP("core", "Not here: %1."), {entry.not_here}), width);
    out += "  " + phrase(QT_TRANSLATE_NOOP("core", "%1 GiB on the card then"), {gib_table(entry.bytes)}) + '\n';
    for (const OomFigure &figure : entry.figures) out += hung("  ", figure.title + ": " + figure_text(figure), width);
    if (!entry.remedies.empty())
        out += right_aligned("saves", 7) + right_aligned("then", 8) + "  " + left_aligned("fits", 12) + "  remedy\n";
    for (const OomRemedy &remedy : entry.remedies) out += remedy_text(remedy, width);
    return out;
}

} // namespace

ordered_json oom_to_json(const OomAnswer &answer)
{
    ordered_json situations = ordered_json::array();
    for (const OomCase &entry : answer.cases) situations.push_back(case_to_json(entry));
    return {{"schema", "plimsoll.oom/1"}, {"gpu", answer.target.counted_name()}, {"situations", std::move(situations)}};
}

std::string oom_to_text(const OomAnswer &answer, std::size_t width)
{
    std::string out;
    for (const OomCase &entry : answer.cases) out += (out.empty() ? "" : "\n") + case_text(entry, width);
    return out + '\n' + phrase(QT_TRANSLATE_NOOP("core", "GiB on the device; fits: %1."), {answer.target.counted_name()}) + '\n';
}

} // namespace plimsoll
