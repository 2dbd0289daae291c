// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/split_dialog.h"

#include "core/cards/cluster.h"
#include "core/ground/phrase.h"
#include "core/parallel/mesh.h"
#include "ui/controls/plain_table.h"
#include "ui/document/text.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace plimsoll {
namespace {

constexpr int most_cards = 4096, most_ruled_out = 12;

/// The plan's own: what one update learns from.
int global_batch_of(const Plan &plan)
{
    const Count most = std::numeric_limits<int>::max();
    const Count copy = std::min(plan.micro_batch, most) * std::min(plan.gradient_accumulation, most);
    return static_cast<int>(std::min(std::min(copy, most) * std::min(plan.parallel.data, most), most));
}

int ranks_of(const Plan &plan) { return static_cast<int>(std::min<Count>(mesh_of(plan).ranks(), most_cards)); }

QLabel *labelled(const QString &text, QWidget *field, QBoxLayout &row)
{
    auto *label = new QLabel(text, field->parentWidget());
    label->setBuddy(field);
    row.addWidget(label);
    row.addWidget(field);
    return label;
}

} // namespace

SplitDialog::SplitDialog(FindSplits find, const Plan &plan, const std::vector<std::string> &cards, const Numbers &numbers,
                         QWidget *parent)
    : QDialog(parent), m_plan(plan), m_numbers(numbers), m_finder(std::move(find))
{
    setObjectName(QStringLiteral("split_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Find a split"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    build_questions(*column);
    m_summary = new QLabel(this);
    m_summary->setWordWrap(true);
    column->addWidget(m_summary);
    build_view();
    column->addWidget(&m_view, 1);
    m_reason = new QLabel(this);
    m_reason->setWordWrap(true);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reason->setAccessibleName(tr("Why the chosen split stands there"));
    column->addWidget(m_reason);
    build_buttons(*column);
    for (const std::string &name : cards)
        if (const Result<Node> node = find_node(name); node.ok() && node->card)
            m_card->addItem(qt(node->card->short_name()), QStringList{qt(node->card->name), QString::number(node->count)});
    take_cards();
    connect(&m_finder, &SplitFinder::progressed, this, [this](qint64 done, qint64 all) {
        m_progress->setRange(0, static_cast<int>(all));
        m_progress->setValue(static_cast<int>(done));
    });
    connect(&m_finder, &SplitFinder::found, this, &SplitDialog::show_answer);
    connect(&m_finder, &SplitFinder::failed, this, &SplitDialog::show_error);
    show_state();
    constexpr int width = 1000, height = 460, edge = 64;
    const int room = (parent ? parent->window() : this)->screen()->availableGeometry().width();
    resize(std::min(width, std::max(room, parent ? parent->window()->width() : 0) - edge), height);
}

void SplitDialog::build_questions(QLayout &column)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_goal = new QComboBox(this);
    m_goal->addItem(tr("Fits on these cards"), static_cast<int>(SplitGoal::fits));
    m_goal->addItem(tr("With the fewest of them"), static_cast<int>(SplitGoal::fewest));
    m_goal->addItem(tr("Cheapest to rent"), static_cast<int>(SplitGoal::cheapest));
    m_goal->setAccessibleName(tr("What is looked for"));
    m_goal->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    labelled(tr("&Look for"), m_goal, *row);
    m_card = new QComboBox(this);
    m_card->setAccessibleName(tr("Which card"));
    m_card->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_card->setMinimumContentsLength(18); // a card's name, which comes later
    labelled(tr("C&ards"), m_card, *row);
    m_count = new QSpinBox(this);
    m_count->setRange(1, most_cards);
    m_count->setPrefix(tr("× "));
    m_count->setAccessibleName(tr("How many of the card"));
    row->addWidget(m_count);
    row->addStretch(1);
    static_cast<QBoxLayout &>(column).addLayout(row);
    build_order(column);
    connect(m_card, &QComboBox::activated, this, [this] { take_cards(); });
    connect(m_goal, &QComboBox::activated, this, [this] { show_state(); });
}

void SplitDialog::build_order(QLayout &column)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_batch = new QSpinBox(this);
    m_batch->setRange(1, std::numeric_limits<int>::max());
    m_batch->setGroupSeparatorShown(true);
    m_batch->setValue(global_batch_of(m_plan));
    m_batch->setAccessibleName(tr("Global batch"));
    m_batch->setToolTip(tr("Sequences of an update, of all ranks: micro batch × accumulation × data-parallel ranks"));
    labelled(tr("&Global batch"), m_batch, *row);
    m_order = new QComboBox(this);
    m_order->addItem(tr("Sends least"), static_cast<int>(SplitOrder::sent));
    m_order->addItem(tr("Takes least time"), static_cast<int>(SplitOrder::hours));
    m_order->addItem(tr("Costs least"), static_cast<int>(SplitOrder::cost));
    m_order->setAccessibleName(tr("What stands first of those that fit"));
    m_order->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    labelled(tr("&First what"), m_order, *row);
    row->addStretch(1);
    static_cast<QBoxLayout &>(column).addLayout(row);
}

