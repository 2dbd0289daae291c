// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/catalogue_text.h"
#include "core/cards/gpu.h"

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

} // namespace plimsoll
