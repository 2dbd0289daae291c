// SPDX-License-Identifier: GPL-3.0-or-later
// CLIPImageProcessor, SiglipImageProcessor, LlavaImageProcessor: every picture becomes one of the tower's size.
#include "core/pictures/picture_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 6> fixed_classes{"CLIPImageProcessor", "SiglipImageProcessor", "LlavaImageProcessor",
                                                        "ViTImageProcessor",  "CLIPFeatureExtractor", "BlipImageProcessor"};
constexpr std::array<std::string_view, 6> fixed_types{"llava", "paligemma", "vipllava", "colpali", "gemma3n", "video_llava"};

PictureSettings read_fixed(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_model({"vision_config", "patch_size"}).value_or(files.of_processor({"patch_size"}).value_or(14));
    Count side = files.of_model({"vision_config", "image_size"}).value_or(files.has_file() ? 224 : 336);
    for (const char *key : {"size", "crop_size"}) { // a crop comes last
        if (const auto edge = files.of_image({key, "shortest_edge"})) side = *edge;
        if (const auto edge = files.of_image({key})) side = *edge;
    }
    out.height = out.width = side;
    if (const auto named = files.of_image({"image_seq_length"})) out.tile_tokens = *named;
    if (const auto named = files.of_model({"text_config", "num_image_tokens"}); named && out.tile_tokens == 0)
        out.tile_tokens = *named;
    // LlavaProcessor: the class token is counted, and taken off again where features are selected without it
    if (files.processor.is_object() && files.of_processor({"patch_size"})) {
        out.more_tokens = files.of_processor({"num_additional_image_tokens"}).value_or(0);
        if (files.text_of("vision_feature_select_strategy", "default") == "default") --out.more_tokens;
    }
    return out;
}

Result<PictureTokens> count_fixed(const PictureSettings &settings, Picture picture)
{
    const Count patches = (settings.height / settings.patch) * (settings.width / settings.patch);
    return tiled_tokens(settings, picture, 1, settings.tile_tokens > 0 ? settings.tile_tokens : patches + settings.more_tokens);
}

} // namespace

const PictureRule fixed_size_picture_rule{fixed_classes, fixed_types, read_fixed, count_fixed};

} // namespace plimsoll
