// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/model_argument.h"

#include "core/ground/phrase.h"
#include "core/model/presets.h"

#include <algorithm>
#include <filesystem>

namespace plimsoll {

namespace {

namespace fs = std::filesystem;

ModelArgument from_hub(const std::string &text)
{
    const std::size_t at = text.find('@');
    ModelArgument out{.model = text.substr(0, at), .is_hub = true};
    if (at != std::string::npos) out.revision = text.substr(at + 1);
    out.name = out.model.substr(out.model.find('/') + 1);
    return out;
}

/// The folder of a config.json or of one file of weights.
ModelArgument from_path(const std::string &text)
{
    const fs::path path(text);
    const fs::path extension = path.extension();
    if (extension == ".gguf") return {.model = text, .is_gguf = true, .name = path.stem().string()};
    fs::path folder = path;
    if (extension == ".json" || extension == ".safetensors") folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!folder.has_filename()) folder = folder.parent_path();
    const std::string name = folder.filename() == "." || folder.filename() == ".." ? "model" : folder.filename().string();
    return {.model = folder.string(), .name = name};
}

std::string accepted_models() { return phrase(QT_TRANSLATE_NOOP("core", "a preset, a path, or a Hub id")); }

/// A command and a Modelfile have a line for it.
Result<ModelArgument> on_one_line(ModelArgument argument)
{
    const auto breaks = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (std::ranges::none_of(argument.model, breaks)) return argument;
    std::ranges::replace_if(argument.model, breaks, '?');
    return Error{"model", argument.model, accepted_models(), {}};
}

Error has_no_weights(const char *read)
{
    return {"model", read, accepted_models(), phrase(QT_TRANSLATE_NOOP("core", "an engine loads weights, which are not there"))};
}

} // namespace

Result<ModelArgument> model_argument(const Plan &plan)
{
    const ModelReference &reference = plan.model;
    if (!reference.preset.empty()) {
        const Preset *const preset = find_preset(reference.preset);
        if (preset == nullptr) return Error{"model", reference.preset, phrase(QT_TRANSLATE_NOOP("core", "a preset")), {}};
        return from_hub(preset->hub);
    }
    if (!reference.hub.empty()) return from_hub(reference.hub);
    if (!reference.config_path.empty()) return on_one_line(from_path(reference.config_path));
    return has_no_weights(reference.config_text.empty() ? "nothing" : "{…}");
}

} // namespace plimsoll
