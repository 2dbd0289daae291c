// SPDX-License-Identifier: GPL-3.0-or-later
// Methods whose configuration names groups of modules with a description each: compressed-tensors, modelopt, quark.
#include "core/model/quantization/quantization_reading.h"

#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {
namespace {

using nlohmann::json;

bool is_class(const std::string &target)
{
    return !target.empty() && target.find_first_of(".:*_") == std::string::npos && target.front() >= 'A' && target.front() <= 'Z';
}

/// Names, patterns and classes of a group's `targets`.
SchemeGroup group_of(const Config &config, std::string_view key, NameStyle style)
{
    std::vector<std::string> targets, names;
    append_names(targets, config, key);
    SchemeGroup out;
    for (std::string &target : targets) {
        if (target.starts_with("re:") && !is_expression(target.substr(3)))
            config.refuse(key, target, phrase(QT_TRANSLATE_NOOP("core", "a regular expression without look-behind")));
        (is_class(target) ? out.classes : names).push_back(std::move(target));
    }
    out.targets = NameList(names, style);
    if (targets.empty()) out.classes.push_back("Linear");
    return out;
}

/// "w4a16", or by the kind of its floats.
std::string name_of(const WeightScheme &scheme, int activation_bits)
{
    if (scheme.form == PackForm::ct_nvfp4) return "nvfp4";
    if (scheme.form == PackForm::ct_mxfp4) return "mxfp4";
    if (scheme.form == PackForm::ct_mxfp8) return "mxfp8";
    if (scheme.floats) return "fp8";
    return "w" + std::to_string(scheme.bits) + "a" + std::to_string(activation_bits);
}

std::string strategy_of(const Config &weights, Count group)
{
    const std::string stated = lower(weights.text("strategy"));
    if (!stated.empty()) return stated;
    return group > 0 ? "group" : group == -1 ? "channel" : "tensor"; // quant_args.py, validate_model_after
}

PackForm form_of(const Config &config, const std::string &format, const WeightScheme &scheme, bool byte_scales)
{
    if (format == "nvfp4-pack-quantized") return PackForm::ct_nvfp4;
    if (format == "mxfp4-pack-quantized") return PackForm::ct_mxfp4;
    if (format == "mxfp8-quantized") return PackForm::ct_mxfp8;
    if (format == "pack-quantized") return PackForm::ct_packed;
    if (format == "int-quantized" || format == "float-quantized" || format == "naive-quantized") return PackForm::ct_plain;
    if (!format.empty() && format != "mixed-precision")
        config.refuse("format", format,
                      "pack-quantized, int-quantized, float-quantized, naive-quantized, nvfp4-pack-quantized, "
                      "mxfp4-pack-quantized, mxfp8-quantized, mixed-precision");
    // compressors/format.py, infer_module_format
    if (scheme.floats && scheme.bits == 4) return scheme.group == 32 ? PackForm::ct_mxfp4 : PackForm::ct_nvfp4;
    if (scheme.floats) return byte_scales ? PackForm::ct_mxfp8 : PackForm::ct_plain;
    return PackForm::ct_packed;
}

/// One of config_groups: its weights and what it says of activations. Nothing where it leaves the weights alone.
std::optional<WeightScheme> compressed_scheme(const Config &group, const std::string &outer_format)
{
    const std::optional<Config> weights = object_at(group, "weights");
    if (!weights) return std::nullopt;
    WeightScheme out;
    out.bits = bits_of(*weights, 8);
    const std::string type = lower(weights->text("type", "int"));
    if (type != "int" && type != "float") weights->refuse("type", type, "int, float");
    const std::string stated = group.text("format", outer_format);
    out.floats = type == "float" || stated.starts_with("float") || stated.starts_with("nvfp4") || stated.starts_with("mxfp");
    out.group = group_size_of(*weights, 0);
    out.strategy = strategy_of(*weights, out.group);
    if (out.strategy == "channel" || out.strategy == "tensor") out.group = -1;
    out.block = block_of(*weights, "block_structure");
    out.symmetric = weights->flag("symmetric", true);
    const json &order = weights->raw("actorder");
    out.act_order = order.is_string() && (order == "group" || order == "dynamic");
    const bool byte_scales = lower(weights->text("scale_dtype")).find("uint8") != std::string::npos;
    int activation_bits = 16;
    std::string format = stated;
    if (const std::optional<Config> inputs = object_at(group, "input_activations")) {
        activation_bits = bits_of(*inputs, 8);
        const json &dynamic = inputs->raw("dynamic"); // true, false or "local"
        out.input_scales = !(dynamic.is_boolean() && dynamic.get<bool>());
        if (format.empty() && !out.floats && out.bits == 8 && lower(inputs->text("type", "int")) == "int")
            format = "int-quantized";
    }
    out.form = form_of(group, format, out, byte_scales);
    if (out.form == PackForm::ct_plain && out.bits > 8)
        weights->refuse("num_bits", std::to_string(out.bits), whole_from_to(1, 8));
    out.called = name_of(out, activation_bits);
    return out;
}

std::optional<WeightScheme> modelopt_scheme(const std::string &algorithm, Count group)
{
    const std::string name = lower(algorithm);
    const auto is = [&name](std::string_view what) { return name == what; };
    if (is("fp8"))
        return WeightScheme{.form = PackForm::modelopt_fp8, .called = "fp8", .bits = 8, .floats = true, .input_scales = true};
    if (is("fp8_per_channel_per_token"))
        return WeightScheme{.form = PackForm::modelopt_fp8_rows, .called = "fp8", .bits = 8, .floats = true};
    if (is("fp8_pb_wo") || is("fp8_pb_real") || is("fp8_pb"))
        return WeightScheme{.form = PackForm::modelopt_fp8_blocks, .called = "fp8", .bits = 8, .group = 128, .floats = true};
    if (is("mxfp8"))
        return WeightScheme{.form = PackForm::modelopt_mxfp8, .called = "mxfp8", .bits = 8, .group = 32, .floats = true};
    if (is("nvfp4") || is("nvfp4_awq") || is("w4a16_nvfp4") || is("nvfp4_svdquant"))
        return is("nvfp4_svdquant") ? std::nullopt
                                    : std::optional(WeightScheme{.form = PackForm::modelopt_nvfp4,
                                                                 .called = "nvfp4",
                                                                 .bits = 4,
                                                                 .group = 16,
                                                                 .floats = true,
                                                                 .input_scales = !is("w4a16_nvfp4"),
                                                                 .smoothed = is("nvfp4_awq")});
    if (is("mxfp4")) return WeightScheme{.form = PackForm::ct_mxfp4, .called = "mxfp4", .bits = 4, .group = 32, .floats = true};
    if (is("w4a16_awq") || is("int4_awq") || is("w4a16") || is("w4a8_awq") || is("w4a8_nvfp4_fp8") || is("w4a8_mxfp4_fp8")) {
        if (is("w4a8_nvfp4_fp8") || is("w4a8_mxfp4_fp8")) return modelopt_scheme(is("w4a8_nvfp4_fp8") ? "nvfp4" : "mxfp4", group);
        const bool floats = is("w4a8_awq");
        return WeightScheme{.form = PackForm::modelopt_ints,
                            .called = floats ? "w4a8" : "w4a16",
                            .bits = 4,
                            .group = group > 0 ? group : 128,
                            .floats = floats,
                            .input_scales = floats,
                            .smoothed = !is("w4a16")};
    }
    if (is("w8a16") || is("w8a8_sq_per_channel") || is("int8_sq"))
        return WeightScheme{.form = PackForm::modelopt_fp8_rows,
                            .called = is("w8a16") ? "w8a16" : "w8a8",
                            .bits = 8,
                            .input_scales = !is("w8a16"),
                            .smoothed = !is("w8a16")};
    return std::nullopt;
}

/// modelopt's config_groups describe weights as compressed-tensors does; the tensors are modelopt's own.
std::optional<WeightScheme> modelopt_group_scheme(const Config &group)
{
    const std::optional<Config> weights = object_at(group, "weights");
    if (!weights) return std::nullopt;
    const int bits = bits_of(*weights, 8);
    const bool floats = lower(weights->text("type", "float")) == "float";
    const Count size = group_size_of(*weights, 0);
    std::optional<WeightScheme> out = modelopt_scheme(!floats      ? (bits == 4 ? "w4a16" : "w8a16")
                                                      : bits == 4  ? (size == 32 ? "mxfp4" : "nvfp4")
                                                      : size == 32 ? "mxfp8"
                                                                   : "fp8",
                                                      size);
    if (!object_at(group, "input_activations")) out->input_scales = false;
    return out;
}

/// One quantised tensor of quark's: {"dtype": "fp8_e4m3", "qscheme": "per_tensor", …}, or a list of such (fp8 above int4).
std::optional<WeightScheme> quark_scheme(const Config &entry)
{
    const json &raw = entry.raw("weight");
    if (raw.is_null()) return std::nullopt;
    const json *weight = &raw;
    if (raw.is_array()) {
        if (raw.empty() || !raw.back().is_object())
            entry.refuse("weight", said_type(raw.type_name()), phrase(QT_TRANSLATE_NOOP("core", "an object")));
        weight = &raw.back();
    } else if (!raw.is_object())
        entry.refuse("weight", said_type(raw.type_name()), phrase(QT_TRANSLATE_NOOP("core", "an object")));
    const Config read(*weight, "", entry.full_key("weight."));
    const std::string dtype = lower(read.text("dtype", "int8")), scheme = lower(read.text("qscheme", "per_tensor"));
    WeightScheme out;
    out.group = group_size_of(read, 0);
    out.strategy = scheme == "per_channel" ? "channel" : scheme == "per_group" ? "group" : "tensor";
    out.symmetric = read.flag("symmetric", true);
    if (const json &inputs = entry.raw("input_tensors"); inputs.is_object())
        out.input_scales = inputs.contains("is_dynamic") && inputs["is_dynamic"] == false;
    const auto is = [&dtype](std::string_view what) { return dtype.starts_with(what); };
    if (is("fp4") || is("mxfp4") || is("mx"))
        out.form = PackForm::quark_mx, out.called = "mxfp4", out.bits = 4, out.floats = true;
    else if (is("fp6"))
        out.form = PackForm::quark_mx, out.called = "mxfp6", out.bits = 6, out.floats = true;
    else if (is("fp8"))
        out.form = PackForm::quark_plain, out.called = "fp8", out.bits = 8, out.floats = true;
    else if (is("int8") || is("uint8"))
        out.form = PackForm::quark_plain, out.called = "w8a8", out.bits = 8, out.symmetric = out.symmetric && is("int8");
    else if (is("int4") || is("uint4"))
        out.form = PackForm::quark_ints, out.called = "w4a16", out.bits = 4, out.symmetric = out.symmetric && is("int4");
    else
        read.refuse("dtype", dtype, "fp4, fp6_e2m3, fp6_e3m2, fp8_e4m3, int8, uint8, int4, uint4");
    if (out.form == PackForm::quark_ints && out.strategy != "group") out.group = -1;
    return out;
}

template <class F>
void take_groups(const Config &config, QuantizationRules &out, F read)
{
    const std::optional<Config> groups = object_at(config, "config_groups");
    if (!groups) return;
    for (const std::string &name : keys_of(*groups)) {
        const std::optional<Config> group = object_at(*groups, name);
        if (!group) continue;
        SchemeGroup made = group_of(*group, "targets", NameStyle::exact);
        made.scheme = read(*group);
        out.groups.push_back(std::move(made));
    }
    out.only_named = !out.groups.empty();
}

} // namespace

