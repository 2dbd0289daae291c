// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLabel>
#include <QTabWidget>

namespace plimsoll {

/// The lower views. Where its tabs have no room to stand apart they stand close, before any of them is out of sight.
class Tabs : public QTabWidget {
    Q_OBJECT
public:
    explicit Tabs(QWidget *parent);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
};

/// What stands right of the tabs, over the line that goes on from theirs.
class TabNote : public QLabel {
    Q_OBJECT
public:
    explicit TabNote(QTabWidget *tabs);
    /// What the tabs leave: they would scroll otherwise.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QTabWidget *m_tabs;
};

} // namespace plimsoll
