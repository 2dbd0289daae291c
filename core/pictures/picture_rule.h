// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/pictures/picture_files.h"
#include "core/pictures/pictures.h"

#include <span>
#include <string_view>

/// A line for each file of rules/: pixtral.cpp has pixtral_picture_rule.
#define PLIMSOLL_PICTURE_RULES(rule)                                                                                             \
    rule(any_res) rule(fixed_size) rule(gemma4) rule(glm4v) rule(idefics3) rule(internvl) rule(llama4) rule(llava_onevision)     \
        rule(mllama) rule(pan_and_scan) rule(phi4) rule(pixtral) rule(qwen2_vl)

namespace plimsoll {

/// What an image processor does. `read` fills settings from the files, with its class's defaults where a file does not say.
struct PictureRule {
    std::span<const std::string_view> classes;     ///< image_processor_type without "Fast" and "Pil"
    std::span<const std::string_view> model_types; ///< whose processor it is where no file says (image_processing_auto.py)
    PictureSettings (*read)(const PictureFiles &files);
    Result<PictureTokens> (*count)(const PictureSettings &settings, Picture picture);
    bool caps_pixels = false;  ///< PictureSettings::least and most are of pixels, which a person's caps replace
    bool counts_tiles = false; ///< PictureSettings::max_tiles is a setting of the processor
};

#define PLIMSOLL_DECLARE_RULE(name) extern const PictureRule name##_picture_rule;
PLIMSOLL_PICTURE_RULES(PLIMSOLL_DECLARE_RULE)
#undef PLIMSOLL_DECLARE_RULE

// What rules share.

/// A picture brought down, or up, to a number of pixels before the processor sees it, as stacks do it; absent: no bound.
[[nodiscard]] Picture scaled_to_caps(Picture picture, std::optional<Count> most, std::optional<Count> least);
/// h/patch · w/patch patches of `tiles` tiles.
[[nodiscard]] PictureTokens tiled_tokens(const PictureSettings &settings, Picture picture, Count tiles, Count tokens);
/// get_optimal_tiled_canvas of got_ocr2: columns and rows with the nearest aspect ratio.
[[nodiscard]] std::pair<Count, Count> nearest_grid(Picture picture, const PictureSettings &settings);
/// select_best_resolution of image_processing_utils.py: height and width.
[[nodiscard]] std::pair<Count, Count> best_canvas(Picture picture, const PictureSettings &settings);
/// A list of pairs of the preprocessor's or the model's configuration, else nothing.
[[nodiscard]] std::vector<std::pair<Count, Count>> canvases_of(const PictureFiles &files, const char *key);
/// Features of the tiles of a canvas once its padding is taken off, and one more a row (_get_unpadded_features).
[[nodiscard]] std::pair<Count, Count> unpadded(Picture picture, Count side_rows, Count side_columns, Count rows, Count columns);

} // namespace plimsoll
