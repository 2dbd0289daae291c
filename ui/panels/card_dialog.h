// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <QPlainTextEdit>
#include <QPushButton>

#include <functional>

class QSyntaxHighlighter;

namespace plimsoll {

/// What putting the block into a model card would change, before anything is written.
class CardDialog : public QDialog {
    Q_OBJECT
public:
    /// `difference` as `diff -u` writes it; `write` is called once, when it is agreed to.
    CardDialog(const QString &file, const QString &difference, std::function<void()> write, QWidget *parent);
    [[nodiscard]] const QPlainTextEdit &difference() const { return m_difference; }
    [[nodiscard]] QPushButton &write_button() { return *m_write; }

protected:
    void changeEvent(QEvent *event) override;

private:
    QPlainTextEdit m_difference;
    QPushButton *m_write = nullptr;
    QSyntaxHighlighter *m_colours = nullptr;
};

} // namespace plimsoll
