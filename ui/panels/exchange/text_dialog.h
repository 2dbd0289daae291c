// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/exchange/pass_on_row.h"

#include <QPlainTextEdit>

namespace plimsoll {

/// A text that is passed on, as it would be written, to be copied or saved.
class TextDialog : public QDialog {
    Q_OBJECT
public:
    /// `about`: what the text is, above it. `file`: the name that is suggested.
    TextDialog(const QString &title, const QString &about, const QString &text, const QString &file, WriteOut save,
               QWidget *parent);

    [[nodiscard]] const QPlainTextEdit &shown() const { return m_text; }
    [[nodiscard]] QPushButton &copy_button() { return m_pass_on->copy_button(); }
    [[nodiscard]] QPushButton &save_button() { return m_pass_on->save_button(); }

private:
    QPlainTextEdit m_text;
    PassOnRow *m_pass_on = nullptr;
};

/// A field for text that is read and copied, not typed.
void make_read_only(QPlainTextEdit &text, const QString &name);

} // namespace plimsoll
