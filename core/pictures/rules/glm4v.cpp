// SPDX-License-Identifier: GPL-3.0-or-later
// Glm4vImageProcessor: as Qwen2-VL's, the caps being for both time steps that a still picture is made of.
#include "core/pictures/rules/smart_resize.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 2> glm4v_classes{"Glm4vImageProcessor", "Glm46VImageProcessor"};
constexpr std::array<std::string_view, 4> glm4v_types{"glm4v", "glm4v_moe", "glm46v", "glm_ocr"};

PictureSettings read_glm4v(const PictureFiles &files)
{
    PictureSettings out = patches_of(files);
    out.least = 112 * 112;
    out.most = 28 * 28 * (files.has_file() ? 15000 : 12288);
    take_caps(files, out);
    return out;
}

Result<PictureTokens> count_glm4v(const PictureSettings &settings, Picture picture)
{
    const Count factor = settings.patch * settings.merge;
    if (picture.height < factor || picture.width < factor) {
        const auto times = [factor](Count side) { return static_cast<double>(factor) / static_cast<double>(side); };
        const double scale = std::max(times(picture.height), times(picture.width));
        picture.height = static_cast<Count>(static_cast<double>(picture.height) * scale);
        picture.width = static_cast<Count>(static_cast<double>(picture.width) * scale);
    }
    return smart_resized(settings, picture, settings.frames);
}

} // namespace

const PictureRule glm4v_picture_rule{glm4v_classes, glm4v_types, read_glm4v, count_glm4v, true};

} // namespace plimsoll
