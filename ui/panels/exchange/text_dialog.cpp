// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/text_dialog.h"

#include "ui/theme/theme.h"

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
    m_pass_on = new PassOnRow([file, bytes = text.toUtf8()] { return PassOnRow::Carried{file, bytes}; }, std::move(save), this);
    column->addWidget(m_pass_on);
    constexpr int width = 760, height = 460;
    resize(width, height);
    save_button().setFocus();
}

} // namespace plimsoll
