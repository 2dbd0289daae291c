// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma4ImageProcessor: the largest grid of whole pooled cells with at most so many of them, padded to all of them.
#include "core/ground/phrase.h"
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 2> gemma4_classes{"Gemma4ImageProcessor", "Gemma4UnifiedImageProcessor"};
constexpr std::array<std::string_view, 3> gemma4_types{"gemma4", "gemma4_unified", "embedding_gemma2"};

PictureSettings read_gemma4(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_image({"patch_size"}).value_or(files.of_model({"vision_config", "patch_size"}).value_or(16));
    out.merge =
        files.of_image({"pooling_kernel_size"}).value_or(files.of_model({"vision_config", "pooling_kernel_size"}).value_or(3));
    // Gemma 4 12B has no tower: a patch is a whole cell
    const auto names = [](const nlohmann::json &file, const char *key, std::string_view start) {
        return file.is_object() && file.contains(key) && file[key].is_string() && file[key].get<std::string>().starts_with(start);
    };
    if (names(files.image, "image_processor_type", "Gemma4Unified") || names(files.model, "model_type", "gemma4_unified")) {
        out.patch *= out.merge;
        out.merge = 1;
    }
    const Count by_model = files.of_model({"vision_soft_tokens_per_image"}).value_or(280);
    out.most = files.of_image({"max_soft_tokens"}).value_or(files.has_file() ? 280 : by_model);
    return out;
}

Result<PictureTokens> count_gemma4(const PictureSettings &settings, Picture picture)
{
    const Count cell = settings.patch * settings.merge, most = settings.most * settings.merge * settings.merge;
    const auto height = static_cast<double>(picture.height), width = static_cast<double>(picture.width);
    const double pixels = static_cast<double>(most) * static_cast<double>(settings.patch * settings.patch);
    const double factor = std::sqrt(pixels / (height * width));
    const auto cells = [cell, factor](double side) {
        return static_cast<Count>(std::floor(factor * side / static_cast<double>(cell)));
    };
    Count rows = cells(height), columns = cells(width);
    if (rows == 0 && columns == 0)
        return Error{"images.width",
                     std::to_string(picture.width) + " x " + std::to_string(picture.height),
                     phrase(QT_TRANSLATE_NOOP("core", "a picture that has at least one cell of the processor's grid")),
                     {}};
    if (rows == 0) {
        rows = 1;
        columns = std::min(picture.width / picture.height, settings.most);
    } else if (columns == 0) {
        columns = 1;
        rows = std::min(picture.height / picture.width, settings.most);
    }
    PictureTokens out;
    out.tokens = rows * columns;
    out.rows = rows * settings.merge;
    out.columns = columns * settings.merge;
    out.patches = out.rows * out.columns;
    out.computed = most;
    return out;
}

} // namespace

const PictureRule gemma4_picture_rule{gemma4_classes, gemma4_types, read_gemma4, count_gemma4};

} // namespace plimsoll
