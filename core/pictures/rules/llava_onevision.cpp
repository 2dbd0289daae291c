// SPDX-License-Identifier: GPL-3.0-or-later
// LlavaOnevisionImageProcessor: a grid of tiles whose features shrink to so many tiles' worth of tokens.
#include "core/pictures/picture_rule.h"

#include <array>
#include <cmath>
#include <cstdlib>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> onevision_classes{"LlavaOnevisionImageProcessor"};
constexpr std::array<std::string_view, 1> onevision_types{"llava_onevision"};

/// "anyres_max_9": 9.
Count tiles_named(const std::string &text)
{
    const auto digit = text.find_first_of("0123456789");
    return digit == std::string::npos ? 9 : std::max<Count>(1, std::atoi(text.c_str() + digit));
}

PictureSettings read_onevision(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(14);
    const Count by_tower = files.of_model({"vision_config", "image_size"}).value_or(384);
    out.height = out.width = files.of_image({"size"}).value_or(files.has_file() ? 384 : by_tower);
    out.splits = true;
    out.canvases = canvases_of(files, "image_grid_pinpoints");
    if (out.canvases.empty())
        for (Count rows = 1; rows <= 6; ++rows)
            for (Count columns = 1; columns <= 6; ++columns) out.canvases.emplace_back(384 * rows, 384 * columns);
    const Count across = out.height / out.patch;
    out.tile_tokens = files.of_processor({"num_image_tokens"}).value_or(across * across);
    out.more_tokens = files.text_of("vision_feature_select_strategy", "full") == "default" ? -1 : 0;
    out.grid_tiles = tiles_named(files.text_of("vision_aspect_ratio", "anyres_max_9"));
    return out;
}

/// Python's // of floats (Objects/floatobject.c, _float_div_mod): the remainder is exact, so that 98 // 1.5555555555555556 is 62,
/// where the quotient itself rounds to 63.
double floor_division(double value, double by)
{
    const double whole = (value - std::fmod(value, by)) / by;
    const double below = std::floor(whole);
    return whole - below > 0.5 ? below + 1 : below;
}

Result<PictureTokens> count_onevision(const PictureSettings &settings, Picture picture)
{
    const auto [height, width] = best_canvas(picture, settings);
    const Count rows = height / settings.height, columns = width / settings.width;
    const auto across = static_cast<Count>(std::sqrt(static_cast<double>(settings.tile_tokens)));
    const auto [kept_rows, kept_columns] = unpadded(picture, across, across, rows, columns);
    Count features = kept_rows * kept_columns, breaks = kept_rows;
    const double ratio = std::sqrt(static_cast<double>(features) / static_cast<double>(settings.grid_tiles * across * across));
    if (ratio > 1.1) {
        const auto shrunk = [ratio](Count side) { return static_cast<Count>(floor_division(static_cast<double>(side), ratio)); };
        features = shrunk(kept_rows) * shrunk(kept_columns);
        breaks = shrunk(kept_rows);
    }
    const Count tokens = features + breaks + settings.tile_tokens + settings.more_tokens;
    return tiled_tokens(settings, picture, rows * columns + 1, tokens);
}

} // namespace

const PictureRule llava_onevision_picture_rule{onevision_classes, onevision_types, read_onevision, count_onevision};

} // namespace plimsoll
