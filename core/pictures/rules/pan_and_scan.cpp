// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma3ImageProcessor: the picture at one size, and, where that is asked for, crops of a long one.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> gemma3_classes{"Gemma3ImageProcessor"};
constexpr std::array<std::string_view, 4> gemma3_types{"gemma3", "shieldgemma2", "t5gemma2", "t5gemma2_encoder"};

PictureSettings read_gemma3(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(14);
    const Count side = files.of_model({"vision_config", "image_size"}).value_or(896);
    out.height = out.width = files.of_image({"size"}).value_or(files.has_file() && !files.image.contains("size") ? 224 : side);
    out.tile_tokens =
        files.of_processor({"image_seq_length"})
            .value_or(files.of_image({"image_seq_length"}).value_or(files.of_model({"mm_tokens_per_image"}).value_or(256)));
    out.splits = files.flag_of_image("do_pan_and_scan").value_or(false);
    // Gemma3ProcessorKwargs
    out.least_crop = files.of_image({"pan_and_scan_min_crop_size"}).value_or(256);
    out.max_tiles = files.of_image({"pan_and_scan_max_num_crops"}).value_or(4);
    out.least_ratio = files.number_of_image("pan_and_scan_min_ratio_to_activate").value_or(1.2);
    return out;
}

/// pan_and_scan_batched: crops beside the whole picture.
Count crops_of(const PictureSettings &settings, Picture picture)
{
    const Count longer = std::max(picture.width, picture.height), shorter = std::min(picture.width, picture.height);
    const double ratio = static_cast<double>(longer) / static_cast<double>(shorter);
    if (!settings.splits || ratio < settings.least_ratio) return 0;
    Count crops = std::min(longer / settings.least_crop, static_cast<Count>(std::floor(ratio + 0.5)));
    crops = std::min(settings.max_tiles, std::max<Count>(2, crops));
    const Count side = (longer + crops - 1) / crops;
    return std::min(side, shorter) < settings.least_crop ? 0 : crops;
}

Result<PictureTokens> count_gemma3(const PictureSettings &settings, Picture picture)
{
    const Count tiles = 1 + crops_of(settings, picture);
    return tiled_tokens(settings, picture, tiles, tiles * settings.tile_tokens);
}

} // namespace

const PictureRule pan_and_scan_picture_rule{gemma3_classes, gemma3_types, read_gemma3, count_gemma3, false, true};

} // namespace plimsoll
