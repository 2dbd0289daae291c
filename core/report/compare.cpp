// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare.h"

#include "core/estimate/rollout_engine.h"
#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/report/csv.h"
#include "core/report/estimate_json.h"
#include "core/report/process_figures.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/table.h"
#include "core/report/titles.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace plimsoll {

namespace {

constexpr std::size_t compare_title_width = 17;
constexpr std::size_t column_width = 15;

struct Term {
    std::string title;
    std::vector<Bytes> bytes; ///< one per plan
};

bool everywhere_zero(const Term &term)
{
    return std::ranges::all_of(term.bytes, [](Bytes bytes) { return bytes == 0; });
}

std::vector<Term> group_terms(const std::vector<PlanAnswer> &answers)
{
    std::vector<Term> out;
    for (const ComponentGroup &group : component_groups()) {
        Term term{title_of(group), {}};
        for (const PlanAnswer &answer : answers) term.bytes.push_back(bytes_of(group, bytes_at_peak(answer.estimate)));
        if (!everywhere_zero(term)) out.push_back(std::move(term));
    }
    return out;
}

Term on_the_device(const std::vector<PlanAnswer> &answers)
{
    Term term{phrase(QT_TRANSLATE_NOOP("core", "On the device")), {}};
    for (const PlanAnswer &answer : answers) term.bytes.push_back(answer.estimate.shown().needed());
    return term;
}

/// What a run takes, of plans some of which have it.
struct TimeRow {
    std::string title;
    std::string_view key; ///< of CSV
    std::optional<double> (*of)(const PlanAnswer &);
    int decimals;
};

std::vector<TimeRow> time_rows(const std::vector<PlanAnswer> &answers)
{
    const auto step = [](const PlanAnswer &answer) -> std::optional<double> {
        return answer.time && answer.time->step ? std::optional(answer.time->step->seconds) : std::nullopt;
    };
    const auto speed = [](const PlanAnswer &answer) -> std::optional<double> {
        if (!answer.time) return std::nullopt;
        return answer.time->step ? answer.time->tokens_per_second() : answer.time->serve->output;
    };
    const auto hours = [](const PlanAnswer &answer) -> std::optional<double> {
        return answer.time && answer.time->cost ? std::optional(answer.time->cost->hours) : std::nullopt;
    };
    const auto usd = [](const PlanAnswer &answer) -> std::optional<double> {
        return answer.time && answer.time->cost ? answer.time->cost->usd : std::nullopt;
    };
    std::vector<TimeRow> out{{phrase(QT_TRANSLATE_NOOP("core", "Seconds a step")), "step_seconds", step, 2},
                             {phrase(QT_TRANSLATE_NOOP("core", "Tokens a second")), "tokens_per_second", speed, 0},
                             {phrase(QT_TRANSLATE_NOOP("core", "Hours of the run")), "hours", hours, 2},
                             {phrase(QT_TRANSLATE_NOOP("core", "Dollars of it")), "usd", usd, 2}};
    std::erase_if(out, [&answers](const TimeRow &row) {
        return std::ranges::none_of(answers, [&row](const PlanAnswer &answer) { return row.of(answer).has_value(); });
    });
    return out;
}

std::string shown(const TimeRow &row, const PlanAnswer &answer)
{
    const std::optional<double> value = row.of(answer);
    if (!value) return "–";
    return localised(row.decimals == 0 ? grouped(static_cast<Count>(*value + 0.5)) : fixed(*value, row.decimals));
}

std::string shown(const ProcessFigure &figure, const PlanAnswer &answer)
{
    const std::optional<Bytes> bytes = figure.of(answer.estimate);
    return bytes ? localised(gib_table(*bytes)) : "–";
}

bool some_spread(const std::vector<PlanAnswer> &answers)
{
    return std::ranges::any_of(answers, [](const PlanAnswer &answer) { return speaks_of_ranks(answer.estimate); });
}

Count ranks_of(const PlanAnswer &answer)
{
    return speaks_of_ranks(answer.estimate) ? mesh_of(answer.estimate.plan.plan).ranks() : 1;
}

std::string cut(const std::string &text, std::size_t width)
{
    if (columns(text) <= width) return text;
    std::size_t end = 0;
    for (std::size_t used = 0; end < text.size(); ++end)
        if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++used == width) break;
    return text.substr(0, end) + "…";
}

