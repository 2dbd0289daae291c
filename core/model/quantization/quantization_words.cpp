// SPDX-License-Identifier: GPL-3.0-or-later
// Methods that pack integers into words: GPTQ, AWQ, AutoRound, MLX, ExLlama.
#include "core/model/quantization/quantization_reading.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/ground/ascii.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace plimsoll {
namespace {

void call_by_bits(WeightScheme &scheme, const char *method) { scheme.called = method + std::to_string(scheme.bits); }

void check_gptq_bits(const Config &config, int bits)
{
    if (bits < 2 || bits > 8) config.refuse("bits", std::to_string(bits), "2, 3, 4, 5, 6, 7, 8");
}

/// GPTQModel's `dynamic`: "-:" in front of an expression leaves what it matches, "+:" or nothing gives it settings of its own.
void read_dynamic(const Config &config, QuantizationRules &out)
{
    const std::optional<Config> rules = object_at(config, "dynamic");
    if (!rules) return;
    for (const std::string &key : keys_of(*rules)) {
        const bool marked = key.starts_with("-:") || key.starts_with("+:");
        const std::string expression = marked ? key.substr(2) : key;
        if (!is_expression(expression))
            rules->refuse(key, expression, phrase(QT_TRANSLATE_NOOP("core", "a regular expression without look-behind")));
        SchemeGroup group{NameList({expression}, NameStyle::expression), {}, std::nullopt};
        if (!key.starts_with("-:")) {
            const Config own = object_at(*rules, key).value_or(*rules);
            WeightScheme scheme = out.main;
            scheme.bits = bits_of(own, scheme.bits);
            check_gptq_bits(own, scheme.bits);
            scheme.group = group_size_of(own, scheme.group);
            call_by_bits(scheme, "gptq");
            group.scheme = scheme;
        }
        out.groups.push_back(std::move(group));
    }
}

/// A list of lists of names (optimum) or one list.
void append_nested(std::vector<std::string> &out, const Config &config, std::string_view key)
{
    const nlohmann::json &value = config.raw(key);
    if (!value.is_array()) return;
    for (const nlohmann::json &each : value) {
        if (each.is_string()) out.push_back(each.get<std::string>());
        if (!each.is_array()) continue;
        for (const nlohmann::json &name : each)
            if (name.is_string()) out.push_back(name.get<std::string>());
    }
}

/// AutoRound's settings of single layers; 16 bits and more leave them.
void read_extra_config(const Config &config, QuantizationRules &out)
{
    const std::optional<Config> layers = object_at(config, "extra_config");
    if (!layers) return;
    for (const std::string &name : keys_of(*layers)) {
        const std::optional<Config> own = object_at(*layers, name);
        if (!own) continue;
        SchemeGroup group{NameList({name}, NameStyle::transformers), {}, out.main};
        group.scheme->bits = bits_of(*own, out.main.bits);
        group.scheme->group = group_size_of(*own, out.main.group);
        if (group.scheme->bits >= 16) group.scheme.reset();
        out.groups.push_back(std::move(group));
    }
}

} // namespace

void read_gptq(const Config &config, QuantizationRules &out)
{
    WeightScheme &main = out.main;
    main.form = PackForm::gptq;
    main.bits = bits_of(config, 4);
    check_gptq_bits(config, main.bits);
    main.group = group_size_of(config, 128);
    main.symmetric = config.flag("sym", true);
    call_by_bits(main, "gptq");
    out.head = config.flag("lm_head");
    out.blocks = config.text("block_name_to_quantize");
    append_nested(out.parts, config, "modules_in_block_to_quantize");
    read_dynamic(config, out);
    read_extra_config(config, out);
    const std::string format = lower(config.text("checkpoint_format", config.text("format", "gptq")));
    if (format != "gptq" && format != "gptq_v2" && format != "gptq_p" && !format.empty())
        out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "GPTQ in the format %1 is not described; the format gptq is"), {format});
}

void read_awq(const Config &config, QuantizationRules &out)
{
    WeightScheme &main = out.main;
    main.form = PackForm::awq;
    main.bits = bits_of(config, 4);
    if (main.bits < 2 || main.bits > 8) config.refuse("bits", std::to_string(main.bits), "2, 3, 4, 5, 6, 7, 8");
    main.group = group_size_of(config, 128);
    main.symmetric = !config.flag("zero_point", true);
    call_by_bits(main, "awq");
    const std::string version = lower(config.text("version", config.text("checkpoint_format", "gemm")));
    if (version == "gemv")
        main.form = PackForm::awq_gemv;
    else if (version != "gemm" && version != "exllama" && version != "ipex" && version != "marlin")
        out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "AWQ of the version %1 is not described; gemm and gemv are"), {version});
}

