// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/timeline/timeline_geometry.h"

#include <QPixmap>
#include <QWidget>

namespace plimsoll {

/// Draws the timeline and takes mouse, wheel and keys. The picture without the cursor is kept, so that moving the cursor
/// costs one line.
class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(QWidget *parent = nullptr);

    void set_data(const TimelineData &timeline);
    void set_selected(const std::optional<Group> &group);
    void set_view(TimelineView view);
    void set_cursor(std::optional<std::size_t> index);

    [[nodiscard]] const TimelineGeometry &layout_shown() const { return m_geometry; }
    [[nodiscard]] bool zoomed() const { return m_view != TimelineView{}; }
    [[nodiscard]] std::optional<std::size_t> cursor_index() const { return m_cursor; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 140}; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 236}; }

signals:
    void cursor_moved(std::optional<std::size_t> index);
    void group_clicked(plimsoll::Group group);
    void view_changed(plimsoll::TimelineView view);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void lay_out_now();
    void paint_strip(QPainter &painter, const Palette &colors) const;
    void zoom(double factor, double about);
    void pan_to(double first);
    void move_cursor(std::optional<std::size_t> index);
    void jump_phase(int direction);
    [[nodiscard]] QRectF overview() const;
    [[nodiscard]] double operations() const;

    TimelineData m_data;
    TimelineGeometry m_geometry, m_whole;
    TimelineView m_view;
    std::optional<std::size_t> m_cursor;
    std::optional<std::size_t> m_pinned; ///< by click or keys; the mouse only borrows the cursor
    std::optional<Group> m_selected;
    QPixmap m_picture;
    std::optional<double> m_drag_from; ///< operation under the mouse when panning began
    bool m_drag_overview = false;
};

} // namespace plimsoll
