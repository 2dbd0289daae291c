// SPDX-License-Identifier: GPL-3.0-or-later
// PixtralImageProcessor: whole cells of merged patches, the longer side below a cap.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> pixtral_classes{"PixtralImageProcessor"};
constexpr std::array<std::string_view, 5> pixtral_types{"mistral3", "ministral3", "mistral_large4", "lighton_ocr", "pixtral"};

PictureSettings read_pixtral(const PictureFiles &files)
{
    PictureSettings out;
    const Count by_tower = files.of_model({"vision_config", "patch_size"}).value_or(16);
    out.patch = files.of_image({"patch_size"}).value_or(files.has_file() ? 16 : by_tower);
    out.merge = files.of_processor({"spatial_merge_size"}).value_or(files.of_model({"spatial_merge_size"}).value_or(1));
    const Count largest = files.of_model({"vision_config", "image_size"}).value_or(1024);
    out.most =
        files.of_image({"size", "longest_edge"}).value_or(files.of_image({"size"}).value_or(files.has_file() ? 1024 : largest));
    return out;
}

Result<PictureTokens> count_pixtral(const PictureSettings &settings, Picture picture)
{
    const auto height = static_cast<double>(picture.height), width = static_cast<double>(picture.width);
    const double ratio = std::max(height, width) / static_cast<double>(settings.most);
    if (ratio > 1) {
        picture.height = static_cast<Count>(std::floor(height / ratio));
        picture.width = static_cast<Count>(std::floor(width / ratio));
    }
    const Count cell = settings.patch * settings.merge; // PixtralProcessor asks for cells
    const auto cells = [cell](Count side) { return side < 1 ? 1 : (side - 1) / cell + 1; };
    PictureTokens out;
    const Count rows = cells(picture.height), columns = cells(picture.width);
    out.tokens = rows * columns;
    out.rows = rows * settings.merge;
    out.columns = columns * settings.merge;
    out.patches = out.rows * out.columns;
    return out;
}

} // namespace

const PictureRule pixtral_picture_rule{pixtral_classes, pixtral_types, read_pixtral, count_pixtral};

} // namespace plimsoll
