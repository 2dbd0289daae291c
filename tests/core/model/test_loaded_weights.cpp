// SPDX-License-Identifier: GPL-3.0-or-later
// What loaders make of quantised checkpoints, against what the loaders themselves build and what published files hold.
#include "core/model/load.h"
#include "core/model/load_named.h"
#include "core/model/loaded_weights.h"
#include "core/model/packed_tensors.h"
#include "core/model/storage.h"
#include "tests/core/english_left.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

using namespace plimsoll;
using nlohmann::json;

namespace {

const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

json config_of(const std::string &name)
{
    for (const char *folder : {"quantised", "configs"})
        if (std::ifstream file(fixtures / folder / name); file) return json::parse(file);
    return nullptr;
}

std::vector<json> rows()
{
    std::vector<json> out;
    std::ifstream file(fixtures / "quantised" / "rows.jsonl");
    for (std::string line; std::getline(file, line);) out.push_back(json::parse(line));
    return out;
}

/// The model that a row is about, as the class that its file names.
Result<ArchitectureRef> model_of(const json &row)
{
    json config = config_of(row["config"]);
    if (row.contains("block")) config["quantization_config"] = row["block"];
    return named_class_from_config(config.dump(), row["config"]);
}

Loader loader_of(const json &row)
{
    Loader out;
    out.library = row["loader"];
    out.major = row["release"][0], out.minor = row["release"][1];
    out.capability_major = row["capability"][0], out.capability_minor = row["capability"][1];
    out.dtype = *dtype_from_name(row["dtype"].get<std::string>());
    out.quant = row.value("quant", "");
    out.double_quant = row.value("double_quant", false);
    return out;
}

/// Sizes agree where they differ by at most 1 in 10,000: constants of libraries that no configuration states.
bool agrees(Bytes said, Bytes truth) { return std::abs(said - truth) <= truth / 10'000; }

ArchitectureRef llama(const json &quantization, const json &more = json::object())
{
    json config{{"model_type", "llama"},    {"vocab_size", 320},         {"hidden_size", 256},
                {"intermediate_size", 512}, {"num_hidden_layers", 2},    {"num_attention_heads", 4},
                {"num_key_value_heads", 2}, {"torch_dtype", "bfloat16"}, {"tie_word_embeddings", false}};
    config.update(more);
    if (!quantization.is_null()) config["quantization_config"] = quantization;
    const auto read = architecture_from_config(config.dump(), "test");
    return read ? *read : nullptr;
}

QString tensors(const Storage &storage, const std::string &module)
{
    QStringList out;
    for (const PackedTensor &tensor : storage.tensors) {
        if (!tensor.name.starts_with(module + ".")) continue;
        QStringList sizes;
        for (const Count size : tensor.shape) sizes.append(QString::number(size));
        const std::string dtype(tensor.dtype ? name_of(*tensor.dtype) : "?");
        out.append(QString::fromStdString(tensor.name.substr(module.size() + 1) + " " + dtype) + " [" + sizes.join(", ") + "]");
    }
    return out.join("; ");
}

QStringList codes(const LoadedWeights &loaded)
{
    QStringList out;
    for (const LoadNote &note : loaded.notes) out.append(QString::fromStdString(note.code) + (note.first ? "!" : ""));
    return out;
}

} // namespace

class TestLoadedWeights : public QObject {
    Q_OBJECT

private slots:
    void bytes_are_those_of_real_loaders()
    {
        int exact = 0, all = 0;
        for (const json &row : rows()) {
            const auto arch = model_of(row);
            QVERIFY2(arch.ok(), row["config"].get<std::string>().c_str());
            const std::string which =
                row["config"].get<std::string>() + " " + row.value("quant", "as it is") + " " + row["loader"].get<std::string>();
            if (row["loader"] == "file") {
                const std::optional<Bytes> stored = storage_of(**arch).bytes;
                QVERIFY2(stored && agrees(*stored, row["bytes"]), which.c_str());
                continue;
            }
            const auto loaded = load_weights(**arch, loader_of(row));
            QVERIFY2(loaded.ok(), (which + ": " + (loaded ? "" : loaded.error().message())).c_str());
            QVERIFY2(agrees(loaded->bytes, row["bytes"]), (which + " " + std::to_string(loaded->bytes)).c_str());
            if (row.contains("after"))
                QVERIFY2(agrees(loaded->after_first_forward, row["after"]),
                         (which + " then " + std::to_string(loaded->after_first_forward)).c_str());
            ++all;
            exact += loaded->bytes == row["bytes"].get<Bytes>();
        }
        QVERIFY2(exact * 10 >= all * 8, std::to_string(exact).c_str()); // most to the byte
    }

