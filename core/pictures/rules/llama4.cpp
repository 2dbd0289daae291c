// SPDX-License-Identifier: GPL-3.0-or-later
// Llama4ImageProcessor: the canvas that reduces least, in tiles, and the whole once more.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> llama4_classes{"Llama4ImageProcessor"};
constexpr std::array<std::string_view, 1> llama4_types{"llama4"};

PictureSettings read_llama4(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_processor({"patch_size"}).value_or(files.of_model({"vision_config", "patch_size"}).value_or(14));
    const Count by_tower = files.of_model({"vision_config", "image_size"}).value_or(336);
    out.height = out.width = files.of_image({"size"}).value_or(files.has_file() ? 336 : by_tower);
    out.splits = true;
    out.max_tiles = std::min<Count>(256, files.of_image({"max_patches"}).value_or(16));
    out.most_canvas = files.flag_of_image("resize_to_max_canvas").value_or(false);
    // (rows // patch) · (columns // patch) // round(1 / ratio²)
    double ratio = 0.5;
    for (const nlohmann::json *file : {&files.processor, &files.model})
        if (file->is_object() && file->contains("pixel_shuffle_ratio") && (*file)["pixel_shuffle_ratio"].is_number())
            ratio = (*file)["pixel_shuffle_ratio"].get<double>();
    const Count across = out.height / out.patch;
    const Count folded = ratio > 0 ? static_cast<Count>(std::nearbyint(1.0 / (ratio * ratio))) : 4;
    out.tile_tokens = std::max<Count>(1, across * across / std::max<Count>(1, folded));
    return out;
}

Result<PictureTokens> count_llama4(const PictureSettings &settings, Picture picture)
{
    // float32, as torch divides whole numbers
    const auto scale = [&](Count rows, Count columns) {
        const float height = static_cast<float>(rows * settings.height) / static_cast<float>(picture.height);
        const float width = static_cast<float>(columns * settings.width) / static_cast<float>(picture.width);
        return std::min(height, width);
    };
    float least = std::numeric_limits<float>::infinity(), most = 0.0F, reducing = 0.0F;
    for (Count rows = 1; rows <= settings.max_tiles; ++rows)
        for (Count columns = 1; rows * columns <= settings.max_tiles; ++columns) {
            const float by = scale(rows, columns);
            if (by >= 1.0F) {
                least = std::min(least, by);
                most = std::max(most, by);
            } else {
                reducing = std::max(reducing, by);
            }
        }
    const float chosen = most == 0.0F ? reducing : settings.most_canvas ? most : least;
    Count tiles = settings.max_tiles;
    for (Count rows = 1; rows <= settings.max_tiles; ++rows)
        for (Count columns = 1; rows * columns <= settings.max_tiles; ++columns)
            if (scale(rows, columns) == chosen) tiles = std::min(tiles, rows * columns);
    if (tiles > 1) ++tiles;
    return tiled_tokens(settings, picture, tiles, tiles * settings.tile_tokens);
}

} // namespace

const PictureRule llama4_picture_rule{llama4_classes, llama4_types, read_llama4, count_llama4, false, true};

} // namespace plimsoll
