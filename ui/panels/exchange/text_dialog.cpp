// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/text_dialog.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace plimsoll {

void make_read_only(QPlainTextEdit &text, const QString &name)
{
    text.setReadOnly(true);
    text.setFont(mono_font());
    text.setLineWrapMode(QPlainTextEdit::NoWrap);
    text.setTabChangesFocus(true);
    text.setAccessibleName(name);
}

TextDialog::TextDialog(const QString &title, const QString &about, const QString &text, const QString &file, WriteOut save,
                       QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("text_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    auto *what = new QLabel(about, this);
    what->setWordWrap(true);
    column->addWidget(what);
    make_read_only(m_text, tr("The text"));
    m_text.setPlainText(text);
    column->addWidget(&m_text, 1);
    auto *row = new QHBoxLayout;
    m_done = new QLabel(this);
    row->addWidget(m_done, 1);
    m_copy = new QPushButton(tr("&Copy"), this);
    m_save = new QPushButton(tr("&Save…"), this);
    auto *close = new QPushButton(tr("Close"), this);
    m_save->setDefault(true);
    for (QPushButton *button : {m_copy, m_save, close}) row->addWidget(button);
    column->addLayout(row);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(m_text.toPlainText());
        m_done->setText(tr("Copied."));
    });
    connect(m_save, &QPushButton::clicked, this, [this, file, bytes = text.toUtf8(), save = std::move(save)] {
        if (const QString done = save(file, bytes); !done.isEmpty()) m_done->setText(done);
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    constexpr int width = 760, height = 460;
    resize(width, height);
    m_save->setFocus();
}

} // namespace plimsoll
