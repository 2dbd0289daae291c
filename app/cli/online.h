// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <QCommandLineParser>

#include <optional>

namespace plimsoll::cli {

/// --online: lets a Hub id be fetched. Without it nothing is.
void add_online_option(QCommandLineParser &parser);

/// Fetches the configuration of a Hub id into the local cache when --online was given and nothing here has it.
[[nodiscard]] std::optional<Error> fetch_when_online(const QCommandLineParser &parser, const ModelReference &model);

} // namespace plimsoll::cli
