// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLabel>

namespace plimsoll {

/// A line of plain text that gives way: without room for all of it it ends in an ellipsis, and its tool tip says it whole,
/// unless it was given another one.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    explicit ElidedLabel(const QString &text, QWidget *parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_tip; ///< ours
};

} // namespace plimsoll
