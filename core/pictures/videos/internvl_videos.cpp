// SPDX-License-Identifier: GPL-3.0-or-later
// InternVLVideoProcessor: each frame is one tile; it takes every frame that it is given.
#include "core/pictures/video_rule.h"

#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> internvl_video_classes{"InternVLVideoProcessor"};
constexpr std::array<std::string_view, 1> internvl_video_types{"internvl"};

VideoSettings read_internvl_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = internvl_picture_rule.read(files);
    out.all_frames = files.of_image({"num_frames"});
    return out;
}

Result<VideoTokens> count_internvl_video(const VideoSettings &settings, Picture frame, Count frames)
{
    return video_of_tiles(settings.frame, frame, frames, settings.frame.tile_tokens);
}

} // namespace

const VideoRule internvl_video_rule{internvl_video_classes, internvl_video_types, read_internvl_videos, whole_frames_by_rate,
                                    count_internvl_video};

} // namespace plimsoll
