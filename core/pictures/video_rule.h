// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/pictures/picture_rule.h"
#include "core/pictures/videos.h"

#include <span>
#include <string_view>

/// A line for each file of videos/: qwen3_vl_videos.cpp has qwen3_vl_video_rule.
#define PLIMSOLL_VIDEO_RULES(rule)                                                                                               \
    rule(gemma4) rule(glm46v) rule(glm4v) rule(internvl) rule(llava_onevision) rule(qwen2_vl) rule(qwen3_vl) rule(smolvlm)

namespace plimsoll {

/// What a video processor does. `read` fills settings from the files, in which `image` is what the video processor reads, with its
/// class's defaults where a file does not say; `count` has frames and size as both were bounded.
struct VideoRule {
    std::span<const std::string_view> classes;     ///< video_processor_type
    std::span<const std::string_view> model_types; ///< whose processor it is where no file says (video_processing_auto.py)
    VideoSettings (*read)(const PictureFiles &files);
    /// Frames of a clip that names no number of them.
    Result<Count> (*sample)(const VideoSettings &settings, const VideoClip &clip);
    Result<VideoTokens> (*count)(const VideoSettings &settings, Picture frame, Count frames);
    bool caps_frames = false;    ///< frame.least and most are pixels of one frame, which a clip's caps replace
    bool reads_by_utils = false; ///< qwen_vl_utils may hand the frames over
    bool samples = false;        ///< its class takes frames of those that it is given, unless a file says otherwise
    bool repeats_frames = false; ///< of fewer frames than it takes it has some twice (Unsloth's video_processor_kwargs)
};

#define PLIMSOLL_DECLARE_RULE(name) extern const VideoRule name##_video_rule;
PLIMSOLL_VIDEO_RULES(PLIMSOLL_DECLARE_RULE)
#undef PLIMSOLL_DECLARE_RULE

// What rules share.

/// seconds · fps, between the settings' bounds and the clip's. Errors: the processor takes every frame and the clip names no number.
[[nodiscard]] Result<double> frames_by_rate(const VideoSettings &settings, const VideoClip &clip);
/// The same, cut to a whole number.
[[nodiscard]] Result<Count> whole_frames_by_rate(const VideoSettings &settings, const VideoClip &clip);
/// Patches and tokens of a size in pixels that holds whole merged patches; `frames` in steps of the temporal patch.
[[nodiscard]] VideoTokens video_grid(const PictureSettings &settings, Count rows, Count columns, Count frames);
/// smart_resize of Qwen3-VL's and GLM-4V's video processors: the caps are of all frames.
[[nodiscard]] Result<VideoTokens> resized_together(const VideoSettings &settings, Picture frame, Count frames);
/// Frames that are tiles of one size, each of so many tokens.
[[nodiscard]] VideoTokens video_of_tiles(const PictureSettings &settings, Picture frame, Count frames, Count tokens);

} // namespace plimsoll
