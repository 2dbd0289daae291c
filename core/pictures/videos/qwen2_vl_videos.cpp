// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2VLVideoProcessor: each frame as a picture, in pairs of time. It samples nothing itself; those who call it take two frames of
// a second in even numbers (its sample_frames, qwen_vl_utils 0.0.14 smart_nframes).
#include "core/pictures/rules/smart_resize.h"
#include "core/pictures/video_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> qwen2_vl_video_classes{"Qwen2VLVideoProcessor"};
constexpr std::array<std::string_view, 7> qwen2_vl_video_types{
    "qwen2_vl", "qwen2_5_vl", "qwen2_5_omni", "qwen2_5_omni_thinker", "qwen3_omni_moe", "exaone4_5", "hyperclovax_vision_v2"};

VideoSettings read_qwen2_vl_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = patches_of(files);
    // as the class has it; the checkpoints have one file for both, in which a frame's pixels are a picture's
    out.frame.least = 128 * 28 * 28;
    out.frame.most = 768 * 28 * 28;
    if (!files.has_file()) {
        out.frame.least = 56 * 56;
        out.frame.most = 16384 * out.frame.patch * out.frame.patch * out.frame.merge * out.frame.merge;
    }
    take_caps(files, out.frame);
    out.fps = files.number_of_image("fps").value_or(2.0);
    if (const auto all = files.of_image({"num_frames"})) // to the nearest whole steps, halves to even ones
        out.all_frames =
            std::max<Count>(1, std::llrint(static_cast<double>(*all) / static_cast<double>(out.frame.frames))) * out.frame.frames;
    out.least_frames = files.of_image({"min_frames"}).value_or(4);
    out.most_frames = files.of_image({"max_frames"}).value_or(768);
    return out;
}

Result<Count> sample_even(const VideoSettings &settings, const VideoClip &clip)
{
    const Result<Count> frames = whole_frames_by_rate(settings, clip);
    if (!frames) return frames;
    return std::max(settings.frame.frames, *frames / settings.frame.frames * settings.frame.frames);
}

Result<VideoTokens> count_qwen2_vl_video(const VideoSettings &settings, Picture frame, Count frames)
{
    const Result<PictureTokens> one = smart_resized(settings.frame, frame, 1);
    if (!one) return one.error();
    return video_grid(settings.frame, one->rows, one->columns, frames);
}

} // namespace

const VideoRule qwen2_vl_video_rule{
    qwen2_vl_video_classes, qwen2_vl_video_types, read_qwen2_vl_videos, sample_even, count_qwen2_vl_video, true, true};

} // namespace plimsoll
