// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/beside_pictures.h"

#include "core/ground/phrase.h"
#include "core/model/towers.h"
#include "core/ground/read_file.h"
#include "core/load/load.h"
#include "core/model/extension.h"

#include <string>

namespace plimsoll {
namespace {

namespace files = std::filesystem;

/// A file of the folder; empty where it is not there.
std::string text_in(const files::path &folder, const char *name)
{
    constexpr std::uint64_t most = std::uint64_t{4} << 20;
    std::error_code code;
    if (folder.empty() || !files::is_regular_file(folder / name, code)) return {};
    const Result<std::string> text = read_file(folder / name, most);
    return text ? *text : std::string();
}

std::optional<PictureProcessor> processor_by(std::string_view config, const files::path &folder)
{
    return picture_processor(config, text_in(folder, "preprocessor_config.json"), text_in(folder, "processor_config.json"));
}

std::optional<VideoProcessor> videos_by(std::string_view config, const files::path &folder)
{
    return video_processor(config, text_in(folder, "video_preprocessor_config.json"), text_in(folder, "preprocessor_config.json"),
                           text_in(folder, "processor_config.json"));
}

/// The folder of a model that was read from a file.
files::path folder_of(const std::string &source)
{
    std::error_code code;
    return files::is_regular_file(source, code) ? files::path(source).parent_path() : files::path();
}

} // namespace

void keep_pictures(std::string_view config, const files::path &folder, DecoderSpec &spec)
{
    std::optional<PictureProcessor> processor = processor_by(config, folder);
    std::optional<VideoProcessor> videos = videos_by(config, folder);
    if (!processor && !videos) return;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    if (processor) around->pictures = std::make_shared<const PictureProcessor>(*std::move(processor));
    if (videos) around->videos = std::make_shared<const VideoProcessor>(*std::move(videos));
    spec.extension = std::move(around);
}

Result<PictureProcessor> picture_processor_of(const ModelReference &reference, const std::string &base_directory)
{
    const Result<ArchitectureRef> model = load_model(reference, base_directory);
    if (!model) return model.error();
    const Result<std::string> config = config_of(reference, base_directory);
    if (!config) return config.error();
    if (std::optional<PictureProcessor> found = processor_by(*config, folder_of((*model)->source))) return *std::move(found);
    return Error{
        "--image", (*model)->model_type, phrase(QT_TRANSLATE_NOOP("core", "a model whose processor of pictures is known")), {}};
}

Result<VideoProcessor> video_processor_of(const ModelReference &reference, const std::string &base_directory)
{
    const Result<ArchitectureRef> model = load_model(reference, base_directory);
    if (!model) return model.error();
    const Result<std::string> config = config_of(reference, base_directory);
    if (!config) return config.error();
    if (std::optional<VideoProcessor> found = videos_by(*config, folder_of((*model)->source))) return *std::move(found);
    const std::string &type = (*model)->model_type;
    return Error{"--video", type, phrase(QT_TRANSLATE_NOOP("core", "a model whose processor of videos is known")),
                 tower_names(**model).empty() ? phrase(QT_TRANSLATE_NOOP("core", "%1 reads text alone"), {type})
                                              : phrase(QT_TRANSLATE_NOOP("core", "no video processor of %1 is known"), {type})};
}

} // namespace plimsoll
