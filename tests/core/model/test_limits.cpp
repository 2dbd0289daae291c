// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/adapters/adapted_modules.h"
#include "tests/cpu_timer.h"
#include "tests/test_program.h"
#include "tests/sanitizers.h"

#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

QString words(const Error &error) { return QString::fromStdString(error.message()); }

std::string tensor(const char *type, const char *shape, const char *offsets)
{
    return std::string(R"({"a.weight":{"dtype":")") + type + R"(","shape":[)" + shape + R"(],"data_offsets":[)" + offsets + "]}}";
}

void append(std::string &out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

/// A header of tensors of the same shape in F32, fastest dimension first.
std::string gguf(int tensors, std::initializer_list<std::uint64_t> sizes)
{
    std::string out = "GGUF";
    append(out, 3, 4);
    append(out, static_cast<std::uint64_t>(tensors), 8);
    append(out, 0, 8);
    for (int i = 0; i < tensors; ++i) {
        const std::string name = "token_embd" + std::to_string(i) + ".weight";
        append(out, name.size(), 8);
        out += name;
        append(out, sizes.size(), 4);
        for (const std::uint64_t size : sizes) append(out, size, 8);
        append(out, 0, 4);
        append(out, 0, 8);
    }
    return out;
}

ArchitectureRef llama(const char *more = "")
{
    const auto read = architecture_from_config(
        std::string(R"({"model_type": "llama", "vocab_size": 100, "hidden_size": 64, "intermediate_size": 128,
                        "num_hidden_layers": 2, "num_attention_heads": 4)") +
            more + "}",
        "test");
    return read ? *read : nullptr;
}

Adapter with_pattern(std::string pattern)
{
    Adapter out;
    out.targets = {std::move(pattern)};
    out.targets_regex = true;
    return out;
}

} // namespace

/// Sizes and counts at the edge of 64 bits, and lists without an end: an error in time, never a wrapped number.
class TestLimits : public QObject {
    Q_OBJECT
private slots:
    void safetensors_data()
    {
        QTest::addColumn<QString>("header");
        const auto row = [](const char *name, const std::string &text) { QTest::newRow(name) << QString::fromStdString(text); };
        row("one byte less", tensor("F6_E2M3", "1537228672809129301", "0,1152921504606846975"));
        row("more than 64", tensor("F32", "4611686018427387904", "0,9223372036854775807"));
        row("a zero behind", tensor("F32", "4611686018427387904,4611686018427387904,0", "0,0"));
        row("dimensions", tensor("F32", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "0,4"));
        row("offsets", tensor("F32", "1", "0,4,4"));
    }
    void safetensors()
    {
        QFETCH(QString, header);
        const auto read = checkpoint_from_safetensors_header(header.toStdString(), UINT64_MAX, "x");
        QVERIFY(!read);
        QVERIFY2(words(read.error()).startsWith("x: a.weight."), qPrintable(words(read.error())));
    }
    void parts_of_bytes_are_rounded_up()
    {
        const auto read = checkpoint_from_safetensors_header(tensor("F4", "3", "0,2"), 2, "x");
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE(read->bytes, Bytes{2});
        const std::string most = tensor("F6_E2M3", "1537228672809129301", "0,1152921504606846976"); // 2^63 - 2 bits
        const auto largest = checkpoint_from_safetensors_header(most, UINT64_MAX, "x");
        QVERIFY2(largest.ok(), largest ? "" : largest.error().message().c_str());
        QCOMPARE(largest->bytes, checkpoint_limit);
    }
    void a_checkpoint_of_more_than_an_exbibyte_is_none()
    {
        const auto many = checkpoint_from_gguf_header(gguf(5, {std::uint64_t{1} << 56}), "x");
        QVERIFY(!many);
        QCOMPARE(words(many.error()), QString("x: read more than 1152921504606846976 bytes of tensors, accepted: a GGUF header"));
        QVERIFY(checkpoint_from_gguf_header(gguf(4, {std::uint64_t{1} << 56}), "x").ok());
    }
    void a_zero_hides_no_product()
    {
        const std::uint64_t large = std::uint64_t{1} << 62;
        const auto read = checkpoint_from_gguf_header(gguf(2, {0, large, large}), "x");
        QVERIFY(!read);
        QVERIFY2(words(read.error()).contains("too large for 64-bit sizes"), qPrintable(words(read.error())));
    }
    void an_index_names_some_thousand_files()
    {
        std::string text = R"({"weight_map":{)";
        for (int i = 0; i < 10'001; ++i) text += (i ? ",\"" : "\"") + std::to_string(i) + "\":\"" + std::to_string(i) + "\"";
        const auto read = shards_of_index(text + "}}", "x");
        QVERIFY(!read);
        QCOMPARE(words(read.error()),
                 QString("x weight_map: read more than 10,000 files, accepted: names of files in the same folder"));
    }
    void adapters_of_more_than_64_bits_are_refused()
    {
        const ArchitectureRef wide = llama(R"(, "head_dim": 16777216, "num_key_value_heads": 16777216)");
        QVERIFY(wide);
        Adapter adapter;
        adapter.rank = 65536;
        adapter.targets = {"k_proj"};
        const auto made = adapted_modules(*wide, adapter);
        QVERIFY(!made);
        QVERIFY2(words(made.error()).contains("rank 65536 on it trains more parameters than 64 bits count"),
                 qPrintable(words(made.error())));
        adapter.rank = 1;
        QVERIFY(adapted_modules(*wide, adapter).ok());
    }
    void patterns_that_try_everything_end_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char *pattern :
             {"(.*)*x", ".**!", "([a-z_.0-9]+)+!", "(a|a|b|.)*(.|..)*!", ".*.*.*.*.*.*.*.*.*!", "(?:.+)+$!"})
            QTest::newRow(pattern) << pattern;
    }
    /// Every layer's head shares the first one's storage: each time all modules were gone through with a text made anew for each.
    void heads_shared_by_very_many_layers_take_no_time()
    {
        const int slower = sanitized() ? 15 : 1;
        const auto of_layers = [](int layers) {
            const auto read = architecture_from_config(
                R"({"model_type": "deformable_detr", "architectures": ["DeformableDetrForObjectDetection"], "d_model": 256,
                    "encoder_layers": 2000, "encoder_attention_heads": 8, "decoder_attention_heads": 8, "encoder_ffn_dim": 1024,
                    "decoder_ffn_dim": 1024, "num_feature_levels": 4, "decoder_layers": )" +
                    std::to_string(layers) + "}",
                "test");
            return read ? (*read)->total_parameters() : Count{-1};
        };
        const CpuTimer timer;
        const Count most = of_layers(2000);
        QVERIFY2(timer.milliseconds() < 1000 * slower, qPrintable(QString::number(timer.milliseconds())));
        // few scopes are looked for one by one, many in order of their names: both find the same
        QCOMPARE(most - of_layers(1999), of_layers(9) - of_layers(8));
        QCOMPARE((of_layers(2000) - of_layers(8)) % (of_layers(9) - of_layers(8)), 0);
    }

    /// A few lines that stand for more modules than any model has.
    void more_modules_than_models_have_are_refused()
    {
        const auto of_layers = [](int layers) {
            return architecture_from_config(
                R"({"model_type": "deepseek", "hidden_size": 64, "intermediate_size": 64, "moe_intermediate_size": 32,
                    "n_routed_experts": 64, "num_experts_per_tok": 6, "n_shared_experts": 2, "first_k_dense_replace": 1,
                    "moe_layer_freq": 1, "num_attention_heads": 4, "vocab_size": 100, "num_hidden_layers": )" +
                    std::to_string(layers) + "}",
                "test");
        };
        QVERIFY(of_layers(360).ok()); // some 70,000
        const auto many = of_layers(700);
        QVERIFY(!many);
        QVERIFY2(words(many.error()).contains("more than 128000 modules"), qPrintable(words(many.error())));
    }

    void patterns_that_try_everything_end()
    {
        QFETCH(QString, pattern);
        const CpuTimer timer;
        const auto made = adapted_modules(*llama(), with_pattern(pattern.toStdString()));
        QVERIFY(!made);
        QVERIFY2(words(made.error()).contains("no module matches"), qPrintable(words(made.error())));
        QVERIFY2(timer.milliseconds() < 2000, qPrintable(QString::number(timer.milliseconds())));
    }
    void a_reference_back_beside_repeated_repeats_is_refused()
    {
        const auto made = adapted_modules(*llama(), with_pattern(R"((.+*_pro.)\.\1)"));
        QVERIFY(!made);
        QVERIFY2(words(made.error()).contains("without \\1"), qPrintable(words(made.error())));
        QVERIFY2(words(adapted_modules(*llama(), with_pattern(R"((.+)\.\1)")).error()).contains("no module matches"),
                 "plain ones stay");
    }
    void long_numbers_in_patterns_are_refused()
    {
        const auto made = adapted_modules(*llama(), with_pattern("a{18446744073709551617}"));
        QVERIFY(!made);
        QVERIFY2(words(made.error()).contains("at most 9 digits"), qPrintable(words(made.error())));
    }
    void patterns_match_whole_names()
    {
        for (const char *pattern : {".*_proj", "(.*)*_proj", "model\\.layers\\.([0-9]+)+\\.(mlp|self_attn)\\..*"}) {
            const auto made = adapted_modules(*llama(), with_pattern(pattern));
            QVERIFY2(made.ok(), made ? "" : made.error().message().c_str());
            QCOMPARE(made->targets.size(), std::size_t{14});
        }
    }
    void a_pattern_has_some_hundred_characters()
    {
        const auto made = adapted_modules(*llama(), with_pattern(std::string(200'000, '(')));
        QVERIFY(!made);
        QCOMPARE(words(made.error()),
                 QString("adapter.targets: read 200000 characters, accepted: a regular expression of at most 1000"));
    }
    /// A convolution over time and space has five dimensions, more than a tensor holds in itself.
    /// Laguna's step asked which kind its first layer is.
    void a_model_without_layers_is_read()
    {
        const auto read = architecture_from_config(
            R"({"model_type": "laguna", "vocab_size": 100, "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 0,
                "num_attention_heads": 4})",
            "test");
        QVERIFY2(read, read ? "" : words(read.error()).toUtf8().constData());
        QVERIFY((*read)->decoder && (*read)->decoder->layers.empty());
    }

    void dimensions_are_those_given()
    {
        const std::vector<Count> kernel{1280, 3, 2, 14, 14};
        Dimensions five(kernel);
        Dimensions copy = five;
        QVERIFY(copy == Dimensions(kernel));
        QCOMPARE(std::vector<Count>(copy.begin(), copy.end()), kernel);
        copy = Dimensions{8, 2};
        QVERIFY(copy != five);
        QCOMPARE(copy.back(), Count{2});
        std::swap(copy, five);
        QCOMPARE(copy.size(), std::size_t{5});
        QCOMPARE(five.size(), std::size_t{2});
        QVERIFY(five < Dimensions({8, 2, 1}) && Dimensions({7, 9, 9, 9}) < five);
        QVERIFY(Dimensions().empty());
    }
    void saved_modules_are_counted_once()
    {
        Adapter adapter;
        adapter.rank = 1;
        adapter.targets = {"q_proj"};
        const auto bare = adapted_modules(*llama(), adapter);
        adapter.modules_to_save = {"mlp", "lm_head", "up_proj"};
        const auto saved = adapted_modules(*llama(), adapter);
        QVERIFY(bare.ok() && saved.ok());
        QCOMPARE(saved->saved_modules.size(), std::size_t{3});
        QCOMPARE(saved->trainable - bare->trainable, Count{2 * 3 * 64 * 128 + 64 * 100});
    }
};

PLIMSOLL_TEST(TestLimits)
} // namespace PLIMSOLL_FILE
#include "test_limits.moc"
