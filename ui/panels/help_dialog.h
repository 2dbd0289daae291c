// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <QLineEdit>
#include <QTextBrowser>

namespace plimsoll {

/// A page of help with a field that finds words in it. Stands beside the window, which stays usable; deletes itself.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    HelpDialog(const QString &title, const QString &html, QWidget *parent);
    [[nodiscard]] QLineEdit &search() { return m_search; }
    [[nodiscard]] QTextBrowser &text() { return m_text; }

private:
    void find();

    QLineEdit m_search;
    QTextBrowser m_text;
};

} // namespace plimsoll
