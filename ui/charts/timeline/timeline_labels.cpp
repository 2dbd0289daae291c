// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/places.h"
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr double timeline_labels_row = 14;

struct TimelineLabelsWords {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

void place_phases(TimelineGeometry &g)
{
    const TextWidths width_of(ui_font());
    g.phase_bar = g.plot.top() - 11;
    std::vector<PlacedPhase *> narrow;
    std::vector<std::pair<double, double>> wishes;
    for (auto &phase : g.phases) {
        const auto title = window_text::title_of(phase.run);
        const double width = width_of(title), middle = (phase.x0 + phase.x1) / 2;
        if (width + 8 <= phase.x1 - phase.x0) {
            phase.name = PlacedText{title, {middle, g.phase_bar - 11}, Qt::AlignHCenter};
        } else if (phase.x1 - phase.x0 >= 1) {
            phase.upper_row = true;
            narrow.push_back(&phase);
            phase.name = PlacedText{title, {middle, g.phase_bar - 26}, Qt::AlignLeft};
            wishes.emplace_back(middle - width / 2, width + 8);
        }
    }
    const double right = std::min(g.plot.right() + 40, g.size.width() - 4);
    double wanted = 0;
    for (const auto &wish : wishes) wanted += wish.second;
    while (wanted > right - g.plot.left()) { // the narrowest go without
        const auto least = std::ranges::min_element(narrow, {}, [](const PlacedPhase *one) { return one->x1 - one->x0; });
        const auto wish = wishes.begin() + (least - narrow.begin());
        (*least)->name.reset();
        wanted -= wish->second;
        wishes.erase(wish);
        narrow.erase(least);
    }
    const auto lefts = spread(wishes, g.plot.left(), right);
    for (std::size_t i = 0; i < narrow.size(); ++i) narrow[i]->name->at.setX(lefts[i]);
}

void place_lines(TimelineGeometry &g, const TimelineData &data)
{
    const double x = g.plot.right() + 24, width = g.size.width() - x - 4;
    const TextWidths bold(ui_font(TextSize::caption, true)), plain(ui_font());
    std::vector<std::size_t> order;
    const auto most =
        static_cast<std::size_t>(std::max(1.0, (g.size.height() - 2) / (timeline_labels_row + 1))); // the others have no room
    for (std::size_t i = 0; i < std::min(most, data.lines.size()); ++i) {
        PlacedLine placed;
        placed.index = i;
        const double value = data.numbers.value(data.lines[i].usable);
        placed.above_axis = value > g.top_value * 1.02;
        placed.y = std::round(g.y_of(std::min(value, g.top_value)) / g.pixel) * g.pixel;
        const QString name = title_of(data.lines[i]), title = placed.above_axis ? QStringLiteral("↑ ") + name : name;
        const double left = placed.above_axis ? x - 17 : x;
        placed.title = {(placed.above_axis ? plain : bold).elided(title, width + x - left), {left, placed.y}, Qt::AlignLeft};
        g.lines.push_back(placed);
        order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return g.lines[i].above_axis ? -1.0 : g.lines[i].y; });
    std::vector<std::pair<double, double>> wishes;
    for (const auto i : order) wishes.emplace_back(g.lines[i].y - timeline_labels_row / 2, timeline_labels_row + 1);
    const auto tops = spread(wishes, 2, g.size.height());
    for (std::size_t k = 0; k < order.size(); ++k) g.lines[order[k]].title.at.setY(tops[k] + timeline_labels_row / 2);
}

/// The largest y that the stack's outline leaves free within [x0, x1]: its highest point there.
double outline_top(const TimelineGeometry &g, double x0, double x1)
{
    double top = g.plot.bottom();
    for (std::size_t i = 0; i < g.samples.size(); ++i)
        if (g.samples[i].x1 > x0 && g.samples[i].x0 < x1) top = std::min(top, g.bands.back().tops[i]);
    return top;
}

bool clear_of_lines(const TimelineGeometry &g, double y)
{
    if (g.held_y && std::abs(*g.held_y - y) < 9) return false;
    return std::ranges::none_of(g.lines, [&](const auto &line) { return !line.above_axis && std::abs(line.y - y) < 9; });
}

