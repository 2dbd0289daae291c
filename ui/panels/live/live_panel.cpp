// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/live_plan.h"
#include "ui/controls/plain_table.h"
#include "ui/document/text.h"
#include "ui/panels/live/live_panel.h"
#include "ui/panels/live/live_words.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {

LivePanel::LivePanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 0, 0);
    column->setSpacing(0);
    m_message.setWordWrap(true);
    m_message.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message.setAlignment(Qt::AlignTop | Qt::AlignLeading);
    auto *table = new QHBoxLayout;
    table->setContentsMargins(0, 0, 8, 0);
    table->addWidget(&m_view);
    column->addLayout(table);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(&m_pages, 1);
    m_middle = middle;
    column->addLayout(middle); // with the room that is left once there is a GPU
    auto *row = new QHBoxLayout;
    row->setContentsMargins(4, 6, 12, 10);
    row->setSpacing(12);
    row->addWidget(&m_message, 1, Qt::AlignTop);
    auto *asked = new QVBoxLayout;
    asked->setSpacing(6);
    asked->addWidget(&m_room, 0, Qt::AlignTrailing);
    asked->addWidget(&m_replay, 0, Qt::AlignTrailing);
    asked->addStretch();
    row->addLayout(asked);
    column->addLayout(row);
    column->addStretch();
    connect(&m_replay, &QPushButton::clicked, this, &LivePanel::replay_asked);
    set_replayed({});
    connect(&m_room, &RoomField::changed, this, [this] {
        if (m_snapshot) show_message();
    });
    m_view.hide();
    m_pages.hide();
    m_room.hide();
    m_message.setText(tr("Not read yet."));
    setAccessibleName(tr("Live"));
}

void LivePanel::build_view()
{
    m_view.setModel(&m_model);
    make_plain(m_view, tr("GPUs of this machine"));
    m_view.horizontalHeader()->setMinimumSectionSize(52); // figures that stand apart
    m_view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view.horizontalHeader()->setSectionResizeMode(LiveModel::name, QHeaderView::Stretch);
    connect(m_view.selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        show_processes();
        show_message(); // of which card the question is
        show_chart();
    });
}

ProcessList &LivePanel::processes()
{
    if (m_processes) return *m_processes;
    m_processes = new ProcessList(this);
    m_middle->addWidget(m_processes);
    QWidget::setTabOrder(&m_pages, m_processes);
    connect(m_processes, &ProcessList::attach_asked, this, [this](quint32 pid) { attach(pid); });
    connect(m_processes, &ProcessList::detach_asked, this, [this] { attach({}); });
    return *m_processes;
}

LiveChart &LivePanel::chart()
{
    if (m_chart) return *m_chart;
    m_chart = new LiveChart(&m_pages);
    m_pages.addWidget(m_chart);
    return *m_chart;
}

void LivePanel::build_history()
{
    m_history_view = new QTableView(&m_pages);
    m_history_view->setModel(&m_history_model);
    make_plain(*m_history_view, tr("Readings of the last five minutes"));
    m_history_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_pages.addWidget(m_history_view);
}

void LivePanel::show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                              const std::function<QString(const LiveGpu &)> &fits_now)
{
    if (!snapshot) return;
    if (!m_view.model()) build_view();
    m_snapshot = snapshot;
    m_numbers = numbers;
    m_model.set_snapshot(*snapshot, numbers);
    const bool any = !snapshot->gpus.empty();
    m_fits_now.clear();
    for (const LiveGpu &one : snapshot->gpus) m_fits_now.push_back(fits_now ? fits_now(one) : QString());
    m_view.setVisible(any);
    m_pages.setVisible(any);
    m_room.setVisible(any);
    static_cast<QBoxLayout *>(layout())->setStretchFactor(m_middle, any ? 1 : 0);
    constexpr int most_rows = 4;
    const int rows = std::min(m_model.rowCount(), most_rows);
    m_view.setFixedHeight(m_view.horizontalHeader()->sizeHint().height() + rows * m_view.verticalHeader()->defaultSectionSize());
    arrange_columns();
    if (any && !m_view.currentIndex().isValid()) m_view.setCurrentIndex(m_model.index(0, 0));
    show_processes();
    show_message();
    show_chart();
}

