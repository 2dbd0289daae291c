// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/model/checkpoint/storage.h"
#include "core/report/inspect/inspect_json.h"

#include "core/ground/text.h"
#include "core/report/inspect/inspect_lora.h"

#include <algorithm>
#include <map>

namespace plimsoll {
namespace {

/// Parameters of one name and shape in all layers that have them.
struct Line {
    std::string pattern; ///< "model.layers.*.mlp.up_proj.weight"
    Dimensions shape;
    std::string dtype;
    std::string tied_to;
    Count times = 0;
    Count elements = 0; ///< of all of them; tied ones are none
};

/// The name with every numbered part as "*".
std::string pattern_of(const std::string &name)
{
    std::string out;
    for (std::size_t start = 0; start <= name.size();) {
        const std::size_t dot = std::min(name.find('.', start), name.size());
        const std::string_view part = std::string_view(name).substr(start, dot - start);
        if (!out.empty()) out += '.';
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos)
            out += '*';
        else
            out += part;
        start = dot + 1;
    }
    return out;
}

std::vector<Line> lines_of(const Architecture &arch)
{
    std::vector<Line> lines;
    std::map<std::pair<std::string, Dimensions>, std::size_t> known;
    for (const Module &module : arch.modules)
        for (const Parameter &parameter : module.parameters) {
            const std::string pattern = pattern_of(module.name.empty() ? parameter.name : module.name + "." + parameter.name);
            const auto [at, fresh] = known.emplace(std::pair{pattern, parameter.shape}, lines.size());
            const std::optional<Dtype> dtype = parameter.dtype ? parameter.dtype : arch.config_dtype;
            if (fresh)
                lines.push_back(
                    {pattern, parameter.shape, dtype ? std::string(name_of(*dtype)) : "?", parameter.tied_to.value_or(""), 0, 0});
            Line &line = lines[at->second];
            ++line.times;
            if (!parameter.tied_to) line.elements += parameter.elements();
        }
    return lines;
}

std::string shape_text(const Dimensions &shape)
{
    std::string out;
    for (const Count dimension : shape) {
        if (!out.empty()) out += 'x';
        out += std::to_string(dimension);
    }
    return out.empty() ? phrase(QT_TRANSLATE_NOOP("core", "scalar")) : out;
}

std::string inspect_text_count(Count number) { return localised(grouped(number)); }

std::string labelled(const char *label, const std::string &text)
{
    constexpr std::size_t width = 12;
    return left_aligned(phrase(label) + ' ', width) + text + '\n';
}

std::string head_text(const Architecture &arch)
{
    std::string out = arch.name + " (" + arch.model_type + (arch.class_name.empty() ? "" : ", " + arch.class_name) + ")\n";
    const std::string parameters = inspect_text_count(arch.total_parameters());
    out += labelled(QT_TRANSLATE_NOOP("core", "parameters"),
                    arch.exact ? parameters : phrase(QT_TRANSLATE_NOOP("core", "%1 (approximate)"), {parameters}));
    if (arch.active_parameters != arch.total_parameters())
        out += labelled(QT_TRANSLATE_NOOP("core", "active"),
                        phrase(QT_TRANSLATE_NOOP("core", "%1 per token"), {inspect_text_count(arch.active_parameters)}));
    out += labelled(QT_TRANSLATE_NOOP("core", "embedding"), inspect_text_count(arch.embedding_parameters));
    out += labelled(QT_TRANSLATE_NOOP("core", "buffers"),
                    phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {inspect_text_count(arch.buffer_bytes())}));
    if (arch.quantization) {
        out += labelled(QT_TRANSLATE_NOOP("core", "quantised"),
                        phrase(QT_TRANSLATE_NOOP("core", "%1, %2 bits"),
                               {arch.quantization->method, std::to_string(arch.quantization->bits)}));
        const Storage storage = storage_of(arch);
        if (storage.bytes && storage.metadata_bytes)
            out += labelled(QT_TRANSLATE_NOOP("core", "stored"),
                            phrase(QT_TRANSLATE_NOOP("core", "%1 bytes, %2 of them scales and tables, %3 modules quantised"),
                                   {inspect_text_count(*storage.bytes), inspect_text_count(*storage.metadata_bytes),
                                    inspect_text_count(storage.quantized_modules)}));
    }
    for (const std::string &assumption : arch.assumptions) out += labelled(QT_TRANSLATE_NOOP("core", "assumed"), assumption);
    return out;
}