void place_peak(TimelineGeometry &g, const TimelineData &data)
{
    const double x = g.middle_of(*g.peak);
    const auto &point = (*data.points)[*g.peak];
    g.peak_label.text = TimelineLabelsWords::tr("%1 allocated, the peak").arg(data.numbers.brief_with_unit(point.allocated));
    if (x < g.plot.left() || x > g.plot.right()) return;
    g.peak_at = QPointF(x, std::round(g.y_of(data.numbers.value(point.allocated))));
    double width = text_width(ui_font(TextSize::caption, true), g.peak_label.text);
    if (x + 10 + width > g.plot.right() && x - 10 - width < 4) { // the mark says the rest
        g.peak_label.text = data.numbers.brief_with_unit(point.allocated);
        width = text_width(ui_font(TextSize::caption, true), g.peak_label.text);
    }
    const bool right = x + 10 + width <= g.plot.right();
    const double left = right ? x + 10 : x - 10 - width;
    // Beside the mark when no line runs there, else the nearest height that lines and stack leave free.
    const double wished = g.peak_at->y() - 7, floor = outline_top(g, left, left + width) - 8;
    double y = wished;
    for (double step = 0; step <= 26; step += 0.5) {
        const double lower = wished + step, higher = wished - step;
        if (lower <= floor && clear_of_lines(g, lower)) {
            y = lower;
            break;
        }
        if (clear_of_lines(g, higher)) {
            y = higher;
            break;
        }
    }
    g.peak_label.at = {right ? x + 10 : x - 10, y};
    g.peak_label.align = right ? Qt::AlignLeft : Qt::AlignRight;
}

void place_held(TimelineGeometry &g, const TimelineData &data)
{
    if (!g.held_y) return;
    const auto text = TimelineLabelsWords::tr("held: %1").arg(data.numbers.brief_with_unit(data.held));
    const double width = text_width(ui_font(), text);
    const double peak_width = text_width(ui_font(TextSize::caption, true), g.peak_label.text) + 16;
    const double peak_left =
        g.peak_label.align.testFlag(Qt::AlignRight) ? g.peak_label.at.x() - peak_width : g.peak_label.at.x() - 16;
    const double peak_right = peak_left + peak_width + 16;
    for (const double x : {g.plot.left() + 6, g.plot.right() - width - 6})
        for (const double y : {*g.held_y + 12, *g.held_y - 11}) {
            const bool on_peak = g.peak_at && std::abs(y - g.peak_label.at.y()) < timeline_labels_row && x < peak_right + 6 &&
                                 x + width > peak_left - 6;
            if (y + 8 > outline_top(g, x, x + width) || !clear_of_lines(g, y) || on_peak || y < g.plot.top() + 7) continue;
            g.held_label = PlacedText{text, {x, y}, Qt::AlignLeft};
            return;
        }
}

/// In the largest part of the engine's band that has room for its name.
void place_engine_label(TimelineGeometry &g)
{
    const QString name = TimelineLabelsWords::tr("engine");
    const double width = text_width(ui_font(), name) + 8;
    const QRectF *best = nullptr;
    for (const QRectF &part : g.engine)
        if (part.width() >= width && part.height() >= timeline_labels_row + 4 &&
            (best == nullptr || part.width() * part.height() > best->width() * best->height()))
            best = &part;
    if (best != nullptr) g.engine_label = PlacedText{name, best->center(), Qt::AlignHCenter};
}

/// Longest stretch of samples whose bands share at least 16 pixels of height: where a label can stand.
struct Stretch {
    std::size_t first = 0, last = 0;
    double top = 0, bottom = 0, width = 0;
};

Stretch widest_stretch(const TimelineGeometry &g, std::size_t band)
{
    constexpr double least = 16;
    Stretch best;
    const auto &tops = g.bands[band].tops;
    const auto lower = [&](std::size_t i) { return band == 0 ? g.plot.bottom() : g.bands[band - 1].tops[i]; };
    const std::size_t stride = g.samples.size() > 200 ? 4 : 1;
    for (std::size_t first = 0; first < g.samples.size(); first += stride) {
        if (g.samples.back().x1 - g.samples[first].x0 <= best.width) break;
        double top = 0, bottom = g.plot.bottom();
        std::size_t last = first;
        while (last < g.samples.size() && std::min(bottom, lower(last)) - std::max(top, tops[last]) >= least) {
            top = std::max(top, tops[last]);
            bottom = std::min(bottom, lower(last));
            ++last;
        }
        if (last == first) continue;
        const double width = g.samples[last - 1].x1 - g.samples[first].x0;
        if (width > best.width) best = {first, last, top, bottom, width};
    }
    return best;
}

