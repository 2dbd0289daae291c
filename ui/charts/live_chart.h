// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/live_data.h"
#include "ui/theme/palette.h"

#include <QWidget>

namespace plimsoll {

/// Five minutes of one GPU's memory: what the process that is followed holds, what all hold, and behind their line the plan: its
/// peak as load line with its interval, and the phases on the way there. Mouse or
/// arrows read a moment.
class LiveChart : public QWidget {
    Q_OBJECT
public:
    explicit LiveChart(QWidget *parent = nullptr);

    void set_data(const LiveChartData &data);
    [[nodiscard]] const LiveChartData &data() const { return m_data; }
    [[nodiscard]] const LiveGeometry &layout_shown() const { return m_geometry; }
    [[nodiscard]] std::optional<std::size_t> cursor() const { return m_cursor; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 84}; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 140}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void move_cursor(std::optional<std::size_t> index);
    void say();

    LiveChartData m_data;
    LiveGeometry m_geometry;
    std::optional<std::size_t> m_cursor;
};

} // namespace plimsoll
