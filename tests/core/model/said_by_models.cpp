// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/said_by_models.h"

#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/model/config/config_json.h"
#include "core/model/extension.h"
#include "core/adapters/adapted_modules.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace plimsoll {

namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;
namespace fs = std::filesystem;

void take(Texts &out, const Result<ArchitectureRef> &read)
{
    if (!read) return out.push_back(read.error().message());
    const Architecture &arch = **read;
    out.insert(out.end(), arch.assumptions.begin(), arch.assumptions.end());
    out.push_back(arch.no_decoder_reason);
    if (!arch.decoder || !arch.decoder->extension) return;
    out.push_back(arch.decoder->extension->no_tiled_loss);
    out.push_back(arch.decoder->extension->tiled_loss_with);
    out.insert(out.end(), arch.decoder->extension->approximations.begin(), arch.decoder->extension->approximations.end());
}

Result<ArchitectureRef> read(const json &config) { return architecture_from_config(config.dump(), "~"); }

/// The configurations of tests/fixtures: published ones, and one of every model type that a recipe describes.
std::vector<json> configurations(const fs::path &fixtures)
{
    std::vector<json> out;
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(fixtures / "configs")) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path &path : files) {
        std::ifstream file(path);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        out.push_back(parse_config_json(text, "~", text.size()).value());
    }
    for (const char *name : {"recipes.jsonl", "composites.jsonl"}) {
        std::ifstream file(fixtures / name);
        std::string last;
        for (std::string line; std::getline(file, line);) {
            json config = json::parse(line)["config"];
            if (config["model_type"] != last) out.push_back(config);
            last = config["model_type"];
        }
    }
    return out;
}

/// Every key of a configuration and of the objects in it, damaged in each way.
std::vector<json> damaged(const json &config)
{
    static const json wrong[] = {json("~"),     json(-1),           json(0),        json(7), json(1e18),
                                 json::array(), json::array({"~"}), json::object(), json()};
    std::vector<json> out;
    const auto damage = [&](const json::json_pointer &at) {
        for (const json &value : wrong) {
            json changed = config;
            changed[at] = value;
            out.push_back(std::move(changed));
        }
        json without = config;
        without[at.parent_pointer()].erase(at.back());
        out.push_back(std::move(without));
    };
    for (const auto &[key, value] : config.items()) {
        damage(json::json_pointer("") / key);
        if (!value.is_object()) continue;
        for (const auto &[inner, held] : value.items()) damage(json::json_pointer("") / key / inner);
    }
    return out;
}

} // namespace

Texts said_of_configurations(const fs::path &fixtures, std::size_t stride)
{
    Texts out;
    std::size_t count = 0;
    for (const json &config : configurations(fixtures)) {
        take(out, read(config));
        for (const json &changed : damaged(config))
            if (count++ % stride == 0) take(out, read(changed));
    }
    for (const std::string text : {"", "{", "[]", "3", "\"~\"", "{\"~\":1e999}", "{\"~\":"})
        take(out, architecture_from_config(text, "~"));
    take(out, architecture_from_config(std::string(100, '['), "~"));
    take(out, architecture_from_config("[" + std::string(1'000'000, ',') + "]", "~"));
    out.push_back(parse_config_json(std::string(100, ' '), "~", 10).error().message());
    return out;
}

Texts said_of_classes(const fs::path &fixtures, std::size_t stride)
{
    static const char *const ends[] = {
        "ForCausalLM",         "Model",       "ForSequenceClassification", "ForConditionalGeneration",
        "ForMaskedLM",         "LMHeadModel", "ForTokenClassification",    "ForRewardModel",
        "ForQuestionAnswering"};
    Texts out;
    std::size_t count = 0;
    for (json config : configurations(fixtures)) {
        const json named = config.value("architectures", json::array());
        std::string stem = named.is_array() && !named.empty() ? named[0].get<std::string>() : "~";
        if (const auto end = stem.find("For"); end != std::string::npos) stem.resize(end);
        for (const char *end : ends) {
            if (count++ % stride != 0) continue;
            config["architectures"] = {stem + end};
            take(out, read(config));
            take(out, named_class_from_config(config.dump(), "~"));
        }
        config["architectures"] = {"~~~"};
        if (count++ % stride == 0) take(out, read(config));
        config["model_type"] = "~~~";
        if (count++ % stride == 0) take(out, read(config));
        config.erase("model_type");
        if (count++ % stride == 0) take(out, read(config));
        config.erase("architectures");
        if (count++ % stride == 0) take(out, read(config));
    }
    return out;
}

