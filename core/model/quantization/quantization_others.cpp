// SPDX-License-Identifier: GPL-3.0-or-later
// Methods with a configuration of their own kind: torchao, HQQ, AQLM, VPTQ, SPQR, EETQ, HIGGS, BitNet, quanto.
#include "core/model/quantization/quantization_reading.h"

#include "core/ground/ascii.h"
#include "core/model/config/accepted.h"
#include "core/model/quantization/packed_codebooks.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

using nlohmann::json;

std::string an_object() { return phrase(QT_TRANSLATE_NOOP("core", "an object")); }

/// By the class's or the function's name ("Int4WeightOnlyConfig", "int4_weight_only"); nothing for one that is not described.
std::optional<WeightScheme> torchao_scheme(std::string name, Count group)
{
    std::erase(name, '_');
    name = lower(name);
    if (name.ends_with("config")) name.resize(name.size() - 6);
    const auto has = [&name](std::string_view part) { return name.find(part) != std::string::npos; };
    if (has("int4weightonly")) // also those with activations in 8 bits floats
        return WeightScheme{.form = PackForm::torchao_int4, .called = "w4a16", .bits = 4, .group = group > 0 ? group : 128};
    if (has("float8")) {
        if (has("int4weight"))
            return WeightScheme{.form = PackForm::torchao_int4, .called = "w4a8", .bits = 4, .group = group > 0 ? group : 128};
        return WeightScheme{.form = PackForm::torchao_float8,
                            .called = "fp8",
                            .bits = 8,
                            .floats = true,
                            .strategy = has("weightonly") ? "channel" : "tensor"};
    }
    if (has("int8weightonly") || has("int8dynamicactivationint8weight") || has("a8w8") || name == "int8dynamic")
        return WeightScheme{
            .form = PackForm::torchao_int8, .called = has("weightonly") ? "w8a16" : "w8a8", .bits = 8, .group = -1};
    if (has("int8dynamicactivationint4weight"))
        return WeightScheme{.form = PackForm::torchao_int8, .called = "w4a8", .bits = 4, .group = group > 0 ? group : 32};
    if (has("intxweightonly") || has("int8dynamicactivationintx"))
        return WeightScheme{.form = PackForm::torchao_int8, .called = "w8a16", .bits = 8, .group = group > 0 ? group : -1};
    return std::nullopt;
}

/// "int4_weight_only", {"_type": …, "_data": {…}}, or {"default": {…}}.
std::optional<WeightScheme> torchao_type(const Config &config, const json &type)
{
    if (type.is_null()) return std::nullopt;
    if (type.is_string()) {
        const auto arguments = object_at(config, "quant_type_kwargs");
        const std::string name = type.get<std::string>();
        const auto scheme = torchao_scheme(name, arguments ? group_size_of(*arguments, 0) : group_size_of(config, 0));
        if (!scheme)
            config.refuse("quant_type", name,
                          "int4_weight_only, int8_weight_only, int8_dynamic_activation_int8_weight, float8_…");
        return scheme;
    }
    if (!type.is_object()) config.refuse("quant_type", said_type(type.type_name()), an_object());
    const Config read(type, "", config.full_key("quant_type."));
    const auto data = object_at(read, "_data");
    const auto scheme = torchao_scheme(read.text("_type"), data ? group_size_of(*data, 0) : 0);
    if (!scheme)
        read.refuse("_type", read.text("_type"), "Int4WeightOnlyConfig, Int8WeightOnlyConfig, Float8WeightOnlyConfig, …");
    return scheme;
}

Count vptq_pair(const Config &config, std::string_view key, std::size_t which)
{
    const std::vector<Count> pair = config.wholes(key);
    if (pair.size() != 2)
        config.refuse(key, std::to_string(pair.size()), phrase(QT_TRANSLATE_NOOP("core", "a list of %1 numbers"), {"2"}));
    if (pair[which] < -1 || pair[which] > (Count{1} << 19))
        config.refuse(key, std::to_string(pair[which]), whole_from_to(-1, Count{1} << 19));
    return pair[which];
}

