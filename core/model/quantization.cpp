// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization.h"

#include "core/model/config.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

namespace plimsoll {
namespace {

using nlohmann::json;

void append(std::vector<std::string> &out, const Config &config, std::string_view key)
{
    if (!config.has(key) || !config.raw(key).is_array()) return;
    for (std::string &name : config.texts(key)) out.push_back(std::move(name));
}

/// bits under any of the names in use.
int bits_of(const Config &config, Count fallback)
{
    for (const char *key : {"bits", "w_bit", "num_bits", "weight_bits", "quantization_bit"})
        if (const auto bits = config.maybe_whole(key)) {
            if (*bits < 1 || *bits > 32) config.refuse(key, std::to_string(*bits), "1 to 32 bits");
            return static_cast<int>(*bits);
        }
    return static_cast<int>(fallback);
}

Count group_size_of(const Config &config, Count fallback)
{
    for (const char *key : {"group_size", "q_group_size"})
        if (const auto size = config.maybe_whole(key)) {
            if (*size < -1 || *size > (Count{1} << 24))
                config.refuse(key, std::to_string(*size), "-1 (whole rows) or a group's size");
            return *size;
        }
    return fallback;
}

void read_bitsandbytes(const Config &config, ConfigQuantization &out)
{
    const bool four = config.flag("load_in_4bit", config.flag("_load_in_4bit")),
               eight = config.flag("load_in_8bit", config.flag("_load_in_8bit"));
    const std::string kind = config.text("bnb_4bit_quant_type", "fp4");
    if (four && kind != "nf4" && kind != "fp4") config.refuse("bnb_4bit_quant_type", kind, "nf4 or fp4");
    out.method = "bitsandbytes";
    out.bits = four || !eight ? 4 : 8;
    out.group_size = four ? 64 : 0;
    out.double_quant = four && config.flag("bnb_4bit_use_double_quant");
    append(out.not_converted, config, "llm_int8_skip_modules");
}

/// compressed-tensors: the first group of config_groups says what the weights are.
void read_config_groups(const Config &config, ConfigQuantization &out)
{
    const json &groups = config.raw("config_groups");
    if (!groups.is_object() || groups.empty()) return;
    const json &group = groups.begin().value();
    const json weights = group.is_object() ? group.value("weights", json(nullptr)) : json(nullptr);
    if (!weights.is_object()) return;
    const Config read(weights, "", config.full_key("config_groups." + groups.begin().key() + ".weights."));
    out.bits = bits_of(read, 8);
    const std::string strategy = read.text("strategy", "tensor");
    out.group_size = strategy == "channel" ? -1 : group_size_of(read, 0);
}

void read_modelopt(const Config &config, ConfigQuantization &out)
{
    std::string algorithm = config.text("quant_algo");
    std::ranges::transform(algorithm, algorithm.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    out.method = algorithm.find("nvfp4") != std::string::npos ? "modelopt_fp4"
                 : algorithm.find("fp8") != std::string::npos ? "modelopt_fp8"
                                                              : "modelopt";
    const bool four = out.method == "modelopt_fp4";
    out.bits = four ? 4 : 8;
    out.group_size = four ? 16 : 0;
    read_config_groups(config, out);
}

ConfigQuantization read(const Config &config)
{
    ConfigQuantization out;
    const bool old_bitsandbytes = config.has("load_in_4bit") || config.has("load_in_8bit") || config.has("_load_in_4bit");
    out.method = config.text("quant_method", old_bitsandbytes ? "bitsandbytes" : "");
    if (out.method.empty())
        config.refuse("quant_method", "nothing", "bitsandbytes, gptq, awq, fp8, compressed-tensors, mxfp4, modelopt, …");
    append(out.not_converted, config, "modules_to_not_convert");
    append(out.not_converted, config, "ignore");
    append(out.not_converted, config, "exclude_modules");
    if (out.method.starts_with("bitsandbytes"))
        read_bitsandbytes(config, out);
    else if (out.method == "gptq" || out.method == "awq")
        out.bits = bits_of(config, 4), out.group_size = group_size_of(config, 128);
    else if (out.method == "mxfp4")
        out.bits = 4, out.group_size = 32;
    else if (out.method == "modelopt")
        read_modelopt(config, out);
    else if (out.method == "compressed-tensors")
        out.bits = 8, read_config_groups(config, out);
    else if (out.method.ends_with("fp8")) {
        out.bits = 8;
        const std::vector<Count> block = config.wholes("weight_block_size");
        out.group_size = block.empty() ? 0 : block.back();
    } else {
        out.bits = bits_of(config, 8);
        out.group_size = group_size_of(config, 0);
    }
    return out;
}

bool named(const std::string &entry, const std::string &name)
{
    if (entry.starts_with("re:")) {
        try {
            return std::regex_search(name, std::regex(entry.substr(3)), std::regex_constants::match_continuous); // re.match
        } catch (const std::regex_error &) {
            return false;
        }
    }
    std::string plain = entry;
    while (plain.ends_with('*') || plain.ends_with('.')) plain.pop_back(); // "model.layers.0.*"
    if (plain.empty()) return true;
    const auto at = name.find(plain);
    if (at == std::string::npos) return false;
    const bool starts = at == 0 || name[at - 1] == '.', ends = at + plain.size() == name.size() || name[at + plain.size()] == '.';
    return starts && ends;
}

} // namespace

std::optional<ConfigQuantization> quantization_of(const json &config)
{
    for (const char *key : {"quantization_config", "compression_config", "quantization"})
        if (const auto found = config.find(key); found != config.end() && !found->is_null()) {
            if (!found->is_object()) throw Refusal{Error{key, found->type_name(), "an object", {}}};
            const Config inner(*found, "", std::string(key) + ".");
            if (std::string_view(key) != "quantization") return read(inner);
            return ConfigQuantization{"mlx", bits_of(inner, 4), group_size_of(inner, 64), false, {}};
        }
    if (const Config whole(config, ""); whole.maybe_whole("quantization_bit").value_or(0) > 0)
        return ConfigQuantization{"chatglm", bits_of(whole, 4), -1, false, {}};
    for (const char *key : {"text_config", "llm_config", "language_config"})
        if (const auto inner = config.find(key);
            inner != config.end() && inner->is_object() && inner->contains("quantization_config"))
            return quantization_of(*inner);
    return std::nullopt;
}

bool stays_unquantized(const ConfigQuantization &quantization, const Module &module, const std::string &output_embedding)
{
    if (module.name == output_embedding) return true;
    if (module.kind == ModuleKind::experts) return quantization.method.starts_with("bitsandbytes"); // fused experts are no Linear
    if (module.kind != ModuleKind::linear && module.kind != ModuleKind::conv1d) return true;
    if (quantization.method == "mxfp4") return true; // experts only
    return std::ranges::any_of(quantization.not_converted,
                               [&module](const std::string &entry) { return named(entry, module.name); });
}

} // namespace plimsoll
