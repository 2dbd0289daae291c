// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/document.h"

#include <string>

namespace plimsoll {

/// The block for a model card in Markdown: the prose of report_of(). Complete without a picture.
[[nodiscard]] std::string model_card(const ReportInput &input);

/// Two sentences that can stand in a paper or a model card.
[[nodiscard]] std::string citation(const ReportInput &input);

} // namespace plimsoll
