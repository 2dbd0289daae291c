// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/quantization.h"

#include "core/model/config/accepted.h"
#include "core/model/quantization/quantization_reading.h"
#include "core/ground/ascii.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

using nlohmann::json;

int bits_of(const Config &config, int fallback)
{
    for (const char *key : {"bits", "w_bit", "num_bits", "weight_bits", "quantization_bit"})
        if (const auto bits = config.maybe_whole(key)) {
            if (*bits < 1 || *bits > 32)
                config.refuse(key, std::to_string(*bits), phrase(QT_TRANSLATE_NOOP("core", "1 to 32 bits")));
            return static_cast<int>(*bits);
        }
    return fallback;
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

void append_names(std::vector<std::string> &out, const Config &config, std::string_view key)
{
    if (!config.has(key) || !config.raw(key).is_array()) return;
    for (std::string &name : config.texts(key)) out.push_back(std::move(name));
}

std::vector<Count> block_of(const Config &config, std::string_view key)
{
    const json &raw = config.raw(key);
    std::vector<Count> out;
    if (raw.is_string()) { // "128x128"
        const std::string text = raw.get<std::string>();
        const auto x = text.find('x');
        if (x == std::string::npos || x == 0 || x + 1 == text.size() || text.size() > 17 ||
            text.find_first_not_of("0123456789x") != std::string::npos || text.find('x', x + 1) != std::string::npos)
            config.refuse(key, text, "[128, 128]");
        out = {std::stoll(text.substr(0, x)), std::stoll(text.substr(x + 1))};
    } else
        out = config.wholes(key);
    if (out.empty()) return out;
    if (out.size() != 2 || out[0] < 1 || out[1] < 1) config.refuse(key, raw.dump().substr(0, 60), "[128, 128]");
    return out;
}

std::optional<Config> object_at(const Config &config, std::string_view key)
{
    const json &value = config.raw(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_object()) config.refuse(key, said_type(value.type_name()), phrase(QT_TRANSLATE_NOOP("core", "an object")));
    return Config(value, "", config.full_key(key) + ".");
}

std::vector<std::string> keys_of(const Config &config)
{
    std::vector<std::string> out;
    for (const auto &[key, value] : config.json().items()) out.push_back(key);
    return out;
}

namespace {

/// The lists of what stays, under any of the names in use.
constexpr const char *skip_lists[] = {"modules_to_not_convert",
                                      "ignored_layers",
                                      "ignore",
                                      "exclude_modules",
                                      "exclude",
                                      "llm_int8_skip_modules",
                                      "skip_modules",
                                      "linear_weights_not_to_quantize"};

void read_bitsandbytes(const Config &config, QuantizationRules &out)
{
    const bool four = config.flag("load_in_4bit", config.flag("_load_in_4bit")) || out.method == "bitsandbytes_4bit",
               eight = config.flag("load_in_8bit", config.flag("_load_in_8bit")) || out.method == "bitsandbytes_8bit";
    const std::string kind = config.text("bnb_4bit_quant_type", "fp4");
    if (four && kind != "nf4" && kind != "fp4")
        config.refuse("bnb_4bit_quant_type", kind, phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"nf4", "fp4"}));
    out.method = "bitsandbytes";
    if (!four && eight) {
        out.main = {.form = PackForm::bnb_eight, .called = "int8", .bits = 8};
    } else {
        out.main = {.form = PackForm::bnb_four, .called = kind, .bits = 4, .group = 64};
        out.main.double_quant = four && config.flag("bnb_4bit_use_double_quant");
    }
    out.head = out.skips_stated;
}

void read_fp8(const Config &config, QuantizationRules &out)
{
    const bool rows = out.method == "fbgemm_fp8";
    out.main = {.form = rows ? PackForm::fp8_rows : PackForm::fp8_blocks, .called = "fp8", .bits = 8, .floats = true};
    if (rows) return;
    out.main.block = block_of(config, "weight_block_size");
    if (out.method == "mxfp8" && out.main.block.empty()) out.main.block = {1, 32};
    out.main.group = out.main.block.empty() ? 0 : out.main.block.back();
    out.blocks_assumed = !config.mentioned("weight_block_size");
    const std::string inputs = config.text("activation_scheme", "dynamic");
    if (inputs != "dynamic" && inputs != "static")
        config.refuse("activation_scheme", inputs, phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"dynamic", "static"}));
    out.main.input_scales = inputs == "static";
    out.main.byte_scales = config.text("scale_fmt") == "ue8m0" || out.method == "mxfp8";
    out.head = out.skips_stated;
}

