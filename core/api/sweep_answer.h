// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/fit/sweep.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A sweep that is ready to be worked out.
struct SweepJob {
    Sweep sweep;
    std::vector<ArchitectureRef> models; ///< of the values of the axis "model", in their order; without one the plan's alone
    SweepTarget target;
    std::vector<std::string> idle; ///< axes that change nothing, neither where the sweep begins nor where it ends

    [[nodiscard]] const ArchitectureRef &model_at(std::size_t point) const;
};

/// The models that a sweep runs over: those of its axis "model", else the plan's. Errors name the axis or the field.
[[nodiscard]] Result<std::vector<ArchitectureRef>> swept_models(KnownModels &models, const Sweep &sweep,
                                                                const Question &question);

/// `models` as swept_models() gives them. Errors name the field or the card.
[[nodiscard]] Result<SweepJob> sweep_job(std::vector<ArchitectureRef> models, const Sweep &sweep, const Target &target);

/// The header of a table of points, and one line for each point: what the axes are there, figures, a verdict for each card.
[[nodiscard]] std::string sweep_csv_head(const SweepJob &job, bool differences = false);

enum class SweepFormat : std::uint8_t { csv, json_lines };

/// One point's line, with its newline.
struct SweepLine {
    std::string text;
    bool ok = true; ///< false: the line says the error
};

struct SweepRow;

/// Every point's line in order, worked out on `threads` threads a block at a time. False when one was an error. `rows`: those of the
/// sweep (sweep_table.h), where a line says what it is beside others; else null.
bool write_points(const SweepJob &job, SweepFormat format, unsigned threads, const std::function<void(const SweepLine &)> &write,
                  const std::vector<SweepRow> *rows = nullptr);

/// The values of one point by their fields, as in a plan.
[[nodiscard]] nlohmann::ordered_json point_to_json(const Sweep &sweep, std::size_t index);

} // namespace plimsoll