    void sums_are_those_of_layouts()
    {
        for (const json &row : rows()) {
            if (row["loader"] == "file" || row.contains("block")) continue;
            const auto arch = model_of(row);
            const auto loaded = load_weights(**arch, loader_of(row));
            Bytes packed = 0, beside = 0;
            for (const auto &[name, layout] : loaded->layouts)
                for (const LayoutPart &part : layout->parts) {
                    packed += *bytes_of(part);
                    if (part.metadata) beside += *bytes_of(part);
                }
            QVERIFY(packed <= loaded->bytes);
            QCOMPARE(beside, loaded->metadata_bytes);
        }
    }

    void the_first_note_says_what_is_different_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("quant");
        QTest::addColumn<int>("capability"); // ten times the major number
        QTest::addColumn<QString>("notes");
        const auto row = [](const char *name, const char *config, const char *quant, int capability, const char *notes) {
            QTest::newRow(name) << QByteArray(config) << QByteArray(quant) << capability << QString::fromLatin1(notes);
        };
        row("experts stay wide", "mistralai__Mixtral-8x7B-v0.1.json", "nf4", 80, "experts_not_quantised!");
        row("experts are lost", "QuantTrio__MiniMax-M2.5-AWQ.json", "", 90, "experts_not_loaded! dtype_changed");
        row("experts are unpacked", "cyankiwi__Qwen3-Next-80B-A3B-Instruct-AWQ-4bit.json", "", 90,
            "experts_dequantised! expands_in_first_forward!");
        row("experts in FP8", "MiniMaxAI__MiniMax-M2.5.json", "", 90, "");
        row("an older card", "MiniMaxAI__MiniMax-M2.5.json", "", 80, "dequantised!");
        row("4 bit floats", "openai__gpt-oss-20b.json", "", 80, "");
        row("4 bit floats on a V100", "openai__gpt-oss-20b.json", "", 70, "dequantised!");
        row("a subclass of Linear", "tiiuae__falcon-40b.json", "nf4", 80, "nothing_quantised!");
        row("NVIDIA's own", "nvidia__Qwen3-14B-FP8.json", "", 90, "loader_does_not_know!");
        row("AMD's own", "amd__MiniMax-M2.5-MXFP4.json", "", 90, "experts_not_loaded!");
        row("widths", "openbmb__MiniCPM3-4B.json", "gptq4", 90, "load_fails!");
    }
    void the_first_note_says_what_is_different()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, quant);
        QFETCH(int, capability);
        const auto arch = named_class_from_config(config_of(config.toStdString()).dump(), "test");
        QVERIFY(arch);
        Loader loader;
        loader.quant = quant.toStdString();
        loader.capability_major = capability / 10;
        const auto loaded = load_weights(**arch, loader);
        QVERIFY(loaded);
        QTEST(codes(*loaded).join(' '), "notes");
    }

    void an_engine_holds_what_is_stored()
    {
        const auto arch = named_class_from_config(config_of("QuantTrio__MiniMax-M2.5-AWQ.json").dump(), "test");
        Loader loader;
        loader.library = "vllm";
        const auto loaded = load_weights(**arch, loader);
        QVERIFY(loaded);
        QVERIFY(loaded->notes.empty());
        QCOMPARE(loaded->layouts.at("model.layers.0.mlp.experts.gate_up_proj")->packing, Packing::awq);
        QCOMPARE(loaded->dtype, loader.dtype);
        // experts of gpt-oss are padded for the kernel, 2,880 to 2,944 and 3,072
        const auto oss = named_class_from_config(config_of("openai__gpt-oss-20b.json").dump(), "test");
        const auto padded = load_weights(**oss, loader);
        QVERIFY(padded);
        const auto &parts = padded->layouts.at("model.layers.0.mlp.experts.gate_up_proj")->parts;
        QCOMPARE(parts[0].shape, Dimensions({32, 5888, 96, 16}));
        QVERIFY(std::abs(static_cast<double>(padded->bytes) - 13.72 * 1073741824.0) < 0.005 * 14.7e9); // "13.72 GiB" (vLLM)
    }

    void what_fails_is_refused_by_name()
    {
        const auto refused = [](const std::string &name, const std::string &quant, int major) {
            const auto arch = named_class_from_config(config_of(name).dump(), "test");
            Loader loader;
            loader.quant = quant;
            loader.capability_major = major;
            const auto loaded = load_weights(**arch, loader);
            return loaded ? std::string() : loaded.error().message();
        };
        QVERIFY(refused("openai-community__gpt2.json", "awq4", 9).find("GPT2LMHeadModel") != std::string::npos);
        QVERIFY(refused("openai__gpt-oss-20b.json", "fp8", 9).find("vLLM") != std::string::npos);
        QVERIFY(refused("mosaicml__mpt-7b.json", "gptq4", 9).find("MptForCausalLM") != std::string::npos);
        const ArchitectureRef rows = llama({{"quant_method", "fbgemm_fp8"}});
        Loader loader;
        QVERIFY(!load_weights(*rows, loader));
        loader.capability_major = 9;
        QVERIFY(load_weights(*rows, loader).ok());
        const ArchitectureRef unknown = llama({{"quant_method", "quip"}, {"bits", 2}});
        QVERIFY(!load_weights(*unknown, loader));
        QVERIFY(load_weights(*unknown, loader).error().message().find("quip") != std::string::npos);
        loader.quant = "Q4_K";
        const auto unpacked = load_weights(*llama(nullptr), loader);
        QCOMPARE(codes(*unpacked).join(' '), QString("dequantised!"));
        loader.library = "vllm";
        QVERIFY(load_weights(*llama(nullptr), loader).error().message().find("llama.cpp") != std::string::npos);
    }

    void a_method_stores_its_parts_data();
    void a_method_stores_its_parts();

    void groups_say_what_is_packed_how()
    {
        const json four{{"num_bits", 4}, {"type", "int"}, {"strategy", "group"}, {"group_size", 128}};
        const json eight{{"num_bits", 8}, {"type", "float"}, {"strategy", "channel"}};
        const json groups{
            {"a", {{"targets", {"re:.*mlp.*"}}, {"weights", four}, {"format", "pack-quantized"}}},
            {"b", {{"targets", {"Linear"}}, {"weights", eight}, {"format", "float-quantized"}}},
            {"c", {{"targets", {"model.layers.1.mlp.up_proj"}}, {"weights", eight}, {"format", "float-quantized"}}}};
        const Storage storage = storage_of(*llama({{"quant_method", "compressed-tensors"},
                                                   {"format", "mixed-precision"},
                                                   {"ignore", {"lm_head", "re:.*layers.0.self_attn.q_proj"}},
                                                   {"config_groups", groups}}));
        QCOMPARE(tensors(storage, "model.layers.0.self_attn.q_proj"), QString("weight bf16 [256, 256]"));
        QCOMPARE(tensors(storage, "model.layers.1.self_attn.q_proj"),
                 QString("weight fp8 [256, 256]; weight_scale bf16 [256, 1]"));
        QCOMPARE(tensors(storage, "model.layers.0.mlp.up_proj"),
                 QString("weight_packed int32 [512, 32]; weight_scale bf16 [512, 2]; weight_shape int64 [2]"));
        QCOMPARE(tensors(storage, "model.layers.1.mlp.up_proj"), QString("weight fp8 [512, 256]; weight_scale bf16 [512, 1]"));
        QCOMPARE(tensors(storage, "lm_head"), QString("weight bf16 [320, 256]"));
    }

    void settings_of_single_modules_count()
    {
        const Storage gptq = storage_of(*llama(
            {{"quant_method", "gptq"},
             {"bits", 4},
             {"group_size", 128},
             {"dynamic", {{"-:.*self_attn.*", json::object()}, {"+:.*layers\\.1\\.mlp.*", {{"bits", 8}, {"group_size", 64}}}}}}));
        QCOMPARE(tensors(gptq, "model.layers.0.self_attn.q_proj"), QString("weight bf16 [256, 256]"));
        QVERIFY(tensors(gptq, "model.layers.0.mlp.up_proj").startsWith("qweight int32 [32, 512]; qzeros int32 [2, 64]"));
        QVERIFY(tensors(gptq, "model.layers.1.mlp.up_proj").startsWith("qweight int32 [64, 512]; qzeros int32 [4, 128]"));
        const Storage mixed = storage_of(*llama({{"quant_method", "modelopt"},
                                                 {"quant_algo", "MIXED_PRECISION"},
                                                 {"quantized_layers",
                                                  {{"model.layers.0.mlp.up_proj", {{"quant_algo", "NVFP4"}, {"group_size", 16}}},
                                                   {"model.layers.1.*", {{"quant_algo", "FP8"}}}}}}));
        QVERIFY(tensors(mixed, "model.layers.0.mlp.up_proj").startsWith("weight uint8 [512, 128]"));
        QVERIFY(tensors(mixed, "model.layers.1.mlp.up_proj").startsWith("weight fp8 [512, 256]"));
        QCOMPARE(tensors(mixed, "model.layers.0.mlp.gate_proj"), QString("weight bf16 [512, 256]"));
        // optimum knows nothing of `dynamic`
        Loader loader;
        const auto loaded =
            load_weights(*llama({{"quant_method", "gptq"}, {"bits", 4}, {"dynamic", {{"-:.*", json::object()}}}}), loader);
        QVERIFY(loaded->layouts.contains("model.layers.0.self_attn.q_proj.weight"));
    }

    void random_blocks_never_crash()
    {
        std::mt19937 random(7);
        std::vector<json> blocks;
        for (const json &row : rows())
            if (const json config = config_of(row["config"]); config.contains("quantization_config"))
                blocks.push_back(config["quantization_config"]);
        for (const json &each : methods()) blocks.push_back(each);
        const json wrong[] = {json(-1),       json(0),
                              json(1e18),     json("*("),
                              json("re:(?<"), json::array({"**", ""}),
                              json::object(), json(true),
                              json(),         json::array({1, 2, 3})};
        for (int i = 0; i < 3000; ++i) {
            json block = blocks[random() % blocks.size()];
            damage(block, random, wrong, 0);
            const ArchitectureRef arch = llama(block);
            if (!arch) continue;
            const Storage storage = storage_of(*arch);
            if (storage.bytes) QVERIFY(*storage.bytes >= *storage.metadata_bytes);
            for (const char *library : {"transformers", "vllm"}) {
                Loader loader;
                loader.library = library;
                if (const auto loaded = load_weights(*arch, loader)) QVERIFY(loaded->bytes >= loaded->metadata_bytes);
            }
        }
    }

    void everything_is_said_in_the_readers_language()
    {
        const Unreadable language;
        const auto left = [](const std::string &text) { QCOMPARE(english_left(text), std::string()); };
        for (const json &row : rows()) {
            if (row["loader"] == "file") continue;
            const auto arch = model_of(row);
            for (const int capability : {7, 8, 9}) {
                Loader loader = loader_of(row);
                loader.capability_major = capability;
                loader.kernels = capability != 8;
                const auto loaded = load_weights(**arch, loader);
                if (!loaded) left(loaded.error().message());
                if (loaded)
                    for (const LoadNote &note : loaded->notes) left(note.text);
            }
        }
    }

