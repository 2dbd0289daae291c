// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plimsoll {

namespace {

constexpr double memory_labels_row = 14, least_height = 16, padding = 7;

struct MemoryLabelsWords {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

/// Vertical middle for a label within [top, bottom] that keeps clear of every line; none when there is no such place.
std::optional<double> clear_middle(double top, double bottom, const std::vector<double> &lines, double height = least_height)
{
    const double half = height / 2;
    const double middle = (top + bottom) / 2;
    const auto clear = [&](double y) {
        return std::ranges::none_of(lines, [&](double l) { return std::abs(y - l) < half + 1; });
    };
    std::vector<double> places{middle};
    for (const double line : lines) {
        places.push_back(line - half - 1);
        places.push_back(line + half + 1);
    }
    std::ranges::stable_sort(places, {}, [&](double y) { return std::abs(y - middle); });
    for (const double y : places)
        if (y - half >= top - 0.5 && y + half <= bottom + 0.5 && clear(y)) return y;
    return std::nullopt;
}

void place_segment_label(PlacedSegment &segment, const std::vector<double> &lines, const Numbers &numbers,
                         const MemoryColumn *with_shares)
{
    if (segment.above_break || segment.rect.height() < least_height) return;
    const auto middle = clear_middle(segment.rect.top(), segment.rect.bottom(), lines);
    if (!middle) return;
    const TextWidths width_of(ui_font());
    auto value = numbers.brief(segment.bytes);
    const auto name = segment.spot.component ? window_text::title_of(*segment.spot.component) : title_short(segment.spot.group);
    const auto &r = segment.rect;
    if (with_shares) value = value_and_share(segment.bytes, *with_shares, numbers);
    const double value_width = width_of(value);
    if (width_of(name) + value_width + 3 * padding <= r.width()) {
        segment.name = PlacedText{name, {r.left() + padding, *middle}, Qt::AlignLeft};
        segment.value = PlacedText{value, {r.right() - padding, *middle}, Qt::AlignRight};
    } else if (const auto both = clear_middle(r.top(), r.bottom(), lines, least_height + memory_labels_row);
               both && width_of(name) + 2 * padding <= r.width()) {
        segment.name = PlacedText{name, {r.left() + padding, *both - memory_labels_row / 2}, Qt::AlignLeft};
        segment.value = PlacedText{value, {r.left() + padding, *both + memory_labels_row / 2}, Qt::AlignLeft};
    } else if (value_width + padding <= r.width()) {
        segment.value = PlacedText{value, {r.center().x(), *middle}, Qt::AlignHCenter};
    }
}

QString total_text(const MemoryColumn &column, bool cut, bool with_unit, const Numbers &numbers)
{
    if (!column.problem.empty()) return with_unit ? MemoryLabelsWords::tr("not known") : QStringLiteral("?");
    const auto text = with_unit ? numbers.brief_with_unit(column.total) : numbers.brief(column.total);
    return cut ? text + QStringLiteral(" ↑") : text;
}

/// Bottom of the labels on top of a column, raised until no line runs through them.
double clear_base(double base, double height, std::vector<double> lines)
{
    std::ranges::sort(lines, std::greater{});
    for (const double line : lines)
        if (line > base - height - 2 && line < base + 2) base = line - 3;
    return base;
}

/// What stands small over a total, the longest first: the difference to the baseline, the rule of thumb's sum, the claim.
QStringList notes_of(const MemoryColumn &column, const MemoryChartData &data)
{
    const bool rule = data.show_rule_of_thumb && column.rule_of_thumb;
    if (!column.problem.empty()) return {};
    if (!column.difference && !rule)
        return column.claim ? QStringList{MemoryLabelsWords::tr("takes %1").arg(data.numbers.brief(*column.claim)),
                                          data.numbers.brief(*column.claim)}
                            : QStringList();
    const auto without_unit = [](const QString &text) { return text.section(QChar(0x00a0), 0, 0); };
    const auto difference = column.difference ? data.numbers.brief_difference(*column.difference) : QString();
    const auto thumb = rule ? MemoryLabelsWords::tr("rule %1").arg(data.numbers.brief(*column.rule_of_thumb)) : QString();
    if (difference.isEmpty()) return {thumb, data.numbers.brief(*column.rule_of_thumb)};
    if (thumb.isEmpty()) return {difference, without_unit(difference)};
    const auto both = QStringLiteral("%1, %2");
    return {both.arg(difference, thumb), both.arg(without_unit(difference), thumb), difference, without_unit(difference)};
}

void place_totals(MemoryGeometry &g, const MemoryChartData &data, const std::vector<double> &lines)
{
    const TextWidths bold(ui_font(TextSize::body, true));
    const auto fits = [&](const PlacedColumn &placed, const MemoryColumn &column) {
        return bold(total_text(column, placed.cut, true, data.numbers)) <= g.column_pitch - 10; // neighbours stay apart
    };
    bool with_unit = true;
    for (std::size_t i = 0; i < g.columns.size(); ++i)
        with_unit = with_unit && fits(g.columns[i], data.columns[g.first_column + i]);
    for (std::size_t i = 0; i < g.columns.size(); ++i) {
        auto &placed = g.columns[i];
        const auto &column = data.columns[g.first_column + i];
        const double x = placed.box.center().x();
        const QStringList notes = notes_of(column, data);
        const double height = notes.isEmpty() ? 16 : 31;
        const double claimed = placed.claim ? placed.claim->top() : placed.box.top();
        const double top = placed.claim && claimed < placed.box.top() ? claimed
                           : placed.rule_of_thumb                     ? std::min(placed.box.top(), placed.rule_of_thumb->top())
                                                                      : placed.box.top();
        const double base = clear_base(top - 2, height, lines);
        placed.total = {total_text(column, placed.cut, with_unit, data.numbers), {x, base - 8}, Qt::AlignHCenter};
        if (notes.isEmpty()) continue;
        const auto fits_column = [&](const QString &note) { return text_width(ui_font(), note) <= g.column_pitch - 4; };
        const auto note = std::ranges::find_if(notes, fits_column);
        placed.note = PlacedText{note == notes.end() ? notes.back() : *note, {x, base - 24}, Qt::AlignHCenter};
    }
}

/// How many of the lines, in the order of their priority, find room for their labels above one another, and for the notes.
std::size_t lines_with_room(const MemoryGeometry &g, const MemoryChartData &data)
{
    const double cut = std::ranges::any_of(g.columns, &PlacedColumn::cut) ? 2 * memory_labels_row + 2 : 0,
                 more = memory_labels_row + 2;
    double room = g.size.height() - 2 - cut;
    for (std::size_t i = 0; i < data.lines.size(); ++i) {
        const bool detailed = data.lines[i].reserve > 0 && data.numbers.value(data.lines[i].usable) <= g.axis.top;
        room -= (detailed ? 2 * memory_labels_row : memory_labels_row) + 2;
        if (room < (i + 1 < data.lines.size() ? more : 0)) return std::max<std::size_t>(i, 1);
    }
    return data.lines.size();
}

struct Block {
    double wished = 0, height = 0;
    std::vector<PlacedText *> rows;
};

} // namespace

QStringList notes_on_cuts() { return {MemoryLabelsWords::tr("not to scale"), MemoryLabelsWords::tr("above the break")}; }

void place_lines(MemoryGeometry &g, const MemoryChartData &data)
{
    const double x = g.plot.right() + 24, width = g.size.width() - x - 4;
    const TextWidths bold(ui_font(TextSize::caption, true)), plain(ui_font());
    g.lines.clear();
    const std::size_t shown = lines_with_room(g, data);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto &line = data.lines[i];
        PlacedLine placed;
        placed.index = i;
        placed.above_axis = data.numbers.value(line.usable) > g.axis.top;
        placed.y = std::round(g.y_of(std::min(data.numbers.value(line.usable), g.axis.top)) / g.pixel) * g.pixel;
        const QString title = placed.above_axis ? QStringLiteral("↑ ") + title_of(line) : title_of(line);
        placed.title = {(placed.above_axis ? plain : bold).elided(title, width), {x, placed.y}, Qt::AlignLeft};
        if (line.reserve > 0 && !placed.above_axis) {
            const auto usable = MemoryLabelsWords::tr("%1 usable").arg(data.numbers.brief(line.usable));
            placed.detail = {plain.elided(usable, width), {x, placed.y + memory_labels_row}, Qt::AlignLeft};
            const double top = g.y_of(std::min(data.numbers.value(line.usable + line.reserve), g.axis.top));
            placed.reserve = {g.plot.left(), top, g.plot.width(), placed.y - top};
        }
        g.lines.push_back(placed);
    }
    g.notes.clear();
    const bool any_cut = std::ranges::any_of(g.columns, &PlacedColumn::cut);
    if (any_cut) {
        for (const QString &note : notes_on_cuts()) g.notes.push_back({plain.elided(note, width), {x, 0}, Qt::AlignLeft});
    }
    std::vector<Block> blocks;
    for (auto &placed : g.lines)
        if (placed.above_axis) blocks.push_back({0, memory_labels_row, {&placed.title}});
    if (any_cut) blocks.push_back({g.plot.top() - 22, 2 * memory_labels_row, {&g.notes[0], &g.notes[1]}});
    std::vector<PlacedLine *> inside;
    for (auto &placed : g.lines)
        if (!placed.above_axis) inside.push_back(&placed);
    std::ranges::stable_sort(inside, {}, &PlacedLine::y);
    for (auto *placed : inside) {
        std::vector<PlacedText *> rows{&placed->title};
        if (!placed->detail.text.isEmpty()) rows.push_back(&placed->detail);
        blocks.push_back({placed->y - memory_labels_row / 2, memory_labels_row * static_cast<double>(rows.size()), rows});
    }
    std::ranges::stable_sort(blocks, {}, &Block::wished);
    std::vector<std::pair<double, double>> wishes;
    for (const auto &block : blocks) wishes.emplace_back(block.wished, block.height + 2);
    const auto tops = spread(wishes, 2, g.size.height() - (shown < data.lines.size() ? memory_labels_row + 2 : 0));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t j = 0; j < blocks[i].rows.size(); ++j)
            blocks[i].rows[j]->at = {x, tops[i] + memory_labels_row / 2 + memory_labels_row * static_cast<double>(j)};
    if (shown < data.lines.size())
        g.notes.push_back({MemoryLabelsWords::tr("%1 more cards").arg(data.lines.size() - shown),
                           {x, g.size.height() - memory_labels_row / 2 - 1},
                           Qt::AlignLeft});
    else if (g.hidden_columns > 0)
        g.notes.push_back({MemoryLabelsWords::tr("%1 more").arg(g.hidden_columns),
                           {x, g.plot.bottom() - memory_labels_row / 2},
                           Qt::AlignLeft});
}

void place_labels(MemoryGeometry &g, const MemoryChartData &data)
{
    std::vector<double> lines;
    for (const auto &line : g.lines)
        if (!line.above_axis) lines.push_back(line.y);
    auto edges = lines;
    for (const auto &line : g.lines)
        if (line.reserve.height() >= 1) edges.push_back(line.reserve.top());
    for (std::size_t i = 0; i < g.columns.size(); ++i) {
        auto &column = g.columns[i];
        const MemoryColumn &shown = data.columns[g.first_column + i];
        auto crossing = lines;
        if (column.rule_of_thumb && column.rule_of_thumb->height() == 0) crossing.push_back(column.rule_of_thumb->top());
        for (auto &segment : column.segments)
            place_segment_label(segment, crossing, data.numbers, g.with_shares ? &shown : nullptr);
        if (g.wide) place_beside(g, column, shown, data.numbers, edges);
    }
    place_totals(g, data, edges);
}

} // namespace plimsoll
