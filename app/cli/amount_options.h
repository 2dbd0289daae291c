// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/option_parser.h"
#include "core/ground/result.h"
#include "core/plan/amount/run_amount.h"

namespace plimsoll::cli {

/// --tokens, --rows, --epochs, --lengths and --batches.
void add_amount_options(OptionParser &parser);
/// 1e7, 10M, 10 000 000; what is not typed is the session's.
[[nodiscard]] Result<RunAmount> amount_of(const OptionParser &parser, const RunAmount &of_session);

} // namespace plimsoll::cli