/// The height nearest to the middle of a stretch where no line runs through a label; nothing where each has one.
std::optional<double> clear_height(const TimelineGeometry &g, const Stretch &stretch)
{
    const double middle = (stretch.top + stretch.bottom) / 2;
    for (double step = 0; step <= (stretch.bottom - stretch.top) / 2 - 8; step += 0.5)
        for (const double y : {middle - step, middle + step})
            if (clear_of_lines(g, y)) return y;
    return std::nullopt;
}

/// What a band is labelled with: its bytes at the peak, as column and breakdown say them, where the peak is in the stretch; else
/// the most it comes to there.
Bytes bytes_of_label(const TimelineGeometry &g, const TimelineData &data, const TimelineBand &band, const Stretch &stretch)
{
    const auto bytes_at = [&](std::size_t index) {
        Bytes bytes = 0;
        for (const auto component : components_of(band.group))
            if (!band.component || component == *band.component)
                bytes += (*data.points)[index].components[static_cast<std::size_t>(component)];
        return bytes;
    };
    Bytes most = 0;
    for (std::size_t i = stretch.first; i < stretch.last; ++i) {
        if (g.samples[i].index == g.peak) return bytes_at(*g.peak);
        most = std::max(most, bytes_at(g.samples[i].index));
    }
    return most;
}

/// Where a label of so much width can begin in a stretch without a phase's line through it; nothing where every place has one.
std::optional<double> clear_left(const TimelineGeometry &g, const Stretch &stretch, double width)
{
    constexpr double inset = 6;
    const double from = g.samples[stretch.first].x0, to = from + stretch.width;
    double left = from;
    for (std::size_t i = 1; i <= g.phases.size(); ++i) {
        const double line = i < g.phases.size() ? std::min(g.phases[i].x0, to) : to;
        if (line - left >= width + 2 * inset) return left + inset;
        left = std::max(left, line);
    }
    return std::nullopt;
}

void place_band_labels(TimelineGeometry &g, const TimelineData &data)
{
    const TextWidths width_of(ui_font());
    for (std::size_t b = 0; b < g.bands.size(); ++b) {
        auto &band = g.bands[b];
        const auto stretch = widest_stretch(g, b);
        if (stretch.width < 40) continue;
        const auto name = band.component ? window_text::title_of(*band.component) : title_short(band.group);
        const auto text = name + QLatin1Char(' ') + data.numbers.brief(bytes_of_label(g, data, band, stretch));
        const auto left = clear_left(g, stretch, width_of(text)), height = clear_height(g, stretch);
        if (left && height) band.label = PlacedText{text, {*left, *height}, Qt::AlignLeft};
    }
}

/// "log_softmax" of "log_softmax_backward" where the phase says the rest.
QString operation_name(const TimelinePoint &point)
{
    const QString name = QString::fromStdString(point.title()), rest = QStringLiteral("_backward");
    const bool backward = point.phase == Phase::backward || point.phase == Phase::loss_backward;
    return backward && name.endsWith(rest) ? name.chopped(rest.size()) : name;
}

/// Stages of an engine's start, each under its own part or, where that is narrower than its name, as near as there is room. Where
/// there is none for all, the longest names go: a whole name or none. False where that leaves none.
bool place_stages(TimelineGeometry &g, const TimelineData &data)
{
    const TextWidths width_of(ui_font());
    const auto &points = *data.points;
    const auto from = g.first_index + static_cast<std::size_t>(g.first);
    const auto to = std::min(g.first_index + static_cast<std::size_t>(std::ceil(g.last)), g.last_index);
    std::vector<PlacedText> names;
    std::vector<double> ticks;
    std::vector<std::pair<double, double>> wishes;
    double wanted = 0;
    for (auto i = from; i < to;) {
        auto end = i + 1;
        const QString name = operation_name(points[i]);
        while (end < to && operation_name(points[end]) == name) ++end;
        const double x0 = std::max(g.x_of(static_cast<double>(i - g.first_index)), g.plot.left());
        const double x1 = std::min(g.x_of(static_cast<double>(end - g.first_index)), g.plot.right());
        i = end;
        if (name.isEmpty()) continue;
        ticks.push_back(x1);
        names.push_back({name, {0, g.plot.bottom() + 11}, Qt::AlignLeft});
        wishes.emplace_back((x0 + x1 - width_of(name)) / 2, width_of(name) + 8);
        wanted += wishes.back().second;
    }
    while (wanted > g.plot.width()) {
        const auto longest = std::ranges::max_element(wishes, {}, &std::pair<double, double>::second);
        names.erase(names.begin() + (longest - wishes.begin()));
        wanted -= longest->second;
        wishes.erase(longest);
    }
    if (names.empty()) return false;
    const auto lefts = spread(wishes, g.plot.left(), g.plot.right());
    for (std::size_t i = 0; i < names.size(); ++i) names[i].at.setX(lefts[i]);
    g.operations = std::move(names);
    g.operation_ticks = std::move(ticks);
    return true;
}

