// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/profile_of.h"

#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/card/report_parts.h"
#include "core/report/card/scenario_table.h"
#include "core/report/document_compare.h"
#include "core/report/estimate_text.h"
#include "core/report/profile/profile_words.h"
#include "core/report/titles.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

std::string profile_of_count(Count number) { return localised(grouped(number)); }

Table pairs_table(const char *caption, std::vector<std::pair<std::string, std::string>> rows)
{
    Table table{{{phrase(caption)}, {}}, {}};
    for (auto &[name, value] : rows) table.rows.push_back({{std::move(name)}, {std::move(value)}});
    return table;
}

class Profile {
public:
    Profile(ReportInput input, const ProfileFacts &facts)
        : m_input(std::move(input)), m_facts(facts), m_answer(chosen(m_input)), m_estimate(m_answer.estimate), m_in{m_input.unit}
    {}

    Document take() &&
    {
        m_out.title = phrase(QT_TRANSLATE_NOOP("core", "Memory profile: %1"), {m_answer.name});
        add(Heading{1, status_line(m_answer, m_in)});
        add(Paragraph{{{summary()}}});
        section(QT_TRANSLATE_NOOP("core", "Test configuration"));
        add(configuration_table(m_estimate));
        if (m_input.answers.size() > 1) add(scenario_table(m_input, true));
        measurements();
        section(QT_TRANSLATE_NOOP("core", "Breakdown at the peak"));
        add(breakdown_table(m_estimate, m_in));
        add_ranks(m_out, m_estimate, m_in);
        against_targets();
        section(QT_TRANSLATE_NOOP("core", "Impact"));
        add(Paragraph{{{impact_of(m_answer, m_in)}}});
        recommendations();
        architecture();
        adapter();
        per_billion();
        section(QT_TRANSLATE_NOOP("core", "Next action"));
        add(Paragraph{{{next_action(m_answer, m_facts.advice, m_in)}}});
        add_end(m_out, std::move(m_input), m_facts.advice);
        return std::move(m_out);
    }

private:
    void add(Block block) { m_out.blocks.push_back(std::move(block)); }
    void section(const char *title) { add(Heading{2, phrase(title)}); }

    [[nodiscard]] std::string summary() const
    {
        const ProcessEstimate &process = m_estimate.shown();
        return phrase(
            QT_TRANSLATE_NOOP("core", "%1: %2. It needs %3 on the device (nine runs of ten: %4 to %5); the peak is at %6. "
                                      "All figures in %7 (%8)."),
            {model_name(m_estimate), plan_in_words(m_estimate.plan.plan), localised(m_in.brief_named(process.needed())),
             localised(m_in.brief(process.needed_interval().low)), localised(m_in.brief_named(process.needed_interval().high)),
             title_of(process.peak.phase), m_in.name(), m_in.meaning()});
    }

