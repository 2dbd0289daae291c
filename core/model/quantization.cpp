// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization.h"

#include "core/model/accepted.h"
#include "core/model/config.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
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
            if (*bits < 1 || *bits > 32)
                config.refuse(key, std::to_string(*bits), phrase(QT_TRANSLATE_NOOP("core", "1 to 32 bits")));
            return static_cast<int>(*bits);
        }
    return static_cast<int>(fallback);
}

Count group_size_of(const Config &config, Count fallback)
{
    for (const char *key : {"group_size", "q_group_size"})
        if (const auto size = config.maybe_whole(key)) {
            if (*size < -1 || *size > (Count{1} << 24))
                config.refuse(key, std::to_string(*size),
                              phrase(QT_TRANSLATE_NOOP("core", "%1 (whole rows) or a group's size"), {"-1"}));
            return *size;
        }
    return fallback;
}

void read_bitsandbytes(const Config &config, ConfigQuantization &out)
{
    const bool four = config.flag("load_in_4bit", config.flag("_load_in_4bit")),
               eight = config.flag("load_in_8bit", config.flag("_load_in_8bit"));
    const std::string kind = config.text("bnb_4bit_quant_type", "fp4");
    if (four && kind != "nf4" && kind != "fp4")
        config.refuse("bnb_4bit_quant_type", kind, phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"nf4", "fp4"}));
    out.method = "bitsandbytes";
    out.bits = four || !eight ? 4 : 8;
    out.group_size = four ? 64 : 0;
    out.double_quant = four && config.flag("bnb_4bit_use_double_quant");
    append(out.not_converted, config, "llm_int8_skip_modules");
    out.skips_head = !config.has("llm_int8_skip_modules");
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
    out.strategy = read.text("strategy", "tensor");
    out.group_size = out.strategy == "channel" ? -1 : group_size_of(read, 0);
    out.block = read.wholes("block_structure");
    out.symmetric = read.flag("symmetric", true);
    const json inputs = group.value("input_activations", json(nullptr));
    out.input_scales = inputs.is_object() && !Config(inputs, "").flag("dynamic");
}

/// What the library that reads the method leaves alone where no list says otherwise.
bool skips_head(const Config &config, const std::string &method)
{
    if (method == "gptq" || method == "gptqmodel") return !config.flag("lm_head"); // optimum quantises the blocks only
    if (method == "awq") return true;                                              // quantizer_awq.py: add_default_skips
    if (method == "compressed-tensors") return !config.has("ignore");
    if (method == "modelopt") return true;
    return !config.has("modules_to_not_convert"); // quantizers/base.py get_modules_to_not_convert
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
    out.input_scales = true;
}

/// NVIDIA's exporter names itself instead of a method in what its first releases wrote.
std::string producer_of(const Config &config)
{
    const nlohmann::json &producer = config.raw("producer");
    return producer.is_object() && producer.value("name", nlohmann::json()) == "modelopt" ? "modelopt" : "";
}

ConfigQuantization read(const Config &config)
{
    ConfigQuantization out;
    const bool old_bitsandbytes = config.has("load_in_4bit") || config.has("load_in_8bit") || config.has("_load_in_4bit");
    out.method = config.text("quant_method", old_bitsandbytes ? "bitsandbytes" : producer_of(config));
    if (out.method.empty())
        config.refuse("quant_method", said_nothing(), "bitsandbytes, gptq, awq, fp8, compressed-tensors, mxfp4, modelopt, …");
    append(out.not_converted, config, "modules_to_not_convert");
    append(out.not_converted, config, "ignore");
    append(out.not_converted, config, "exclude_modules");
    out.skips_head = skips_head(config, out.method);
    out.symmetric = config.flag("sym", !config.flag("zero_point"));
    if (out.method.starts_with("bitsandbytes"))
        read_bitsandbytes(config, out);
    else if (out.method == "gptq" || out.method == "awq")
        out.bits = bits_of(config, 4), out.group_size = group_size_of(config, 128);
    else if (out.method == "mxfp4")
        out.bits = 4, out.group_size = 32;
    else if (out.method == "modelopt")
        read_modelopt(config, out);
    else if (out.method == "compressed-tensors")
        out.bits = 8, out.form = config.text("format"), read_config_groups(config, out);
    else if (out.method.ends_with("fp8")) {
        out.bits = 8;
        const std::vector<Count> block = config.wholes("weight_block_size");
        out.group_size = block.empty() ? 0 : block.back();
        out.block = block;
        out.input_scales = config.text("activation_scheme") == "static";
        out.byte_scales = config.text("scale_fmt") == "ue8m0" && out.method == "fp8";
    } else {
        out.bits = bits_of(config, 8);
        out.group_size = group_size_of(config, 0);
    }
    return out;
}

