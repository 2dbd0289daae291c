// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/online.h"
#include "core/api/planner.h"
#include "core/ground/json_text.h"
#include "core/load/beside_pictures.h"
#include "core/model/presets.h"
#include "core/model/reference.h"
#include "core/pictures/videos.h"
#include "core/plan/field.h"
#include "core/report/inspect/inspect_json.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace plimsoll::cli {

namespace {

/// What --image, --video and --set ask for: sizes, and the caps of images.max_pixels, images.min_pixels and images.max_tiles and those
/// of a clip.
struct AskedSights {
    std::optional<Picture> picture;
    std::optional<VideoClip> clip;
    PictureCaps caps;
};

/// "1024x768"; nothing where it is no size.
std::optional<Picture> size_from_text(const std::string &text)
{
    const auto cross = text.find_first_of("xX");
    if (cross == std::string::npos) return std::nullopt;
    const auto width = count_from_text(text.substr(0, cross)), height = count_from_text(text.substr(cross + 1));
    if (!width || !height) return std::nullopt;
    return Picture{*width, *height};
}

/// "17.3", between bounds; nothing where it is no such number.
std::optional<double> number_from_text(std::string_view text, double least, double most)
{
    double out = 0.0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (failed != std::errc() || end != text.data() + text.size() || !(out >= least && out <= most)) return std::nullopt;
    return out;
}

/// "640x360x16": a video of so many frames; "640x360" with seconds behind a comma: "640x360,10s".
std::optional<VideoClip> clip_from_text(const std::string &text)
{
    const auto second = text.find_last_of("xX,");
    if (second == std::string::npos) return std::nullopt;
    const std::optional<Picture> size = size_from_text(text.substr(0, second));
    if (!size) return std::nullopt;
    VideoClip out{.width = size->width, .height = size->height};
    std::string rest = text.substr(second + 1);
    if (text[second] == ',') {
        if (!rest.ends_with('s')) return std::nullopt;
        rest.pop_back();
        const std::optional<double> seconds = number_from_text(rest, 0.01, 86400.0); // as the plan's field
        if (!seconds) return std::nullopt;
        out.seconds = *seconds;
        return out;
    }
    out.frames = count_from_text(rest);
    return out.frames && *out.frames >= 1 ? std::optional(out) : std::nullopt;
}

/// Where a cap stands, and whether nobody asked for what it caps; null: no such field.
struct NamedCap {
    std::optional<Count> *at = nullptr;
    bool asked = false;
};

NamedCap cap_called(std::string_view key, AskedSights &out)
{
    VideoClip *const clip = out.clip ? &*out.clip : nullptr;
    if (key == "images.max_pixels") return {&out.caps.max_pixels, out.picture.has_value()};
    if (key == "images.min_pixels") return {&out.caps.min_pixels, out.picture.has_value()};
    if (key == "images.max_tiles") return {&out.caps.max_tiles, out.picture.has_value()};
    if (key == "video.max_pixels") return {clip ? &clip->max_pixels : nullptr, clip != nullptr};
    if (key == "video.min_pixels") return {clip ? &clip->min_pixels : nullptr, clip != nullptr};
    if (key == "video.max_frames") return {clip ? &clip->max_frames : nullptr, clip != nullptr};
    return {};
}

/// One --set of what is asked; the error where it is none.
std::optional<Error> take_set(const std::string &text, AskedSights &out)
{
    const auto equal = text.find('=');
    const std::string key = text.substr(0, equal), value = equal == std::string::npos ? std::string() : text.substr(equal + 1);
    const Error unknown{"--set",
                        text,
                        "images.max_pixels=N, images.min_pixels=N or images.max_tiles=N with --image, video.max_pixels=N, "
                        "video.min_pixels=N, video.max_frames=N or video.fps=N with --video",
                        {}};
    if (key == "video.fps" && out.clip) {
        out.clip->fps = number_from_text(value, 0.001, 1000.0);
        return out.clip->fps ? std::nullopt : std::optional(unknown);
    }
    const NamedCap cap = cap_called(key, out);
    const Count number = count_from_text(value).value_or(0);
    if (!cap.at || !cap.asked || number < 1) return unknown;
    *cap.at = number;
    return std::nullopt;
}

Result<AskedSights> asked_sights(const OptionParser &parser)
{
    AskedSights out;
    if (parser.isSet(QStringLiteral("image"))) {
        const std::string typed = parser.value(QStringLiteral("image")).toStdString();
        out.picture = size_from_text(typed);
        if (!out.picture) return Error{"--image", typed, "WIDTHxHEIGHT in pixels, such as 1024x768", {}};
    }
    if (parser.isSet(QStringLiteral("video"))) {
        const std::string typed = parser.value(QStringLiteral("video")).toStdString();
        out.clip = clip_from_text(typed);
        if (!out.clip)
            return Error{
                "--video", typed, "WIDTHxHEIGHTxFRAMES, such as 640x360x16, or WIDTHxHEIGHT,SECONDSs, such as 640x360,10s", {}};
    }
    for (const QString &set : parser.values(QStringLiteral("set")))
        if (const std::optional<Error> refused = take_set(set.toStdString(), out)) return *refused;
    return out;
}

/// What --image and --video ask of one model. False: an answer that is an error, which is said.
bool add_seen(const ModelReference &reference, const AskedSights &asked, InspectOptions &options)
{
    if (asked.picture) {
        const Result<PictureProcessor> processor = picture_processor_of(reference);
        const Result<PictureTokens> made =
            processor ? picture_tokens(*processor, *asked.picture, asked.caps) : Result<PictureTokens>(processor.error());
        if (!made) return fail(made.error()), false;
        options.image = *made;
        options.image_by_file = processor->from_file;
    }
    if (!asked.clip) return true;
    const Result<VideoProcessor> processor = video_processor_of(reference);
    const Result<VideoTokens> made = processor ? video_tokens(*processor, *asked.clip) : Result<VideoTokens>(processor.error());
    if (!made) return fail(made.error()), false;
    options.video = *made;
    options.video_by_file = processor->from_file;
    return true;
}

const std::vector<std::string> inspect_formats{"text", "json"};

/// One REF; false when it could not be read. JSON answers stand on one line each where there are several.
bool inspect_one(const OptionParser &parser, const std::string &ref, InspectOptions options, const AskedSights &asked, bool json,
                 bool several)
{
    const ModelReference reference = reference_from_text(ref);
    const std::optional<Error> refused = fetch_when_online(parser, reference);
    // what the file names, not what a plan would run in its place
    const Result<ArchitectureRef> model = refused ? Result<ArchitectureRef>(*refused) : Planner().inspect(reference);
    if (!model.ok()) {
        if (json && several)
            print(to_text(inspect_error_to_json(ref, model.error())) + "\n");
        else
            fail(model.error());
        return false;
    }
    if (!add_seen(reference, asked, options)) return false;
    if (json)
        print(to_text(inspect_to_json(**model, options), several ? -1 : 2) + "\n");
    else
        print(inspect_to_text(**model, options));
    return true;
}

} // namespace

