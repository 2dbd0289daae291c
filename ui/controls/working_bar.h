// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTimer>
#include <QWidget>

namespace plimsoll {

/// A thin bar along the upper edge of its parent while something that takes longer than people notice is worked out for it.
class WorkingBar : public QWidget {
    Q_OBJECT
public:
    explicit WorkingBar(QWidget *parent);

    void begin(); ///< stands in sight after 150 ms, counted anew with every call
    void end();

signals:
    void slow(); ///< what stands there is old: the bar came in sight

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    QTimer m_soon;
};

} // namespace plimsoll