private:
    static std::vector<json> methods();
    template <std::size_t n>
    static void damage(json &value, std::mt19937 &random, const json (&wrong)[n], int depth)
    {
        if (value.is_structured() && !value.empty() && depth < 4 && random() % 4 != 0) {
            auto at = value.begin();
            std::advance(at, random() % value.size());
            return damage(*at, random, wrong, depth + 1);
        }
        value = wrong[random() % n];
    }
};

std::vector<json> TestLoadedWeights::methods()
{
    return {
        {{"quant_method", "aqlm"}, {"in_group_size", 8}, {"out_group_size", 1}, {"num_codebooks", 1}, {"nbits_per_codebook", 16}},
        {{"quant_method", "hqq"}, {"quant_config", {{"weight_quant_params", {{"nbits", 4}, {"group_size", 64}}}}}},
        {{"quant_method", "torchao"}, {"quant_type", "int4_weight_only"}, {"quant_type_kwargs", {{"group_size", 128}}}},
        {{"quant_method", "torchao"},
         {"quant_type", {{"default", {{"_type", "Int8WeightOnlyConfig"}, {"_data", json::object()}}}}}},
        {{"quant_method", "eetq"}, {"weights", "int8"}},
        {{"quant_method", "higgs"}, {"bits", 4}, {"group_size", 256}},
        {{"quant_method", "bitnet"}},
        {{"quant_method", "quanto"}, {"weights", "int4"}},
        {{"quant_method", "vptq"},
         {"config_for_layers",
          {{"model.layers.0.self_attn.k_proj",
            {{"vector_lens", {-1, 8}},
             {"num_centroids", {-1, 65536}},
             {"num_res_centroids", {-1, 256}},
             {"group_num", 1},
             {"group_size", 256},
             {"outlier_size", 0},
             {"enable_norm", true},
             {"enable_perm", true}}}}}},
        {{"quant_method", "spqr"},
         {"bits", 3},
         {"shapes",
          {{"model.layers.0.self_attn.k_proj.dense_weights.shape", 2048},
           {"model.layers.0.self_attn.k_proj.row_offsets.shape", 129},
           {"model.layers.0.self_attn.k_proj.col_vals.shape", 100},
           {"model.layers.0.self_attn.k_proj.in_perm.shape", 0}}}},
        {{"quant_method", "quark"},
         {"global_quant_config",
          {{"weight", {{"dtype", "fp8_e4m3"}, {"qscheme", "per_tensor"}}}, {"input_tensors", {{"is_dynamic", false}}}}},
         {"exclude", {"lm_head"}}},
        {{"quant_method", "auto-round"}, {"bits", 4}, {"group_size", 128}, {"packing_format", "auto_round:auto_gptq"}},
        {{"group_size", 64},
         {"bits", 4},
         {"mode", "affine"},
         {"quant_method", "mlx"},
         {"model.layers.0.self_attn.k_proj", false}},
        {{"quant_method", "modelopt"}, {"quant_algo", "W4A16_AWQ"}, {"group_size", 128}},
    };
}