/// A name that has no room goes without the words at its front that another has as well: "…4096 tokens" of "QLoRA r16 4096 tokens".
std::string heading_of(const std::vector<PlanAnswer> &answers, std::size_t one, std::size_t width)
{
    const std::string &name = answers[one].name;
    if (columns(name) <= width) return name;
    std::size_t common = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (i == one) continue;
        const auto [own, other] = std::ranges::mismatch(name, answers[i].name);
        const auto alike = static_cast<std::size_t>(own - name.begin());
        if (const std::size_t blank = name.rfind(' ', alike); alike < name.size() && blank != std::string::npos)
            common = std::max(common, blank + 1);
    }
    return common > 0 ? cut("…" + name.substr(common), width) : cut(name, width);
}

/// The block of plans [first, last) as lines; differences are to the very first plan.
class TextBlock {
public:
    TextBlock(const std::vector<PlanAnswer> &answers, std::size_t first, std::size_t last)
        : m_answers(answers), m_first(first), m_last(last)
    {}

    std::string take() &&
    {
        row(phrase(QT_TRANSLATE_NOOP("core", "%1 at the peak"), {"GiB"}),
            [this](std::size_t i) { return heading_of(m_answers, i, column_width - 1); });
        for (const Term &term : group_terms(m_answers))
            row(term.title, [&](std::size_t i) { return localised(gib_table(term.bytes[i])); });
        m_out += std::string(compare_title_width + (m_last - m_first) * column_width, '-') + '\n';
        total(on_the_device(m_answers));
        for (const ProcessFigure &figure : process_figures(m_answers))
            row(figure.title, [&](std::size_t i) { return shown(figure, m_answers[i]); });
        for (const TimeRow &time : time_rows(m_answers))
            row(time.title, [&](std::size_t i) { return shown(time, m_answers[i]); });
        if (some_spread(m_answers))
            row(phrase(QT_TRANSLATE_NOOP("core", "Ranks")),
                [this](std::size_t i) { return localised(grouped(ranks_of(m_answers[i]))); });
        row(phrase(QT_TRANSLATE_NOOP("core", "Peak at")),
            [this](std::size_t i) { return title_of(phase_of_peak(m_answers[i].estimate.shown())); });
        verdicts();
        servers();
        return std::move(m_out);
    }

private:
    const std::vector<PlanAnswer> &m_answers;
    std::size_t m_first, m_last;
    std::string m_out;

    /// A title may reach into what the first cell leaves; a longer one stands alone: cards and budgets differ in their ends.
    void row(const std::string &title, const std::function<std::string(std::size_t)> &cell)
    {
        const std::size_t room = compare_title_width + column_width;
        const std::string first = cell(m_first);
        const bool fits = columns(title) + 1 + columns(first) <= room;
        m_out += fits ? title + right_aligned(first, room - columns(title)) : title + '\n' + right_aligned(first, room);
        for (std::size_t i = m_first + 1; i < m_last; ++i) m_out += right_aligned(cell(i), column_width);
        m_out += '\n';
    }

    void total(const Term &term)
    {
        row(term.title, [&](std::size_t i) { return localised(gib_table(term.bytes[i])); });
        if (m_answers.size() > 1)
            row("  " + phrase(QT_TRANSLATE_NOOP("core", "to the first")),
                [&](std::size_t i) { return i == 0 ? std::string() : localised(gib_difference(term.bytes[i] - term.bytes[0])); });
    }

    /// The engines that make completions on cards of their own.
    void servers()
    {
        if (std::ranges::none_of(m_answers, [](const PlanAnswer &answer) { return answer.server != nullptr; })) return;
        row(phrase(QT_TRANSLATE_NOOP("core", "Server")), [this](std::size_t i) {
            const Verdict *const found = m_answers[i].server ? worst(m_answers[i].server->verdicts) : nullptr;
            return found == nullptr ? std::string("–") : std::string(mark_of(found->word()));
        });
    }

    void verdicts()
    {
        for (const Verdict *card : cards_of(m_answers)) {
            row(card->card, [&](std::size_t i) {
                const Verdict *const found = verdict_on(m_answers[i], *card);
                if (found == nullptr) return std::string("–");
                const std::string mark(mark_of(found->word()));
                if (found->at_once)
                    return mark + " " +
                           phrase(QT_TRANSLATE_NOOP("core", "%1 of %2"),
                                  {localised(grouped(*found->at_once)), localised(grouped(found->requests))});
                return spare_says_it(*found) ? mark + " " + localised(gib_difference(found->headroom)) : mark;
            });
        }
    }
};

} // namespace

