// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/table_text.h"
#include "ui/controls/field_widgets.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/panels/sweep_panel.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QCoreApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr std::size_t most_on_line = 19, most_across = 11, most_up = 9;
constexpr int margin = 16;

/// A context of its own, by which lupdate finds the strings of free functions.
struct SweepPanelWords {
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

QString title_of(SolveField field)
{
    switch (field) {
    case SolveField::sequence_length: return SweepPanelWords::tr("Sequence length");
    case SolveField::micro_batch: return SweepPanelWords::tr("Micro batch");
    case SolveField::rank: return SweepPanelWords::tr("Rank");
    case SolveField::sequences: return SweepPanelWords::tr("Sequences");
    case SolveField::context: return SweepPanelWords::tr("Context");
    }
    return {};
}

SweepScale scale_of(const SweepAxis &axis, SolveField field, const Plan &resolved)
{
    SweepScale scale{title_of(field), {}, {}, value_in(resolved, field)};
    if (field == SolveField::sequence_length || field == SolveField::context) scale.unit = SweepPanel::tr("tokens");
    for (const std::string &value : axis.values) scale.values.push_back(std::stoll(value));
    return scale;
}

SweepCell cell_of(const SweepPoint &point)
{
    if (point.error) return {sentence_of(*point.error), 0, {}, {}};
    return {{}, point.peak.device, point.peak.device_interval, point.fits};
}

} // namespace

SweepPanel::SweepPanel(QWidget *parent) : QWidget(parent), m_working(this)
{
    build();
    connect(&m_working, &WorkingBar::slow, this, [this] {
        m_chart.set_stale(true);
        m_note.setText(SweepPanel::tr("working…"));
    });
    connect(&m_sweeper, &Sweeper::swept, this, &SweepPanel::take);
    connect(&m_chart, &SweepChart::point_chosen, this, &SweepPanel::take_point);
    for (QComboBox *box : {&m_first, &m_second})
        connect(box, &QComboBox::activated, this, [this] {
            m_asked = false;
            ask();
        });
    setAccessibleName(SweepPanel::tr("Sweep"));
}

void SweepPanel::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_bar = new QWidget(this);
    auto *row = new QHBoxLayout(m_bar);
    row->setContentsMargins(margin, 6, 12, 2);
    row->setSpacing(8);
    m_first.setAccessibleName(SweepPanel::tr("Field along the chart"));
    m_second.setAccessibleName(SweepPanel::tr("Field up the chart"));
    for (QComboBox *box : {&m_first, &m_second}) {
        box->setMinimumContentsLength(14);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        ignore_wheel_without_focus(box);
        say_whole(*box);
    }
    m_note.setForegroundRole(QPalette::PlaceholderText);
    m_copy.setIcon(icon(Icon::copy));
    m_copy.setAutoRaise(true);
    m_copy.setFocusPolicy(Qt::StrongFocus);
    m_copy.setToolTip(SweepPanel::tr("Copy as a table of bytes"));
    m_copy.setAccessibleName(SweepPanel::tr("Copy the sweep as a table"));
    connect(&m_copy, &QToolButton::clicked, this, &SweepPanel::copy);
    row->addWidget(new ElidedLabel(SweepPanel::tr("Memory over"), this));
    row->addWidget(&m_first);
    row->addWidget(new QLabel(SweepPanel::tr("and"), this));
    row->addWidget(&m_second);
    row->addWidget(&m_note, 1);
    row->addWidget(&m_copy);
    column->addWidget(m_bar);
    m_empty.setAlignment(Qt::AlignCenter);
    m_empty.setWordWrap(true);
    m_empty.setForegroundRole(QPalette::PlaceholderText);
    m_pages.addWidget(&m_chart);
    m_pages.addWidget(&m_empty);
    column->addWidget(&m_pages, 1);
}

