// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <utility>

namespace plimsoll {

namespace {

constexpr double memory_beside_row = 14, leader = 22, touch = 2; // of the segment's edge

const QString between = QStringLiteral("  ");

struct MemoryBesideWords {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

QString name_of(const MemorySpot &spot) { return spot.component ? title_of(*spot.component) : title_short(spot.group); }

/// The next place at or above `y` for the middle of a row that keeps clear of every line; `lines` from the bottom up.
double clear_of(double y, const std::vector<double> &lines)
{
    for (const double line : lines)
        if (std::abs(line - y) < memory_beside_row / 2 + 1) y = line - memory_beside_row / 2 - 1;
    return y;
}

} // namespace

QString value_and_share(Bytes bytes, const MemoryColumn &column, const Numbers &numbers)
{
    const double share = 100.0 * static_cast<double>(bytes) / static_cast<double>(column.total);
    const QString whole = numbers.locale.toString(std::max(qRound(share), 1));
    return MemoryBesideWords::tr("%1 · %2 %")
        .arg(numbers.brief_with_unit(bytes), share < 0.5 ? QStringLiteral("< ") + whole : whole);
}

double widest_label(const MemoryChartData &data)
{
    const TextWidths plain(ui_font());
    double widest = 0;
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto group = static_cast<Group>(i);
        if (!data.expanded.contains(group)) widest = std::max(widest, plain(title_short(group)));
        if (data.expanded.contains(group))
            for (const Component component : components_of(group)) widest = std::max(widest, plain(title_of(component)));
    }
    QString bytes = QStringLiteral("88.8 ") + data.numbers.unit_name();
    for (const MemoryColumn &column : data.columns) // beyond every card
        if (const QString all = data.numbers.brief_with_unit(column.total); all.size() > bytes.size()) bytes = all;
    const QString value = MemoryBesideWords::tr("%1 · %2 %").arg(bytes, QStringLiteral("88"));
    return widest + plain(between + value);
}

double room_beside(const MemoryChartData &data) { return leader + widest_label(data); }

void place_beside(MemoryGeometry &g, PlacedColumn &column, const MemoryColumn &data, const Numbers &numbers,
                  const std::vector<double> &lines)
{
    std::set<std::pair<Group, std::optional<Component>>> named;
    for (const auto &segment : column.segments)
        if (segment.name) named.emplace(segment.spot.group, segment.spot.component);
    std::vector<double> upward = lines;
    std::ranges::sort(upward, std::greater{});
    const TextWidths plain(ui_font());
    const double x = column.box.right() + leader;
    double free = g.plot.bottom() - memory_beside_row / 2;
    // From the bottom up: what is thin lies together, and there is more room above than below.
    for (auto &segment : column.segments) {
        if (segment.rect.height() <= 0 || !named.emplace(segment.spot.group, segment.spot.component).second) continue;
        const double middle = segment.rect.center().y(), y = clear_of(std::min(middle, free), upward);
        if (y < memory_beside_row / 2) return;
        const QString value = value_and_share(segment.bytes, data, numbers);
        const QString text = plain.elided(name_of(segment.spot), g.beside_width - leader - plain(between + value));
        segment.beside = PlacedText{text + between + value, {x, y}, Qt::AlignLeft};
        segment.leader << QPointF(column.box.right() + touch, middle) << QPointF(x - 8, y) << QPointF(x - 3, y);
        free = y - memory_beside_row;
    }
}

} // namespace plimsoll
