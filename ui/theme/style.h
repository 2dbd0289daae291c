// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QProxyStyle>

namespace plimsoll {

struct Palette;

/// Property of a tab bar whose tabs have no room to stand apart.
inline constexpr char tight_tabs[] = "tight_tabs";

/// What stands before the titles of rows, so that they line up with what is above the table.
inline constexpr int row_title_indent = 12;

/// Fusion's layout and behaviour drawn flat: one-pixel borders, no gradients, no shadows, no round corners, a visible ring
/// around what has the focus. Colours come from the option's palette.
class FlatStyle : public QProxyStyle {
    Q_OBJECT

public:
    FlatStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr, const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *returned = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap pixmap, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;

private:
    void draw_combo(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void draw_spin(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void draw_slider(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void draw_scroll_bar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
};

/// A field's or button's box: fill and border by state (disabled, hover, checked, focus).
void draw_box(QPainter &painter, const QRect &rect, const Palette &colors, const QColor &fill, bool focus, bool enabled);

} // namespace plimsoll