void read_compressed_tensors(const Config &config, QuantizationRules &out)
{
    const std::string format = lower(config.text("format"));
    out.main = {.form = PackForm::ct_plain, .called = "fp8", .bits = 8, .floats = true, .strategy = "channel"};
    if (format.starts_with("marlin-24") || format.starts_with("sparse")) {
        out.uncounted =
            phrase(QT_TRANSLATE_NOOP("core", "the sparse format %1 of compressed-tensors is not described"), {format});
        return;
    }
    if (const auto sparse = object_at(config, "sparsity_config");
        sparse && !sparse->text("format").empty() && lower(sparse->text("format")) != "dense") {
        out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "the sparse format %1 of compressed-tensors is not described"),
                               {sparse->text("format")});
        return;
    }
    take_groups(config, out, [&format](const Config &group) { return compressed_scheme(group, format); });
    if (!out.groups.empty())
        for (const SchemeGroup &group : out.groups)
            if (group.scheme) {
                out.main = *group.scheme;
                break;
            }
    out.head = true; // what `targets` names, less what `ignore` names
}

void read_modelopt(const Config &config, QuantizationRules &out)
{
    const std::optional<Config> inner = object_at(config, "quantization"); // hf_quant_config.json's shape
    const Config &read = inner ? *inner : config;
    if (inner) append_names(out.skips, read, "exclude_modules");
    out.skip_style = NameStyle::wildcard;
    const std::string algorithm = read.text("quant_algo", "FP8");
    out.main = modelopt_scheme("FP8", 0).value();
    take_groups(read, out, modelopt_group_scheme);
    const auto of_name = [&read](const Config &where, const std::string &name, const Config &sizes) {
        const std::optional<WeightScheme> scheme = modelopt_scheme(name, group_size_of(sizes, 0));
        if (!scheme)
            where.refuse("quant_algo", name,
                         "FP8, FP8_PER_CHANNEL_PER_TOKEN, FP8_PB_WO, MXFP8, NVFP4, NVFP4_AWQ, W4A16_NVFP4, W4A16_AWQ, W4A8_AWQ, "
                         "W8A16, W8A8_SQ_PER_CHANNEL, MIXED_PRECISION");
        return *scheme;
    };
    if (lower(algorithm) == "mixed_precision") {
        std::map<std::string, std::vector<std::string>> names; // by algorithm and group
        std::map<std::string, WeightScheme> schemes;
        if (const auto layers = object_at(read, "quantized_layers"))
            for (const std::string &name : keys_of(*layers)) {
                const std::optional<Config> own = object_at(*layers, name);
                if (!own) continue;
                const std::string which = lower(own->text("quant_algo", "FP8"));
                const std::string key = which + " " + std::to_string(group_size_of(*own, 0));
                names[key].push_back(name);
                schemes.insert_or_assign(key, of_name(*own, which, *own));
            }
        for (const auto &[key, list] : names) out.groups.push_back({NameList(list, NameStyle::wildcard), {}, schemes.at(key)});
        out.only_named = true;
        if (out.groups.empty())
            out.uncounted = phrase(QT_TRANSLATE_NOOP("core", "%1 without %2 does not say what is packed how"),
                                   {"MIXED_PRECISION", "quantized_layers"});
    } else if (out.groups.empty())
        out.main = of_name(read, algorithm, read);
    // the algorithm says more than the groups do: whether inputs are scaled, whether columns are smoothed
    if (const auto stated = modelopt_scheme(algorithm, 0))
        for (SchemeGroup &group : out.groups)
            if (group.scheme && group.scheme->form == stated->form) group.scheme->smoothed = stated->smoothed;
    if (!out.groups.empty() && out.groups.front().scheme) out.main = *out.groups.front().scheme;
    out.method = out.main.bits == 4 ? "modelopt_fp4" : "modelopt_fp8";
}

void read_quark(const Config &config, QuantizationRules &out)
{
    out.skip_style = NameStyle::wildcard;
    const std::optional<Config> global = object_at(config, "global_quant_config");
    if (!global) config.refuse("global_quant_config", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "an object")));
    for (const char *key : {"layer_quant_config", "layer_type_quant_config"})
        if (const std::optional<Config> layers = object_at(config, key))
            for (const std::string &name : keys_of(*layers)) {
                const std::optional<Config> own = object_at(*layers, name);
                if (!own) continue;
                SchemeGroup group{{}, {}, quark_scheme(*own)};
                if (std::string_view(key) == "layer_quant_config")
                    group.targets = NameList({name}, NameStyle::wildcard);
                else
                    group.classes = {name.substr(name.rfind('.') + 1)}; // "nn.Linear"
                out.groups.push_back(std::move(group));
            }
    const std::optional<WeightScheme> main = quark_scheme(*global);
    out.only_named = !main;
    if (main) out.main = *main;
    out.head = true;
}

} // namespace plimsoll
