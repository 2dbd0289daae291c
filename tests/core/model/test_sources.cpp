// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/model/quantization/packed_tensors.h"
#include "core/model/quantization/quantised_modules.h"
#include "core/model/quantization/quantization.h"
#include "tests/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const QByteArray config = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
 "num_attention_heads": 4, "vocab_size": 100})";
constexpr Count parameters = 95'040;

void write(const QString &path, const QByteArray &text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

void append(QByteArray &out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

/// A file of one tensor [rows, 32] in BF16, its payload zeros.
QByteArray safetensors(const QByteArray &tensor, int rows)
{
    const QByteArray bytes = QByteArray::number(rows * 64);
    const QByteArray header = "{\"" + tensor + "\":{\"dtype\":\"BF16\",\"shape\":[" + QByteArray::number(rows) +
                              ",32],\"data_offsets\":[0," + bytes + "]}}";
    QByteArray out;
    append(out, static_cast<std::uint64_t>(header.size()), 8);
    return out + header + QByteArray(rows * 64, '\0');
}

/// A header of one tensor [8, 256] in Q4_K.
QByteArray gguf(const QByteArray &tensor)
{
    QByteArray out = "GGUF";
    append(out, 3, 4);
    append(out, 1, 8);
    append(out, 0, 8);
    append(out, static_cast<std::uint64_t>(tensor.size()), 8);
    out += tensor;
    append(out, 2, 4);
    append(out, 256, 8);
    append(out, 8, 8);
    append(out, 12, 4);
    append(out, 0, 8);
    return out;
}

Result<ArchitectureRef> loaded(const QString &path) { return load_model({.preset = {}, .config_path = path.toStdString()}); }

ArchitectureRef quantised(const QByteArray &quantization)
{
    QByteArray text = config;
    text.chop(1);
    const auto read = architecture_from_config((text + ", \"quantization_config\": " + quantization + "}").toStdString(), "test");
    return read ? *read : nullptr;
}

/// Modules that are quantised, by the last part of their names.
QStringList packed(const Architecture &arch)
{
    QStringList out;
    const auto rules = rules_of(*arch.quantization);
    const StoredModules stored(arch, *rules);
    for (const Module &module : arch.modules)
        for (const Parameter &parameter : module.parameters)
            if (matrix_of(module, parameter) && stored.scheme_of(module, parameter))
                out.append(QString::fromStdString(module.name).section(QLatin1Char('.'), -1));
    out.removeDuplicates();
    return out;
}

} // namespace

/// Where models come from besides a config.json, and what a configuration says of its own quantisation.
class TestSources : public QObject {
    Q_OBJECT
private slots:
    void a_folder_is_its_configuration()
    {
        const QTemporaryDir folder;
        write(folder.filePath("config.json"), config);
        write(folder.filePath("model.safetensors"), safetensors("x.weight", 2));
        const auto read = loaded(folder.path());
        QVERIFY(read.ok());
        QCOMPARE((*read)->total_parameters(), parameters);
    }

    void unknown_types_are_counted_from_their_tensors()
    {
        const QTemporaryDir folder;
        write(folder.filePath("config.json"), "{\"model_type\": \"something_new\", \"hidden_size\": 64}");
        write(folder.filePath("model-00001-of-00002.safetensors"), safetensors("a.weight", 3));
        write(folder.filePath("model-00002-of-00002.safetensors"), safetensors("b.weight", 4));
        write(folder.filePath("model.safetensors.index.json"),
              "{\"metadata\": {\"total_size\": 448}, \"weight_map\": {\"a.weight\": \"model-00001-of-00002.safetensors\", "
              "\"b.weight\": \"model-00002-of-00002.safetensors\"}}");
        const auto read = loaded(folder.path());
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE((*read)->total_parameters(), Count{7 * 32});
        QVERIFY((*read)->modules.front().parameters.front().dtype == Dtype::bf16);
    }

    void many_files_come_in_order_and_the_first_broken_one_is_named()
    {
        const QTemporaryDir folder;
        QByteArray map;
        for (int i = 0; i < 40; ++i) {
            const QString name = QStringLiteral("m-%1.safetensors").arg(i, 2, 10, QLatin1Char('0'));
            write(folder.filePath(name), safetensors("t" + QByteArray::number(i), i + 1));
            map += (i ? ", \"t" : "\"t") + QByteArray::number(i) + "\": \"" + name.toUtf8() + '"';
        }
        const QString path = folder.filePath("model.safetensors.index.json");
        write(path, "{\"weight_map\": {" + map + "}}");
        const Result<Checkpoint> read = read_safetensors(path.toStdString());
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE(read->tensors.size(), std::size_t{40});
        for (std::size_t i = 0; i < 40; ++i) QCOMPARE(read->tensors[i].name, "t" + std::to_string(i));
        for (const char *name : {"m-07.safetensors", "m-09.safetensors", "m-31.safetensors"}) write(folder.filePath(name), "{}");
        for (int round = 0; round < 20; ++round) {
            const Result<Checkpoint> broken = read_safetensors(path.toStdString());
            QVERIFY(!broken.ok());
            QVERIFY2(broken.error().message().find("m-07.safetensors") != std::string::npos, broken.error().message().c_str());
        }
    }

    void broken_headers_name_tensor_and_key_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QString>("message");
        QTest::newRow("type") << QByteArray(R"({"a":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}})")
                              << "x: a.dtype: read F99, accepted: a type such as BF16";
        QTest::newRow("no type") << QByteArray(R"({"a":{"shape":[1],"data_offsets":[0,4]}})")
                                 << "x: a.dtype: read nothing, accepted: a type such as BF16";
        QTest::newRow("no offsets") << QByteArray(R"({"a":{"dtype":"F32","shape":[1]}})")
                                    << "x: a.data_offsets: read nothing, accepted: a list of two whole numbers";
        QTest::newRow("negative") << QByteArray(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})")
                                  << "x: a.shape: read a negative number, accepted: a list of at most 16 whole numbers";
        QTest::newRow("a text") << QByteArray(R"({"a":{"dtype":"F32","shape":"1","data_offsets":[0,4]}})")
                                << "x: a.shape: read a text, accepted: a list of at most 16 whole numbers";
        QTest::newRow("too large") << QByteArray(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}})")
                                   << "x: a.shape: read more than 64-bit sizes hold, accepted: what fills data_offsets, 0 to 4";
        QTest::newRow("other bytes") << QByteArray(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})")
                                     << "x: a.shape: read 64 bits, accepted: what fills data_offsets, 0 to 4";
        QTest::newRow("backwards") << QByteArray(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})")
                                   << "x: a.data_offsets: read 4 to 0, accepted: the start, then the end";
        QTest::newRow("no object") << QByteArray(R"({"a":null})")
                                   << "x: a: read null, accepted: an object with dtype, shape and data_offsets";
        QTest::newRow("a list") << QByteArray("[]") << "x: read a list, accepted: an object of tensors";
        QTest::newRow("a long name") << "{\"" + QByteArray(100, 'n') + "\":3}"
                                     << "x: " + QString(60, 'n') +
                                            "…: read a number, accepted: an object with dtype, shape and "
                                            "data_offsets";
        QTest::newRow("a name with an escape")
            << QByteArray("{\"a\\u001b[2J\":3}")
            << "x: a?[2J: read a number, accepted: an object with dtype, shape and data_offsets";
        QTest::newRow("truncated") << QByteArray(R"({"a":)") << "x: read no JSON from byte 6, accepted: a safetensors header";
    }

    void broken_headers_name_tensor_and_key()
    {
        QFETCH(QByteArray, header);
        const auto read = checkpoint_from_safetensors_header(header.toStdString(), 4, "x");
        QVERIFY(!read.ok());
        QTEST(QString::fromStdString(read.error().message()), "message");
    }

    void a_checkpoint_without_tensors_is_refused()
    {
        const QTemporaryDir folder;
        QByteArray none;
        append(none, 2, 8);
        write(folder.filePath("model.safetensors"), none + "{}");
        write(folder.filePath("model.safetensors.index.json"), "{\"weight_map\": {}}");
        for (const char *name : {"model.safetensors", "model.safetensors.index.json"}) {
            const auto read = loaded(folder.filePath(name));
            QVERIFY(!read.ok());
            QVERIFY2(read.error().message().find("read no tensors") != std::string::npos, read.error().message().c_str());
        }
    }

    void an_index_stays_in_its_folder()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("model.safetensors.index.json");
        for (const char *map :
             {"{\"weight_map\": {\"a\": \"../x.safetensors\"}}", "{\"weight_map\": {\"a\": 3}}", "{\"weight_map\": []}",
              "{\"weight_map\": {\"a\": {\"b\": \"c\"}}}", "{\"metadata\": {}}", "[]", "{"}) {
            write(path, map);
            QVERIFY2(!loaded(path).ok(), map);
        }
    }

    void a_split_gguf_is_one_model()
    {
        const QTemporaryDir folder;
        write(folder.filePath("m-00001-of-00002.gguf"), gguf("a.weight"));
        const auto half = loaded(folder.filePath("m-00001-of-00002.gguf"));
        QVERIFY(!half.ok());
        write(folder.filePath("m-00002-of-00002.gguf"), gguf("b.weight"));
        const auto read = loaded(folder.filePath("m-00001-of-00002.gguf"));
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE((*read)->total_parameters(), Count{2 * 8 * 256});
        QCOMPARE((*read)->all_parameters, (*read)->total_parameters());
    }

    void the_hub_cache_follows_refs_to_snapshots()
    {
        const QTemporaryDir cache;
        qputenv("HF_HUB_CACHE", cache.path().toUtf8());
        const QString model = cache.filePath("models--org--name");
        write(model + "/snapshots/abc123/config.json", config);
        QVERIFY(!load_model({.preset = {}, .hub = "org/name"}).ok());
        write(model + "/refs/main", "abc123");
        const auto read = load_model({.preset = {}, .hub = "org/name"});
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE((*read)->total_parameters(), parameters);
        QVERIFY(load_model({.preset = {}, .hub = "org/name@abc123"}).ok());
        QVERIFY(!load_model({.preset = {}, .hub = "org/name@other"}).ok());
        qunsetenv("HF_HUB_CACHE");
    }

    void configurations_say_what_is_quantised_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("group");
        QTest::addColumn<QString>("modules");
        const QString all = "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj", attention = "q_proj k_proj v_proj o_proj";
        QTest::newRow("nf4") << QByteArray(R"({"load_in_4bit": true, "bnb_4bit_quant_type": "nf4"})") << "bitsandbytes" << 4 << 64
                             << all;
        QTest::newRow("int8") << QByteArray(R"({"quant_method": "bitsandbytes", "load_in_8bit": true,
            "llm_int8_skip_modules": ["lm_head", "mlp"]})")
                              << "bitsandbytes" << 8 << 0 << attention;
        QTest::newRow("gptq") << QByteArray(R"({"quant_method": "gptq", "bits": 3, "group_size": -1})") << "gptq" << 3 << -1
                              << all;
        QTest::newRow("awq, old keys") << QByteArray(R"({"quant_method": "awq", "w_bit": 4, "q_group_size": 64,
            "modules_to_not_convert": ["self_attn"]})")
                                       << "awq" << 4 << 64 << "gate_proj up_proj down_proj";
        QTest::newRow("fp8 blocks") << QByteArray(R"({"quant_method": "fp8", "weight_block_size": [128, 64]})") << "fp8" << 8
                                    << 64 << all;
        QTest::newRow("compressed-tensors") << QByteArray(R"({"quant_method": "compressed-tensors", "config_groups": {"group_0":
            {"weights": {"num_bits": 4, "strategy": "group", "group_size": 32}}}, "ignore": ["lm_head", "re:.*mlp"]})")
                                            << "compressed-tensors" << 4 << 32 << attention;
        QTest::newRow("modelopt nvfp4") << QByteArray(R"({"quant_method": "modelopt", "quant_algo": "NVFP4", "exclude_modules":
            ["model.layers.*"]})") << "modelopt_fp4"
                                        << 4 << 16 << "";
        QTest::newRow("mxfp4") << QByteArray(R"({"quant_method": "mxfp4"})") << "mxfp4" << 4 << 32 << "";
    }
    void configurations_say_what_is_quantised()
    {
        QFETCH(QByteArray, quantization);
        const ArchitectureRef arch = quantised(quantization);
        QVERIFY(arch && arch->quantization);
        QTEST(QString::fromStdString(arch->quantization->method), "method");
        QTEST(arch->quantization->bits, "bits");
        QTEST(static_cast<int>(arch->quantization->group_size), "group");
        QTEST(packed(*arch).join(QLatin1Char(' ')), "modules");
        QCOMPARE(arch->total_parameters(), parameters);
    }
};

PLIMSOLL_TEST(TestSources)
} // namespace PLIMSOLL_FILE
#include "test_sources.moc"
