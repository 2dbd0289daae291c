// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"

#include "core/families/describe/family.h"
#include "core/ground/read_file.h"
#include "core/load/hub_alias.h"
#include "core/load/load_named.h"
#include "core/load/snapshot.h"
#include "core/load/stored_sizes.h"
#include "core/model/checkpoint/adapter_file.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/gguf_config.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/model/checkpoint/other_files.h"
#include "core/model/checkpoint/quantization_beside.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/model/config/accepted.h"
#include "core/model/config/config_json.h"
#include "core/model/presets.h"
#include "core/model/quantization/named_quantisation.h"
#include "core/model/quantization/quantization_rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

namespace plimsoll {
namespace {

namespace fs = std::filesystem;

/// Reads a configuration: architecture_from_config() or named_class_from_config().
using Read = std::function<Result<ArchitectureRef>(std::string_view text, const std::string &source)>;

Result<ArchitectureRef> named(Result<ArchitectureRef> made, const std::string &name)
{
    if (!made || (*made)->name == name) return made;
    auto copy = std::make_shared<Architecture>(**made);
    copy->name = name;
    return ArchitectureRef(std::move(copy));
}

Result<ArchitectureRef> load_preset(const Preset &preset, const Read &read)
{
    return named(read(preset_config(preset), "preset:" + preset.name), preset.name);
}

Result<ArchitectureRef> load_preset(const std::string &name, const Read &read)
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

/// The tensors of a GGUF file, and the decoder that its metadata describe where that is known: what llama.cpp runs.
Result<ArchitectureRef> from_gguf(const fs::path &path, const Read &read)
{
    Result<Checkpoint> file = read_gguf(path);
    const std::optional<std::string> config = file ? config_of_gguf(*file) : std::nullopt;
    const std::shared_ptr<const Checkpoint> kept = file ? std::make_shared<const Checkpoint>(*file) : nullptr;
    Result<ArchitectureRef> tensors = from_checkpoint(std::move(file), path);
    if (!tensors || !config) return tensors;
    const Result<ArchitectureRef> described = read(*config, path.string());
    if (!described || !(*described)->decoder) return tensors;
    auto out = std::make_shared<Architecture>(**tensors);
    out->model_type = (*described)->model_type;
    out->decoder = (*described)->decoder;
    out->config_dtype = (*described)->config_dtype;
    out->gguf = kept;
    return ArchitectureRef(std::move(out));
}

Error not_here(const fs::path &path, Bytes bytes)
{
    return {path.string(),
            {},
            {},
            phrase(QT_TRANSLATE_NOOP("core", "a git-LFS pointer: %1 are not here, %2 brings them"),
                   {hub_size(bytes), "`git lfs pull`"})};
}

/// What reads as a configuration of something else.
std::optional<Error> refuse_other(std::string_view text, const std::string &source)
{
    const std::optional<OtherFile> kind = other_file(text);
    if (!kind || *kind == OtherFile::model) return std::nullopt;
    return Error{source,
                 name_of(*kind),
                 phrase(QT_TRANSLATE_NOOP("core", "a model's %1, a folder that holds one, a %2 or %3 file"),
                        {"config.json", ".safetensors", ".gguf"}),
                 {}};
}

Result<ArchitectureRef> load_file(const fs::path &path, const Read &read)
{
    if (const std::optional<Bytes> missing = missing_bytes(path)) return not_here(path, *missing);
    if (path.extension() == ".safetensors" || path.filename().string().ends_with(".safetensors.index.json"))
        return from_checkpoint(read_safetensors(path), path);
    if (path.extension() == ".gguf") return from_gguf(path, read);
    const Result<std::string> text = read_file(path, config_size_limit);
    if (!text) return text.error();
    if (auto error = refuse_other(*text, path.string())) return *std::move(error);
    const bool in_folder = path.filename() == "config.json";
    return read(in_folder ? with_quantization_beside(*text, path.parent_path()) : *text, path.string());
}

/// With what stands beside the file that was read.
Result<ArchitectureRef> noted(Result<ArchitectureRef> made, const fs::path &folder, const fs::path &taken)
{
    if (!made) return made;
    std::vector<std::string> notes = snapshot_notes(folder, taken, **made);
    if (notes.empty()) return made;
    auto copy = std::make_shared<Architecture>(**made);
    std::ranges::move(notes, std::back_inserter(copy->assumptions));
    return ArchitectureRef(std::move(copy));
}

/// Whether the language model of a configuration is described, and only what stands around it is not.
bool knows_layers(const fs::path &config)
{
    const Result<std::string> text = read_file(config, config_size_limit);
    const Result<nlohmann::json> json = text ? parse_config_json(*text, config.string()) : Result<nlohmann::json>(text.error());
    if (!json || !json->is_object()) return false;
    for (const char *inner : {"text_config", "llm_config", "language_config"})
        if (const auto found = json->find(inner); found != json->end() && found->is_object()) {
            const auto type = found->find("model_type");
            return type != found->end() && type->is_string() && find_family(type->get<std::string>()) != nullptr;
        }
    return false;
}

/// Whether nobody described the model's type.
bool is_guessed(const Architecture &architecture) { return architecture.family == "unknown"; }

/// A guessed model with the sizes that its files have: of their headers, else of the index alone.
Result<ArchitectureRef> fitted(const Result<ArchitectureRef> &guessed, const fs::path &weights, const fs::path &config)
{
    if (!guessed || !(*guessed)->decoder || (*guessed)->quantization || weights.extension() == ".gguf") return guessed;
    const std::string name = shown_name(weights.filename().string());
    std::optional<StoredSizes> stored;
    if (const Result<Checkpoint> headers = read_safetensors(weights))
        stored = sizes_of(*headers, name);
    else if (weights.extension() == ".json") {
        const Result<std::string> index = read_file(weights, std::uint64_t{64} << 20);
        if (index) stored = sizes_of_index(*index, (*guessed)->config_dtype.value_or(Dtype::bf16), name);
    }
    return stored ? fitted_to(**guessed, *stored, knows_layers(config)) : *guessed;
}

/// The configuration where its family is known, else it with the sizes of the tensors beside it, else these alone.
Result<ArchitectureRef> load_folder(const fs::path &folder, const Read &read)
{
    std::error_code code;
    const std::optional<fs::path> weights = weights_in(folder);
    if (!fs::exists(folder / "config.json", code)) {
        if (code) return Error{folder.string(), {}, {}, code.message()};
        if (weights) return noted(load_file(*weights, read), folder, *weights);
        return Error{
            "model.config", folder.string(), phrase(QT_TRANSLATE_NOOP("core", "a folder that holds a %1"), {"config.json"}), {}};
    }
    Result<ArchitectureRef> described = load_file(folder / "config.json", read);
    if ((described && (*described)->exact) || !weights) return noted(std::move(described), folder, folder / "config.json");
    if (described && (*described)->decoder && is_guessed(**described) && weights->extension() != ".gguf")
        return noted(fitted(described, *weights, folder / "config.json"), folder, folder / "config.json");
    Result<ArchitectureRef> counted = load_file(*weights, read);
    return counted ? noted(std::move(counted), folder, *weights) : noted(std::move(described), folder, folder / "config.json");
}

Result<ArchitectureRef> load(const ModelReference &reference, const std::string &base_directory, const Read &read);

/// The model that an adapter was made for, where it is here; the adapter's settings go along with it.
Result<ArchitectureRef> load_base(std::string_view text, const std::string &source, const std::string &folder, const Read &read)
{
    Result<AdapterFile> file = read_adapter_file(text, source);
    if (!file) return file.error();
    std::error_code code;
    ModelReference base;
    if (fs::exists(fs::path(folder) / file->base, code) && !file->base.empty())
        base.config_path = file->base;
    else if (is_hub_id(file->base))
        base.hub = file->base;
    const bool known = !base.hub.empty() || !base.config_path.empty();
    const Result<ArchitectureRef> made =
        known ? load(base, folder, read) : Result<ArchitectureRef>(Error{"model", file->base, {}, {}});
    if (!made)
        return Error{
            source, file->title(),
            phrase(QT_TRANSLATE_NOOP("core", "the base model, with the adapter beside it: %1"),
                   {"--model " + (file->base.empty() ? "BASE" : file->base) + " --adapter " + source}),
            file->base.empty()
                ? phrase(QT_TRANSLATE_NOOP("core", "this is an adapter that names no base model: name it"))
                : phrase(QT_TRANSLATE_NOOP("core", "this is an adapter of %1: name the base model, which is neither in the "
                                                   "local Hugging Face cache nor a preset"),
                         {file->base})};
    auto copy = std::make_shared<Architecture>(**made);
    copy->assumptions.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 is a %2: its base model %3 was read"),
                                       {shown_name(fs::path(source).filename().string()), file->title(), file->base}));
    return ArchitectureRef(std::move(copy));
}

