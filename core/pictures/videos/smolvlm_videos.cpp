// SPDX-License-Identifier: GPL-3.0-or-later
// SmolVLMVideoProcessor: one frame of a second, 64 at most, each squared to one tile (do_image_splitting False).
#include "core/pictures/video_rule.h"

#include <array>
#include <cmath>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> smolvlm_video_classes{"SmolVLMVideoProcessor"};
constexpr std::array<std::string_view, 1> smolvlm_video_types{"smolvlm"};

VideoSettings read_smolvlm_videos(const PictureFiles &files)
{
    VideoSettings out;
    out.frame = idefics3_picture_rule.read(files);
    const auto of_sampling = [&files](const char *key) -> std::optional<double> {
        if (!files.image.is_object() || !files.image.contains("video_sampling")) return std::nullopt;
        const nlohmann::json &sampling = files.image["video_sampling"];
        return sampling.is_object() && sampling.contains(key) && sampling[key].is_number()
                   ? std::optional(sampling[key].get<double>())
                   : std::nullopt;
    };
    out.fps = of_sampling("fps").value_or(files.number_of_image("fps").value_or(1.0));
    out.most_frames = static_cast<Count>(of_sampling("max_frames").value_or(files.number_of_image("num_frames").value_or(64.0)));
    return out;
}

Result<Count> sample_smolvlm(const VideoSettings &settings, const VideoClip &clip)
{
    const Result<double> frames = frames_by_rate(settings, clip);
    if (!frames) return frames.error();
    return std::max<Count>(1, static_cast<Count>(std::nearbyint(*frames)));
}

Result<VideoTokens> count_smolvlm_video(const VideoSettings &settings, Picture frame, Count frames)
{
    return video_of_tiles(settings.frame, frame, frames, settings.frame.tile_tokens);
}

} // namespace

const VideoRule smolvlm_video_rule{smolvlm_video_classes, smolvlm_video_types, read_smolvlm_videos, sample_smolvlm,
                                   count_smolvlm_video};

} // namespace plimsoll