/// Runs of operations with one name: the operation's, or, where those are too narrow, the layer's.
void place_operations(TimelineGeometry &g, const TimelineData &data)
{
    const TextWidths width_of(ui_font());
    const auto &points = *data.points;
    const double width = g.plot.width() / (g.last - g.first);
    const bool by_layer = width < 44;
    if (g.last - g.first > 400 || (is_start(data) && place_stages(g, data))) return;
    const auto name_of = [&](std::size_t i) {
        if (by_layer && points[i].layer >= 0) return TimelineLabelsWords::tr("layer %1").arg(points[i].layer + 1);
        if (const auto layer = step::tower_layer(points[i].layer); by_layer && layer)
            return TimelineLabelsWords::tr("layer %1").arg(*layer + 1);
        return by_layer && width < 20 ? QString() : operation_name(points[i]);
    };
    const auto from = g.first_index + static_cast<std::size_t>(g.first);
    const auto to = std::min(g.first_index + static_cast<std::size_t>(std::ceil(g.last)), g.last_index);
    for (auto i = from; i < to;) {
        auto end = i + 1;
        const auto name = name_of(i);
        while (end < to && points[end].phase == points[i].phase && name_of(end) == name && by_layer) ++end;
        const double x0 = std::max(g.x_of(static_cast<double>(i - g.first_index)), g.plot.left());
        const double x1 = std::min(g.x_of(static_cast<double>(end - g.first_index)), g.plot.right());
        if (!name.isEmpty()) g.operation_ticks.push_back(x1);
        const QString shown = by_layer ? name : width_of.elided(name, x1 - x0 - 6); // a whole name or none among many
        if (!shown.isEmpty() && width_of(shown) + 6 <= x1 - x0)
            g.operations.push_back({shown, {(x0 + x1) / 2, g.plot.bottom() + 11}, Qt::AlignHCenter});
        i = end;
    }
    if (g.operations.empty()) g.operation_ticks.clear();
}

} // namespace

void place_timeline_labels(TimelineGeometry &g, const TimelineData &data)
{
    place_phases(g);
    place_lines(g, data);
    place_peak(g, data);
    place_held(g, data);
    place_band_labels(g, data);
    place_engine_label(g);
    const bool timed = !g.begins.empty();
    timed ? place_time_ticks(g, data) : place_operations(g, data);
    const bool whole = g.last - g.first >= static_cast<double>(g.last_index - g.first_index);
    g.caption = {timed   ? TimelineLabelsWords::tr("planned time of one step; within a phase, operations stand evenly")
                 : whole ? is_start(data) ? TimelineLabelsWords::tr("stages of the engine's start, in order; not time")
                                          : TimelineLabelsWords::tr("operations of one step, in order; not time")
                         : TimelineLabelsWords::tr("operations, in order; not time"),
                 {g.plot.left(), g.plot.bottom() + (g.operations.empty() ? 13 : 30)},
                 Qt::AlignLeft};
    if (const auto most = most_measured(data))
        g.caption.text += QStringLiteral("   ") +
                          TimelineLabelsWords::tr("line: measured, %1 at most").arg(data.numbers.brief_with_unit(*most));
    g.unit = PlacedText{data.numbers.unit_name(), {g.plot.left() - 8, g.phase_bar - 5}, Qt::AlignRight};
}

} // namespace plimsoll
