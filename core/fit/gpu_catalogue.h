// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/catalogue_text.h"
#include "core/fit/gpu.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

struct GpuCatalogue {
    std::vector<Gpu> gpus;
    std::vector<CatalogueProblem> problems;
};

/// Reads schema plimsoll.gpus/1 (resources/README.md). A card with a mistake is left out and reported, the rest is read.
/// `file` is the name that problems carry.
[[nodiscard]] GpuCatalogue parse_gpu_catalogue(std::string_view text, const std::string &file);

/// `own` over `base`: a card of the same name is replaced, others are appended. Problems of both are kept.
[[nodiscard]] GpuCatalogue merge_catalogues(GpuCatalogue base, const GpuCatalogue &own);

/// Reads a catalogue file; nothing (and no problem) when there is none.
[[nodiscard]] GpuCatalogue read_gpu_catalogue(const std::string &path);

/// gpus.json in the user's configuration folder.
[[nodiscard]] std::string user_catalogue_path();

/// What was wrong in the user's own file when gpu_catalogue() read it.
[[nodiscard]] const std::vector<CatalogueProblem> &gpu_catalogue_problems();

} // namespace plimsoll
