// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <utility>
#include <vector>

// Texts in, texts out: the command line's calls as Python's package has them (_core.pyi). They know nothing of Python: module.cpp binds
// them, and they are compiled and tested with everything else.

namespace plimsoll::python {

/// Whether the text is an answer, and its JSON; a refusal is {"error": {…}}.
using Answer = std::pair<bool, std::string>;
using Texts = std::vector<std::string>;

// `plan`: a plan's JSON. `folder`: where the files stand that it names.

[[nodiscard]] Answer estimate(const std::string &plan, const std::string &folder, bool timeline, bool maxima, bool brief);
[[nodiscard]] std::vector<Answer> estimates(const Texts &plans, const std::string &folder, bool timeline, bool maxima,
                                            bool brief);
/// For people: "text", "markdown" or "csv".
[[nodiscard]] Answer estimate_as(const std::string &plan, const std::string &folder, const std::string &format, bool colour);
/// `goal`: "maximize", "minimize" or "global_batch", `of` what.
[[nodiscard]] Answer solve(const std::string &plan, const std::string &folder, const std::string &goal, const std::string &of);
[[nodiscard]] Answer solve_as_text(const std::string &plan, const std::string &folder, const std::string &goal,
                                   const std::string &of);
/// `goal`: "fits", "fewest" or "cheapest". `global_batch`: a number; empty: the plan's. `order`: "hours" or "cost"; empty: by bytes sent.
[[nodiscard]] Answer splits(const std::string &plan, const std::string &folder, const std::string &goal,
                            const std::string &global_batch, const std::string &order);
[[nodiscard]] Answer advise(const std::string &plan, const std::string &folder);
[[nodiscard]] Answer compare(const Texts &plans, const std::string &folder);
[[nodiscard]] Answer compare_as(const Texts &plans, const std::string &folder, const std::string &format);
[[nodiscard]] std::vector<Answer> sweep(const std::string &plan, const std::string &folder, const Texts &over);
[[nodiscard]] Answer inspect(const std::string &reference, Count rank, const Texts &targets);
[[nodiscard]] Answer inspect_as_text(const std::string &reference, Count rank, const Texts &targets);
/// The text of another tool as a plan. `file`: where it stands, for the files that it names; empty: nowhere.
[[nodiscard]] Answer import_text(const std::string &text, const std::string &from, const std::string &file,
                                 const std::string &model);
[[nodiscard]] Answer export_text(const std::string &plan, const std::string &folder, const std::string &to);
/// One field of a plan changed by what was typed for it; fields that stand in no plan as they are typed stay texts there,
/// and what is no field of a plan stays as it is, for whoever reads the plan next to be told of.
[[nodiscard]] Answer with_typed(const std::string &plan, const std::string &path, const std::string &typed);
/// Every plan of a plan or session file's text: [{"name", "plan"}], and which is selected. What is no field of a plan stays in it.
[[nodiscard]] Answer plans_in(const std::string &text);
/// The table of fields that options are made of.
[[nodiscard]] std::string fields();
[[nodiscard]] std::string models();
[[nodiscard]] std::string gpus();

} // namespace plimsoll::python
