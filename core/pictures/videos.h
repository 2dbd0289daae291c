// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/pictures/pictures.h"

// How a video becomes frames and tokens: transformers 5.23, models/*/video_processing_*.py and processing_*.py.

namespace plimsoll {

/// A video as the processor is given it.
struct VideoClip {
    Count width = 0, height = 0; ///< of a frame in pixels
    double seconds = 0.0;
    std::optional<Count> frames;                 ///< that are taken of it; absent: by its seconds
    std::optional<double> fps;                   ///< frames that are taken of a second; absent: the processor's
    std::optional<Count> max_frames;             ///< that are taken at most; absent: the processor's
    std::optional<Count> max_pixels, min_pixels; ///< of a frame; absent: the processor's
    bool scaled_before = false;                  ///< frames come to these pixels before the processor has them
    bool capped_before = false;                  ///< frames are sampled and resized by qwen_vl_utils' fetch_video
    bool fitted_before = false;                  ///< the same by unsloth_zoo's, for whatever processor comes behind it
};

/// What a processor makes of one video.
struct VideoTokens {
    Count frames = 0;  ///< taken of it
    Count steps = 0;   ///< of time, each of which the tower reads as it reads a picture
    PictureTokens one; ///< what one of these is
    Count tokens = 0;  ///< places of the text that hold the video's features
};

/// A video processor's settings in numbers; which of them mean something is its rule's.
struct VideoSettings {
    PictureSettings frame;
    std::optional<double> fps;               ///< frames that it takes of a second; nothing: it takes every frame that it is given
    Count least_frames = 1, most_frames = 0; ///< 0: no bound
    std::optional<Count> all_frames;         ///< that it takes of any video (num_frames), in place of fps
    bool samples = false;                    ///< takes frames of those that it is given (do_sample_frames)
    bool resizes = true;                     ///< do_resize
    double longest = 0.0;                    ///< seconds above which frames are spread over the whole video
    bool by_length = false;                  ///< frames of a second by the video's length alone (GLM-4.6V)
};

struct VideoRule;

/// A model's video processor.
struct VideoProcessor {
    const VideoRule *rule = nullptr;
    VideoSettings settings;
    bool from_file = false; ///< a file beside the model, else what the best known checkpoints of its kind publish
};

/// The video processor of a model by its config.json and, where they are not empty, its video_preprocessor_config.json,
/// preprocessor_config.json and processor_config.json, as texts. Nothing: none that is known.
[[nodiscard]] std::optional<VideoProcessor> video_processor(std::string_view config, std::string_view video = {},
                                                            std::string_view preprocessor = {}, std::string_view processor = {});

/// Errors: a size below 1 or over 65,536 pixels, a processor that takes every frame where the clip names no number, frames of a
/// second that a processor does not read, or what it raises on.
[[nodiscard]] Result<VideoTokens> video_tokens(const VideoProcessor &processor, const VideoClip &clip);

} // namespace plimsoll