/// Nothing scrolls sideways: what is not memory gives way to it.
void LivePanel::arrange_columns()
{
    if (!m_view.model()) return;
    const QHeaderView &header = *m_view.horizontalHeader();
    constexpr int shortest_name = 80, padding = 12;
    const auto width_of = [&](int column) {
        int width = std::max(header.sectionSizeHint(column), header.minimumSectionSize());
        for (int row = 0; row < m_model.rowCount(); ++row)
            width =
                std::max(width, m_view.fontMetrics().horizontalAdvance(m_model.index(row, column).data().toString()) + padding);
        return width;
    };
    int taken = shortest_name;
    for (int column = 0; column < LiveModel::column_count; ++column)
        if (column != LiveModel::name) taken += width_of(column);
    for (const int column : {LiveModel::power, LiveModel::temperature, LiveModel::utilisation}) {
        const int width = width_of(column);
        const bool hidden = taken > m_view.viewport()->width();
        m_view.setColumnHidden(column, hidden);
        if (hidden) taken -= width;
    }
}

void LivePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange_columns();
    arrange_processes();
    if (m_snapshot) show_message();
}

void LivePanel::show_history(const LiveHistory &history, const std::shared_ptr<const Estimate> &estimate)
{
    m_history = history;
    m_estimate = estimate;
    if (!m_snapshot) return;
    show_message();
    show_chart();
}

/// What is least missed goes into the tip where the words would take the chart's room.
void LivePanel::show_message()
{
    const QString all = words(Words::all);
    const int room = height() / 4, width = std::max(m_message.width(), 120);
    QString shown = all;
    for (const Words less : {Words::needed, Words::of_the_shown}) {
        m_message.setText(shown);
        if (m_message.heightForWidth(width) <= room) break;
        shown = words(less);
    }
    m_message.setText(shown);
    m_message.setToolTip(shown != all ? all : QString());
    m_message.setAccessibleName(all);
}

/// Of a card: where its process is to the plan, how full it is, whether the plan fits into what is free; of `Words::all` also what is
/// least missed.
QStringList LivePanel::sentences_of(const LiveGpu &gpu, const QString &fits_now, Words which) const
{
    const std::optional<quint32> pid = pid_on(gpu);
    QStringList out;
    if (const Attached *one = attached_on(gpu); one && !followed(gpu, pid)) {
        const bool listed = std::ranges::find(gpu.processes, one->pid, &LiveProcess::pid) != gpu.processes.end();
        out << (listed ? tr("%1 is followed; the driver does not tell how much it holds.") : tr("%1 is not listed any more."))
                   .arg(one->title);
    }
    const QString drift = m_estimate ? drift_text(gpu, *m_estimate, m_numbers, pid) : QString();
    out << drift << qt(fullness_text(gpu, {.bytes = {}, .percent = m_warning}));
    if (drift.isEmpty())
        out << fits_now;
    else if (which == Words::all && !fits_now.isEmpty())
        out << tr("Started beside it: %1").arg(fits_now);
    if (which == Words::all && m_estimate) out << growth_text(gpu, *m_estimate, m_numbers, pid);
    if (which == Words::all || !gpu.processes_reason.empty()) out << missing_text(gpu);
    out.removeAll(QString());
    return out;
}

QString LivePanel::words(Words which) const
{
    if (m_snapshot->gpus.empty())
        return m_replayed.isEmpty() ? tr("No GPU was found on this machine.") + looked_for_text(*m_snapshot)
                                    : tr("No GPU was found when %1 was recorded.").arg(m_replayed);
    QStringList lines;
    if (m_silent) lines << tr("The driver does not answer; these are its last readings.");
    if (!m_replayed.isEmpty()) lines << tr("Replaying %1: readings of another time, perhaps of another machine.").arg(m_replayed);
    const LiveGpu *const chosen = shown_gpu();
    if (chosen)
        if (const QString answer = m_room.answer(*chosen, m_numbers); !answer.isEmpty()) lines << answer;
    for (std::size_t i = 0; i < m_snapshot->gpus.size(); ++i) {
        const LiveGpu &one = m_snapshot->gpus[i];
        if (which == Words::of_the_shown && &one != chosen) continue;
        const QStringList sentences = sentences_of(one, m_fits_now[i], which);
        if (!sentences.isEmpty()) lines << tr("GPU %1: %2").arg(qt(one.label()), sentences.join(QLatin1Char(' ')));
    }
    return lines.join(QLatin1Char('\n'));
}

const LivePanel::Attached *LivePanel::attached_on(const LiveGpu &gpu) const
{
    const auto found = m_attached.find(gpu.label());
    return found == m_attached.end() ? nullptr : &found->second;
}

std::optional<quint32> LivePanel::pid_on(const LiveGpu &gpu) const
{
    const Attached *one = attached_on(gpu);
    return one ? std::optional(one->pid) : std::nullopt;
}

