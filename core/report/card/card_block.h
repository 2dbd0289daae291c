// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/model_card/placed_block.h"
#include "core/report/document.h"

namespace plimsoll::report {

/// What a model card says of memory in a dozen lines: method × allocated, reserved and on the device with a verdict for each card, how
/// that is counted, and a sentence to cite. The plans stand in its opening comment.
[[nodiscard]] card::BlockParts card_block(const ReportInput &input);

} // namespace plimsoll::report
