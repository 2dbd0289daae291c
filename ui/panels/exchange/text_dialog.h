// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <functional>

namespace plimsoll {

/// Asks where bytes are to be written and writes them; what it did, empty where nobody chose a file.
using WriteOut = std::function<QString(const QString &suggestion, const QByteArray &bytes)>;

/// A text that is passed on, as it would be written, to be copied or saved.
class TextDialog : public QDialog {
    Q_OBJECT
public:
    /// `about`: what the text is, above it. `file`: the name that is suggested.
    TextDialog(const QString &title, const QString &about, const QString &text, const QString &file, WriteOut save,
               QWidget *parent);

    [[nodiscard]] const QPlainTextEdit &shown() const { return m_text; }
    [[nodiscard]] QPushButton &copy_button() { return *m_copy; }
    [[nodiscard]] QPushButton &save_button() { return *m_save; }

private:
    QPlainTextEdit m_text;
    QPushButton *m_copy = nullptr, *m_save = nullptr;
    QLabel *m_done = nullptr;
};

/// A field for text that is read and copied, not typed.
void make_read_only(QPlainTextEdit &text, const QString &name);

} // namespace plimsoll