std::optional<quint32> LivePanel::attached() const
{
    const LiveGpu *one = shown_gpu();
    return one ? pid_on(*one) : std::nullopt;
}

void LivePanel::attach(std::optional<quint32> pid)
{
    const LiveGpu *one = shown_gpu();
    if (!one) return;
    if (pid) {
        const auto listed = std::ranges::find(one->processes, *pid, &LiveProcess::pid);
        if (listed == one->processes.end()) return;
        m_attached[one->label()] = {*pid, title_of(*listed)};
    } else {
        m_attached.erase(one->label());
    }
    show_processes();
    show_message();
    show_chart();
}

void LivePanel::follow_current()
{
    const std::optional<quint32> pid = m_processes ? m_processes->current_pid() : std::nullopt;
    attach(pid && pid != attached() ? pid : std::nullopt);
}

void LivePanel::set_warning(int percent)
{
    if (percent == m_warning) return;
    m_warning = percent;
    if (!m_snapshot) return;
    show_message();
    show_chart();
}

void LivePanel::set_silent(bool silent)
{
    m_silent = silent;
    if (m_snapshot) return show_message();
    m_message.setText(silent ? tr("The driver does not answer.") : tr("Not read yet."));
}

void LivePanel::show_processes()
{
    const LiveGpu *one = shown_gpu();
    if (m_processes || one) processes().setVisible(one != nullptr);
    if (!one) return;
    const std::optional<quint32> pid = pid_on(*one);
    const LiveProcess *process = followed(*one, pid);
    CardColumnData card;
    card.gpu = tr("GPU %1").arg(qt(one->label()));
    card.shares = shares_of(*one);
    card.followed = pid ? pid : process ? std::optional(process->pid) : std::nullopt;
    card.numbers = m_numbers;
    const std::string &why = one->processes_reason.empty() ? one->processes_note : one->processes_reason;
    processes().show_card(card, pid.has_value(), qt(why));
    arrange_processes();
}

/// Somewhat more than a third of the width; where that is little the column goes, then the list.
void LivePanel::arrange_processes()
{
    if (!m_processes) return;
    constexpr int least = 168, with_column = 208, most = 420, least_chart = 240;
    const int width = std::clamp(this->width() * 37 / 100, least, most);
    m_processes->setFixedWidth(width);
    m_processes->set_column_shown(width >= with_column && !m_table_shown);
    m_processes->setVisible(shown_gpu() != nullptr && this->width() - width >= least_chart);
}

const LiveGpu *LivePanel::shown_gpu() const
{
    if (!m_snapshot || m_snapshot->gpus.empty()) return nullptr;
    const auto row = static_cast<std::size_t>(std::max(0, m_view.currentIndex().row()));
    return &m_snapshot->gpus[std::min(row, m_snapshot->gpus.size() - 1)];
}

QString LivePanel::note() const
{
    const LiveGpu *one = shown_gpu();
    return one ? tr("GPU %1, %2, last five minutes").arg(qt(one->label()), m_numbers.unit_name()) : QString();
}

void LivePanel::show_chart()
{
    if (!isVisible()) return; // nobody looks: the next show brings it up to date
    emit note_changed();
    const LiveGpu *one = shown_gpu();
    if (!one) return;
    LiveChartData shown;
    shown.gpu = tr("GPU %1").arg(qt(one->label()));
    const Attached *attached = attached_on(*one);
    shown.process = attached ? attached->title : process_title(*one);
    shown.points = m_history.of(one->label(), pid_on(*one));
    shown.total = one->total.value;
    shown.warn_percent = m_warning;
    if (m_estimate && m_estimate->shown().peak.device > 0) shown.plan = plan_mark(*m_estimate);
    shown.numbers = m_numbers;
    chart().set_data(shown);
    if (m_table_shown) {
        if (!m_history_view) build_history();
        m_history_model.set_data(shown);
    }
    m_pages.setCurrentWidget(m_table_shown ? static_cast<QWidget *>(m_history_view) : m_chart);
}

void LivePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    show_chart();
}

void LivePanel::set_table_shown(bool shown)
{
    m_table_shown = shown;
    arrange_processes();
    show_chart();
}

void LivePanel::set_replayed(const QString &name)
{
    m_replayed = name;
    m_replay.setText(name.isEmpty() ? tr("Replay a recording…") : tr("Back to this machine"));
    m_replay.setToolTip(tr("Recordings are written by: plimsoll watch --format json"));
    m_replay.setAccessibleName(m_replay.text());
}

} // namespace plimsoll
