// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

#include <QColor>
#include <QIcon>

class QPainter;
class QRectF;

namespace plimsoll {

/// One line-drawn set on a 16 × 16 grid, coloured when it is drawn.
enum class Icon : std::uint8_t {
    undo,
    redo,
    chart,
    card,
    export_,
    search,
    plus,
    minus,
    pin,
    reset,
    mark,
    check,
    half,
    quarter,
    cross,
    question,
    chevron_down,
    chevron_right,
    folder,
    copy,
    remove,
    settings,
    warning
};
inline constexpr int icon_count = 23;

/// An icon in the application's text colour at the time it is drawn (grey when disabled), sharp at every scale.
[[nodiscard]] QIcon icon(Icon id);
/// The same in a fixed colour.
[[nodiscard]] QIcon icon(Icon id, const QColor &color);
void paint_icon(QPainter &painter, const QRectF &where, Icon id, const QColor &color);

/// The mark that says a verdict without its colour.
[[nodiscard]] Icon icon_of(Word word);

} // namespace plimsoll