/// A file or folder that is not here, by whose name a preset is likely meant.
std::optional<Error> propose_for_path(const fs::path &path)
{
    const bool inside = path.extension() == ".json" || path.extension() == ".safetensors";
    const std::string name = (inside ? path.parent_path() : path).filename().string();
    const std::optional<HubAlias> alias = hub_alias("-/" + name);
    if (!alias || (!alias->exact && !alias->same)) return std::nullopt;
    const std::string way = "--model " + alias->preset->name +
                            (!alias->packed || alias->packed->quant.empty() ? "" : " --quant " + alias->packed->quant);
    return Error{path.string(), phrase(QT_TRANSLATE_NOOP("core", "nothing")),
                 phrase(QT_TRANSLATE_NOOP("core", "a file or folder that is here, or %1"), {way}),
                 phrase(QT_TRANSLATE_NOOP("core", "it is not here; by its name it has the shape of the preset %1 (%2)"),
                        {alias->preset->name, way})};
}

Result<ArchitectureRef> load_path(const std::string &text, const std::string &base_directory, const Read &read)
{
    fs::path path(text);
    std::error_code code;
    if (path.is_relative() && !base_directory.empty() && fs::exists(fs::path(base_directory) / path, code))
        path = fs::path(base_directory) / path;
    if (!fs::exists(path, code))
        if (std::optional<Error> likely = propose_for_path(path)) return *std::move(likely);
    if (const std::optional<fs::path> adapter = adapter_file_at(path)) {
        const Result<std::string> read_text = read_file(*adapter, config_size_limit);
        if (!read_text) return read_text.error();
        return load_base(*read_text, adapter->string(), adapter->parent_path().string(), read);
    }
    return fs::is_directory(path, code) ? load_folder(path, read) : load_file(path, read);
}

