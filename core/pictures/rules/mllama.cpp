// SPDX-License-Identifier: GPL-3.0-or-later
// MllamaImageProcessor: the best canvas of at most so many tiles; the tower computes all that there may be.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <limits>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> mllama_classes{"MllamaImageProcessor"};
constexpr std::array<std::string_view, 1> mllama_types{"mllama"};

PictureSettings read_mllama(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(14);
    const Count by_tower = files.of_model({"vision_config", "image_size"}).value_or(560);
    out.height = out.width = files.of_image({"size"}).value_or(files.has_file() ? 224 : by_tower);
    out.max_tiles = std::min<Count>(
        64, files.of_image({"max_image_tiles"}).value_or(files.of_model({"vision_config", "max_num_tiles"}).value_or(4)));
    out.tile_tokens = 1; // one mark in the text; its features are keys of cross attention
    return out;
}

/// get_optimal_tiled_canvas: the least enlargement, else the least reduction, and of those alike the least area.
Count tiles_of_canvas(const PictureSettings &settings, Picture picture)
{
    double enlarging = std::numeric_limits<double>::infinity(), reducing = 0.0;
    const auto scale = [&](Count first, Count second) { // what it takes for heights is a canvas's width
        const auto of = [&settings](Count tiles, Count side) {
            return static_cast<double>(tiles * settings.height) / static_cast<double>(side);
        };
        return std::min(of(first, picture.height), of(second, picture.width));
    };
    for (Count first = 1; first <= settings.max_tiles; ++first)
        for (Count second = 1; first * second <= settings.max_tiles; ++second) {
            const double by = scale(first, second);
            if (by >= 1)
                enlarging = std::min(enlarging, by);
            else
                reducing = std::max(reducing, by);
        }
    const double chosen = enlarging < std::numeric_limits<double>::infinity() ? enlarging : reducing;
    Count least = settings.max_tiles;
    for (Count first = 1; first <= settings.max_tiles; ++first)
        for (Count second = 1; first * second <= settings.max_tiles; ++second)
            if (scale(first, second) == chosen) least = std::min(least, first * second);
    return least;
}

Result<PictureTokens> count_mllama(const PictureSettings &settings, Picture picture)
{
    PictureTokens out = tiled_tokens(settings, picture, settings.max_tiles, settings.tile_tokens);
    out.computed = out.patches;
    out.tiles = tiles_of_canvas(settings, picture);
    return out;
}

} // namespace

const PictureRule mllama_picture_rule{mllama_classes, mllama_types, read_mllama, count_mllama};

} // namespace plimsoll
