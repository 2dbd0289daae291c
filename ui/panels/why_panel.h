// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/breakdown_panel.h"

#include <QTextBrowser>

namespace plimsoll {

/// Where a figure comes from: formula, this plan's numbers, what is alive, source. All of it selectable text.
class WhyPanel : public QWidget {
    Q_OBJECT
public:
    explicit WhyPanel(QWidget *parent = nullptr);
    /// At a moment of the timeline, what the choice holds then stands before its explanation at the peak.
    void show_choice(const Snapshot &snapshot, const Choice &choice, const std::optional<TimelinePoint> &moment = {});
    [[nodiscard]] QString text() const { return m_text.toPlainText(); }

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void show_html();

    ElidedLabel m_subject;
    QTextBrowser m_text;
    QString m_html;
};

/// The explanation as rich text; `choice` without a component explains its group.
[[nodiscard]] QString explanation_of(const Estimate &estimate, const Choice &choice, const Numbers &numbers);

} // namespace plimsoll
