// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QCache>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPaintEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace plimsoll {

namespace {

constexpr int remembered_pictures = 256;

constexpr std::array<const char *, icon_count> files{"undo",   "redo",    "chart",  "card",     "export",       "search",
                                                     "plus",   "minus",   "pin",    "reset",    "mark",         "check",
                                                     "half",   "quarter", "cross",  "question", "chevron_down", "chevron_right",
                                                     "folder", "copy",    "remove", "settings", "warning"};

/// Parsed once per drawing and colour; there are few of both.
QSvgRenderer &renderer(Icon id, const QColor &color)
{
    static std::map<std::pair<Icon, QRgb>, std::unique_ptr<QSvgRenderer>> known;
    auto &entry = known[{id, color.rgba()}];
    if (!entry) {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(files[static_cast<std::size_t>(id)])));
        const bool open = file.open(QIODevice::ReadOnly);
        auto text = open ? file.readAll() : QByteArray();
        text.replace("currentColor", color.name().toLatin1());
        entry = std::make_unique<QSvgRenderer>(text);
    }
    return *entry;
}

struct PictureKey {
    Icon id = Icon::undo;
    QRgb color = 0;
    int side = 0; ///< pixels of the device
    bool operator==(const PictureKey &) const = default;
};

size_t qHash(const PictureKey &key, size_t seed) { return qHashMulti(seed, static_cast<int>(key.id), key.color, key.side); }

/// Drawn once per size: a frame shows dozens of icons, nearly all as in the last.
const QPixmap &picture(const PictureKey &key, const QColor &color)
{
    static QCache<PictureKey, QPixmap> known(remembered_pictures);
    if (const QPixmap *found = known.object(key)) return *found;
    auto *made = new QPixmap(key.side, key.side);
    made->fill(Qt::transparent);
    QPainter painter(made);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer(key.id, color).render(&painter, QRectF(0, 0, key.side, key.side));
    known.insert(key, made);
    return *made;
}

class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(Icon id, const QColor &color) : m_id(id), m_color(color) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const bool fixed = m_color.isValid() && mode != QIcon::Disabled;
        paint_icon(*painter, rect, m_id, fixed ? m_color : QGuiApplication::palette().color(group, QPalette::ButtonText));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return out;
    }
    QIconEngine *clone() const override { return new LineIconEngine(*this); }

private:
    Icon m_id;
    QColor m_color;
};

} // namespace

QIcon icon(Icon id) { return icon(id, {}); }
QIcon icon(Icon id, const QColor &color) { return QIcon(new LineIconEngine(id, color)); }

void paint_icon(QPainter &painter, const QRectF &where, Icon id, const QColor &color)
{
    const double side = std::min(where.width(), where.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(where.center());
    const QTransform world = painter.worldTransform();
    if (painter.paintEngine()->type() != QPaintEngine::Raster || world.type() > QTransform::TxTranslate) {
        renderer(id, color).render(&painter, square);
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const int pixels = static_cast<int>(std::lround(side * ratio));
    if (pixels < 1) return;
    const auto snapped = [ratio](double at, double offset) { return std::round((at + offset) * ratio) / ratio - offset; };
    painter.drawPixmap(
        QRectF(snapped(square.left(), world.dx()), snapped(square.top(), world.dy()), pixels / ratio, pixels / ratio),
        picture({id, color.rgba(), pixels}, color), QRectF(0, 0, pixels, pixels));
}

Icon icon_of(Word word)
{
    switch (word) {
    case Word::fits: return Icon::check;
    case Word::tight: return Icon::half;
    case Word::unlikely: return Icon::quarter;
    case Word::does_not_fit: return Icon::cross;
    case Word::unknown: break;
    }
    return Icon::question;
}

} // namespace plimsoll
