// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/help_dialog.h"

#include "ui/controls/field_widgets.h"

#include <QVBoxLayout>

namespace plimsoll {

HelpDialog::HelpDialog(const QString &title, const QString &html, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("help_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    m_search.setPlaceholderText(tr("Find a word"));
    m_search.setAccessibleName(tr("Find a word"));
    m_search.setClearButtonEnabled(true);
    name_clear_button(m_search);
    column->addWidget(&m_search);
    m_text.setHtml(html);
    m_text.setAccessibleName(title);
    m_text.setTabChangesFocus(true);
    column->addWidget(&m_text, 1);
    connect(&m_search, &QLineEdit::textChanged, this, &HelpDialog::find);
    connect(&m_search, &QLineEdit::returnPressed, this, &HelpDialog::find);
    m_search.setFocus();
    constexpr int width = 560, height = 620;
    resize(width, height);
}

/// The next place of what is typed, from the beginning again after the last.
void HelpDialog::find()
{
    if (m_search.text().isEmpty() || m_text.find(m_search.text())) return;
    m_text.moveCursor(QTextCursor::Start);
    m_text.find(m_search.text());
}

} // namespace plimsoll
