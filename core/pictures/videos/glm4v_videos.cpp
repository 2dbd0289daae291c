// SPDX-License-Identifier: GPL-3.0-or-later
// Glm4vVideoProcessor: two frames of a second in even numbers, spread over the whole of a video longer than five minutes.
#include "core/pictures/rules/smart_resize.h"
#include "core/pictures/video_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> glm4v_video_classes{"Glm4vVideoProcessor"};
constexpr std::array<std::string_view, 2> glm4v_video_types{"glm4v", "glm4v_moe"};

VideoSettings read_glm4v_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = patches_of(files);
    out.frame.least = 112 * 112;
    out.frame.most = 28 * 28 * 2 * 30000;
    take_caps(files, out.frame);
    out.fps = files.number_of_image("fps").value_or(2.0);
    out.longest = files.number_of_image("max_duration").value_or(300.0);
    return out;
}

Result<Count> sample_glm4v(const VideoSettings &settings, const VideoClip &clip)
{
    VideoClip seen = clip;
    seen.seconds = std::min(clip.seconds, settings.longest);
    const Result<Count> frames = whole_frames_by_rate(settings, seen);
    if (!frames) return frames;
    return *frames + *frames % 2; // the last one twice
}

} // namespace

const VideoRule glm4v_video_rule{
    glm4v_video_classes, glm4v_video_types, read_glm4v_videos, sample_glm4v, resized_together, false, false, true};

} // namespace plimsoll
