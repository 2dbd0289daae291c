// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/exchange/exchange.h"

#include <string_view>
#include <vector>

namespace plimsoll {

/// What a plan is written as beside other tools' words (core/exchange/exchange.h): it takes the model, not the plan alone.
struct RunExport {
    std::string_view name;   ///< as --to takes it
    std::string_view title;  ///< "Script that measures"
    std::string_view ending; ///< of a file with it, without the dot
    bool is_text = true;     ///< false: bytes
    Result<Exported> (*write)(const ArchitectureRef &model, const Question &question);
};

/// All of them, in the order in which they are offered.
[[nodiscard]] const std::vector<RunExport> &run_exports();
/// Null where there is none of this name.
[[nodiscard]] const RunExport *find_run_export(std::string_view name);

/// Error: the model cannot be read, or what the writer does not carry out, by its field.
[[nodiscard]] Result<Exported> exported_run(KnownModels &models, const Question &question, const RunExport &as);

} // namespace plimsoll