/// Reads a configuration as one whose weights are packed as a name says; as it is where that is not known or of llama.cpp's files.
Read packed_as(const std::optional<NamedQuantisation> &packed, const Read &read)
{
    const std::string block = packed && !packed->gguf ? quantisation_block(*packed) : std::string();
    if (block.empty()) return read;
    return [block, read](std::string_view text, const std::string &source) {
        const Result<nlohmann::json> config = parse_config_json(text, source), added = parse_config_json(block, source);
        if (!config || !added || !config->is_object()) return read(text, source);
        nlohmann::json out = *config;
        for (const char *key : {"quantization_config", "compression_config", "quantization"}) out.erase(key);
        out["quantization_config"] = *added;
        return read(out.dump(), source);
    };
}

/// A model that is not here in the shape of a preset, which is said, packed as its name says.
Result<ArchitectureRef> shape_of(const HubAlias &alias, const std::string &id, const Read &read)
{
    const Result<ArchitectureRef> made = load_preset(*alias.preset, packed_as(alias.packed, read));
    if (!made) return made;
    auto copy = std::make_shared<Architecture>(**made);
    copy->name = id;
    copy->assumptions.push_back(phrase(
        QT_TRANSLATE_NOOP("core", "%1 is not in the local Hugging Face cache: it has the shape of the preset %2 (%3), which "
                                  "was taken"),
        {id, alias.preset->name, alias.preset->hub}));
    if (!alias.packed) return ArchitectureRef(std::move(copy));
    if (std::string said = alias.packed->said_of(id); !said.empty() && !alias.packed->gguf)
        copy->assumptions.push_back(std::move(said));
    else if (copy->quantization && !alias.packed->gguf)
        copy->assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 of its weights was read from the name, as this owner publishes it: %2"),
                   {"quantization_config", alias.packed->quant}));
    return ArchitectureRef(std::move(copy));
}

