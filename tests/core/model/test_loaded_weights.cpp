// SPDX-License-Identifier: GPL-3.0-or-later
// What loaders make of quantised checkpoints, against what the loaders themselves build and what published files hold.
#include "core/engines/engines.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/model/checkpoint/storage.h"
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/packed_tensors.h"
#include "core/stacks/stacks.h"
#include "tests/core/english_left.h"
#include "tests/core/model/small_model.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

namespace PLIMSOLL_FILE {

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

const LoadingLibrary &loading_library(const std::string &name)
{
    if (name == "vllm") return *engines::vllm.models.loader;
    if (name == "sglang") return *engines::sglang.models.loader;
    if (name == "unsloth") return *stacks::unsloth.models.loader;
    if (name != "transformers") qFatal("no loader %s", name.c_str());
    return loading::transformers;
}

Loader loader_of(const json &row)
{
    Loader out;
    out.library = &loading_library(row["loader"]);
    out.release = std::to_string(row["release"][0].get<int>());
    out.quantizers_of_4 = out.library->by_quantizers && row["release"][0] < 5;
    out.capability_major = row["capability"][0], out.capability_minor = row["capability"][1];
    out.dtype = *dtype_from_name(row["dtype"].get<std::string>());
    out.quant = row.value("quant", "");
    out.double_quant = row.value("double_quant", false);
    return out;
}

/// Sizes agree where they differ by at most 1 in 10,000: constants of libraries that no configuration states.
bool agrees(Bytes said, Bytes truth) { return std::abs(said - truth) <= truth / 10'000; }

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
        row("4 bit floats", "openai__gpt-oss-20b.json", "", 80, "needs_kernels");
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
        loader.library = &loading_library("vllm");
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

    void an_engine_says_what_it_does_not_know()
    {
        const auto arch = named_class_from_config(config_of("unsloth__Llama-3.2-1B-Instruct-bnb-4bit.json").dump(), "test");
        Loader loader;
        QVERIFY(load_weights(**arch, loader)->notes.empty());
        loader.library = &loading_library("vllm");
        QCOMPARE(codes(*load_weights(**arch, loader)).join(' '), QString("loader_does_not_know!"));
    }

    void towers_that_a_plan_leaves_out_are_named()
    {
        const json config = config_of("Qwen__Qwen3.5-35B-A3B-GPTQ-Int4.json");
        const auto alone = architecture_from_config(config.dump(), "test");
        QVERIFY(codes(*load_weights(**alone, {})).contains("towers_left_out"));
        const auto whole = named_class_from_config(config.dump(), "test");
        QVERIFY(!codes(*load_weights(**whole, {})).contains("towers_left_out"));
    }

    void a_file_beside_the_configuration_says_how()
    {
        const QTemporaryDir folder;
        const auto put = [&folder](const char *name, const json &value) {
            std::ofstream(folder.filePath(name).toStdString()) << value;
        };
        json config = config_of("Qwen__Qwen3-4B-AWQ.json");
        config.erase("quantization_config");
        put("config.json", config);
        put("hf_quant_config.json",
            {{"producer", {{"name", "modelopt"}}},
             {"quantization", {{"quant_algo", "NVFP4"}, {"group_size", 16}, {"exclude_modules", {"lm_head"}}}}});
        const auto read = load_model({.preset = {}, .config_path = folder.path().toStdString(), .config_text = {}, .hub = {}});
        QVERIFY(read.ok() && (*read)->quantization);
        QCOMPARE((*read)->quantization->method, std::string("modelopt_fp4"));
        QVERIFY(tensors_of(storage_of(**read), "model.layers.0.self_attn.k_proj").startsWith("weight uint8 [1024, 1280]"));
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
        const ArchitectureRef rows = small_llama({{"quant_method", "fbgemm_fp8"}});
        Loader loader;
        QVERIFY(!load_weights(*rows, loader));
        loader.capability_major = 9;
        QVERIFY(load_weights(*rows, loader).ok());
        const ArchitectureRef unknown = small_llama({{"quant_method", "quip"}, {"bits", 2}});
        QVERIFY(!load_weights(*unknown, loader));
        QVERIFY(load_weights(*unknown, loader).error().message().find("quip") != std::string::npos);
        loader.quant = "Q4_K";
        const auto unpacked = load_weights(*small_llama(nullptr), loader);
        QCOMPARE(codes(*unpacked).join(' '), QString("dequantised!"));
        loader.library = &loading_library("vllm");
        QVERIFY(load_weights(*small_llama(nullptr), loader).error().message().find("llama.cpp") != std::string::npos);
    }

    void random_blocks_never_crash()
    {
        std::mt19937 random(7);
        std::vector<json> blocks;
        for (const json &row : rows())
            if (const json config = config_of(row["config"]); config.contains("quantization_config"))
                blocks.push_back(config["quantization_config"]);
        for (const json &each : quantisation_blocks()) blocks.push_back(each);
        const json wrong[] = {json(-1),       json(0),
                              json(1e18),     json("*("),
                              json("re:(?<"), json::array({"**", ""}),
                              json::object(), json(true),
                              json(),         json::array({1, 2, 3})};
        for (int i = 0; i < 3000; ++i) {
            json block = blocks[random() % blocks.size()];
            damage(block, random, wrong, 0);
            const ArchitectureRef arch = small_llama(block);
            if (!arch) continue;
            const Storage storage = storage_of(*arch);
            if (storage.bytes) QVERIFY(*storage.bytes >= *storage.metadata_bytes);
            for (const char *library : {"transformers", "vllm"}) {
                Loader loader;
                loader.library = &loading_library(library);
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

PLIMSOLL_TEST(TestLoadedWeights)
} // namespace PLIMSOLL_FILE
#include "test_loaded_weights.moc"
