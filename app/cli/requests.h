// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/option_parser.h"

namespace plimsoll::cli {

/// estimate --requests: a line in, a line out, in order, on all cores. Exit::bad_input when a line was an error.
int run_requests(const OptionParser &parser);

} // namespace plimsoll::cli