/// The plain model that a name of packed weights is made from, where it is here.
std::optional<Result<ArchitectureRef>> cached_base(const std::string &id, const Read &read)
{
    const std::optional<NamedQuantisation> packed = quantisation_of_name(id);
    if (!packed || packed->base == id || !is_hub_id(packed->base)) return std::nullopt;
    const Result<fs::path> snapshot = cached_snapshot(packed->base);
    if (!snapshot) return std::nullopt;
    Result<ArchitectureRef> made = named(load_folder(*snapshot, packed_as(packed, read)), id);
    if (!made) return made;
    auto copy = std::make_shared<Architecture>(**made);
    copy->assumptions.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "%1 is not in the local Hugging Face cache: %2, which is, was taken for its shape"),
               {id, packed->base}));
    if (std::string said = packed->said_of(id); !said.empty() && !packed->gguf) copy->assumptions.push_back(std::move(said));
    return Result<ArchitectureRef>(ArchitectureRef(std::move(copy)));
}

Error propose(const HubAlias &alias, const std::string &id)
{
    const std::string way =
        "--model " + alias.preset->name + (!alias.packed || alias.packed->quant.empty() ? "" : " --quant " + alias.packed->quant);
    return {"model.hub", id,
            phrase(QT_TRANSLATE_NOOP("core", "a model of the local Hugging Face cache (%1), or %2"),
                   {hub_cache_directory().string(), "--online"}),
            phrase(QT_TRANSLATE_NOOP("core", "it is not here; by its name it has the shape of the preset %1 (%2)"),
                   {alias.preset->name, way})};
}

Result<ArchitectureRef> load_hub(const std::string &id, const Read &read)
{
    const Result<fs::path> snapshot = cached_snapshot(id);
    if (snapshot) return named(load_folder(*snapshot, read), id);
    // a revision is a particular file; without one the shipped copy of the same model answers
    if (const Preset *preset = find_preset(id)) return load_preset(*preset, read);
    if (std::optional<Result<ArchitectureRef>> base = cached_base(id, read)) return *std::move(base);
    const std::optional<HubAlias> alias = is_hub_id(id) ? hub_alias(id) : std::nullopt;
    if (!alias) return snapshot.error();
    return alias->exact ? shape_of(*alias, id, read) : Result<ArchitectureRef>(propose(*alias, id));
}

Result<ArchitectureRef> load(const ModelReference &reference, const std::string &base_directory, const Read &read)
{
    if (!reference.preset.empty()) return load_preset(reference.preset, read);
    if (!reference.config_text.empty()) {
        if (other_file(reference.config_text) == OtherFile::adapter)
            return load_base(reference.config_text, "adapter_config.json", base_directory, read);
        if (auto error = refuse_other(reference.config_text, "inline")) return *std::move(error);
        return read(reference.config_text, "inline");
    }
    if (!reference.config_path.empty()) return load_path(reference.config_path, base_directory, read);
    if (!reference.hub.empty()) return load_hub(reference.hub, read);
    return Error{
        "model",
        said_nothing(),
        phrase(QT_TRANSLATE_NOOP("core", "a preset, a path to a %1, a configuration object or a Hub id"), {"config.json"}),
        {}};
}

} // namespace

/// A guess that no file bounds says how far it may be off.
static Result<ArchitectureRef> doubted(Result<ArchitectureRef> made)
{
    if (!made || !is_guessed(**made)) return made;
    auto copy = std::make_shared<Architecture>(**made);
    copy->assumptions.push_back(phrase(
        QT_TRANSLATE_NOOP(
            "core", "such a guess may be off by half or to twice: %1 or the header of a %2 file beside the configuration says "
                    "how many parameters there are"),
        {"model.safetensors.index.json", ".safetensors"}));
    return ArchitectureRef(std::move(copy));
}

Result<ArchitectureRef> load_model(const ModelReference &reference, const std::string &base_directory)
{
    return doubted(load(reference, base_directory, architecture_from_config));
}

Result<ArchitectureRef> load_named_class(const ModelReference &reference, const std::string &base_directory)
{
    return doubted(load(reference, base_directory, named_class_from_config));
}

Result<std::string> config_of(const ModelReference &reference, const std::string &base_directory)
{
    std::string kept;
    const Read read = [&kept](std::string_view text, const std::string &source) {
        Result<ArchitectureRef> made = architecture_from_config(text, source);
        if (made) kept = text;
        return made;
    };
    const Result<ArchitectureRef> made = load(reference, base_directory, read);
    if (!made) return made.error();
    if (kept.empty())
        return Error{"model", (*made)->source, phrase(QT_TRANSLATE_NOOP("core", "a model with a %1"), {"config.json"}), {}};
    return kept;
}

} // namespace plimsoll
