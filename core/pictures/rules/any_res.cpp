// SPDX-License-Identifier: GPL-3.0-or-later
// LlavaNextImageProcessor: the best of a list of canvases in tiles, and the whole once more.
#include "core/pictures/picture_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> next_classes{"LlavaNextImageProcessor"};
constexpr std::array<std::string_view, 3> next_types{"llava_next", "llava_next_video", "granite4_vision"};

PictureSettings read_next(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_processor({"patch_size"}).value_or(files.of_model({"vision_config", "patch_size"}).value_or(14));
    Count side = files.has_file() ? 224 : files.of_model({"vision_config", "image_size"}).value_or(336);
    if (const auto edge = files.of_image({"size", "shortest_edge"})) side = *edge;
    if (const auto edge = files.of_image({"size"})) side = *edge;
    if (const auto edge = files.of_image({"crop_size"})) side = *edge;
    out.height = out.width = side;
    out.splits = true;
    out.canvases = canvases_of(files, "image_grid_pinpoints");
    if (out.canvases.empty()) out.canvases = {{336, 672}, {672, 336}, {672, 672}, {1008, 336}, {336, 1008}};
    out.more_tokens = files.of_processor({"num_additional_image_tokens"}).value_or(files.processor.is_object() ? 0 : 1);
    if (files.text_of("vision_feature_select_strategy", "default") == "default") --out.more_tokens;
    return out;
}

Result<PictureTokens> count_next(const PictureSettings &settings, Picture picture)
{
    const auto [height, width] = best_canvas(picture, settings);
    const Count rows = height / settings.height, columns = width / settings.width;
    const Count across = settings.height / settings.patch;
    const auto [kept_rows, kept_columns] = unpadded(picture, across, across, rows, columns);
    const Count tokens = kept_rows * kept_columns + kept_rows + across * across + settings.more_tokens;
    return tiled_tokens(settings, picture, rows * columns + 1, tokens);
}

} // namespace

const PictureRule any_res_picture_rule{next_classes, next_types, read_next, count_next};

} // namespace plimsoll