void SplitDialog::build_view()
{
    m_view.setModel(&m_model);
    make_fitted(m_view, tr("Splits that were found, the best first"), SplitModel::why);
    connect(m_view.selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { show_chosen(); });
    connect(&m_view, &QTableView::activated, this, [this] { use(); });
}

void SplitDialog::build_buttons(QLayout &column)
{
    auto *row = new QHBoxLayout;
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Progress of the search"));
    row->addWidget(m_progress, 1);
    row->addStretch(1);
    m_search = new QPushButton(tr("&Search"), this);
    m_search->setDefault(true);
    m_use = new QPushButton(tr("&Use this split"), this);
    auto *close = new QPushButton(tr("Close"), this);
    for (QPushButton *button : {m_search, m_use, close}) row->addWidget(button);
    static_cast<QBoxLayout &>(column).addLayout(row);
    connect(m_search, &QPushButton::clicked, this, [this] { searching() ? m_finder.cancel() : search(); });
    connect(m_use, &QPushButton::clicked, this, &SplitDialog::use);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
}

void SplitDialog::take_cards()
{
    const QStringList held = m_card->currentData().toStringList();
    // as many as the plan spreads over, where its cards name fewer
    if (held.size() == 2) m_count->setValue(std::max(held[1].toInt(), ranks_of(m_plan)));
    show_state();
}

void SplitDialog::search()
{
    m_count->interpretText();
    m_batch->interpretText();
    Plan asked = m_plan;
    const QStringList held = m_card->currentData().toStringList();
    asked.target.gpus.clear();
    if (held.size() == 2) asked.target.gpus = {utf8(held[0] + QLatin1Char(':') + QString::number(m_count->value()))};
    asked.target.budget_bytes.reset();
    m_model.clear();
    m_progress->setRange(0, 0); // until it is known how many there are
    m_finder.ask(asked, {static_cast<SplitGoal>(m_goal->currentData().toInt()),
                         static_cast<SplitOrder>(m_order->currentData().toInt()), m_batch->value()});
    m_summary->setText(tr("Looking…"));
    show_state();
}

void SplitDialog::show_answer(const SplitAnswer &answer)
{
    m_model.show_answer(answer, m_numbers);
    m_summary->setText(summary_of(answer));
    QStringList ruled_out;
    for (const SplitAnswer::OfCards &one : answer.found)
        for (const std::string &why : one.search.refused) ruled_out << qt(why);
    m_summary->setToolTip(ruled_out.isEmpty()
                              ? QString()
                              : tr("Ruled out:") + QLatin1Char('\n') + ruled_out.mid(0, most_ruled_out).join(QLatin1Char('\n')));
    if (m_model.rowCount() > 0) m_view.selectRow(0);
    show_state();
    if (m_model.rowCount() > 0) m_view.setFocus();
}

void SplitDialog::show_error(const Error &error)
{
    m_summary->setText(qt(error.message()));
    show_state();
}

void SplitDialog::show_state()
{
    const bool busy = searching();
    m_search->setText(busy ? tr("&Cancel the search") : tr("&Search"));
    m_progress->setVisible(busy);
    const bool rented = static_cast<SplitGoal>(m_goal->currentData().toInt()) == SplitGoal::cheapest;
    m_card->setEnabled(!busy && !rented);
    m_count->setEnabled(!busy && !rented);
    m_goal->setEnabled(!busy);
    m_batch->setEnabled(!busy);
    m_search->setEnabled(busy || rented || m_card->count() > 0);
    if (m_card->count() == 0 && !rented) m_summary->setText(tr("Add a card to look for splits over some of it."));
    show_chosen();
}

void SplitDialog::show_chosen()
{
    const Split *split = m_model.at(m_view.currentIndex().row());
    m_use->setEnabled(split && !searching());
    m_reason->setText(split ? m_model.why_of(*split) : QString());
}

void SplitDialog::use()
{
    const Split *split = m_model.at(m_view.currentIndex().row());
    if (!split || searching()) return;
    emit use_asked(Split(*split));
    close();
}

void SplitDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && searching()) return m_finder.cancel();
    QDialog::keyPressEvent(event);
}

} // namespace plimsoll