WeightScheme vptq_layer(const Config &config)
{
    WeightScheme out{.form = PackForm::vptq, .called = "vptq", .bits = 2, .group = -1};
    out.sizes.resize(vptq_sizes);
    out.sizes[vector_len] = vptq_pair(config, "vector_lens", 1);
    out.sizes[outlier_len] = vptq_pair(config, "vector_lens", 0);
    out.sizes[centroids] = vptq_pair(config, "num_centroids", 1);
    out.sizes[outlier_centroids] = vptq_pair(config, "num_centroids", 0);
    out.sizes[residual_centroids] = vptq_pair(config, "num_res_centroids", 1);
    out.sizes[codebooks] = config.size_or("group_num", 1);
    out.sizes[group_columns] = config.size("group_size");
    out.sizes[outliers] = config.amount_or("outlier_size", 0);
    out.sizes[normed] = config.flag("enable_norm");
    out.sizes[permuted] = config.flag("enable_perm");
    if (out.sizes[vector_len] < 1)
        config.refuse("vector_lens", std::to_string(out.sizes[vector_len]), whole_from_to(1, Count{1} << 19));
    return out;
}

} // namespace

void read_torchao(const Config &config, QuantizationRules &out)
{
    out.embeddings = config.flag("include_input_output_embeddings");
    out.head = out.embeddings;
    const json &type = config.raw("quant_type");
    if (type.is_null()) config.refuse("quant_type", said_nothing(), "int4_weight_only, int8_weight_only, …");
    const json *main = &type;
    if (type.is_object() && type.contains("default")) main = &type["default"];
    const auto names = main->is_object() ? main->find("_data") : json::const_iterator{};
    const bool by_name = main->is_object() && main->contains("_data") && (*names).is_object() &&
                         ((*names).contains("module_fqn_to_config") || (*names).contains("fqn_to_config"));
    if (!by_name) {
        if (const auto scheme = torchao_type(config, *main)) out.main = *scheme;
        return;
    }
    const json &list = (*names).contains("fqn_to_config") ? (*names)["fqn_to_config"] : (*names)["module_fqn_to_config"];
    if (!list.is_object()) config.refuse("quant_type", said_type(list.type_name()), an_object());
    out.only_named = true;
    for (const auto &[name, each] : list.items()) {
        const std::optional<WeightScheme> scheme = torchao_type(config, each);
        if (name == "_default") {
            out.only_named = !scheme;
            if (scheme) out.main = *scheme;
            continue;
        }
        out.head = out.embeddings = true; // as named
        const std::string bare = name.starts_with("re:")     ? name
                                 : name.ends_with(".weight") ? name.substr(0, name.size() - 7)
                                                             : name;
        out.groups.push_back({NameList({bare}, NameStyle::exact), {}, scheme});
    }
}

void read_hqq(const Config &config, QuantizationRules &out)
{
    const std::optional<Config> settings = object_at(config, "quant_config");
    const Config &read = settings ? *settings : config;
    const auto scheme_of = [](const Config &own) {
        const std::optional<Config> weights = object_at(own, "weight_quant_params");
        const Config &values = weights ? *weights : own;
        WeightScheme scheme{.form = PackForm::hqq};
        scheme.bits = static_cast<int>(values.maybe_whole("nbits").value_or(4));
        if (scheme.bits != 1 && scheme.bits != 2 && scheme.bits != 3 && scheme.bits != 4 && scheme.bits != 8)
            values.refuse("nbits", std::to_string(scheme.bits), "1, 2, 3, 4, 8");
        scheme.group = group_size_of(values, -1);
        scheme.called = "hqq" + std::to_string(scheme.bits);
        return scheme;
    };
    out.skip_style = NameStyle::inside; // quantizer_hqq.py: a part of the name
    if (!out.skips_stated) out.skips.push_back("lm_head");
    if (read.json().contains("weight_quant_params") || read.json().contains("nbits")) {
        out.main = scheme_of(read);
        return;
    }
    out.only_named = true; // settings by the name of a projection: "self_attn.q_proj"
    for (const std::string &name : keys_of(read))
        if (const auto own = read.raw(name).is_object() ? object_at(read, name) : std::nullopt)
            out.groups.push_back({NameList({name}, NameStyle::transformers), {}, scheme_of(*own)});
    if (out.groups.empty()) out.only_named = false, out.main = scheme_of(read);
}

