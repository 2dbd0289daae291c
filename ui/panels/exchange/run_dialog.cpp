// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/run_dialog.h"

#include "core/ground/phrase.h"
#include "ui/charts/timeline/timeline_measured.h"
#include "ui/controls/plain_table.h"
#include "ui/controls/working_bar.h"
#include "ui/document/text.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct RunDialogWords {
    Q_DECLARE_TR_FUNCTIONS(RunDialogWords)
};

constexpr std::size_t most_terms = 5;
constexpr int height_without_chart = 360;

/// Where a figure lies to its interval; the interval has what is not known of a run.
QString lies(Bytes measured, const Interval &planned)
{
    if (measured > planned.high) return RunDialogWords::tr("It lies above the interval.");
    return measured < planned.low ? RunDialogWords::tr("It lies below the interval.")
                                  : RunDialogWords::tr("It lies within the interval.");
}

/// The planned step with the run's line over it; nothing to draw where either is not known.
TimelineData timeline_of(const MeasuredAnswer &answer, const RunFile &run, const Numbers &numbers)
{
    TimelineData data;
    data.numbers = numbers;
    if (!answer.planned || answer.measured.phases.empty()) return data;
    const auto &points = answer.planned->estimate.shown().timeline;
    data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
    data.measured = courses_over(data, answer.measured, run.snapshot ? run.snapshot->courses : std::vector<std::vector<Bytes>>());
    if (data.measured.empty()) data.points.reset();
    return data;
}

} // namespace

QString headline_of(const MeasuredAnswer &answer, const Numbers &numbers)
{
    const Measured &run = answer.measured;
    const auto text = [&numbers](Bytes bytes) { return numbers.brief_with_unit(bytes); };
    const Peak *const peak = answer.planned ? &answer.planned->estimate.shown().peak : nullptr;
    QString out = run.out_of_memory ? RunDialogWords::tr("It ran out of memory.") + QLatin1Char(' ') : QString();
    if (run.device_peak && peak)
        return out +
               RunDialogWords::tr("The process took %1 on the card; planned were %2 (%3 to %4).")
                   .arg(text(*run.device_peak), text(peak->device), text(peak->device_interval.low),
                        text(peak->device_interval.high)) +
               QLatin1Char(' ') + lies(*run.device_peak, peak->device_interval);
    if (run.allocated_peak && peak)
        return out +
               RunDialogWords::tr("PyTorch had %1 allocated at most; planned were %2 (%3 to %4).")
                   .arg(text(*run.allocated_peak), text(peak->allocated), text(peak->allocated_interval.low),
                        text(peak->allocated_interval.high)) +
               QLatin1Char(' ') + lies(*run.allocated_peak, peak->allocated_interval);
    if (run.used_peak && peak)
        return out + RunDialogWords::tr("All processes of the card together took %1; the plan's alone takes %2.")
                         .arg(text(*run.used_peak), text(peak->device));
    const std::optional<Bytes> most = run.device_peak ? run.device_peak : run.allocated_peak ? run.allocated_peak : run.used_peak;
    return most ? out + RunDialogWords::tr("It took %1; no plan stands beside it.").arg(text(*most)) : out;
}

QString parting_of(const MeasuredAnswer &answer)
{
    if (!answer.parts) {
        const bool compared = std::ranges::any_of(
            answer.phases, [](const PhaseComparison &one) { return one.step > 0 && one.measured && one.planned; });
        return compared ? RunDialogWords::tr("No phase is off by more than half a per cent and 2 MiB.") : QString();
    }
    QStringList lines{qt(parting_sentence(answer.phases, *answer.parts))};
    for (std::size_t i = 0; i < std::min(most_terms, answer.parts->terms.size()); ++i)
        lines << qt(words_for(answer.parts->terms[i]));
    return lines.join(QLatin1Char('\n'));
}

RunDialog::RunDialog(const QString &file, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("run_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Measured: %1").arg(file));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("&Beside"), this);
    m_plans = new QComboBox(this);
    m_plans->setAccessibleName(tr("Plan that it stands beside"));
    m_plans->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_plans->setMinimumContentsLength(26);
    label->setBuddy(m_plans);
    row->addWidget(label);
    row->addWidget(m_plans);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_plans, &QComboBox::activated, this, &RunDialog::plan_chosen);
    m_headline = add_text(*column, tr("What it took"));
    m_headline->setFont(ui_font(TextSize::body, true));
    m_chart = new TimelineChart(this);
    m_chart->setMinimumHeight(190);
    column->addWidget(m_chart, 3);
    build_view();
    column->addWidget(&m_view, 2);
    m_parting = add_text(*column, tr("Where run and plan part"));
    m_notes = add_text(*column, tr("Notes of the measurement"));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_done = add_text(*column, tr("What was done with it"));
    build_buttons(*column);
    m_working = new WorkingBar(this);
    constexpr int width = 860, height = 640;
    resize(width, height);
}

