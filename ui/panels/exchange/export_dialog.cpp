// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/export_dialog.h"

#include "core/ground/phrase.h"
#include "ui/controls/plain_table.h"
#include "ui/document/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {

QString OfferedExport::title() const { return qt(phrase(std::string(as.title).c_str())); }

QString OfferedExport::group() const { return qt(title_of(as.group)); }

ExportDialog::ExportDialog(std::vector<OfferedExport> offers, Make make, QString file, WriteOut save, QWidget *parent)
    : QDialog(parent), m_offers(std::move(offers)), m_make(std::move(make)), m_file(std::move(file))
{
    setObjectName(QStringLiteral("export_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export for another tool"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("&For"), this);
    m_tools = new QComboBox(this);
    m_tools->setAccessibleName(tr("Tool that the plan is written for"));
    m_tools->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tools->setMaxVisibleItems(24);
    m_tools->setMinimumContentsLength(30);
    label->setBuddy(m_tools);
    row->addWidget(label);
    row->addWidget(m_tools);
    row->addStretch(1);
    column->addLayout(row);
    make_read_only(m_text, tr("The plan in the tool's words"));
    column->addWidget(&m_text, 3);
    build_unsaid(*column);
    m_pass_on = new PassOnRow(
        [this] {
            const OfferedExport *const offer = chosen();
            return PassOnRow::Carried{offer ? m_file + QLatin1Char('.') + qt(offer->as.ending) : m_file, m_bytes};
        },
        std::move(save), this);
    column->addWidget(m_pass_on);
    fill_tools();
    connect(m_tools, &QComboBox::currentIndexChanged, this, [this] { show_chosen(); });
    show_chosen();
    constexpr int width = 820, height = 560;
    resize(width, height);
}

void ExportDialog::fill_tools()
{
    QString group;
    for (const OfferedExport &offer : m_offers) {
        if (!group.isEmpty() && offer.group() != group) m_tools->insertSeparator(m_tools->count());
        group = offer.group();
        m_tools->addItem(offer.title(), qt(offer.as.name));
        if (offer.why_not.isEmpty()) continue;
        auto *item = qobject_cast<QStandardItemModel *>(m_tools->model())->item(m_tools->count() - 1);
        item->setEnabled(false);
        item->setToolTip(offer.why_not);
    }
    const auto first = std::ranges::find_if(m_offers, [](const OfferedExport &one) { return one.why_not.isEmpty(); });
    m_tools->setCurrentIndex(first == m_offers.end() ? -1 : m_tools->findData(qt(first->as.name)));
}

void ExportDialog::build_unsaid(QLayout &column)
{
    m_about = new QLabel(this);
    m_about->setWordWrap(true);
    m_about->setTextFormat(Qt::PlainText);
    column.addWidget(m_about);
    m_unsaid = new QTableWidget(0, 3, this);
    m_unsaid->setHorizontalHeaderLabels({tr("Field"), tr("Value"), tr("Why")});
    make_fitted(*m_unsaid, tr("What the tool cannot say"), 2);
    m_unsaid->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_unsaid->horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    static_cast<QBoxLayout &>(column).addWidget(m_unsaid, 1);
}

const OfferedExport *ExportDialog::chosen() const
{
    const std::string name = utf8(m_tools->currentData().toString());
    const auto found = std::ranges::find_if(m_offers, [&](const OfferedExport &one) { return one.as.name == name; });
    return found == m_offers.end() ? nullptr : &*found;
}

void ExportDialog::choose(const std::string &name)
{
    const int index = m_tools->findData(qt(name));
    if (index >= 0) m_tools->setCurrentIndex(index);
}

void ExportDialog::show_chosen()
{
    const OfferedExport *const offer = chosen();
    const Result<Exported> made = offer ? m_make(std::string(offer->as.name))
                                        : Result<Exported>(Error{{}, {}, {}, utf8(tr("No tool carries this plan out."))});
    m_pass_on->begin(made.ok() && offer && offer->as.is_text, made.ok());
    if (made.ok()) return show_exported(*offer, *made);
    m_bytes.clear();
    m_text.clear();
    m_about->setText(qt(made.error().message()));
    show_unsaid({});
}

void ExportDialog::show_exported(const OfferedExport &offer, const Exported &exported)
{
    m_bytes = QByteArray::fromStdString(export_to_text(exported));
    m_text.setPlainText(
        offer.as.is_text ? QString::fromUtf8(m_bytes)
                         : tr("A file of %1. pytorch.org/memory_viz opens it.").arg(locale().formattedDataSize(m_bytes.size())));
    m_about->setText(!exported.not_said.empty() ? tr("What %1 cannot say of the plan:").arg(offer.title())
                     : offer.as.is_text         ? tr("It says all that the plan states.")
                                                : QString());
    show_unsaid(exported.not_said);
}

void ExportDialog::show_unsaid(const std::vector<NotSaid> &not_said)
{
    constexpr int most_rows = 6;
    m_unsaid->setRowCount(static_cast<int>(not_said.size()));
    m_unsaid->setMinimumHeight(m_unsaid->horizontalHeader()->sizeHint().height() +
                               std::min(m_unsaid->rowCount(), most_rows) * m_unsaid->verticalHeader()->defaultSectionSize());
    m_unsaid->setVisible(!not_said.empty());
    m_about->setVisible(!m_about->text().isEmpty());
    for (int row = 0; row < m_unsaid->rowCount(); ++row) {
        const NotSaid &one = not_said[static_cast<std::size_t>(row)];
        const QString cells[] = {qt(one.field), qt(one.value), qt(one.why)};
        for (int column = 0; column < 3; ++column) {
            auto *item = new QTableWidgetItem(cells[column]);
            item->setToolTip(cells[column]);
            m_unsaid->setItem(row, column, item);
        }
    }
}

} // namespace plimsoll
