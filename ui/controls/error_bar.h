// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/resolve/resolve.h"
#include "ui/controls/field_widgets.h"

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <vector>

namespace plimsoll {

/// A line above the chart that says what was refused and why. Nothing else stops; Esc takes it away.
class ErrorBar : public QWidget {
    Q_OBJECT
public:
    explicit ErrorBar(QWidget *parent = nullptr);
    /// `what` is the file or action; the session stayed as it was.
    void show_error(const QString &what, const Error &error);
    /// Something to know rather than an error.
    void show_note(const QString &text);
    /// The same with a link; pressing it does `run` and takes the bar away.
    void show_offer(const QString &text, const QString &link, std::function<void()> run);
    /// What was odd in a file that was opened all the same; says nothing where nothing was.
    void show_warnings(const QString &file, const std::vector<Warning> &warnings);
    [[nodiscard]] QString text() const { return m_text.text(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void show_text(const QString &text, bool error);

    bool m_error = true;
    QLabel m_text;
    LinkButton m_link;
    std::function<void()> m_run; ///< of the link; empty: there is none
    QToolButton m_close;
};

} // namespace plimsoll
