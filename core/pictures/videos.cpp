// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pictures/videos.h"

#include "core/ground/phrase.h"
#include "core/pictures/video_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

#define PLIMSOLL_RULE_ADDRESS(name) &name##_video_rule,
constexpr std::array video_rules{PLIMSOLL_VIDEO_RULES(PLIMSOLL_RULE_ADDRESS)};
#undef PLIMSOLL_RULE_ADDRESS

std::string named_in(const nlohmann::json &object, const char *key)
{
    if (!object.is_object()) return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const VideoRule *rule_of(std::span<const std::string_view> VideoRule::*names, std::string_view name)
{
    for (const VideoRule *rule : video_rules)
        if (std::ranges::find(rule->*names, name) != (rule->*names).end()) return rule;
    return nullptr;
}

/// video_processing_utils.py, get_video_processor_dict: the part of a processor's own file, a file of videos, that of pictures.
nlohmann::json file_of_videos(const PictureFiles &of_videos, const PictureFiles &of_pictures)
{
    if (of_pictures.processor.is_object() && of_pictures.processor.contains("video_processor") &&
        of_pictures.processor["video_processor"].is_object())
        return of_pictures.processor["video_processor"];
    return of_videos.image.is_object() ? of_videos.image : of_pictures.image;
}

/// What qwen_vl_utils 0.0.14 (vision_process.py, fetch_video) does to a frame: 128 to 768 tokens of it, and all frames together no more
/// than nine tenths of 128,000 tokens.
void cap_by_utils(const VideoClip &clip, Count frames, PictureSettings &frame)
{
    constexpr double of_model = 128000.0 * 0.9;
    const Count place = frame.patch * frame.patch * frame.merge * frame.merge;
    frame.least = clip.min_pixels.value_or(128 * place);
    const double each = of_model * static_cast<double>(place * frame.frames) / static_cast<double>(std::max<Count>(1, frames));
    const auto share = static_cast<Count>(std::min(static_cast<double>(clip.max_pixels.value_or(768 * place)), each));
    frame.most = std::max(share, static_cast<Count>(static_cast<double>(frame.least) * 1.05));
}

Result<Count> frames_of(const VideoProcessor &processor, const VideoClip &clip)
{
    const VideoSettings &settings = processor.settings;
    if (clip.frames) return *clip.frames;
    if (clip.scaled_before && clip.fps) { // who hands the frames over samples them
        const auto frames = static_cast<Count>(std::floor(clip.seconds * *clip.fps));
        return std::max<Count>(1, std::min(frames, clip.max_frames.value_or(frames)));
    }
    if (clip.capped_before && processor.rule->reads_by_utils) return qwen2_vl_video_rule.sample(settings, clip);
    if (clip.fps && settings.by_length)
        return Error{"video.fps",
                     std::to_string(*clip.fps),
                     phrase(QT_TRANSLATE_NOOP("core", "none: this processor spreads its frames by the video's length")),
                     {}};
    return processor.rule->sample(settings, clip);
}

} // namespace

std::optional<VideoProcessor> video_processor(std::string_view config, std::string_view video, std::string_view preprocessor,
                                              std::string_view processor)
{
    const PictureFiles of_pictures = read_picture_files(config, preprocessor, processor);
    PictureFiles files = of_pictures;
    files.image = file_of_videos(read_picture_files(config, video, {}), of_pictures);
    const VideoRule *rule = rule_of(&VideoRule::classes, named_in(files.image, "video_processor_type"));
    if (!rule) rule = rule_of(&VideoRule::model_types, named_in(files.model, "model_type"));
    if (!rule) return std::nullopt;
    return VideoProcessor{rule, rule->read(files), files.has_file()};
}

