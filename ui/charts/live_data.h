// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/history.h"
#include "core/live/plan_mark.h"
#include "core/live/room.h"
#include "ui/charts/memory_geometry.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

namespace plimsoll {

/// The readings of one GPU beside what the plan would take of it.
struct LiveChartData {
    QString gpu;                      ///< "GPU 0"
    QString process;                  ///< whose bytes LivePoint::in_process are: "python 4711"; empty: not known
    std::vector<LivePoint> points;    ///< oldest first
    std::optional<Bytes> total;       ///< of the card
    std::optional<PlanMark> plan;     ///< what it takes on the device, and on the way there; absent: no estimate
    int warn_percent = usual_warning; ///< from here on a card is called nearly full
    Numbers numbers;

    bool operator==(const LiveChartData &) const = default;
    /// Of the newest reading; nothing where there is none.
    [[nodiscard]] const LivePoint *latest() const { return points.empty() ? nullptr : &points.back(); }
};

/// A phase as people read it, of the name that a PlanMark has; of any other the name itself.
[[nodiscard]] QString phase_title(const std::string &name);

/// Whether so much of the card is used; false where its size is not known.
[[nodiscard]] bool nearly_full(const LiveChartData &data, const LivePoint &point);

/// A stretch of readings without a gap: a source that slept is not joined by a line.
struct LiveStretch {
    std::size_t first = 0, last = 0; ///< [first, last)
    bool operator==(const LiveStretch &) const = default;
};
[[nodiscard]] std::vector<LiveStretch> stretches_of(const std::vector<LivePoint> &points);

/// From here on the process has come as far as a phase of the plan.
struct PlacedReach {
    double y = 0;
    std::optional<PlacedText> label; ///< absent where another one has its room
};

/// Where the parts of the chart stand, in logical pixels.
struct LiveGeometry {
    QRectF plot;
    AxisRange axis;
    std::vector<PlacedTick> ticks;
    std::vector<PlacedText> times;    ///< under the axis
    std::vector<QPointF> used;        ///< per point
    std::vector<double> process_tops; ///< y per point; the base where the process is not known
    std::vector<LiveStretch> stretches;
    std::optional<double> plan_y, total_y;
    std::optional<QRectF> interval;  ///< of the plan's peak
    std::vector<PlacedReach> phases; ///< below the peak, upwards
    std::optional<PlacedText> plan_label, interval_label, total_label, process_label, used_label;

    [[nodiscard]] double y_of(double units) const { return plot.bottom() - units / axis.top * plot.height(); }
    /// The reading next to an x within the plot.
    [[nodiscard]] std::optional<std::size_t> point_at(double x) const;
};

[[nodiscard]] LiveGeometry lay_out(const LiveChartData &data, QSizeF size);

/// The chart's answer in a sentence, and a reading's.
[[nodiscard]] QString sentence_of(const LiveChartData &data);
[[nodiscard]] QString sentence_of(const LiveChartData &data, const LivePoint &point);

/// The chart as a table: a row per reading, the newest first.
class LiveTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { time, used, in_process, to_plan, column_count };
    using QAbstractTableModel::QAbstractTableModel;

    void set_data(const LiveChartData &data);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    LiveChartData m_data;
};

} // namespace plimsoll