std::string compare_to_text(const std::vector<PlanAnswer> &answers, std::size_t width)
{
    const std::size_t at_once = std::max<std::size_t>(1, (width - compare_title_width) / column_width);
    std::string out;
    for (std::size_t first = 0; first < answers.size(); first += at_once)
        out += (first == 0 ? "" : "\n") + TextBlock(answers, first, std::min(answers.size(), first + at_once)).take();
    return out;
}

std::string compare_to_markdown(const std::vector<PlanAnswer> &answers)
{
    report::Table table{{{phrase(QT_TRANSLATE_NOOP("core", "%1 at the peak"), {"GiB"})}}, {}};
    for (const PlanAnswer &answer : answers) table.columns.push_back({answer.name, true});
    const auto add = [&table](const Term &term, bool strong) {
        std::vector<std::string> row{term.title};
        for (const Bytes bytes : term.bytes) row.push_back(localised(gib_table(bytes)));
        table.rows.push_back(report::row_of(std::move(row), strong));
    };
    for (const Term &term : group_terms(answers)) add(term, false);
    add(on_the_device(answers), true);
    for (const ProcessFigure &figure : process_figures(answers)) {
        table.rows.push_back(report::row_of({figure.title}));
        for (const PlanAnswer &answer : answers) table.rows.back().push_back({shown(figure, answer)});
    }
    for (const TimeRow &time : time_rows(answers)) {
        table.rows.push_back(report::row_of({time.title}));
        for (const PlanAnswer &answer : answers) table.rows.back().push_back({shown(time, answer)});
    }
    if (some_spread(answers)) {
        table.rows.push_back(report::row_of({phrase(QT_TRANSLATE_NOOP("core", "Ranks"))}));
        for (const PlanAnswer &answer : answers) table.rows.back().push_back({localised(grouped(ranks_of(answer)))});
    }
    return table_to_markdown(table);
}

std::string compare_to_csv(const std::vector<PlanAnswer> &answers)
{
    std::vector<std::string> head{"component"};
    for (const PlanAnswer &answer : answers) head.push_back(answer.name);
    std::string out = csv_line(head);
    const auto add = [&](std::string title, const std::function<Bytes(const Estimate &)> &bytes) {
        std::vector<std::string> line{std::move(title)};
        for (const PlanAnswer &answer : answers) line.push_back(std::to_string(bytes(answer.estimate)));
        out += csv_line(line);
    };
    for (std::size_t i = 0; i < component_count; ++i)
        add(std::string(name_of(static_cast<Component>(i))),
            [i](const Estimate &estimate) { return bytes_at_peak(estimate)[i]; });
    add("device", [](const Estimate &estimate) { return estimate.shown().needed(); });
    add("allocated", [](const Estimate &estimate) { return estimate.shown().peak.allocated; });
    add("reserved", [](const Estimate &estimate) { return estimate.shown().peak.reserved; });
    if (some_spread(answers)) {
        std::vector<std::string> line{"ranks"};
        for (const PlanAnswer &answer : answers) line.push_back(std::to_string(ranks_of(answer)));
        out += csv_line(line);
    }
    for (const TimeRow &time : time_rows(answers)) {
        std::vector<std::string> line{std::string(time.key)};
        for (const PlanAnswer &answer : answers) {
            const std::optional<double> value = time.of(answer);
            line.push_back(value ? fixed(*value, 6) : std::string());
        }
        out += csv_line(line);
    }
    for (const std::string &key : run_keys(answers)) {
        std::vector<std::string> line{key};
        for (const PlanAnswer &answer : answers) {
            const auto bytes = run_figure(answer.estimate, key);
            line.push_back(bytes ? std::to_string(*bytes) : std::string());
        }
        out += csv_line(line);
    }
    return out;
}

nlohmann::ordered_json compare_to_json(const std::vector<PlanAnswer> &answers)
{
    using nlohmann::ordered_json;
    ordered_json terms = ordered_json::array();
    for (std::size_t i = 0; i < component_count; ++i) {
        ordered_json bytes = ordered_json::array();
        for (const PlanAnswer &answer : answers) bytes.push_back(bytes_at_peak(answer.estimate)[i]);
        terms.push_back({{"component", name_of(static_cast<Component>(i))}, {"bytes", std::move(bytes)}});
    }
    ordered_json names = ordered_json::array();
    ordered_json whole = ordered_json::array();
    for (const PlanAnswer &answer : answers) {
        names.push_back(answer.name);
        whole.push_back(estimate_to_json(answer));
    }
    return {{"schema", "plimsoll.compare/1"},
            {"names", std::move(names)},
            {"terms", std::move(terms)},
            {"answers", std::move(whole)}};
}

} // namespace plimsoll
