// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen3VLVideoProcessor: two frames of a second, the pixels of all of them between two caps.
#include "core/pictures/rules/smart_resize.h"
#include "core/pictures/video_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> qwen3_vl_video_classes{"Qwen3VLVideoProcessor"};
constexpr std::array<std::string_view, 8> qwen3_vl_video_types{"qwen3_vl",  "qwen3_vl_moe", "qwen3_5",    "qwen3_5_moe",
                                                               "qwen4_exp", "lfm3_vl",      "dots3_note", "cosmos3_omni"};

VideoSettings read_qwen3_vl_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = patches_of(files);
    if (files.has_file()) out.frame.patch = files.of_image({"patch_size"}).value_or(16);
    // as the class has it; the checkpoints publish 24,576 tokens for a video
    out.frame.least = files.has_file() ? 128 * 32 * 32 : 4096;
    out.frame.most = files.has_file() ? 768 * 32 * 32 : 25165824;
    take_caps(files, out.frame);
    out.fps = files.number_of_image("fps").value_or(2.0);
    out.least_frames = files.of_image({"min_frames"}).value_or(4);
    out.most_frames = files.of_image({"max_frames"}).value_or(768);
    return out;
}

} // namespace

const VideoRule qwen3_vl_video_rule{qwen3_vl_video_classes,
                                    qwen3_vl_video_types,
                                    read_qwen3_vl_videos,
                                    whole_frames_by_rate,
                                    resized_together,
                                    false,
                                    true,
                                    true};

} // namespace plimsoll
