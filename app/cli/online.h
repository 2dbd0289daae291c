// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/option_parser.h"
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll::cli {

/// --online: lets a Hub id be fetched. Without it nothing is.
void add_online_option(OptionParser &parser);

/// Fetches the configuration of a Hub id into the local cache when --online was given and nothing here has it.
[[nodiscard]] std::optional<Error> fetch_when_online(const OptionParser &parser, const ModelReference &model);

} // namespace plimsoll::cli
