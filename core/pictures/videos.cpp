// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pictures/videos.h"

#include "core/ground/phrase.h"
#include "core/pictures/rules/smart_resize.h"
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

/// What the processor's rule makes of frames of this size. A processor that resizes nothing, of those that read whole patches, raises
/// on a size that holds none.
Result<VideoTokens> counted(const VideoProcessor &processor, Picture frame, Count frames)
{
    const PictureSettings &of = processor.settings.frame;
    if (processor.settings.resizes || !processor.rule->reads_by_utils)
        return processor.rule->count(processor.settings, frame, frames);
    const Count place = of.patch * of.merge;
    if (frame.width % place == 0 && frame.height % place == 0)
        return video_grid(of, frame.height / of.patch, frame.width / of.patch, frames);
    return Error{
        "video.width",
        std::to_string(frame.width) + " x " + std::to_string(frame.height),
        phrase(QT_TRANSLATE_NOOP("core", "multiples of %1 pixels: this processor does not resize"), {std::to_string(place)}),
        {}};
}

/// What unsloth_zoo 2026.10 (vision_utils.py, fetch_video and smart_resize) makes of a frame before any processor has it: the same
/// bounds in pixels of places of 28, whatever the model's are, in places of two of its patches.
Result<Picture> fitted_by_unsloth(const VideoClip &clip, Count frames, Count patch)
{
    constexpr Count place = 28 * 28;
    PictureSettings of;
    of.patch = patch > 0 ? patch : 14;
    of.merge = 2;
    of.least = clip.min_pixels.value_or(128 * place);
    const double share = 128000.0 * place * 0.9 / static_cast<double>(frames) * 2;
    const auto most =
        std::max(static_cast<Count>(std::min(768.0 * place, share)), static_cast<Count>(static_cast<double>(of.least) * 1.05));
    of.most = std::min(clip.max_pixels.value_or(most), most);
    const Result<PictureTokens> made = smart_resized(of, {clip.width, clip.height}, 1);
    if (!made) return made.error();
    return Picture{made->columns * of.patch, made->rows * of.patch};
}

/// smart_nframes of qwen_vl_utils 0.0.14 and unsloth_zoo 2026.10: 2 a second, 4 to 768, in even numbers.
Result<Count> frames_by_utils(const VideoClip &clip)
{
    constexpr Count step = 2, least = 4, most = 768;
    if (clip.frames) {
        const Count even = step * std::llrint(static_cast<double>(*clip.frames) / static_cast<double>(step));
        if (even >= step) return even;
        return Error{"video.frames",
                     std::to_string(*clip.frames),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 or more, which this processor raises on"), {"2"}),
                     {}};
    }
    const double frames = std::max(clip.seconds * clip.fps.value_or(2.0), static_cast<double>(least));
    const auto bound = static_cast<double>(clip.max_frames.value_or(most) / step * step);
    return std::max(step, static_cast<Count>(std::min(frames, bound)) / step * step);
}

/// What a processor takes of a video that names no number of frames.
Result<Count> sampled(const VideoProcessor &processor, const VideoClip &clip)
{
    const std::optional<Count> &all = processor.settings.all_frames;
    if (all && !clip.fps) return std::min(*all, clip.max_frames.value_or(*all));
    return processor.rule->sample(processor.settings, clip);
}

/// What a processor takes of frames that unsloth_zoo sampled (video_processor_kwargs hands their rate over).
Result<Count> frames_of_given(const VideoProcessor &processor, const VideoClip &clip, Count given)
{
    if (!processor.settings.samples) return given;
    const Result<Count> taken = sampled(processor, {.seconds = clip.seconds});
    if (!taken || processor.rule->repeats_frames) return taken;
    return std::min(given, *taken);
}

Result<Count> frames_of(const VideoProcessor &processor, const VideoClip &clip)
{
    const VideoSettings &settings = processor.settings;
    if (clip.capped_before && processor.rule->reads_by_utils) return frames_by_utils(clip);
    if (clip.frames) return *clip.frames;
    if (clip.scaled_before && clip.fps) { // who hands the frames over samples them
        const auto frames = static_cast<Count>(std::floor(clip.seconds * *clip.fps));
        return std::max<Count>(1, std::min(frames, clip.max_frames.value_or(frames)));
    }
    if (clip.fps && settings.by_length)
        return Error{"video.fps",
                     std::to_string(*clip.fps),
                     phrase(QT_TRANSLATE_NOOP("core", "none: this processor spreads its frames by the video's length")),
                     {}};
    return sampled(processor, clip);
}

/// Frames and tokens of a clip that unsloth_zoo reads.
Result<VideoTokens> tokens_by_unsloth(const VideoProcessor &processor, const VideoClip &clip)
{
    const Result<Count> given = frames_by_utils(clip);
    if (!given) return given.error();
    const Result<Picture> frame = fitted_by_unsloth(clip, *given, processor.settings.frame.patch);
    if (!frame) return frame.error();
    const Result<Count> frames = frames_of_given(processor, clip, *given);
    if (!frames) return frames.error();
    return counted(processor, *frame, *frames);
}

/// The same where the processor, or a stack before it, does all.
Result<VideoTokens> tokens_by_processor(const VideoProcessor &processor, const VideoClip &clip)
{
    const Result<Count> frames = frames_of(processor, clip);
    if (!frames) return frames.error();
    VideoProcessor by = processor;
    Picture frame{clip.width, clip.height};
    if (clip.capped_before && by.rule->reads_by_utils) {
        by.rule = &qwen2_vl_video_rule; // each frame for itself, whatever the processor would do
        cap_by_utils(clip, *frames, by.settings.frame);
    } else if (by.rule->caps_frames && !clip.scaled_before) {
        by.settings.frame.most = clip.max_pixels.value_or(by.settings.frame.most);
        by.settings.frame.least = std::min(clip.min_pixels.value_or(by.settings.frame.least), by.settings.frame.most);
    } else {
        frame = scaled_to_caps(frame, clip.max_pixels, clip.min_pixels);
    }
    return counted(by, frame, *frames);
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
    VideoProcessor out{rule, rule->read(files), files.has_file()};
    out.settings.samples = files.flag_of_image("do_sample_frames").value_or(rule->samples);
    out.settings.resizes = files.flag_of_image("do_resize").value_or(true);
    return out;
}

Result<VideoTokens> video_tokens(const VideoProcessor &processor, const VideoClip &clip)
{
    constexpr Count most_side = 65536;
    for (const auto &[field, value] : {std::pair{"video.width", clip.width}, std::pair{"video.height", clip.height}})
        if (value < 1 || value > most_side)
            return Error{field, std::to_string(value), phrase(QT_TRANSLATE_NOOP("core", "1 to %1 pixels"), {"65536"}), {}};
    Result<VideoTokens> made = clip.fitted_before ? tokens_by_unsloth(processor, clip) : tokens_by_processor(processor, clip);
    if (!made) return made;
    const VideoSettings &settings = processor.settings;
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
