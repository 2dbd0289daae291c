// SPDX-License-Identifier: GPL-3.0-or-later
// Models of a type that nobody described, with the sizes that their files say.
#include "core/load/load.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

/// Two matrices in the MLP where a guess has three.
const char *const config = R"({"model_type":"zorb","architectures":["ZorbForCausalLM"],"hidden_size":256,"num_hidden_layers":4,
    "num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":512,"vocab_size":1000,"torch_dtype":"bfloat16"})";
constexpr Count in_layer = 256 * 256 * 2 + 2 * 128 * 256 + 2 * 512 * 256 + 256, stored = 1000 * 256 + 4 * in_layer + 256;

json tensors()
{
    json out;
    Count at = 0;
    const auto add = [&](const std::string &name, const std::vector<Count> &shape) {
        Count bytes = 2;
        for (const Count dimension : shape) bytes *= dimension;
        out[name] = {{"dtype", "BF16"}, {"shape", shape}, {"data_offsets", {at, at + bytes}}};
        at += bytes;
    };
    add("backbone.embed.weight", {1000, 256});
    for (int layer = 0; layer < 4; ++layer) {
        const std::string scope = "backbone.blocks." + std::to_string(layer) + ".";
        for (const char *name : {"mix.q.weight", "mix.o.weight"}) add(scope + name, {256, 256});
        for (const char *name : {"mix.k.weight", "mix.v.weight"}) add(scope + name, {128, 256});
        add(scope + "up.weight", {512, 256});
        add(scope + "down.weight", {256, 512});
        add(scope + "norm.weight", {256});
    }
    add("backbone.norm.weight", {256});
    return out;
}

/// An index of one file that says so many bytes.
std::string index_saying(Count bytes)
{
    const json header = tensors();
    json map;
    for (const auto &[name, tensor] : header.items()) map[name] = "model-00001-of-00001.safetensors";
    return json{{"metadata", {{"total_size", bytes}}}, {"weight_map", map}}.dump();
}

void write(const std::filesystem::path &path, const std::string &text) { std::ofstream(path, std::ios::binary) << text; }

void write_weights(const std::filesystem::path &path, const json &header)
{
    const std::string text = header.dump();
    std::string start(8, '\0');
    for (std::size_t i = 0; i < 4; ++i) start[i] = static_cast<char>(text.size() >> 8 * i & 0xff);
    write(path, start + text);
    std::filesystem::resize_file(path, 8 + text.size() + static_cast<std::uintmax_t>(stored) * 2);
}

QString said(const Architecture &architecture)
{
    QString out;
    for (const std::string &line : architecture.assumptions) out += QString::fromStdString(line) + '\n';
    return out;
}

} // namespace

class TestStoredSizes : public QObject {
    Q_OBJECT

private slots:
    void a_guess_takes_the_sizes_of_a_header()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        write(path / "config.json", config);
        write_weights(path / "model.safetensors", tensors());
        const auto read = load_model({{}, path.string(), {}, {}});
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE((*read)->all_parameters, stored);
        QVERIFY((*read)->decoder && (*read)->decoder->tied && !(*read)->exact);
        QVERIFY2(said(**read).contains("model.safetensors has 2,092,288 parameters"), qPrintable(said(**read)));
        QVERIFY(!said(**read).contains("off by half"));
    }

    void a_guess_takes_the_total_of_an_index()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        write(path / "config.json", config);
        write(path / "model.safetensors.index.json", index_saying(stored * 2));
        const auto read = load_model({{}, path.string(), {}, {}});
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE((*read)->all_parameters, stored);
        QVERIFY2(said(**read).contains("1 of the 1 files that model.safetensors.index.json names are not here"),
                 qPrintable(said(**read)));
    }

    void a_guess_alone_says_how_far_it_may_be_off()
    {
        const auto read = load_model({{}, {}, config, {}});
        QVERIFY(read.ok());
        QVERIFY2(said(**read).contains("off by half or to twice"), qPrintable(said(**read)));
    }

    void an_index_that_disagrees_with_its_files_is_told()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        write(path / "config.json", config);
        write_weights(path / "model-00001-of-00001.safetensors", tensors());
        const auto told = [&](Count total) {
            write(path / "model.safetensors.index.json", index_saying(total));
            const auto read = load_model({{}, path.string(), {}, {}});
            return read.ok() ? said(**read) : QString("none");
        };
        QVERIFY2(told(stored * 4).contains("model.safetensors.index.json says that its 1 files hold 8.4 MB, they hold 4.2 MB"),
                 qPrintable(told(stored * 4)));
        QVERIFY(!told(stored * 2).contains("says that its"));
    }
};

PLIMSOLL_TEST(TestStoredSizes)
} // namespace PLIMSOLL_FILE
#include "test_stored_sizes.moc"
