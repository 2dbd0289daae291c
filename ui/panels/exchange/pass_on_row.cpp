// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/pass_on_row.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>

namespace plimsoll {

PassOnRow::PassOnRow(std::function<Carried()> carried, WriteOut save, QDialog *dialog) : QWidget(dialog)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(&m_done, 1);
    for (QPushButton *button : {&m_copy, &m_save, &m_close}) row->addWidget(button);
    m_copy.setText(tr("&Copy"));
    m_save.setText(tr("&Save…"));
    m_close.setText(tr("Close"));
    m_save.setDefault(true);
    connect(&m_copy, &QPushButton::clicked, this, [this, carried] {
        QApplication::clipboard()->setText(QString::fromUtf8(carried().bytes));
        m_done.setText(tr("Copied."));
    });
    connect(&m_save, &QPushButton::clicked, this, [this, carried = std::move(carried), save = std::move(save)] {
        const Carried now = carried();
        if (const QString done = save(now.file, now.bytes); !done.isEmpty()) m_done.setText(done);
    });
    connect(&m_close, &QPushButton::clicked, dialog, &QDialog::close);
}

void PassOnRow::begin(bool copies, bool saves)
{
    m_done.clear();
    m_copy.setEnabled(copies);
    m_save.setEnabled(saves);
}

} // namespace plimsoll
