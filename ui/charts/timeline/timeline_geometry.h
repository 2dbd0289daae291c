// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_geometry.h"
#include "ui/charts/timeline/timeline_data.h"

#include <QPolygonF>

namespace plimsoll {

/// The part in view, in operations from the first one shown; last = 0: the whole step.
struct TimelineView {
    double first = 0, last = 0;

    bool operator==(const TimelineView &) const = default;
};

/// One step of the drawn outline: an operation, or, where several share a pixel, the one with the most bytes.
struct TimelineSample {
    double x0 = 0, x1 = 0;
    std::size_t index = 0; ///< in TimelineData::points
};

struct PlacedPhase {
    PhaseRun run;
    double x0 = 0, x1 = 0; ///< clipped to the plot
    std::optional<PlacedText> name;
    bool upper_row = false; ///< too narrow for its name: written above, with a tick to the middle
};

/// One layer of the stack: a group, or a component of an expanded one.
struct TimelineBand {
    Group group = Group::weights;
    std::optional<Component> component;
    std::vector<double> tops; ///< y per sample
    std::optional<PlacedText> label;
};

struct TimelineGeometry {
    QSizeF size;
    double pixel = 1;
    QRectF plot;
    double top_value = 1; ///< of the axis, in units
    double step_value = 1;
    double first = 0, last = 1; ///< operations in view
    std::vector<double> begins; ///< seconds at which each operation begins, and the end; none: the axis has no time
    std::size_t first_index = 0, last_index = 0; ///< operations shown at all, in points
    std::vector<PlacedTick> ticks;
    std::vector<TimelineSample> samples;
    std::vector<TimelineBand> bands; ///< bottom to top
    std::vector<PlacedPhase> phases;
    double phase_bar = 0;            ///< y
    std::optional<std::size_t> peak; ///< in points
    std::optional<QPointF> peak_at;  ///< absent when it is out of view
    PlacedText peak_label;
    std::optional<double> held_y;
    std::optional<PlacedText> held_label;
    std::vector<QRectF> engine; ///< what an engine beside the trainer has, a part for each phase
    std::optional<PlacedText> engine_label;
    std::vector<PlacedLine> lines;
    std::vector<PlacedText> operations; ///< names under the axis, where they fit
    std::vector<double> operation_ticks;
    std::vector<QPolygonF> measured; ///< what a real run had, a line for each phase
    PlacedText caption;
    std::optional<PlacedText> unit;

    [[nodiscard]] double y_of(double units) const { return plot.bottom() - units / top_value * plot.height(); }
    [[nodiscard]] double x_of(double operation) const
    {
        return plot.left() + (place_of(operation) - place_of(first)) / (place_of(last) - place_of(first)) * plot.width();
    }
    /// Along the axis, in seconds or operations.
    [[nodiscard]] double place_of(double operation) const;
    /// What stands there, also beside the plot.
    [[nodiscard]] double operation_at(double x) const;
    /// The operation at an x within the plot, in points.
    [[nodiscard]] std::optional<std::size_t> index_at(double x) const;
    /// Middle of an operation; outside of the plot when it is not in view.
    [[nodiscard]] double middle_of(std::size_t index) const { return x_of(static_cast<double>(index - first_index) + 0.5); }
    [[nodiscard]] std::optional<Group> group_at(QPointF point) const;
};

/// Axis to about 1.3 × `need`, in three to five steps of 1, 2 or 5 × 10ⁿ.
[[nodiscard]] AxisRange decimal_axis(double need);

/// Operations → at most one sample per device pixel, keeping maxima.
[[nodiscard]] std::vector<TimelineSample> downsample(const std::vector<TimelinePoint> &points, std::size_t first_index,
                                                     std::size_t last_index, const TimelineGeometry &geometry);

/// `bare`: only the areas, as the overview strip needs them.
[[nodiscard]] TimelineGeometry lay_out(const TimelineData &data, QSizeF size, TimelineView view = {}, double pixel = 1.0,
                                       bool bare = false);

// Steps of lay_out(), in timeline_labels.cpp and timeline_time.cpp.
void place_timeline_labels(TimelineGeometry &geometry, const TimelineData &data);
/// Fills `begins` where the data has seconds for every part of the step that is shown.
void place_in_time(TimelineGeometry &geometry, const TimelineData &data, const std::vector<PhaseRun> &runs);
/// Seconds in the place of operations' names.
void place_time_ticks(TimelineGeometry &geometry, const TimelineData &data);

} // namespace plimsoll
