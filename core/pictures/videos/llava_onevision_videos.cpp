// SPDX-License-Identifier: GPL-3.0-or-later
// LlavaOnevisionVideoProcessor: each frame is one tile whose places are pooled two by two, and one break behind all of them; it takes
// every frame that it is given.
#include "core/pictures/video_rule.h"

#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> onevision_video_classes{"LlavaOnevisionVideoProcessor"};
constexpr std::array<std::string_view, 1> onevision_video_types{"llava_onevision"};

VideoSettings read_onevision_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = llava_onevision_picture_rule.read(files);
    out.all_frames = files.of_image({"num_frames"});
    return out;
}

Result<VideoTokens> count_onevision_video(const VideoSettings &settings, Picture frame, Count frames)
{
    const Count across = (static_cast<Count>(std::sqrt(static_cast<double>(settings.frame.tile_tokens))) + 1) / 2;
    VideoTokens out = video_of_tiles(settings.frame, frame, frames, across * across);
    out.tokens += 1;
    return out;
}

} // namespace

const VideoRule llava_onevision_video_rule{onevision_video_classes, onevision_video_types, read_onevision_videos,
                                           whole_frames_by_rate, count_onevision_video};

} // namespace plimsoll