void SweepPanel::build_table()
{
    m_table = new QTableView(&m_pages);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(SweepPanel::tr("Sweep as a table"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_pages.addWidget(m_table);
}

QWidget *SweepPanel::page() { return m_table_shown ? static_cast<QWidget *>(m_table) : &m_chart; }

void SweepPanel::fill_boxes()
{
    const auto &estimate = m_snapshot.current().estimate;
    const auto fields = estimate ? solvable_fields(estimate->plan.plan) : std::vector<SolveField>();
    if (fields == m_fields && m_first.count() > 0) return;
    m_fields = fields;
    m_bar->setVisible(!fields.empty()); // where nothing can be chosen, the reason stands alone
    const QVariant first = m_first.currentData(), second = m_second.currentData();
    m_first.clear();
    m_second.clear();
    m_second.addItem(SweepPanel::tr("nothing else"), -1);
    for (const SolveField field : fields) {
        m_first.addItem(title_of(field), static_cast<int>(field));
        m_second.addItem(title_of(field), static_cast<int>(field));
    }
    m_first.setCurrentIndex(std::max(0, m_first.findData(first)));
    m_second.setCurrentIndex(std::max(0, m_second.findData(second)));
}

void SweepPanel::choose(SolveField first, std::optional<SolveField> second)
{
    m_first.setCurrentIndex(std::max(0, m_first.findData(static_cast<int>(first))));
    m_second.setCurrentIndex(std::max(0, m_second.findData(second ? static_cast<int>(*second) : -1)));
    m_asked = false;
    ask();
}

void SweepPanel::show_snapshot(const Snapshot &snapshot)
{
    m_snapshot = snapshot;
    m_asked = false;
    if (isVisible())
        ask();
    else {
        m_sweeper.drop();
        m_working.end();
    }
}

void SweepPanel::set_table_shown(bool shown)
{
    m_table_shown = shown;
    if (shown && !m_table) build_table();
    if (m_pages.currentWidget() != &m_empty) m_pages.setCurrentWidget(page());
}

std::vector<SweepAxis> SweepPanel::axes() const
{
    const Plan &plan = m_snapshot.current().estimate->plan.plan;
    const int first = m_first.currentData().toInt(), second = m_second.currentData().toInt();
    const bool grid = second >= 0 && second != first;
    std::vector<SweepAxis> out{axis_around(static_cast<SolveField>(first), plan, grid ? most_across : most_on_line)};
    if (grid) out.push_back(axis_around(static_cast<SolveField>(second), plan, most_up));
    return out;
}

void SweepPanel::ask()
{
    if (m_asked || m_snapshot.results.empty()) return;
    m_asked = true;
    fill_boxes();
    const auto &estimate = m_snapshot.current().estimate;
    if (!estimate || m_fields.empty()) {
        m_sweeper.drop();
        m_working.end();
        m_empty.setText(estimate ? SweepPanel::tr("Nothing in this plan can be swept.") : state_of(m_snapshot.current().error));
        return m_pages.setCurrentWidget(&m_empty);
    }
    m_working.begin();
    m_sweeper.ask({estimate, m_snapshot.session.current().plan, m_snapshot.known_cards(), axes()});
}

void SweepPanel::take(const std::shared_ptr<const SweptPlan> &answer)
{
    m_working.end();
    const auto &estimate = m_snapshot.current().estimate;
    if (!answer || !estimate) return;
    SweepData sweep;
    sweep.numbers = numbers_of(m_snapshot.session);
    for (const SweepAxis &axis : answer->axes) {
        const auto field = std::ranges::find_if(m_fields, [&](SolveField one) { return path_of(one) == axis.field; });
        if (field == m_fields.end()) return;
        sweep.scales.push_back(scale_of(axis, *field, estimate->plan.plan));
    }
    for (const SweepPoint &point : answer->points) sweep.cells.push_back(cell_of(point));
    sweep.lines = m_snapshot.lines;
    sweep.limits = answer->limits;
    m_note.setText(SweepPanel::tr("%n points; click takes one", nullptr, static_cast<int>(sweep.cells.size())));
    m_chart.set_data(sweep);
    m_model.set_data(sweep);
    if (m_table_shown) m_table->resizeColumnsToContents();
    m_pages.setCurrentWidget(page());
}

void SweepPanel::take_point(std::size_t index)
{
    const SweepData &sweep = m_chart.data();
    if (index >= sweep.cells.size() || !sweep.cells[index].problem.isEmpty()) return;
    const std::size_t at[] = {index / sweep.rows(), index % sweep.rows()};
    FieldEdits edits;
    QStringList names;
    for (std::size_t i = 0; i < sweep.scales.size(); ++i) {
        const auto field = std::ranges::find_if(m_fields, [&](SolveField one) { return title_of(one) == sweep.scales[i].title; });
        if (field == m_fields.end()) return;
        edits.push_back({path_of(*field), std::to_string(sweep.scales[i].values[at[i]])});
        names << sweep.scales[i].title;
    }
    emit point_taken(edits, names.join(SweepPanel::tr(" and ")));
}

void SweepPanel::copy() const { QApplication::clipboard()->setText(table_text(m_model)); }

void SweepPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    ask();
}

} // namespace plimsoll