std::string picture_text(const PictureTokens &image, bool by_file)
{
    const std::string size = inspect_text_count(image.width) + " × " + inspect_text_count(image.height);
    return labelled(
        QT_TRANSLATE_NOOP("core", "picture"),
        phrase(by_file ? QT_TRANSLATE_NOOP("core", "%1 → %2 tokens, %3 patches in %4 tiles, by the processor's file")
                       : QT_TRANSLATE_NOOP("core", "%1 → %2 tokens, %3 patches in %4 tiles, as such checkpoints publish it"),
               {size, inspect_text_count(image.tokens), inspect_text_count(image.patches), std::to_string(image.tiles)}));
}

std::string video_text(const VideoTokens &video, bool by_file)
{
    const std::string size = inspect_text_count(video.one.width) + " × " + inspect_text_count(video.one.height);
    return labelled(
        QT_TRANSLATE_NOOP("core", "video"),
        phrase(by_file ? QT_TRANSLATE_NOOP("core", "%1, %2 frames → %3 tokens, %4 patches, by the processor's file")
                       : QT_TRANSLATE_NOOP("core", "%1, %2 frames → %3 tokens, %4 patches, as such checkpoints publish it"),
               {size, inspect_text_count(video.frames), inspect_text_count(video.tokens),
                inspect_text_count(video.steps * video.one.patches)}));
}

} // namespace

std::string inspect_to_text(const Architecture &arch, const InspectOptions &options)
{
    std::string out = head_text(arch);
    if (options.image) out += picture_text(*options.image, options.image_by_file);
    if (options.video) out += video_text(*options.video, options.video_by_file);
    for (const LoraAnswer &answer : lora_answers(arch, options))
        out += "LoRA r" + std::to_string(options.rank) + " " + answer.targets + ": " +
               (answer.trainable ? phrase(QT_TRANSLATE_NOOP("core", "%1 trainable"), {inspect_text_count(*answer.trainable)})
                                 : answer.error) +
               "\n";
    const std::vector<Line> lines = lines_of(arch);
    const Count total = std::max<Count>(1, arch.total_parameters());
    const std::string module = phrase(QT_TRANSLATE_NOOP("core", "module")), shape = phrase(QT_TRANSLATE_NOOP("core", "shape"));
    std::size_t widest = columns(module), widest_shape = columns(shape);
    for (const Line &line : lines) {
        widest = std::max(widest, line.pattern.size());
        widest_shape = std::max(widest_shape, shape_text(line.shape).size());
    }
    const auto row = [&](const std::string &pattern, const std::string &dimensions, const std::string &dtype,
                         const std::string &times, const std::string &parameters, const std::string &part) {
        out += left_aligned(pattern, widest) + "  " + left_aligned(dimensions, widest_shape) + "  " + left_aligned(dtype, 5) +
               "  " + right_aligned(times, 5) + "  " + right_aligned(parameters, 17) + "  " + part + "\n";
    };
    out += "\n";
    row(module, shape, "dtype", phrase(QT_TRANSLATE_NOOP("core", "times")), phrase(QT_TRANSLATE_NOOP("core", "parameters")),
        right_aligned(phrase(QT_TRANSLATE_NOOP("core", "share")), 6));
    for (const Line &line : lines) {
        const std::string share = fixed(100.0 * static_cast<double>(line.elements) / static_cast<double>(total), 2);
        row(line.pattern, shape_text(line.shape), line.dtype, std::to_string(line.times),
            line.tied_to.empty() ? inspect_text_count(line.elements) : phrase(QT_TRANSLATE_NOOP("core", "tied")),
            right_aligned(localised(share), 6) + "%");
    }
    return out;
}

} // namespace plimsoll
