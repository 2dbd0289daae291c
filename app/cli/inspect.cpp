// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/online.h"
#include "core/api/planner.h"
#include "core/ground/json_text.h"
#include "core/load/beside_pictures.h"
#include "core/model/presets.h"
#include "core/model/reference.h"
#include "core/pictures/pictures.h"
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

const std::vector<std::string> inspect_formats{"text", "json"};

/// One REF; false when it could not be read. JSON answers stand on one line each where there are several.
bool inspect_one(const OptionParser &parser, const std::string &ref, InspectOptions options,
                 const std::optional<AskedPicture> &picture, bool json, bool several)
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
    if (picture) {
        const Result<PictureProcessor> processor = picture_processor_of(reference);
        const Result<PictureTokens> made =
            processor ? picture_tokens(*processor, picture->size, picture->caps) : Result<PictureTokens>(processor.error());
        if (!made) {
            fail(made.error());
            return false;
        }
        options.image = *made;
        options.image_by_file = processor->from_file;
    }
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
    const QStringList refs = parser.positionalArguments();
    if (refs.isEmpty()) return fail({"REF", "nothing", "a preset, a path to a config.json or its folder, or a Hub id", {}});
    bool all_read = true;
    for (const QString &ref : refs)
        all_read &= inspect_one(parser, ref.toStdString(), options, *picture, *format == "json", refs.size() > 1);
    return all_read ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
