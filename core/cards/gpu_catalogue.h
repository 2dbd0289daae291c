// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/catalogue_parser.h"

#include <string>
#include <vector>

namespace plimsoll {

/// `own` over `base`: a card of the same name is replaced, others are appended. Problems of both are kept.
[[nodiscard]] GpuCatalogue merge_catalogues(GpuCatalogue base, const GpuCatalogue &own);

/// Reads a catalogue file; nothing (and no problem) when there is none.
[[nodiscard]] GpuCatalogue read_gpu_catalogue(const std::string &path);

/// gpus.json in the user's configuration folder.
[[nodiscard]] std::string user_catalogue_path();

/// What was wrong in the user's own file when gpu_catalogue() read it.
[[nodiscard]] const std::vector<CatalogueProblem> &gpu_catalogue_problems();

} // namespace plimsoll