void TestLoadedWeights::a_method_stores_its_parts_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<QString>("parts"); // of k_proj: [128, 256]
    const char *parts[] = {
        "codes int16 [128, 32, 1]; codebooks bf16 [1, 65536, 1, 8]; scales bf16 [128, 1, 1, 1]",
        "W_q uint8 [16384, 1]; scale bf16 [512, 1]; zero bf16 [512, 1]",
        "weight_qdata int32 [16, 8, 32, 4]; weight_scale_and_zero bf16 [8, 128, 2]",
        "weight_qdata int8 [128, 256]; weight_scale bf16 [128, 1]",
        "weight int8 [256, 128]; weight_scales fp16 [128]",
        "weight int16 [32, 256]; scales bf16 [128, 1]; tables bf16 [16]; tables2 bf16 [16, 16, 2]",
        "weight uint8 [32, 256]; weight_scale bf16 [1]",
        "weight._data uint8 [16384]; weight._scale bf16 [256, 1]; weight._shift bf16 [256, 1]",
        "indices int32 [1, 16, 192]; centroids.weight bf16 [1, 524288]; res_centroids.weight bf16 [1, 2048]; perm int16 [256]; "
        "weight_scale bf16 [256]; weight_bias bf16 [256]",
        "dense_weights int64 [2048]; row_offsets int32 [129]; col_vals int32 [100]; in_perm int32 [0]",
        "weight fp8 [128, 256]; weight_scale fp32 []; input_scale fp32 []",
        "qweight int32 [32, 128]; qzeros int32 [2, 16]; scales fp16 [2, 128]; g_idx int32 [256]",
        "weight bf16 [128, 256]",
        "weight uint8 [64, 256]; weight_scale bf16 [128, 2]; pre_quant_scale bf16 [256]",
    };
    int method = 0;
    for (const json &block : methods()) {
        QTest::addRow("%d %s", method, block["quant_method"].get<std::string>().c_str())
            << method << QString::fromLatin1(parts[method]);
        ++method;
    }
}

void TestLoadedWeights::a_method_stores_its_parts()
{
    QFETCH(int, method);
    const ArchitectureRef arch = llama(methods()[static_cast<std::size_t>(method)]);
    QVERIFY(arch);
    const Storage storage = storage_of(*arch);
    QTEST(tensors(storage, "model.layers.0.self_attn.k_proj"), "parts");
    Loader loader;
    loader.dtype = Dtype::bf16;
    loader.library = "vllm";
    const auto loaded = load_weights(*arch, loader);
    QVERIFY(loaded && storage.bytes);
}

QTEST_APPLESS_MAIN(TestLoadedWeights)
#include "test_loaded_weights.moc"