Texts said_of_quantisations()
{
    const json base{{"model_type", "llama"},  {"hidden_size", 64}, {"intermediate_size", 96},
                    {"num_hidden_layers", 2}, {"vocab_size", 100}, {"num_attention_heads", 4}};
    Texts out;
    for (const json &quantised :
         {json(3),
          json::object(),
          json{{"quant_method", 3}},
          json{{"quant_method", "gptq"}, {"bits", 99}},
          json{{"quant_method", "awq"}, {"bits", 4}, {"group_size", -7}},
          json{{"load_in_4bit", true}, {"bnb_4bit_quant_type", "~"}},
          json{{"load_in_4bit", "~"}},
          json{{"quant_method", "compressed-tensors"}, {"config_groups", 3}},
          json{{"quant_method", "fp8"}, {"weight_block_size", "~"}},
          json{{"quant_method", "hqq"}, {"ignore", json::array({1})}},
          json{{"quant_method", "modelopt"}, {"quant_algo", 3}},
          json{{"quant_method", "modelopt"}, {"quant_algo", "~"}},
          json{{"quant_method", "quark"}},
          json{{"quant_method", "quark"}, {"global_quant_config", {{"weight", 3}}}},
          json{{"quant_method", "hqq"}, {"nbits", 7}},
          json{{"quant_method", "aqlm"}, {"nbits_per_codebook", 99}},
          json{{"quant_method", "vptq"}},
          json{{"quant_method", "vptq"}, {"config_for_layers", {{"~", json::object()}}}},
          json{{"quant_method", "spqr"}},
          json{{"quant_method", "quanto"}, {"weights", "~"}},
          json{{"quant_method", "torchao"}},
          json{{"quant_method", "torchao"}, {"quant_type", 3}},
          json{{"quant_method", "fp8"}, {"activation_scheme", "~"}},
          json{{"quant_method", "gptq"}, {"dynamic", {{"-:(", 3}}}},
          json{{"quant_method", "compressed-tensors"}, {"config_groups", {{"~", {{"weights", {{"type", "~"}}}}}}}},
          json{{"quant_method", "compressed-tensors"}, {"config_groups", {{"~", {{"targets", {"re:("}}}}}}}})
        for (const char *key : {"quantization_config", "compression_config", "quantization"}) {
            json config = base;
            config[key] = quantised;
            take(out, read(config));
        }
    return out;
}

Texts said_of_adapters(const fs::path &fixtures)
{
    Texts out;
    std::vector<Adapter> adapters(10);
    adapters[1].targets = {"default"};
    adapters[2].targets = {"q_proj", "xyz"};
    adapters[3].targets = {"xyz"};
    adapters[4].dora = true;
    adapters[4].targets = {"gate_proj", "up_proj", "down_proj", "w1", "w2", "w3", "gate"};
    adapters[5] = adapters[4];
    adapters[5].dora = false;
    adapters[5].dropout = 0.1;
    adapters[6].targets = {"gate_proj"};
    adapters[7].targets = {"out_proj", "conv1d", "norm", "layers"};
    adapters[8].rank = 65536;
    adapters[8].modules_to_save = {"lm_head"};
    adapters[9].targets = {"layers", "norm"};
    for (const char *pattern : {"(", "~{9999999999}", ".*_proj", "xyz", "(~*)*\\1", "[", "*"}) {
        adapters.emplace_back().targets = {pattern};
        adapters.back().targets_regex = true;
    }
    adapters.emplace_back().targets = {std::string(2000, 'a')};
    adapters.back().targets_regex = true;
    for (const json &config : configurations(fixtures)) {
        const Result<ArchitectureRef> arch = read(config);
        if (!arch) continue;
        for (const Adapter &adapter : adapters)
            if (const Result<AdaptedModules> plan = adapted_modules(**arch, adapter); !plan) {
                Error error = plan.error();
                if (error.text.find("regular expression") != std::string::npos) error.text.clear(); // std::regex's own words
                out.push_back(error.message());
            }
    }
    return out;
}