void read_auto_round(const Config &config, QuantizationRules &out)
{
    const std::string format = lower(config.text("packing_format", config.text("backend", "auto_round:auto_gptq")));
    const std::string type = lower(config.text("data_type", "int"));
    if (format.find("awq") != std::string::npos)
        read_awq(config, out);
    else if (type == "int")
        read_gptq(config, out);
    else if (type.starts_with("nv_fp"))
        out.main = {.form = PackForm::ct_nvfp4, .called = "nvfp4", .bits = 4, .group = 16, .floats = true, .input_scales = true};
    else if (type.starts_with("mx_fp"))
        out.main = bits_of(config, 4) == 8
                       ? WeightScheme{.form = PackForm::ct_mxfp8, .called = "mxfp8", .bits = 8, .group = 32, .floats = true}
                       : WeightScheme{.form = PackForm::ct_mxfp4, .called = "mxfp4", .bits = 4, .group = 32, .floats = true};
    else if (type.starts_with("fp8") || type == "fp")
        out.main = {.form = PackForm::ct_plain, .called = "fp8", .bits = 8, .floats = true, .strategy = "channel"};
    else
        out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "AutoRound's data type %1 is not described"), {type});
    if (out.groups.empty()) read_extra_config(config, out);
    out.head = false;
    // blocks that were quantised, as names before ".": "model.layers,model.visual.blocks"
    out.blocks.clear();
}

void read_mlx(const Config &config, QuantizationRules &out)
{
    const auto scheme_of = [](const Config &own, int bits, Count group, const std::string &beneath) {
        const std::string mode = lower(own.text("mode", beneath));
        if (mode != "affine" && mode != "mxfp4" && mode != "mxfp8" && mode != "nvfp4")
            own.refuse("mode", mode, "affine, mxfp4, mxfp8, nvfp4");
        WeightScheme scheme{.form = PackForm::mlx, .called = mode == "affine" ? "mlx" : mode};
        scheme.bits = bits_of(own, bits);
        scheme.group = group_size_of(own, group);
        scheme.byte_scales = scheme.zero_rows = mode != "affine";
        if (mode == "affine") scheme.called += std::to_string(scheme.bits);
        return scheme;
    };
    out.main = scheme_of(config, 4, 64, "affine");
    const std::string mode = config.text("mode", "affine");
    out.head = out.embeddings = true;
    for (const std::string &name : keys_of(config)) {
        const nlohmann::json &own = config.raw(name);
        const bool left = own.is_boolean() && !own.get<bool>();
        if (!left && !own.is_object()) continue; // bits, group_size, …
        SchemeGroup group{NameList({name}, NameStyle::loose), {}, std::nullopt};
        if (!left) group.scheme = scheme_of(*object_at(config, name), out.main.bits, out.main.group, mode);
        out.groups.push_back(std::move(group));
    }
}

void read_exllama(const Config &config, QuantizationRules &out)
{
    const auto scheme_of = [&](std::string_view key, std::optional<double> fallback) {
        const std::optional<double> stated = config.maybe_number(key);
        const double bits = stated ? *stated : fallback.value_or(0);
        if (!(bits >= 1 && bits <= 8))
            config.refuse(key, stated ? fixed(bits, 2) : said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "1 to 8 bits")));
        WeightScheme scheme{.form = out.method == "exl3" ? PackForm::exl3 : PackForm::exl2};
        scheme.mean_bits = bits;
        scheme.bits = static_cast<int>(std::ceil(bits));
        std::string text = fixed(bits, 2);
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
        scheme.called = out.method + "-" + text;
        return scheme;
    };
    out.main = scheme_of("bits", std::nullopt);
    // the head has bits of its own (conversion/allocation.py, head_bits; ExLlamaV2's convert_exl2.py, -hb)
    out.head = true;
    out.groups.push_back({NameList({"lm_head"}, NameStyle::loose), {}, scheme_of("head_bits", 6)});
}

} // namespace plimsoll