void read_mxfp4(const Config &, QuantizationRules &out)
{
    out.main = {.form = PackForm::mx_blocks, .called = "mxfp4", .bits = 4, .group = 32, .floats = true};
}

using QuantizationReader = void (*)(const Config &, QuantizationRules &);

QuantizationReader reader_of(const std::string &method)
{
    static constexpr std::pair<std::string_view, QuantizationReader> readers[] = {
        {"aqlm", read_aqlm},
        {"auto-round", read_auto_round},
        {"awq", read_awq},
        {"bitnet", read_simple},
        {"bitsandbytes", read_bitsandbytes},
        {"bitsandbytes_4bit", read_bitsandbytes},
        {"bitsandbytes_8bit", read_bitsandbytes},
        {"compressed-tensors", read_compressed_tensors},
        {"eetq", read_simple},
        {"exl2", read_exllama},
        {"exl3", read_exllama},
        {"fbgemm_fp8", read_fp8},
        {"fp8", read_fp8},
        {"gptq", read_gptq},
        {"gptqmodel", read_gptq},
        {"higgs", read_simple},
        {"hqq", read_hqq},
        {"intel/auto-round", read_auto_round},
        {"mlx", read_mlx},
        {"modelopt", read_modelopt},
        {"modelopt_fp4", read_modelopt},
        {"modelopt_mixed", read_modelopt},
        {"mxfp4", read_mxfp4},
        {"mxfp8", read_fp8},
        {"quanto", read_simple},
        {"quark", read_quark},
        {"spqr", read_spqr},
        {"torchao", read_torchao},
        {"vptq", read_vptq},
    };
    const auto found = std::ranges::find(readers, method, &std::pair<std::string_view, QuantizationReader>::first);
    return found == std::end(readers) ? nullptr : found->second;
}

/// NVIDIA's exporter names itself instead of a method in what its first releases wrote; AutoGPTQ's first files and those that
/// moved quantize_config.json's keys into the configuration name neither.
std::string method_of(const Config &config)
{
    if (config.has("load_in_4bit") || config.has("load_in_8bit") || config.has("_load_in_4bit")) return "bitsandbytes";
    const json &producer = config.raw("producer");
    if (producer.is_object() && producer.value("name", json()) == "modelopt") return "modelopt";
    if (config.has("config_groups")) return "compressed-tensors";
    if (config.has("bits") && (config.has("desc_act") || config.has("damp_percent"))) return "gptq";
    if (config.has("bits") && config.has("group_size")) return "mlx"; // mlx-lm's second copy of `quantization`
    if (config.has("w_bit") && config.has("q_group_size")) return "awq";
    return {};
}

ConfigQuantization summary_of(QuantizationRules rules)
{
    ConfigQuantization out{rules.method, rules.main.bits, rules.main.group, rules.main.double_quant, rules.skips};
    out.rules = std::make_shared<const QuantizationRules>(std::move(rules));
    return out;
}

QuantizationRules read_mlx_rules(const Config &config)
{
    QuantizationRules out;
    out.method = "mlx";
    read_mlx(config, out);
    return out;
}

/// ChatGLM's own packing (modeling_chatglm.py, QuantizedLinear): whole rows, two values a byte at 4 bits.
QuantizationRules chatglm_rules(int bits)
{
    QuantizationRules out;
    out.method = "chatglm";
    out.main = {.form = bits == 4 ? PackForm::modelopt_ints : PackForm::torchao_int8,
                .called = "int" + std::to_string(bits),
                .bits = bits,
                .group = -1};
    return out;
}

