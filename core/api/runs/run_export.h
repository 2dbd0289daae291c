// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/exchange/exchange.h"

#include <optional>
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
    /// Why it would be refused, at once and without carrying the plan out; what that says of the model is not known by then.
    std::optional<Error> (*refuses)(const Plan &plan) = nullptr;
};

/// All of them, in the order in which they are offered.
[[nodiscard]] const std::vector<RunExport> &run_exports();
/// Null where there is none of this name.
[[nodiscard]] const RunExport *find_run_export(std::string_view name);

/// Error: the model cannot be read, or what the writer does not carry out, by its field.
[[nodiscard]] Result<Exported> exported_run(KnownModels &models, const Question &question, const RunExport &as);

/// One way of writing a plan for others, whoever does it: of export_tools() and of run_exports().
struct ExportOffer {
    std::string_view name, title, ending;
    bool is_text = true;
    ExportGroup group = ExportGroup::pytorch;
    bool operator==(const ExportOffer &) const = default;
};
/// All that --to takes, in the order in which it is offered.
[[nodiscard]] const std::vector<ExportOffer> &export_offers();
/// Error: there is none of this name (field "to"), or the writer's.
[[nodiscard]] Result<Exported> exported_as(KnownModels &models, const Question &question, std::string_view name);
/// Why the plan cannot be written so, as far as that shows without carrying it out; nothing where it can, or where only that shows.
[[nodiscard]] std::optional<Error> refuses_export(const Plan &plan, std::string_view name);

} // namespace plimsoll