Result<VideoTokens> video_tokens(const VideoProcessor &processor, const VideoClip &clip)
{
    constexpr Count most_side = 65536;
    for (const auto &[field, value] : {std::pair{"video.width", clip.width}, std::pair{"video.height", clip.height}})
        if (value < 1 || value > most_side)
            return Error{field, std::to_string(value), phrase(QT_TRANSLATE_NOOP("core", "1 to %1 pixels"), {"65536"}), {}};
    const Result<Count> frames = frames_of(processor, clip);
    if (!frames) return frames.error();
    const VideoRule *rule = processor.rule;
    VideoSettings settings = processor.settings;
    Picture frame{clip.width, clip.height};
    if (clip.capped_before && rule->reads_by_utils) {
        rule = &qwen2_vl_video_rule; // each frame for itself, whatever the processor would do
        cap_by_utils(clip, *frames, settings.frame);
    } else if (rule->caps_frames && !clip.scaled_before) {
        settings.frame.most = clip.max_pixels.value_or(settings.frame.most);
        settings.frame.least = std::min(clip.min_pixels.value_or(settings.frame.least), settings.frame.most);
    } else {
        frame = scaled_to_caps(frame, clip.max_pixels, clip.min_pixels);
    }
    Result<VideoTokens> made = rule->count(settings, frame, *frames);
    if (!made) return made;
    PictureTokens &one = made->one;
    one.width = clip.width;
    one.height = clip.height;
    if (one.computed == 0) one.computed = one.patches;
    if (one.channels_per_patch == 0)
        one.channels_per_patch = 3 * settings.frame.frames * settings.frame.patch * settings.frame.patch;
    return made;
}

Result<double> frames_by_rate(const VideoSettings &settings, const VideoClip &clip)
{
    const std::optional<double> rate = clip.fps ? clip.fps : settings.fps;
    if (!rate)
        return Error{"video.frames",
                     "null",
                     phrase(QT_TRANSLATE_NOOP("core", "a number, or %1: this processor takes every frame that it is given"),
                            {"video.fps"}),
                     {}};
    double frames = std::max(clip.seconds * *rate, static_cast<double>(settings.least_frames));
    if (settings.most_frames > 0) frames = std::min(frames, static_cast<double>(settings.most_frames));
    return clip.max_frames ? std::min(frames, static_cast<double>(*clip.max_frames)) : frames;
}

Result<Count> whole_frames_by_rate(const VideoSettings &settings, const VideoClip &clip)
{
    const Result<double> frames = frames_by_rate(settings, clip);
    if (!frames) return frames.error();
    return std::max<Count>(1, static_cast<Count>(*frames));
}

VideoTokens video_grid(const PictureSettings &settings, Count rows, Count columns, Count frames)
{
    VideoTokens out{.frames = frames, .steps = (frames + settings.frames - 1) / settings.frames};
    out.one.rows = rows;
    out.one.columns = columns;
    out.one.patches = rows * columns;
    out.one.tokens = out.one.patches / (settings.merge * settings.merge);
    out.tokens = out.steps * out.one.tokens;
    return out;
}

Result<VideoTokens> resized_together(const VideoSettings &settings, Picture frame, Count frames)
{
    const PictureSettings &of = settings.frame;
    const auto factor = static_cast<double>(of.patch * of.merge);
    auto height = static_cast<double>(frame.height), width = static_cast<double>(frame.width);
    const auto times = static_cast<double>(frames), step = static_cast<double>(of.frames);
    if (frames < of.frames)
        return Error{"video.frames",
                     std::to_string(frames),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 or more, which this processor raises on"), {std::to_string(of.frames)}),
                     {}};
    if (height < factor || width < factor) {
        const double scale = std::max(factor / height, factor / width);
        height = std::floor(height * scale);
        width = std::floor(width * scale);
    }
    if (std::max(height, width) / std::min(height, width) > 200)
        return Error{
            "video.width",
            std::to_string(frame.width) + " x " + std::to_string(frame.height),
            phrase(QT_TRANSLATE_NOOP("core", "a picture at most %1 times as long as it is wide, which this processor raises on"),
                   {"200"}),
            {}};
    double rows = std::nearbyint(height / factor), columns = std::nearbyint(width / factor);
    const double area = std::nearbyint(times / step) * step * rows * columns * factor * factor;
    const auto most = static_cast<double>(of.most), least = static_cast<double>(of.least);
    if (area > most) {
        const double beta = std::sqrt(times * height * width / most);
        rows = std::max(1.0, std::floor(height / beta / factor));
        columns = std::max(1.0, std::floor(width / beta / factor));
    } else if (area < least) {
        const double beta = std::sqrt(least / (times * height * width));
        rows = std::ceil(height * beta / factor);
        columns = std::ceil(width * beta / factor);
    }
    return video_grid(of, static_cast<Count>(rows) * of.merge, static_cast<Count>(columns) * of.merge, frames);
}

VideoTokens video_of_tiles(const PictureSettings &settings, Picture frame, Count frames, Count tokens)
{
    return {.frames = frames, .steps = frames, .one = tiled_tokens(settings, frame, 1, tokens), .tokens = frames * tokens};
}

} // namespace plimsoll
