// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/storage.h"
#include "core/report/inspect_json.h"

#include "core/report/inspect_lora.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
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
    return out.empty() ? "scalar" : out;
}

std::string padded(std::string text, std::size_t width, bool right = false)
{
    if (text.size() >= width) return text;
    return right ? std::string(width - text.size(), ' ') + text : text + std::string(width - text.size(), ' ');
}

std::string head_text(const Architecture &arch)
{
    std::string out = arch.name + " (" + arch.model_type + (arch.class_name.empty() ? "" : ", " + arch.class_name) + ")\n";
    out += "parameters  " + grouped(arch.total_parameters()) + (arch.exact ? "" : " (approximate)") + "\n";
    if (arch.active_parameters != arch.total_parameters())
        out += "active      " + grouped(arch.active_parameters) + " per token\n";
    out += "embedding   " + grouped(arch.embedding_parameters) + "\n";
    out += "buffers     " + grouped(arch.buffer_bytes()) + " bytes\n";
    if (arch.quantization) {
        out += "quantised   " + arch.quantization->method + ", " + std::to_string(arch.quantization->bits) + " bits\n";
        const Storage storage = storage_of(arch);
        if (storage.bytes && storage.metadata_bytes)
            out += "stored      " + grouped(*storage.bytes) + " bytes, " + grouped(*storage.metadata_bytes) +
                   " of them scales and tables, " + grouped(storage.quantized_modules) + " modules quantised\n";
    }
    for (const std::string &assumption : arch.assumptions) out += "assumed     " + assumption + "\n";
    return out;
}

} // namespace

std::string inspect_to_text(const Architecture &arch, const InspectOptions &options)
{
    std::string out = head_text(arch);
    for (const LoraAnswer &answer : lora_answers(arch, options))
        out += "LoRA r" + std::to_string(options.rank) + " " + answer.targets + ": " +
               (answer.trainable ? grouped(*answer.trainable) + " trainable" : answer.error) + "\n";
    const std::vector<Line> lines = lines_of(arch);
    const Count total = std::max<Count>(1, arch.total_parameters());
    std::size_t widest = 6, widest_shape = 5;
    for (const Line &line : lines) {
        widest = std::max(widest, line.pattern.size());
        widest_shape = std::max(widest_shape, shape_text(line.shape).size());
    }
    out += "\n" + padded("module", widest) + "  " + padded("shape", widest_shape) + "  dtype  times         parameters   share\n";
    for (const Line &line : lines) {
        std::array<char, 16> share{};
        std::snprintf(share.data(), share.size(), "%6.2f%%",
                      100.0 * static_cast<double>(line.elements) / static_cast<double>(total));
        out += padded(line.pattern, widest) + "  " + padded(shape_text(line.shape), widest_shape) + "  " + padded(line.dtype, 5) +
               "  " + padded(std::to_string(line.times), 5, true) + "  " +
               padded(line.tied_to.empty() ? grouped(line.elements) : "tied", 17, true) + "  " + share.data() + "\n";
    }
    return out;
}

} // namespace plimsoll