bool at_boundary(const std::string &name, std::size_t end) { return end == name.size() || name[end] == '.'; }

/// The expression that `pattern` is, made once for all modules of a model; nothing where it is none.
const std::optional<std::regex> &compiled(const std::string &pattern)
{
    thread_local std::map<std::string, std::optional<std::regex>> known;
    const auto found = known.find(pattern);
    if (found != known.end()) return found->second;
    if (known.size() > 256) known.clear();
    std::optional<std::regex> &out = known[pattern];
    try {
        out.emplace(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error &) { // matches nothing
    }
    return out;
}

bool matches(const std::string &pattern, const std::string &name, bool to_boundary)
{
    const std::optional<std::regex> &expression = compiled(pattern);
    std::smatch found;
    const auto from_start = std::regex_constants::match_continuous; // re.match
    if (!expression || !std::regex_search(name, found, *expression, from_start)) return false;
    return !to_boundary || at_boundary(name, static_cast<std::size_t>(found.length()));
}

/// "model.layers.*.self_attn" as a regular expression.
std::string of_wildcards(const std::string &entry)
{
    std::string out;
    for (std::size_t i = 0; i < entry.size(); ++i) {
        if (entry[i] == '.' && i + 1 < entry.size() && entry[i + 1] == '*') continue; // ".*" is one wildcard already
        if (entry[i] == '*')
            out += i > 0 && entry[i - 1] == '.' && i + 1 < entry.size() && entry[i + 1] == '.' ? "\\..*" : ".*";
        else if (std::string_view(".+?[]()|^$\\{}").find(entry[i]) != std::string_view::npos)
            out += std::string("\\") + entry[i];
        else
            out += entry[i];
    }
    return out;
}

bool named(const std::string &entry, const std::string &name)
{
    if (entry.starts_with("re:")) return matches(entry.substr(3), name, false);
    std::string plain = entry;
    while (plain.ends_with('*') || plain.ends_with('.')) plain.pop_back(); // "model.layers.0.*"
    if (plain.empty()) return true;
    if (plain.find('*') != std::string::npos) return matches(of_wildcards(plain), name, plain == entry);
    const auto at = name.find(plain);
    if (at == std::string::npos) return false;
    return (at == 0 || name[at - 1] == '.') && (plain != entry || at_boundary(name, at + plain.size()));
}

} // namespace

std::optional<ConfigQuantization> quantization_of(const json &config)
{
    for (const char *key : {"quantization_config", "compression_config", "quantization"})
        if (const auto found = config.find(key); found != config.end() && !found->is_null()) {
            if (!found->is_object())
                throw Refusal{Error{key, said_type(found->type_name()), phrase(QT_TRANSLATE_NOOP("core", "an object")), {}}};
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
    if (quantization.skips_head && module.name == output_embedding) return true;
    if (module.kind == ModuleKind::experts) return quantization.method.starts_with("bitsandbytes"); // fused experts are no Linear
    if (module.kind != ModuleKind::linear && module.kind != ModuleKind::conv1d) return true;
    if (quantization.method == "mxfp4") return true; // experts only
    return std::ranges::any_of(quantization.not_converted,
                               [&module](const std::string &entry) { return named(entry, module.name); });
}

} // namespace plimsoll
