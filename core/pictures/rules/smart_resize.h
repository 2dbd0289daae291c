// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

/// Patches of the processor's file, else of the vision model.
[[nodiscard]] inline PictureSettings patches_of(const PictureFiles &files)
{
    const auto of = [&files](const char *key, const char *of_tower, Count by_class) {
        if (const auto given = files.of_image({key})) return *given;
        return files.has_file() ? by_class : files.of_model({"vision_config", of_tower}).value_or(by_class);
    };
    PictureSettings out;
    out.patch = of("patch_size", "patch_size", 14);
    out.merge = of("merge_size", "spatial_merge_size", 2);
    out.frames = of("temporal_patch_size", "temporal_patch_size", 2);
    return out;
}

/// "size", or the keys of older files, over what stands there.
inline void take_caps(const PictureFiles &files, PictureSettings &out)
{
    for (const auto &keys : {std::pair{"shortest_edge", "min_pixels"}, std::pair{"longest_edge", "max_pixels"}}) {
        Count &cap = keys.second == std::string_view("min_pixels") ? out.least : out.most;
        if (const auto edge = files.of_image({"size", keys.first})) cap = *edge;
        if (const auto inside = files.of_image({"size", keys.second})) cap = *inside;
        if (const auto older = files.of_image({keys.second})) cap = *older;
    }
}

/// smart_resize: `frames` time steps of the picture against the caps.
[[nodiscard]] inline Result<PictureTokens> smart_resized(const PictureSettings &settings, Picture picture, Count frames)
{
    const auto factor = static_cast<double>(settings.patch * settings.merge);
    const auto height = static_cast<double>(picture.height), width = static_cast<double>(picture.width);
    if (std::max(height, width) / std::min(height, width) > 200)
        return Error{
            "images.width",
            std::to_string(picture.width) + " x " + std::to_string(picture.height),
            phrase(QT_TRANSLATE_NOOP("core", "a picture at most %1 times as long as it is wide, which this processor raises on"),
                   {"200"}),
            {}};
    const auto times = static_cast<double>(frames);
    double rows = std::nearbyint(height / factor), columns = std::nearbyint(width / factor);
    const double area = times * rows * columns * factor * factor;
    const auto most = static_cast<double>(settings.most), least = static_cast<double>(settings.least);
    if (area > most) {
        const double beta = std::sqrt(times * height * width / most);
        rows = std::max(1.0, std::floor(height / beta / factor));
        columns = std::max(1.0, std::floor(width / beta / factor));
    } else if (area < least) {
        const double beta = std::sqrt(least / (times * height * width));
        rows = std::ceil(height * beta / factor);
        columns = std::ceil(width * beta / factor);
    }
    PictureTokens out;
    out.rows = static_cast<Count>(rows) * settings.merge;
    out.columns = static_cast<Count>(columns) * settings.merge;
    out.patches = out.rows * out.columns;
    out.tokens = static_cast<Count>(rows) * static_cast<Count>(columns);
    return out;
}

} // namespace plimsoll
