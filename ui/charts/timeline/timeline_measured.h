// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/measured/measured.h"
#include "ui/charts/timeline/timeline_geometry.h"

class QPainter;

namespace plimsoll {

/// A real run over the planned step: of each phase the last step that was measured. `courses` (core/measured/snapshot_run.h) stand
/// beside `run.phases`, as many or none; a phase without one has its peak from end to end. A planned phase that was not measured has
/// no line.
[[nodiscard]] std::vector<MeasuredCourse> courses_over(const TimelineData &planned, const Measured &run,
                                                       const std::vector<std::vector<Bytes>> &courses);

/// Where a phase, as measurements call it, holds most in the planned step; nothing where the step has none.
[[nodiscard]] std::optional<std::size_t> fullest_of(const TimelineData &planned, std::string_view phase);

// A step of lay_out(), and its paint.
void place_measured(TimelineGeometry &geometry, const TimelineData &data);
void paint_measured(QPainter &painter, const TimelineGeometry &geometry, const Palette &colors);

} // namespace plimsoll
