// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/hatch.h"
#include "ui/charts/memory_geometry.h"

#include <QCache>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace plimsoll {
namespace {

constexpr int remembered_tiles = 32;

struct TileKey {
    int side = 0;     ///< in the device's pixels: from one stroke to the next along x
    double width = 1; ///< of the stroke, in the device's pixels
    QRgb color = 0;
    bool operator==(const TileKey &) const = default;
};

size_t qHash(const TileKey &key, size_t seed) { return qHashMulti(seed, key.side, key.width, key.color); }

QPixmap draw_tile(const TileKey &key)
{
    QPixmap tile(key.side, key.side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor::fromRgba(key.color), key.width, Qt::SolidLine, Qt::FlatCap));
    for (int c = 0; c <= 2 * key.side; c += key.side) // x + y = c; the ends lie outside
        painter.drawLine(c + key.side, -key.side, c - 2 * key.side, 2 * key.side);
    return tile;
}

const QPixmap &tile_of(const TileKey &key)
{
    static QCache<TileKey, QPixmap> tiles(remembered_tiles);
    if (const QPixmap *known = tiles.object(key)) return *known;
    auto *made = new QPixmap(draw_tile(key));
    tiles.insert(key, made);
    return *made;
}

} // namespace

void paint_hatch(QPainter &painter, const QRectF &rect, double period, const QPen &pen)
{
    if (rect.isEmpty()) return;
    const QTransform world = painter.worldTransform();
    const bool upright = world.type() <= QTransform::TxScale && world.m11() == world.m22();
    if (painter.paintEngine()->type() != QPaintEngine::Raster || !upright) {
        const auto lines = hatch_lines(rect, period);
        painter.setPen(pen);
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF(), scale = ratio * world.m11();
    const TileKey key{std::max(2, static_cast<int>(std::lround(period * std::sqrt(2.0) * scale))), pen.widthF() * scale,
                      pen.color().rgba()};
    const QRectF mapped = world.mapRect(rect);
    const auto pixel = [ratio](QPointF at) { return (at * ratio).toPoint(); };
    const QRect target(pixel(mapped.topLeft()), pixel(mapped.bottomRight()) - QPoint(1, 1));
    painter.save();
    painter.setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio)); // whole pixels, which the tile's then meet
    painter.drawTiledPixmap(target, tile_of(key), {target.left() % key.side, target.top() % key.side});
    painter.restore();
}

} // namespace plimsoll
