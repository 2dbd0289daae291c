// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma4VideoProcessor: 32 frames of any video, each a picture of at most 70 tokens, padded to as many.
#include "core/pictures/video_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 2> gemma4_video_classes{"Gemma4VideoProcessor", "Gemma4UnifiedVideoProcessor"};
constexpr std::array<std::string_view, 2> gemma4_video_types{"gemma4", "gemma4_unified"};

VideoSettings read_gemma4_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = gemma4_picture_rule.read(files);
    out.frame.most = files.of_image({"max_soft_tokens"}).value_or(70);
    out.most_frames = files.of_image({"num_frames"}).value_or(32);
    out.by_length = true;
    return out;
}

Result<Count> sample_all_over(const VideoSettings &settings, const VideoClip &clip)
{
    return std::min(settings.most_frames, clip.max_frames.value_or(settings.most_frames));
}

Result<VideoTokens> count_gemma4_video(const VideoSettings &settings, Picture frame, Count frames)
{
    const Result<PictureTokens> one = gemma4_picture_rule.count(settings.frame, frame);
    if (!one) return one.error();
    return VideoTokens{.frames = frames, .steps = frames, .one = *one, .tokens = frames * one->tokens};
}

} // namespace

const VideoRule gemma4_video_rule{
    gemma4_video_classes, gemma4_video_types, read_gemma4_videos, sample_all_over, count_gemma4_video, false, false, true, true};

} // namespace plimsoll
