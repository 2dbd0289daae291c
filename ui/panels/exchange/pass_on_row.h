// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

#include <functional>

namespace plimsoll {

/// Asks where bytes are to be written and writes them; what it did, empty where nobody chose a file.
using WriteOut = std::function<QString(const QString &suggestion, const QByteArray &bytes)>;

/// The last row of a dialog whose text is taken along: Copy, Save… and Close, and before them what was done.
class PassOnRow : public QWidget {
    Q_OBJECT
public:
    /// What is copied or saved; `file` is the name that is suggested, without bytes nothing is written.
    struct Carried {
        QString file;
        QByteArray bytes;
    };
    PassOnRow(std::function<Carried()> carried, WriteOut save, QDialog *dialog);

    /// Nothing was done yet with what is shown now.
    void begin(bool copies, bool saves);
    [[nodiscard]] QPushButton &copy_button() { return m_copy; }
    [[nodiscard]] QPushButton &save_button() { return m_save; }

private:
    QLabel m_done;
    QPushButton m_copy, m_save, m_close;
};

} // namespace plimsoll
