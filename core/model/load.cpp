// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/load.h"

#include "core/model/accepted.h"
#include "core/model/config_json.h"
#include "core/model/gguf.h"
#include "core/model/hub_cache.h"
#include "core/model/load_named.h"
#include "core/model/presets.h"
#include "core/model/quantization_beside.h"
#include "core/model/read_file.h"
#include "core/model/safetensors.h"

#include <filesystem>

namespace plimsoll {
namespace {

namespace fs = std::filesystem;

/// Reads a configuration: architecture_from_config() or named_class_from_config().
using Read = Result<ArchitectureRef> (*)(std::string_view text, const std::string &source);

Result<ArchitectureRef> named(Result<ArchitectureRef> made, const std::string &name)
{
    if (!made || (*made)->name == name) return made;
    auto copy = std::make_shared<Architecture>(**made);
    copy->name = name;
    return ArchitectureRef(std::move(copy));
}

Result<ArchitectureRef> load_preset(const Preset &preset, Read read)
{
    return named(read(preset_config(preset), "preset:" + preset.name), preset.name);
}

Result<ArchitectureRef> load_preset(const std::string &name, Read read)
{
    if (const Preset *preset = find_preset(name)) return load_preset(*preset, read);
    std::string near;
    for (const std::string &other : nearest_presets(name, 3)) near += (near.empty() ? "" : ", ") + other;
    return Error{"model.preset",
                 name,
                 phrase(QT_TRANSLATE_NOOP("core", "a preset (%1 lists them), such as %2"), {"plimsoll models", near}),
                 {}};
}

Result<ArchitectureRef> from_checkpoint(Result<Checkpoint> checkpoint, const fs::path &path)
{
    if (!checkpoint) return checkpoint.error();
    if (checkpoint->tensors.empty())
        return Error{path.string(),
                     phrase(QT_TRANSLATE_NOOP("core", "no tensors")),
                     phrase(QT_TRANSLATE_NOOP("core", "a checkpoint that holds a model's tensors")),
                     {}};
    return std::make_shared<const Architecture>(architecture_from_checkpoint(*checkpoint, path.string()));
}

Result<ArchitectureRef> load_file(const fs::path &path, Read read)
{
    if (path.extension() == ".safetensors" || path.filename().string().ends_with(".safetensors.index.json"))
        return from_checkpoint(read_safetensors(path), path);
    if (path.extension() == ".gguf") return from_checkpoint(read_gguf(path), path);
    const Result<std::string> text = read_file(path, config_size_limit);
    if (!text) return text.error();
    const bool in_folder = path.filename() == "config.json";
    return read(in_folder ? with_quantization_beside(*text, path.parent_path()) : *text, path.string());
}

/// Tensors of a folder: the index of its shards, else its only file.
std::optional<fs::path> weights_in(const fs::path &folder)
{
    std::error_code code;
    for (const char *name : {"model.safetensors.index.json", "model.safetensors"})
        if (fs::exists(folder / name, code)) return folder / name;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, code))
        if (entry.path().extension() == ".gguf") return entry.path();
    return std::nullopt;
}

/// The configuration where its family is known, else what the tensors beside it say.
Result<ArchitectureRef> load_folder(const fs::path &folder, Read read)
{
    std::error_code code;
    const std::optional<fs::path> weights = weights_in(folder);
    if (!fs::exists(folder / "config.json", code)) {
        if (code) return Error{folder.string(), {}, {}, code.message()};
        if (weights) return load_file(*weights, read);
        return Error{
            "model.config", folder.string(), phrase(QT_TRANSLATE_NOOP("core", "a folder that holds a %1"), {"config.json"}), {}};
    }
    Result<ArchitectureRef> described = load_file(folder / "config.json", read);
    if ((described && (*described)->exact) || !weights) return described;
    Result<ArchitectureRef> counted = load_file(*weights, read);
    return counted ? counted : described;
}

Result<ArchitectureRef> load_path(const std::string &text, const std::string &base_directory, Read read)
{
    fs::path path(text);
    std::error_code code;
    if (path.is_relative() && !base_directory.empty() && fs::exists(fs::path(base_directory) / path, code))
        path = fs::path(base_directory) / path;
    return fs::is_directory(path, code) ? load_folder(path, read) : load_file(path, read);
}

Result<ArchitectureRef> load_hub(const std::string &id, Read read)
{
    const Result<fs::path> snapshot = cached_snapshot(id);
    if (snapshot) return named(load_folder(*snapshot, read), id);
    // a revision is a particular file; without one the shipped copy of the same model answers
    if (const Preset *preset = find_preset(id)) return load_preset(*preset, read);
    return snapshot.error();
}

Result<ArchitectureRef> load(const ModelReference &reference, const std::string &base_directory, Read read)
{
    if (!reference.preset.empty()) return load_preset(reference.preset, read);
    if (!reference.config_text.empty()) return read(reference.config_text, "inline");
    if (!reference.config_path.empty()) return load_path(reference.config_path, base_directory, read);
    if (!reference.hub.empty()) return load_hub(reference.hub, read);
    return Error{
        "model",
        said_nothing(),
        phrase(QT_TRANSLATE_NOOP("core", "a preset, a path to a %1, a configuration object or a Hub id"), {"config.json"}),
        {}};
}

} // namespace

Result<ArchitectureRef> load_model(const ModelReference &reference, const std::string &base_directory)
{
    return load(reference, base_directory, architecture_from_config);
}

Result<ArchitectureRef> load_named_class(const ModelReference &reference, const std::string &base_directory)
{
    return load(reference, base_directory, named_class_from_config);
}

ModelReference reference_from_text(std::string_view text)
{
    ModelReference out;
    const auto first = text.find_first_not_of(" \t\r\n");
    std::error_code code;
    if (first != std::string_view::npos && text[first] == '{')
        out.config_text = text;
    else if (find_preset(text) && text.find('/') == std::string_view::npos)
        out.preset = find_preset(text)->name;
    else if (text.ends_with(".json") || text.ends_with(".safetensors") || text.ends_with(".gguf") ||
             fs::exists(fs::path(text), code))
        out.config_path = text;
    else if (is_hub_id(text))
        out.hub = text;
    else if (text.find_first_of("/\\") != std::string_view::npos)
        out.config_path = text;
    else
        out.preset = text;
    return out;
}

} // namespace plimsoll