    void measurements()
    {
        const std::vector<DocumentRow> rows =
            m_facts.document ? document_rows(*m_facts.document, m_answer) : std::vector<DocumentRow>();
        if (rows.empty() && m_facts.measurements.empty()) return;
        section(QT_TRANSLATE_NOOP("core", "Measurements"));
        if (!m_facts.measurements.empty()) add(pairs_table(QT_TRANSLATE_NOOP("core", "Measured"), m_facts.measurements));
        if (rows.empty()) return;
        add(Paragraph{{{m_facts.document->title, true}, {m_facts.document->source}}});
        Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Term"))},
                     {phrase(QT_TRANSLATE_NOOP("core", "%1 of the document"), {m_facts.document->unit}), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "planned")), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "Why they differ"))}},
                    {}};
        for (const DocumentRow &row : rows) {
            const auto shown = [&](std::int64_t value) {
                return row.is_count ? profile_of_count(value) : document_amount(*m_facts.document, value);
            };
            table.rows.push_back({{row.term}, {shown(row.document)}, {shown(row.planned)}, {row.note}});
        }
        add(std::move(table));
    }

    void against_targets()
    {
        if (m_answer.verdicts.empty()) return;
        section(QT_TRANSLATE_NOOP("core", "Over or under the target"));
        Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Target"))},
                     {phrase(QT_TRANSLATE_NOOP("core", "needed, bytes")), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "usable, bytes")), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "over, bytes")), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "over, %1"), {m_in.name()}), true},
                     {"%", true},
                     {phrase(QT_TRANSLATE_NOOP("core", "Status"))}},
                    {}};
        for (const Verdict &verdict : m_answer.verdicts) {
            const Bytes over = -verdict.headroom;
            table.rows.push_back({{card_said(verdict, plain_figures(m_in.unit))},
                                  {profile_of_count(verdict.usable - verdict.headroom)},
                                  {profile_of_count(verdict.usable)},
                                  {profile_of_count(over)},
                                  {localised(m_in.difference(over))},
                                  {localised(percent_of(over, verdict.usable))},
                                  {std::string(mark_of(verdict.word())) + " " + word_title(verdict)}});
        }
        add(std::move(table));
    }

    void recommendations()
    {
        section(QT_TRANSLATE_NOOP("core", "Recommendations"));
        Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Change"))},
                     {phrase(QT_TRANSLATE_NOOP("core", "saves, bytes")), true},
                     {std::string(m_in.name()), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "then")), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "Status"))},
                     {phrase(QT_TRANSLATE_NOOP("core", "costs"))}},
                    {}};
        std::vector<std::string> idle;
        for (const Advice &entry : m_facts.advice) {
            if (!entry.no_effect.empty()) {
                idle.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: %2"), {entry.title, entry.no_effect}));
                continue;
            }
            table.rows.push_back({{entry.title},
                                  {profile_of_count(entry.saves)},
                                  {localised(m_in.difference(-entry.saves))},
                                  {localised(m_in.table(entry.device))},
                                  {std::string(mark_of(entry.word)) + " " + title_of(entry.word)},
                                  {entry.cost}});
        }
        if (table.rows.empty() && idle.empty())
            add(Paragraph{{{phrase(m_answer.verdicts.empty()
                                       ? QT_TRANSLATE_NOOP("core", "Changes are ranked for a card or a budget; none is named.")
                                       : QT_TRANSLATE_NOOP("core", "No change is known that saves memory in this plan."))}}});
        if (!table.rows.empty()) add(std::move(table));
        if (idle.empty()) return;
        add(Paragraph{{{phrase(QT_TRANSLATE_NOOP("core", "Without effect in this plan.")), true}}});
        add(FoldedList{phrase(QT_TRANSLATE_NOOP("core", "What does nothing here, and why")), std::move(idle)});
    }

    void architecture()
    {
        if (!m_estimate.architecture) return;
        section(QT_TRANSLATE_NOOP("core", "Architecture"));
        add(pairs_table(QT_TRANSLATE_NOOP("core", "Architecture"), architecture_rows(m_estimate)));
    }

    void adapter()
    {
        const Plan &plan = m_estimate.plan.plan;
        if (!plan.trains_adapter()) return;
        section(QT_TRANSLATE_NOOP("core", "LoRA configuration"));
        add(pairs_table(QT_TRANSLATE_NOOP("core", "LoRA"), adapter_rows(m_estimate)));
    }

    void per_billion()
    {
        if (m_estimate.total_parameters <= 0) return;
        section(QT_TRANSLATE_NOOP("core", "For each billion parameters"));
        const double billions = static_cast<double>(m_estimate.total_parameters) / 1e9;
        Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Component"))},
                     {std::string(m_in.name()), true},
                     {phrase(QT_TRANSLATE_NOOP("core", "%1 per billion"), {m_in.name()}), true}},
                    {}};
        const auto row = [&](const std::string &title, Bytes bytes, bool strong) {
            const auto each = static_cast<Bytes>(static_cast<double>(bytes) / billions);
            table.rows.push_back(
                {{title, strong}, {localised(m_in.table(bytes)), strong}, {localised(m_in.table(each)), strong}});
        };
        const ComponentBytes bytes = bytes_at_peak(m_estimate);
        for (const ComponentGroup &group : component_groups())
            if (const Bytes held = bytes_of(group, bytes); held != 0) row(title_of(group), held, false);
        row(phrase(QT_TRANSLATE_NOOP("core", "On the device")), m_estimate.shown().needed(), true);
        add(std::move(table));
    }

    ReportInput m_input;
    const ProfileFacts &m_facts;
    const PlanAnswer &m_answer;
    const Estimate &m_estimate;
    ByteFigures m_in;
    Document m_out;
};

} // namespace

Document profile_of(ReportInput input, const ProfileFacts &facts) { return Profile(std::move(input), facts).take(); }

} // namespace plimsoll::report