namespace {

std::string little_endian(std::uint64_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
}

std::string written(const std::string &text) { return little_endian(text.size(), 8) + text; }

/// GGUF headers: `more` stands behind the counts of tensors and keys.
std::string gguf(std::uint32_t version, std::uint64_t tensors, std::uint64_t keys, const std::string &more = {})
{
    return "GGUF" + little_endian(version, 4) + little_endian(tensors, 8) + little_endian(keys, 8) + more;
}

std::string gguf_tensor(std::uint32_t dimensions, std::uint64_t size, std::uint32_t type)
{
    std::string out = written("~") + little_endian(dimensions, 4);
    for (std::uint32_t i = 0; i < dimensions; ++i) out += little_endian(size, 8);
    return out + little_endian(type, 4) + little_endian(0, 8);
}

void say_headers(Texts &out)
{
    const auto from = [&](const Result<Checkpoint> &read) {
        if (!read) out.push_back(read.error().message());
    };
    for (const std::string &text :
         {std::string("GGU"), std::string("GGML1234567890"), gguf(9, 0, 0), gguf(3, 9'999'999, 0), gguf(3, 1, 0),
          gguf(3, 0, 1, written("~") + little_endian(77, 4)), gguf(3, 1, 0, gguf_tensor(9, 1, 0)),
          gguf(3, 1, 0, gguf_tensor(1, ~std::uint64_t{0}, 0)), gguf(3, 1, 0, gguf_tensor(4, std::uint64_t{1} << 40, 0)),
          gguf(3, 1, 0, gguf_tensor(1, 1, 77)), gguf(3, 1, 0, gguf_tensor(1, 7, 12)),
          gguf(3, 2, 0, gguf_tensor(1, std::uint64_t{1} << 58, 0) + gguf_tensor(1, std::uint64_t{1} << 58, 0))})
        from(checkpoint_from_gguf_header(text, "~"));
    for (const char *text : {"",
                             "3",
                             "[]",
                             "{",
                             "{\"~\":3}",
                             "{\"~\":{}}",
                             "{\"~\":{\"dtype\":3}}",
                             "{\"~\":{\"dtype\":\"~\"}}",
                             "{\"~\":{\"dtype\":\"F32\"}}",
                             R"({"~":{"dtype":"F32","shape":"~"}})",
                             R"({"~":{"dtype":"F32","shape":[-1]}})",
                             R"({"~":{"dtype":"F32","shape":[0.5]}})",
                             R"({"~":{"dtype":"F32","shape":[true]}})",
                             R"({"~":{"dtype":"F32","shape":{}}})",
                             R"({"~":{"dtype":[],"shape":[]}})",
                             R"({"~":{"dtype":"F32","shape":[[1]]}})",
                             R"({"~":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})",
                             R"({"~":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})",
                             R"({"~":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})",
                             R"({"~":{"dtype":"F32","shape":[4611686018427387904,8],"data_offsets":[0,4]}})",
                             R"({"~":{"dtype":"F32","shape":[9],"data_offsets":[0,36]}})",
                             R"({"~":{"dtype":"I8","shape":[4611686018427387904],"data_offsets":[0,4611686018427387904]}})",
                             R"({"__metadata__":{"a":3,"b":null}})",
                             R"({"__metadata__":3})",
                             R"({"~":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]}})"})
        from(checkpoint_from_safetensors_header(text, 8, "~"));
    for (const char *text :
         {"", "3", "[]", "{", "{}", R"({"weight_map":3})", R"({"weight_map":{"~":3}})", R"({"weight_map":{"~":"../~"}})",
          R"({"weight_map":{"~":[]}})", R"({"weight_map":{"~":{}}})", R"({"weight_map":{"~":true}})", R"({"weight_map":[]})"})
        if (const auto shards = shards_of_index(text, "~"); !shards) out.push_back(shards.error().message());
}

} // namespace

Texts said_of_files(const fs::path &folder)
{
    Texts out;
    say_headers(out);
    const auto put = [&](const char *name, const std::string &text) {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name, std::ios::binary) << text;
    };
    put("short.safetensors", "123");
    put("long.safetensors", little_endian(999, 8) + "{}");
    put("empty.safetensors", little_endian(2, 8) + "{}");
    put("broken.gguf", "GGUF");
    put("large/config.json", std::string(64'000'000, ' '));
    put("broken/config.json", "{");
    put("split/model.safetensors.index.json", R"({"weight_map":{"~":"~.safetensors"}})");
    fs::create_directories(folder / "nothing");
    fs::create_directories(folder / "device.json");
    const fs::path cached = folder / "hub" / "models--org--old" / "refs";
    fs::create_directories(cached);
    ::setenv("HF_HUB_CACHE", (folder / "hub").c_str(), 1);
    const auto said = [&](const ModelReference &reference) { take(out, load_model(reference, folder.string())); };
    for (const char *name : {"short.safetensors", "long.safetensors", "empty.safetensors", "broken.gguf", "large", "broken",
                             "split", "nothing", "device.json", "missing.json", "missing-00001-of-00002.gguf"})
        said({.preset = {}, .config_path = name, .config_text = {}, .hub = {}});
    for (const char *hub : {"~", "org/name", "org/old", "org/old@x", "org/name@x"})
        said({.preset = {}, .config_path = {}, .config_text = {}, .hub = hub});
    said({.preset = "lama", .config_path = {}, .config_text = {}, .hub = {}});
    said({});
    ::unsetenv("HF_HUB_CACHE");
    return out;
}

} // namespace plimsoll