int run_inspect(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addPositionalArgument(QStringLiteral("REF"), QStringLiteral("Preset, path to a config.json or its folder, or Hub id."),
                                 QStringLiteral("REF..."));
    parser.addOption({QStringLiteral("targets"),
                      QStringLiteral("More adapter targets to count: names with commas, or a regular expression."),
                      QStringLiteral("TARGETS")});
    parser.addOption(
        {QStringLiteral("rank"), QStringLiteral("Rank of the adapters that are counted; 16 unless given."), QStringLiteral("N")});
    parser.addOption({QStringLiteral("image"),
                      QStringLiteral("What the model's processor makes of a picture of this size: tokens, patches, tiles."),
                      QStringLiteral("WxH")});
    parser.addOption(
        {QStringLiteral("video"),
         QStringLiteral("What the model's processor makes of a video of N frames, or of so many seconds (WxH,10s): frames, "
                        "tokens, patches."),
         QStringLiteral("WxHxN")});
    parser.addOption(
        {QStringLiteral("set"),
         QStringLiteral("A cap for --image: images.max_pixels=N, images.min_pixels=N or images.max_tiles=N; for --video: "
                        "video.max_pixels=N, video.min_pixels=N, video.max_frames=N or video.fps=N."),
         QStringLiteral("FIELD=VALUE")});
    add_online_option(parser);
    parser.addOption(format_option(inspect_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, inspect_formats);
    if (!format.ok()) return fail(format.error());
    InspectOptions options;
    for (const QString &targets : parser.values(QStringLiteral("targets"))) options.targets.push_back(targets.toStdString());
    if (parser.isSet(QStringLiteral("rank"))) {
        const std::string typed = parser.value(QStringLiteral("rank")).toStdString();
        const auto rank = count_from_text(typed);
        if (!rank || *rank < 1 || *rank > 65536) return fail({"--rank", typed, "1 to 65536", {}});
        options.rank = *rank;
    }
    const Result<AskedSights> asked = asked_sights(parser);
    if (!asked.ok()) return fail(asked.error());
    const QStringList refs = parser.positionalArguments();
    if (refs.isEmpty()) return fail({"REF", "nothing", "a preset, a path to a config.json or its folder, or a Hub id", {}});
    bool all_read = true;
    for (const QString &ref : refs)
        all_read &= inspect_one(parser, ref.toStdString(), options, *asked, *format == "json", refs.size() > 1);
    return all_read ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
