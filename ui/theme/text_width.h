// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFont>
#include <QString>

namespace plimsoll {

/// Width of one line of text in pixels, QFontMetricsF's horizontalAdvance(). Shaping text is most of what a frame costs, and
/// from one frame to the next nearly all of it stays: the last few thousand are remembered. In the window's thread only.
[[nodiscard]] double text_width(const QFont &font, const QString &text);

/// text_width() in one font.
class TextWidths {
public:
    explicit TextWidths(const QFont &font) : m_font(font) {}
    [[nodiscard]] double operator()(const QString &text) const { return text_width(m_font, text); }
    /// `text` as it is where it fits into `width`, else its beginning and an ellipsis.
    [[nodiscard]] QString elided(const QString &text, double width) const;

private:
    QFont m_font;
};

} // namespace plimsoll
