// SPDX-License-Identifier: GPL-3.0-or-later
// Idefics3ImageProcessor, SmolVLMImageProcessor: the longest side enlarged, cut into tiles, and the whole once more.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 2> idefics3_classes{"Idefics3ImageProcessor", "SmolVLMImageProcessor"};
constexpr std::array<std::string_view, 4> idefics3_types{"idefics3", "smolvlm", "granite_docling", "modernvbert"};

constexpr Count largest_side = 4096; // MAX_IMAGE_SIZE

PictureSettings read_idefics3(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(14);
    const Count side = files.has_file() ? 364 : files.of_model({"vision_config", "image_size"}).value_or(364);
    out.height = out.width = files.of_image({"max_image_size", "longest_edge"}).value_or(side);
    out.most = files.of_image({"size", "longest_edge"}).value_or(4 * (files.has_file() ? 364 : out.width));
    out.splits = files.flag_of_image("do_image_splitting").value_or(true);
    const Count scale = files.of_model({"scale_factor"}).value_or(2), across = out.width / out.patch / scale;
    out.tile_tokens = files.of_processor({"image_seq_len"}).value_or(std::max<Count>(1, across * across));
    return out;
}

/// _resize_output_size_rescale_to_max_len and …_scale_below_upper_bound.
Picture enlarged(Picture picture, Count longest)
{
    const double ratio = static_cast<double>(picture.width) / static_cast<double>(picture.height);
    const auto even = [](Count side) { return side + side % 2; };
    const bool wide = picture.width >= picture.height;
    if (wide)
        picture = {longest, even(static_cast<Count>(static_cast<double>(longest) / ratio))};
    else
        picture = {even(static_cast<Count>(static_cast<double>(longest) * ratio)), longest};
    picture = {std::max<Count>(1, picture.width), std::max<Count>(1, picture.height)};
    const double now = static_cast<double>(picture.width) / static_cast<double>(picture.height);
    if (picture.width >= picture.height && picture.width > largest_side)
        picture = {largest_side, static_cast<Count>(static_cast<double>(largest_side) / now)};
    else if (picture.height > picture.width && picture.height > largest_side)
        picture = {static_cast<Count>(static_cast<double>(largest_side) * now), largest_side};
    return {std::max<Count>(1, picture.width), std::max<Count>(1, picture.height)};
}

Result<PictureTokens> count_idefics3(const PictureSettings &settings, Picture picture)
{
    Count tiles = 1;
    if (settings.splits) {
        const Count tile = settings.width;
        const auto whole = [tile](Count side) { return (side + tile - 1) / tile * tile; };
        Picture seen = enlarged(picture, settings.most);
        const double ratio = static_cast<double>(seen.width) / static_cast<double>(seen.height);
        if (seen.width >= seen.height) { // resize_for_vision_encoder
            seen.width = whole(seen.width);
            seen.height = whole(static_cast<Count>(static_cast<double>(seen.width) / ratio));
        } else {
            seen.height = whole(seen.height);
            seen.width = whole(static_cast<Count>(static_cast<double>(seen.height) * ratio));
        }
        if (seen.height > tile || seen.width > tile) tiles = (seen.height / tile) * (seen.width / tile) + 1;
    }
    return tiled_tokens(settings, picture, tiles, tiles * settings.tile_tokens);
}

} // namespace

const PictureRule idefics3_picture_rule{idefics3_classes, idefics3_types, read_idefics3, count_idefics3};

} // namespace plimsoll
