// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_width.h"

#include <QCache>
#include <QFontMetricsF>
#include <QHashFunctions>

namespace plimsoll {

namespace {

constexpr int remembered = 4096;

struct Line {
    QFont font;
    QString text;
    bool operator==(const Line &other) const { return text == other.text && font == other.font; }
};

size_t qHash(const Line &line, size_t seed) { return qHashMulti(seed, line.font, line.text); }

} // namespace

double text_width(const QFont &font, const QString &text)
{
    static QCache<Line, double> widths(remembered);
    const Line line{font, text};
    if (const double *known = widths.object(line)) return *known;
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    widths.insert(line, new double(width));
    return width;
}

QString TextWidths::elided(const QString &text, double width) const
{
    return text_width(m_font, text) <= width ? text : QFontMetricsF(m_font).elidedText(text, Qt::ElideRight, width);
}

} // namespace plimsoll
