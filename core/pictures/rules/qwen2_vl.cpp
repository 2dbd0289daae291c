// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2VLImageProcessor: both sides in whole merged patches, the area between two caps.
#include "core/pictures/rules/smart_resize.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> qwen2_vl_classes{"Qwen2VLImageProcessor"};
constexpr std::array<std::string_view, 16> qwen2_vl_types{"qwen2_vl",
                                                          "qwen2_5_vl",
                                                          "qwen3_vl",
                                                          "qwen3_vl_moe",
                                                          "qwen3_5",
                                                          "qwen3_5_moe",
                                                          "qwen2_5_omni",
                                                          "qwen3_omni_moe",
                                                          "qwen4_exp",
                                                          "exaone4_5",
                                                          "lfm3_vl",
                                                          "dots3_note",
                                                          "cosmos3_omni",
                                                          "colqwen2",
                                                          "hyperclovax_vision_v2",
                                                          "qwen2_5_omni_thinker"};

PictureSettings read_qwen2_vl(const PictureFiles &files)
{
    PictureSettings out = patches_of(files);
    // as the class has it; the checkpoints publish 16,384 tokens, those with patches of 16 pixels a larger least
    out.least = 56 * 56;
    out.most = 28 * 28 * 1280;
    if (!files.has_file()) {
        out.least = out.patch == 16 ? 256 * 256 : 56 * 56;
        out.most = 16384 * out.patch * out.patch * out.merge * out.merge;
    }
    take_caps(files, out);
    return out;
}

Result<PictureTokens> count_qwen2_vl(const PictureSettings &settings, Picture picture)
{
    return smart_resized(settings, picture, 1);
}

} // namespace

const PictureRule qwen2_vl_picture_rule{qwen2_vl_classes, qwen2_vl_types, read_qwen2_vl, count_qwen2_vl, true};

} // namespace plimsoll
