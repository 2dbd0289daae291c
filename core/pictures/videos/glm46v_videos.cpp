// SPDX-License-Identifier: GPL-3.0-or-later
// Glm46VVideoProcessor: frames of a second by the video's length, 640 at most.
#include "core/ground/phrase.h"
#include "core/pictures/rules/smart_resize.h"
#include "core/pictures/video_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> glm46v_video_classes{"Glm46VVideoProcessor"};
constexpr std::array<std::string_view, 2> glm46v_video_types{"glm46v", "glm_ocr"};

VideoSettings read_glm46v_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = patches_of(files);
    out.frame.least = 112 * 112;
    out.frame.most = 28 * 28 * 2 * 30000;
    take_caps(files, out.frame);
    out.by_length = true;
    return out;
}

/// DYNAMIC_FPS_THRES, MAX_FRAME_COUNT_DYNAMIC, MAX_DURATION.
Result<Count> sample_by_length(const VideoSettings &settings, const VideoClip &clip)
{
    constexpr double longest = 2400.0;
    constexpr Count most = 640;
    const double seconds = std::min(clip.seconds, longest), rate = seconds <= 30 ? 3.0 : seconds <= 300 ? 1.0 : 0.5;
    const auto frames = std::min(most, static_cast<Count>(seconds * rate * static_cast<double>(settings.frame.frames)));
    return std::max<Count>(2, frames + frames % 2);
}

} // namespace

const VideoRule glm46v_video_rule{
    glm46v_video_classes, glm46v_video_types, read_glm46v_videos, sample_by_length, resized_together, false, false, true};

} // namespace plimsoll