void read_aqlm(const Config &config, QuantizationRules &out)
{
    WeightScheme &main = out.main;
    main = {.form = PackForm::aqlm, .called = "aqlm", .bits = 2};
    main.group = config.size_or("in_group_size", 8);
    main.out_group = config.size_or("out_group_size", 1);
    main.codebooks = config.size_or("num_codebooks", 1);
    main.codebook_bits = config.size_or("nbits_per_codebook", 16);
    if (main.codebook_bits > 24) config.refuse("nbits_per_codebook", std::to_string(main.codebook_bits), whole_from_to(1, 24));
    out.skip_style = NameStyle::transformers;
    if (!out.skips_stated) out.skips.push_back("lm_head");
}

void read_vptq(const Config &config, QuantizationRules &out)
{
    out.main = {.form = PackForm::vptq, .called = "vptq", .bits = 2, .group = -1};
    out.only_named = true;
    if (const auto layers = object_at(config, "config_for_layers"))
        for (const std::string &name : keys_of(*layers))
            if (const auto own = object_at(*layers, name)) out.by_name.insert_or_assign(name, vptq_layer(*own));
    if (const auto shared = object_at(config, "shared_layer_config"))
        for (const std::string &name : keys_of(*shared))
            if (const auto own = object_at(*shared, name))
                out.groups.push_back({NameList({name}, NameStyle::loose), {}, vptq_layer(*own)});
    if (out.by_name.empty() && out.groups.empty())
        config.refuse("config_for_layers", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "the sizes of every layer")));
}

void read_spqr(const Config &config, QuantizationRules &out)
{
    out.main = {.form = PackForm::spqr, .called = "spqr", .bits = bits_of(config, 3), .group = 16};
    out.only_named = true;
    const std::optional<Config> shapes = object_at(config, "shapes");
    if (!shapes) config.refuse("shapes", said_nothing(), an_object());
    constexpr std::string_view end = ".dense_weights.shape";
    for (const std::string &key : keys_of(*shapes)) {
        if (!key.ends_with(end)) continue;
        const std::string name = key.substr(0, key.size() - end.size());
        WeightScheme scheme = out.main;
        for (const char *part : {"dense_weights", "row_offsets", "col_vals", "in_perm"}) {
            const Count length = shapes->maybe_whole(name + "." + part + ".shape").value_or(0);
            if (length < 0)
                shapes->refuse(name + "." + part + ".shape", std::to_string(length), whole_from_to(0, Count{1} << 40));
            scheme.sizes.push_back(length);
        }
        out.by_name.insert_or_assign(name, std::move(scheme));
    }
}

void read_simple(const Config &config, QuantizationRules &out)
{
    WeightScheme &main = out.main;
    if (out.method == "eetq") {
        main = {.form = PackForm::eetq, .called = "eetq", .bits = 8, .group = -1};
    } else if (out.method == "higgs") {
        main = {.form = PackForm::higgs, .called = "higgs", .bits = bits_of(config, 4), .group = group_size_of(config, 256)};
        if (main.bits < 2 || main.bits > 4) config.refuse("bits", std::to_string(main.bits), "2, 3, 4");
        main.called += std::to_string(main.bits);
    } else if (out.method == "bitnet") {
        main = {.form = PackForm::bitnet, .called = "bitnet", .bits = 2, .group = -1};
        out.unpacked_by_loader = config.text("linear_class", "bitlinear") == "autobitlinear";
    } else {
        const std::string weights = lower(config.text("weights", "int8"));
        if (weights != "int8" && weights != "float8" && weights != "int4" && weights != "int2")
            config.refuse("weights", weights, "int8, float8, int4, int2");
        main = {.form = PackForm::quanto,
                .called = weights == "float8" ? "fp8" : "quanto-" + weights,
                .group = 128,
                .floats = weights == "float8"};
        main.bits = weights.ends_with('8') ? 8 : weights.back() - '0';
    }
}

} // namespace plimsoll
