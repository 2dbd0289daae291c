// SPDX-License-Identifier: GPL-3.0-or-later
// GotOcr2ImageProcessor under InternVLProcessor: tiles with the nearest aspect ratio, and the whole once more.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> got_ocr_classes{"GotOcr2ImageProcessor"};
constexpr std::array<std::string_view, 4> got_ocr_types{"internvl", "got_ocr2", "aya_vision", "qianfan_ocr"};

PictureSettings read_got_ocr(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(14);
    const Count side = files.has_file() ? 384 : files.of_model({"vision_config", "image_size"}).value_or(448);
    out.height = out.width = files.of_image({"size"}).value_or(side);
    out.splits = true; // the processor's class asks for crop_to_patches, whatever the image processor's file says
    out.splits_alone = files.flag_of_image("crop_to_patches").value_or(false);
    out.min_tiles = files.of_image({"min_patches"}).value_or(1);
    out.max_tiles = std::min<Count>(256, files.of_image({"max_patches"}).value_or(12));
    out.tile_tokens = files.of_processor({"image_seq_length"}).value_or(files.of_model({"image_seq_length"}).value_or(256));
    return out;
}

Result<PictureTokens> count_got_ocr(const PictureSettings &settings, Picture picture)
{
    const auto [columns, rows] = nearest_grid(picture, settings);
    const Count tiles = columns * rows > 1 ? columns * rows + 1 : 1;
    return tiled_tokens(settings, picture, tiles, tiles * settings.tile_tokens);
}

} // namespace

const PictureRule internvl_picture_rule{got_ocr_classes, got_ocr_types, read_got_ocr, count_got_ocr, false, true};

} // namespace plimsoll
