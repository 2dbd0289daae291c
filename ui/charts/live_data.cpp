// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/live_data.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr double live_data_left_margin = 32, // the panel has the rest of the timeline's margin
    live_data_top_margin = 12, live_data_bottom_margin = 22;
constexpr std::int64_t longest_gap_ms = 45'000; ///< three of the rare readings while nobody looks
constexpr std::int64_t minute_ms = 60'000;
constexpr double label_height = 14;

/// A context of its own, by which lupdate finds the strings of free functions.
struct LiveDataWords {
    Q_DECLARE_TR_FUNCTIONS(LiveChart)
};

/// What the axis reaches: readings and the plan's peak, and the card where it is not far above them.
double shown_value(const LiveChartData &data)
{
    double shown = 0.1;
    for (const LivePoint &point : data.points) shown = std::max(shown, data.numbers.value(point.used));
    if (data.plan) shown = std::max(shown, data.numbers.value(std::max(data.plan->device, data.plan->high)));
    const double total = data.total ? data.numbers.value(*data.total) : 0;
    return total <= 1.7 * shown ? std::max(shown, total) : shown;
}

QString plan_title(const LiveChartData &data)
{
    return data.plan ? LiveDataWords::tr("plan %1").arg(data.numbers.brief(data.plan->device)) : QString();
}

bool has_interval(const PlanMark &plan) { return plan.high > plan.low; }

QString interval_title(const LiveChartData &data)
{
    if (!data.plan || !has_interval(*data.plan)) return {};
    return LiveDataWords::tr("%1 to %2").arg(data.numbers.brief(data.plan->low), data.numbers.brief(data.plan->high));
}

/// Phases that lie below the peak, each at the first moment that takes so much.
std::vector<PhaseMark> way_to_the_peak(const PlanMark &plan)
{
    std::vector<PhaseMark> out;
    for (const PhaseMark &one : plan.phases)
        if (one.device < plan.device && (out.empty() || one.device > out.back().device)) out.push_back(one);
    return out;
}

void place_phases(LiveGeometry &g, const LiveChartData &data)
{
    if (!data.plan) return;
    if (has_interval(*data.plan)) {
        const double top = g.y_of(data.numbers.value(data.plan->high)), bottom = g.y_of(data.numbers.value(data.plan->low));
        g.interval = QRectF(g.plot.left(), top, g.plot.width(), bottom - top);
    }
    double free_below = g.plot.bottom() - label_height / 2; // labels end above it
    for (const PhaseMark &one : way_to_the_peak(*data.plan)) {
        PlacedReach placed{std::round(g.y_of(data.numbers.value(one.device))), {}};
        const bool clear = placed.y <= free_below && std::abs(placed.y - *g.plan_y) >= label_height;
        const QString text = phase_title(one.phase) + QLatin1Char(' ') + data.numbers.brief(one.device);
        if (clear && text_width(ui_font(), text) < g.plot.width() / 2) {
            placed.label = PlacedText{text, {g.plot.left() + 8, placed.y}, Qt::AlignLeft};
            free_below = placed.y - label_height;
        }
        g.phases.push_back(std::move(placed));
    }
}

/// Below the plan's label or above it, where the card's leaves room.
void place_interval_name(LiveGeometry &g, const LiveChartData &data)
{
    const QString text = interval_title(data);
    if (text.isEmpty()) return;
    for (const double by : {label_height, -label_height}) {
        const double y = *g.plan_y + by;
        if (g.total_label && std::abs(g.total_label->at.y() - y) < label_height) continue;
        if (y < 7 || y > g.plot.bottom() + 7) continue;
        g.interval_label = PlacedText{text, {g.plot.right() + 24, y}, Qt::AlignLeft};
        return;
    }
}

QString card_title(const LiveChartData &data)
{
    return data.total ? LiveDataWords::tr("card %1").arg(data.numbers.brief(*data.total)) : QString();
}

void place_lines(LiveGeometry &g, const LiveChartData &data)
{
    if (data.plan) {
        g.plan_y = std::round(g.y_of(data.numbers.value(data.plan->device)));
        g.plan_label = PlacedText{plan_title(data), {g.plot.right() + 24, *g.plan_y}, Qt::AlignLeft};
    }
    place_phases(g, data);
    if (!data.total) return place_interval_name(g, data);
    const double total = data.numbers.value(*data.total);
    const bool above = total > g.axis.top;
    if (!above) g.total_y = std::round(g.y_of(total));
    double y = above ? g.plot.top() : *g.total_y;
    if (g.plan_y && std::abs(*g.plan_y - y) < label_height) y = *g.plan_y + (y <= *g.plan_y ? -label_height : label_height);
    g.total_label =
        PlacedText{(above ? QStringLiteral("↑ ") : QString()) + card_title(data), {g.plot.right() + 24, y}, Qt::AlignLeft};
    place_interval_name(g, data);
}