/// kv_cache_scheme (compressed-tensors, later modelopt) or kv_cache_quant_algo (modelopt): vllm/utils/torch_utils.py of 0.33,
/// get_kv_cache_quant_algo_string, and its Attention, which takes any scheme of compressed-tensors for 8 bits.
std::string caches_in(const json &scheme, const json &algorithm, std::string_view method)
{
    if (scheme.is_object()) {
        const bool floats = scheme.value("type", json()) == "float";
        if (floats && scheme.value("num_bits", json()) == 4) return "nvfp4";
        const bool eight = floats && scheme.value("num_bits", json()) == 8 && scheme.value("dynamic", json()) == false;
        return eight || method == "compressed-tensors" ? "fp8" : "";
    }
    const std::string name = algorithm.is_string() ? lower(algorithm.get<std::string>()) : std::string{};
    return name == "fp8" || name == "nvfp4" ? name : "";
}

std::string caches_of(const Config &config, std::string_view method)
{
    const json &inner = config.raw("quantization"); // hf_quant_config.json's shape
    std::string out;
    if (inner.is_object())
        out = caches_in(inner.value("kv_cache_scheme", json()), inner.value("kv_cache_quant_algo", json()), method);
    return out.empty() ? caches_in(config.raw("kv_cache_scheme"), config.raw("kv_cache_quant_algo"), method) : out;
}

} // namespace

QuantizationRules read_rules(const Config &config)
{
    QuantizationRules out;
    out.method = lower(config.text("quant_method", method_of(config)));
    if (out.method.empty())
        config.refuse("quant_method", said_nothing(), "bitsandbytes, gptq, awq, fp8, compressed-tensors, mxfp4, modelopt, …");
    out.caches = caches_of(config, out.method);
    for (const char *key : skip_lists) {
        append_names(out.skips, config, key);
        out.skips_stated = out.skips_stated || config.has(key);
    }
    if (const QuantizationReader read = reader_of(out.method)) {
        read(config, out);
        return out;
    }
    out.main.bits = bits_of(config, 8);
    out.main.group = group_size_of(config, 0);
    out.main.called = out.method;
    out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "what %1 stores of a matrix is not described"), {out.method});
    return out;
}

std::optional<ConfigQuantization> quantization_of(const json &config)
{
    for (const char *key : {"quantization_config", "compression_config", "quantization"})
        if (const auto found = config.find(key); found != config.end() && !found->is_null()) {
            if (!found->is_object())
                throw Refusal{Error{key, said_type(found->type_name()), phrase(QT_TRANSLATE_NOOP("core", "an object")), {}}};
            const Config inner(*found, "", std::string(key) + ".");
            if (found->empty() && std::string_view(key) != "quantization_config") continue;
            const bool mlx = std::string_view(key) == "quantization" && !inner.has("quant_method") && !inner.has("quant_algo");
            return summary_of(mlx ? read_mlx_rules(inner) : read_rules(inner));
        }
    if (const Config whole(config, ""); whole.maybe_whole("quantization_bit").value_or(0) > 0)
        return summary_of(chatglm_rules(bits_of(whole, 4)));
    for (const char *key : {"text_config", "llm_config", "language_config"})
        if (const auto inner = config.find(key);
            inner != config.end() && inner->is_object() && inner->contains("quantization_config"))
            return quantization_of(*inner);
    return std::nullopt;
}

std::shared_ptr<const QuantizationRules> rules_of(const ConfigQuantization &quantization)
{
    if (quantization.rules) return quantization.rules;
    json block{{"quant_method", quantization.method}, {"bits", quantization.bits}, {"group_size", quantization.group_size}};
    if (quantization.method.starts_with("bitsandbytes")) block[quantization.bits == 8 ? "load_in_8bit" : "load_in_4bit"] = true;
    if (quantization.method.starts_with("modelopt_"))
        block["quant_algo"] = quantization.bits == 4 ? "NVFP4" : "FP8", block["quant_method"] = "modelopt";
    try {
        return summary_of(read_rules(Config(block, "", "quantization_config."))).rules;
    } catch (const Refusal &refusal) {
        QuantizationRules out;
        out.method = quantization.method;
        out.uncounted = refusal.error.message();
        return std::make_shared<const QuantizationRules>(std::move(out));
    }
}

ConfigQuantization for_text_alone(const ConfigQuantization &quantization)
{
    QuantizationRules rules = *rules_of(quantization);
    rules.text_alone = true;
    return summary_of(std::move(rules));
}

} // namespace plimsoll
