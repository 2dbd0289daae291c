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

#include <optional>

namespace plimsoll::cli {

namespace {

/// What --image and --set ask for: a picture's size and the caps of images.max_pixels, images.min_pixels and images.max_tiles.
struct AskedPicture {
    Picture size;
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

Result<std::optional<AskedPicture>> asked_picture(const OptionParser &parser)
{
    if (!parser.isSet(QStringLiteral("image"))) return std::optional<AskedPicture>();
    const std::string typed = parser.value(QStringLiteral("image")).toStdString();
    const std::optional<Picture> size = size_from_text(typed);
    if (!size) return Error{"--image", typed, "WIDTHxHEIGHT in pixels, such as 1024x768", {}};
    AskedPicture out{*size, {}};
    for (const QString &set : parser.values(QStringLiteral("set"))) {
        const std::string text = set.toStdString();
        const auto equal = text.find('=');
        const std::string key = text.substr(0, equal);
        const Count value = equal == std::string::npos ? 0 : count_from_text(text.substr(equal + 1)).value_or(0);
        std::optional<Count> *const cap = key == "images.max_pixels"   ? &out.caps.max_pixels
                                          : key == "images.min_pixels" ? &out.caps.min_pixels
                                          : key == "images.max_tiles"  ? &out.caps.max_tiles
                                                                       : nullptr;
        if (!cap || value < 1) return Error{"--set", text, "images.max_pixels=N, images.min_pixels=N or images.max_tiles=N", {}};
        *cap = value;
    }
    return std::optional(out);
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
    const bool timed = text[second] == ',' && rest.ends_with('s');
    if (timed) rest.pop_back();
    const std::optional<Count> number = count_from_text(rest);
    if (!number || *number < 1 || timed != (text[second] == ',')) return std::nullopt;
    if (timed)
        out.seconds = static_cast<double>(*number);
    else
        out.frames = number;
    return out;
}

Result<std::optional<VideoClip>> asked_video(const OptionParser &parser)
{
    if (!parser.isSet(QStringLiteral("video"))) return std::optional<VideoClip>();
    const std::string typed = parser.value(QStringLiteral("video")).toStdString();
    const std::optional<VideoClip> clip = clip_from_text(typed);
    if (!clip)
        return Error{
            "--video", typed, "WIDTHxHEIGHTxFRAMES, such as 640x360x16, or WIDTHxHEIGHT,SECONDSs, such as 640x360,10s", {}};
    return clip;
}

/// What --image and --video ask of one model. False: an answer that is an error, which is said.
bool add_seen(const ModelReference &reference, const std::optional<AskedPicture> &picture, const std::optional<VideoClip> &clip,
              InspectOptions &options)
{
    if (picture) {
        const Result<PictureProcessor> processor = picture_processor_of(reference);
        const Result<PictureTokens> made =
            processor ? picture_tokens(*processor, picture->size, picture->caps) : Result<PictureTokens>(processor.error());
        if (!made) return fail(made.error()), false;
        options.image = *made;
        options.image_by_file = processor->from_file;
    }
    if (!clip) return true;
    const Result<VideoProcessor> processor = video_processor_of(reference);
    const Result<VideoTokens> made = processor ? video_tokens(*processor, *clip) : Result<VideoTokens>(processor.error());
    if (!made) return fail(made.error()), false;
    options.video = *made;
    options.video_by_file = processor->from_file;
    return true;
}

const std::vector<std::string> inspect_formats{"text", "json"};

/// One REF; false when it could not be read. JSON answers stand on one line each where there are several.
bool inspect_one(const OptionParser &parser, const std::string &ref, InspectOptions options,
                 const std::optional<AskedPicture> &picture, const std::optional<VideoClip> &clip, bool json, bool several)
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
    if (!add_seen(reference, picture, clip, options)) return false;
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
    parser.addOption({QStringLiteral("set"),
                      QStringLiteral("A cap for --image: images.max_pixels=N, images.min_pixels=N or images.max_tiles=N."),
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
    const Result<std::optional<AskedPicture>> picture = asked_picture(parser);
    if (!picture.ok()) return fail(picture.error());
    const Result<std::optional<VideoClip>> clip = asked_video(parser);
    if (!clip.ok()) return fail(clip.error());
    const QStringList refs = parser.positionalArguments();
    if (refs.isEmpty()) return fail({"REF", "nothing", "a preset, a path to a config.json or its folder, or a Hub id", {}});
    bool all_read = true;
    for (const QString &ref : refs)
        all_read &= inspect_one(parser, ref.toStdString(), options, *picture, *clip, *format == "json", refs.size() > 1);
    return all_read ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