QLabel *RunDialog::add_text(QLayout &column, const QString &name)
{
    auto *label = new QLabel(this);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAccessibleName(name);
    label->hide();
    column.addWidget(label);
    return label;
}

void RunDialog::build_view()
{
    m_view.setModel(&m_model);
    make_fitted(m_view, tr("Measured beside planned, the whole run and phase by phase"), RunModel::what);
}

void RunDialog::build_buttons(QLayout &column)
{
    auto *row = new QHBoxLayout;
    m_keep = new QPushButton(tr("&Keep in my measurements"), this);
    m_share = new QPushButton(tr("&Share without personal data…"), this);
    m_plan = new QPushButton(tr("&Open its plan"), this);
    auto *close = new QPushButton(tr("Close"), this);
    close->setDefault(true); // reading it is what it was opened for
    for (QPushButton *button : {m_keep, m_share, m_plan}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch(1);
    row->addWidget(close);
    static_cast<QBoxLayout &>(column).addLayout(row);
    connect(m_keep, &QPushButton::clicked, this, &RunDialog::keep_asked);
    connect(m_share, &QPushButton::clicked, this, &RunDialog::share_asked);
    connect(m_plan, &QPushButton::clicked, this, &RunDialog::plan_asked);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
}

void RunDialog::offer_plans(const QStringList &names, int chosen)
{
    m_plans->clear();
    m_plans->addItems(names);
    m_plans->setCurrentIndex(chosen);
}

void RunDialog::show_reading()
{
    m_working->begin();
    for (QPushButton *button : {m_keep, m_share, m_plan}) button->setEnabled(false);
    if (m_model.rowCount() > 0) return; // the old figures stay until there are new ones
    m_headline->setText(tr("Reading…"));
    m_headline->show();
    m_chart->hide();
}

void RunDialog::show_figures(const MeasuredAnswer &answer, const RunFile &run, const Numbers &numbers)
{
    m_headline->setText(headline_of(answer, numbers));
    const TimelineData timeline = timeline_of(answer, run, numbers);
    m_chart->setVisible(timeline.points != nullptr);
    if (!timeline.points && !isVisible()) resize(width(), height_without_chart);
    m_chart->set_data(timeline);
    m_chart->set_cursor(answer.parts ? fullest_of(timeline, answer.phases[answer.parts->phase].phase) : std::nullopt);
    m_model.show_answer(answer, numbers);
    m_parting->setText(parting_of(answer));
}

void RunDialog::show_run(const RunAndPlan &beside, const Numbers &numbers)
{
    m_working->end();
    MeasuredAnswer alone;
    alone.measured = beside.run->measured;
    show_figures(beside.answer ? *beside.answer : alone, *beside.run, numbers);
    QStringList notes;
    if (beside.error) notes << tr("No plan stands beside it: %1").arg(qt(beside.error->message()));
    const Measured &run = beside.answer ? beside.answer->measured : beside.run->measured;
    for (const std::string &note : run.notes) notes << qt(phrase(QT_TRANSLATE_NOOP("core", "Note: %1"), {note}));
    for (const std::string &one : run.not_covered) notes << qt(phrase(QT_TRANSLATE_NOOP("core", "Not covered: %1"), {one}));
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_done->hide();
    for (QLabel *label : {m_headline, m_parting, m_notes}) label->setVisible(!label->text().isEmpty());
    show_choices(beside);
}

void RunDialog::show_choices(const RunAndPlan &beside)
{
    const bool measurement = beside.run->source == "measurement";
    const QString only = tr("Only what the script of File ▸ Export ▸ PyTorch prints says enough of its run.");
    const bool keeps = measurement && beside.own_plan && beside.answer && kept_run(*beside.answer, "{}").has_value();
    m_keep->setEnabled(keeps);
    m_keep->setToolTip(!measurement       ? only
                       : !beside.own_plan ? tr("What is learned is of its own plan; choose that one.")
                       : !keeps           ? tr("It ran out of memory, or card or figures are not known.")
                                          : tr("Estimates of this kind of run on this card learn from it."));
    m_share->setEnabled(measurement);
    m_share->setToolTip(measurement ? QString() : only);
    m_plan->setEnabled(!beside.run->measured.plan.empty());
    m_plan->setToolTip(m_plan->isEnabled() ? QString() : tr("It says no plan."));
}

void RunDialog::show_done(const QString &text)
{
    m_done->setText(text);
    m_done->show();
}

} // namespace plimsoll