/// Whether a name at `y` stands on none of the lines of plan and card.
bool clear_of_lines(const LiveGeometry &g, double y)
{
    constexpr double apart = 9;
    const auto clear = [y](double line) { return std::abs(line - y) >= apart; };
    if ((g.plan_y && !clear(*g.plan_y)) || (g.total_y && !clear(*g.total_y))) return false;
    if (g.interval && (!clear(g.interval->top()) || !clear(g.interval->bottom()))) return false;
    return std::ranges::all_of(g.phases, clear, &PlacedReach::y);
}

/// The middle between two heights, or what is nearest to it and clear; nothing where no name has room.
std::optional<double> place_between(const LiveGeometry &g, double top, double bottom)
{
    const double middle = (top + bottom) / 2;
    for (double by = 0; middle - by >= top && middle + by <= bottom; by += 2)
        for (const double y : {middle - by, middle + by})
            if (clear_of_lines(g, y)) return y;
    return std::nullopt;
}

/// The names of the two areas, where they are high enough at the newest reading.
void place_names(LiveGeometry &g, const LiveChartData &data)
{
    const LivePoint *now = data.latest();
    if (!now) return;
    const double left = std::max(g.used[g.stretches.back().first].x(), g.plot.left()) + 6;
    const double room = g.used.back().x() - left;
    const TextWidths width_of(ui_font());
    const auto fits = [&](const QString &text) { return width_of(text) + 6 <= room; };
    if (now->in_process) {
        const QString text = data.process + QLatin1Char(' ') + data.numbers.brief(*now->in_process);
        const auto y = place_between(g, g.process_tops.back() + 8, g.plot.bottom() - 8);
        if (y && fits(text)) g.process_label = PlacedText{text, {g.used.back().x() - 6, *y}, Qt::AlignRight};
    }
    const QString all = LiveDataWords::tr("all processes %1").arg(data.numbers.brief(now->used));
    for (const double by : {-10, 10, -15, -20})
        if (const double y = g.used.back().y() + by;
            y > g.plot.top() + 6 && y < g.plot.bottom() - 8 && clear_of_lines(g, y) && fits(all)) {
            if (by > 0 && y + label_height / 2 > g.process_tops.back()) continue; // its colour is for the area above the process'
            g.used_label = PlacedText{all, {g.used.back().x() - 6, y}, Qt::AlignRight};
            break;
        }
}

void place_times(LiveGeometry &g)
{
    constexpr double apart = 6;
    const double minute = g.plot.width() * minute_ms / LiveHistory::span_ms;
    const TextWidths width_of(ui_font());
    const QString first = LiveDataWords::tr("5 minutes ago"), last = LiveDataWords::tr("now");
    const double y = g.plot.bottom() + 12;
    const double from = g.plot.right() - 5 * minute + width_of(first) + apart, to = g.plot.right() - width_of(last) - apart;
    g.times.push_back({first, {g.plot.right() - 5 * minute, y}, Qt::AlignLeft});
    for (int ago = 4; ago > 0; --ago) {
        const QString text = QStringLiteral("−%1").arg(ago);
        const double x = g.plot.right() - ago * minute, half = width_of(text) / 2;
        if (x - half >= from && x + half <= to) g.times.push_back({text, {x, y}, Qt::AlignHCenter}); // clear of the words
    }
    g.times.push_back({last, {g.plot.right(), y}, Qt::AlignRight});
}

} // namespace

QString phase_title(const std::string &name)
{
    for (int one = 0; one <= static_cast<int>(Phase::save); ++one)
        if (name_of(static_cast<Phase>(one)) == name) return title_of(static_cast<Phase>(one));
    return QString::fromStdString(name);
}

bool nearly_full(const LiveChartData &data, const LivePoint &point)
{
    return data.total && *data.total > 0 &&
           static_cast<double>(point.used) >= static_cast<double>(*data.total) * data.warn_percent / 100;
}

std::vector<LiveStretch> stretches_of(const std::vector<LivePoint> &points)
{
    std::vector<LiveStretch> out;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i == 0 || points[i].time_ms - points[i - 1].time_ms > longest_gap_ms)
            out.push_back({i, i + 1});
        else
            out.back().last = i + 1;
    }
    return out;
}

LiveGeometry lay_out(const LiveChartData &data, QSizeF size)
{
    LiveGeometry g;
    g.axis = decimal_axis(shown_value(data) / 1.12);
    const TextWidths bold(ui_font(TextSize::caption, true)), plain(ui_font());
    const double right = std::max({bold(plan_title(data)) + 30, plain(interval_title(data)) + 30,
                                   plain(QStringLiteral("↑ ") + card_title(data)) + 30, 16.0});
    const double left = room_for_axis(live_data_left_margin, data.numbers.axis(g.axis.top));
    g.plot = {left, live_data_top_margin, std::max(std::floor(size.width() - left - right), 20.0),
              std::max(std::floor(size.height() - live_data_top_margin - live_data_bottom_margin), 20.0)};
    const int stride = g.plot.height() / g.axis.steps < label_height ? 2 : 1;
    for (int i = 0; i <= g.axis.steps; i += stride)
        g.ticks.push_back({i * g.axis.step, std::round(g.y_of(i * g.axis.step)), data.numbers.axis(i * g.axis.step)});
    place_times(g);
    if (data.points.empty()) return place_lines(g, data), g;
    const auto x_of = [&](std::int64_t time) {
        const double ago = static_cast<double>(data.points.back().time_ms - time) / LiveHistory::span_ms;
        return g.plot.right() - ago * g.plot.width();
    };
    for (const LivePoint &point : data.points) {
        g.used.emplace_back(x_of(point.time_ms), g.y_of(std::min(data.numbers.value(point.used), g.axis.top)));
        const Bytes inside = std::min(point.in_process.value_or(0), point.used);
        g.process_tops.push_back(g.y_of(std::min(data.numbers.value(inside), g.axis.top)));
    }
    g.stretches = stretches_of(data.points);
    place_lines(g, data);
    place_names(g, data);
    return g;
}

std::optional<std::size_t> LiveGeometry::point_at(double x) const
{
    if (used.empty() || x < plot.left() - 4 || x > plot.right() + 4) return std::nullopt;
    const auto nearest = std::ranges::min_element(used, {}, [x](const QPointF &point) { return std::abs(point.x() - x); });
    return static_cast<std::size_t>(nearest - used.begin());
}

QString sentence_of(const LiveChartData &data)
{
    const LivePoint *now = data.latest();
    if (!now) return LiveDataWords::tr("%1: nothing read yet.").arg(data.gpu);
    const auto [least, most] = std::ranges::minmax_element(data.points, {}, &LivePoint::used);
    QString out = LiveDataWords::tr("%1: %2 in use now, %3 to %4 in the last five minutes.")
                      .arg(data.gpu, data.numbers.brief_with_unit(now->used), data.numbers.brief(least->used),
                           data.numbers.brief_with_unit(most->used));
    if (now->in_process && !data.process.isEmpty())
        out += QLatin1Char(' ') +
               LiveDataWords::tr("%1 of it by %2.").arg(data.numbers.brief_with_unit(*now->in_process), data.process);
    if (!data.plan) return out;
    out += QLatin1Char(' ') + LiveDataWords::tr("The plan peaks at %1.").arg(data.numbers.brief_with_unit(data.plan->device));
    if (has_interval(*data.plan)) out += QLatin1Char(' ') + LiveDataWords::tr("Its interval is %1.").arg(interval_title(data));
    QStringList way;
    for (const PhaseMark &one : way_to_the_peak(*data.plan))
        way << LiveDataWords::tr("%1 at %2").arg(data.numbers.brief(one.device), phase_title(one.phase));
    if (!way.isEmpty())
        out += QLatin1Char(' ') + LiveDataWords::tr("On the way it takes %1.").arg(way.join(QStringLiteral(", ")));
    return out;
}

QString sentence_of(const LiveChartData &data, const LivePoint &point)
{
    const QString time =
        data.numbers.locale.toString(QDateTime::fromMSecsSinceEpoch(point.time_ms).time(), QStringLiteral("HH:mm:ss"));
    QString out = LiveDataWords::tr("%1: %2 in use").arg(time, data.numbers.brief_with_unit(point.used));
    if (point.in_process && !data.process.isEmpty())
        out += LiveDataWords::tr(", %1 of it by %2").arg(data.numbers.brief(*point.in_process), data.process);
    const PhaseMark *phase = data.plan && point.in_process ? reached(*data.plan, *point.in_process) : nullptr;
    if (phase) out += LiveDataWords::tr(", as much as the plan takes up to %1").arg(phase_title(phase->phase));
    return out + QLatin1Char('.');
}

void LiveTableModel::set_data(const LiveChartData &data)
{
    const int before = rowCount(), after = static_cast<int>(data.points.size());
    if (before != after) beginResetModel();
    m_data = data;
    if (before != after) return endResetModel();
    if (after == 0) return;
    emit dataChanged(index(0, 0), index(after - 1, column_count - 1));
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

int LiveTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_data.points.size());
}

int LiveTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant LiveTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const LivePoint &point = m_data.points[m_data.points.size() - 1 - static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == time ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return sentence_of(m_data, point);
    if (index.column() == time)
        return role == Qt::DisplayRole
                   ? QVariant(QDateTime::fromMSecsSinceEpoch(point.time_ms).time().toString(QStringLiteral("HH:mm:ss")))
                   : QVariant();
    std::optional<Bytes> bytes = index.column() == used ? std::optional(point.used) : point.in_process;
    if (index.column() == to_plan)
        bytes = point.in_process && m_data.plan ? std::optional(*point.in_process - m_data.plan->device) : std::nullopt;
    if (role == Qt::UserRole) return bytes ? QVariant::fromValue<qlonglong>(*bytes) : QVariant();
    if (role != Qt::DisplayRole) return {};
    if (!bytes) return QString(QChar(0x2013));
    return index.column() == to_plan ? m_data.numbers.table_difference(*bytes) : m_data.numbers.table(*bytes);
}

QVariant LiveTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section == time ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case time: return tr("Time");
    case used: return tr("In use, %1").arg(m_data.numbers.unit_name());
    case in_process: return m_data.process.isEmpty() ? tr("Largest process") : m_data.process;
    case to_plan: return tr("To the plan's peak");
    default: return {};
    }
}

} // namespace plimsoll
