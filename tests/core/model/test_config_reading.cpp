// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/reference.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// JSON written with single quotes, which moc and people read more easily.
QByteArray quoted(const char *text) { return QByteArray(text).replace('\'', '"'); }

std::string small_qwen2(const char *more)
{
    return quoted(
               "{'model_type': 'qwen2', 'vocab_size': 1000, 'hidden_size': 64, 'intermediate_size': 128, 'num_hidden_layers': 2, "
               "'num_attention_heads': 4, 'num_key_value_heads': 2")
               .toStdString() +
           quoted(more).toStdString() + "}";
}

QString refusal(const std::string &text)
{
    const auto read = architecture_from_config(text, "x.json");
    return read ? QString("accepted") : QString::fromStdString(read.error().message());
}

} // namespace

class TestConfigReading : public QObject {
    Q_OBJECT
private slots:
    /// What save_pretrained() always writes is missing: the file is damaged, and another model's size is no answer.
    void sizes_that_every_file_has_are_not_assumed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        const QString accepted = ": read nothing, accepted: a whole number, as every configuration of a trained model has it";
        QTest::newRow("one") << quoted("{'model_type': 'qwen2', 'vocab_size': 1000, 'hidden_size': 64, 'intermediate_size': 128, "
                                       "'num_attention_heads': 4}")
                             << "num_hidden_layers" + accepted;
        QTest::newRow("another name") << quoted("{'model_type': 'gpt2', 'vocab_size': 1000, 'n_layer': 2, 'n_head': 4}")
                                      << "n_embd" + accepted;
        QTest::newRow("several") << quoted("{'model_type': 'llama', 'hidden_size': 64, 'intermediate_size': 128}")
                                 << "vocab_size" + accepted + "; num_attention_heads and num_hidden_layers are missing too";
        QTest::newRow("a recipe's") << quoted("{'model_type': 'albert', 'vocab_size': 1000}")
                                    << "num_attention_heads" + accepted + "; hidden_size and intermediate_size are missing too";
        QTest::newRow("no language model") << quoted("{'model_type': 'llava', 'vision_config': {'hidden_size': 64}}")
                                           << "text_config.hidden_size" + accepted;
        QTest::newRow("an empty one") << quoted("{'model_type': 'llava', 'text_config': {}}")
                                      << "text_config.hidden_size" + accepted;
    }
    void sizes_that_every_file_has_are_not_assumed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const QString message = refusal(text.toStdString());
        QVERIFY2(message.startsWith(said), qPrintable(message));
    }
    /// What stood as text_config in the file of a larger model leaves out what its class assumes.
    void an_object_from_inside_leaves_sizes_to_its_class()
    {
        const auto read = architecture_from_config(quoted("{'model_type': 'gemma3_text', 'architectures': ['Gemma3ForCausalLM'], "
                                                          "'hidden_size': 2560, 'intermediate_size': 10240, "
                                                          "'num_hidden_layers': 34}")
                                                       .toStdString(),
                                                   "x.json");
        QVERIFY2(read, read ? "" : qPrintable(QString::fromStdString(read.error().message())));
        QCOMPARE((*read)->decoder->vocab, Count{262208});
        QVERIFY(!(*read)->assumptions.empty());
        QVERIFY(refusal(quoted("{'model_type': 'gemma3_text'}").toStdString()).startsWith("vocab_size"));
    }

    /// Files leave sizes of objects inside to their class, as transformers does; each is said.
    void sizes_that_the_class_assumes_are_listed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("line");
        QTest::newRow("llava") << "llava-hf__llava-1.5-7b-hf"
                               << "text_config.hidden_size 4096, text_config.num_attention_heads 32, "
                                  "text_config.intermediate_size 11008 and text_config.num_hidden_layers 32: absent in the "
                                  "configuration, as the class of llama assumes";
        QTest::newRow("gemma 3") << "google__gemma-3-4b-it"
                                 << "text_config.vocab_size 262208, text_config.max_position_embeddings 131072, "
                                    "text_config.num_attention_heads 8, text_config.num_key_value_heads 4 and "
                                    "text_config.head_dim 256: absent in the configuration, as the class of gemma3_text assumes";
        QTest::newRow("nothing") << "meta-llama__Meta-Llama-3.1-8B"
                                 << "";
    }
    void sizes_that_the_class_assumes_are_listed()
    {
        QFETCH(QString, file);
        QFETCH(QString, line);
        const auto read = load_model(reference_from_text(PLIMSOLL_FIXTURES "/configs/" + file.toStdString() + ".json"));
        QVERIFY(read.ok() && (*read)->exact);
        const std::vector<std::string> &said = (*read)->assumptions;
        const auto assumes = [](const std::string &text) {
            return text.find("absent in the configuration") != std::string::npos;
        };
        if (line.isEmpty())
            QVERIFY(std::ranges::none_of(said, assumes));
        else
            QVERIFY(std::ranges::find(said, line.toStdString()) != said.end());
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("empty") << QByteArray() << "x.json: read nothing";
        QTest::newRow("truncated") << quoted("{'model_type': 'qwen2', 'hidden_size': 40") << "ends in the middle";
        QTest::newRow("an array") << QByteArray("[1]") << "a JSON object";
        QTest::newRow("too deep") << QByteArray(100000, '[') << "nested deeper";
        QTest::newRow("too many values") << quoted("{'x': [") + QByteArray("[],").repeated(600000) + "1]}"
                                         << "x.json: read 1200003 values, accepted: at most 500000";
        QTest::newRow("no type") << quoted("{'hidden_size': 64}") << "model type (none) has no description";
        QTest::newRow("wrong type") << quoted("{'model_type': 'llama', 'hidden_size': '4096'}") << "hidden_size: read \"4096\"";
        QTest::newRow("negative") << quoted("{'model_type': 'llama', 'vocab_size': -5}") << "vocab_size: read -5";
        QTest::newRow("absurd") << quoted("{'model_type': 'llama', 'intermediate_size': 99999999999999999999}")
                                << "intermediate_size: read";
        QTest::newRow("absurd in a list") << quoted("{'model_type': 'kimi_k25', 'vision_config': {'hidden_size': 64, "
                                                    "'merge_kernel_size': [4, 9223372036854775807]}}")
                                          << "vision_config.merge_kernel_size: read 9223372036854775807";
        QTest::newRow("too long a list") << quoted("{'model_type': 'smollm3', 'no_rope_layers': [") +
                                                QByteArray("1,").repeated(70000) + "1]}"
                                         << "no_rope_layers: read 70001 entries";
        QTest::newRow("rotated share") << quoted("{'model_type': 'glm', 'partial_rotary_factor': 1e308}")
                                       << "partial_rotary_factor: read 1e+308, accepted: 0 to 1";
        QTest::newRow("rotated share inside") << quoted("{'model_type': 'phi', 'rope_parameters': {'partial_rotary_factor': -2}}")
                                              << "rope_parameters.partial_rotary_factor: read -2.0";
        QTest::newRow("rotary_pct") << quoted("{'model_type': 'gpt_neox', 'rotary_pct': 1e300}") << "rotary_pct: read 1";
        QTest::newRow("a factor of a size") << quoted("{'model_type': 'mamba', 'expand': 1e300}") << "expand: read 1e+300";
        QTest::newRow("another factor") << quoted("{'model_type': 'qwen2_vl', 'vision_config': {'mlp_ratio': -1e19}}")
                                        << "vision_config.mlp_ratio: read -1e+19";
        QTest::newRow("no ratio") << quoted("{'model_type': 'internvl', 'downsample_ratio': 0}") << "downsample_ratio: read 0.0";
        QTest::newRow("no axes") << quoted("{'model_type': 'internvl', 'vision_config': {'patch_size': []}}")
                                 << "vision_config.patch_size: read []";
        QTest::newRow("product of merged patches")
            << quoted("{'model_type': 'mistral3', 'spatial_merge_size': 16777216, 'vision_config': {'hidden_size': 16777216, "
                      "'num_hidden_layers': 0, 'patch_size': 1, 'num_channels': 1}}")
            << "spatial_merge_size: read 16777216 × 16777216 × 16777216";
        QTest::newRow("product of pixels")
            << quoted(
                   "{'model_type': 'vit', 'hidden_size': 1, 'num_attention_heads': 1, 'image_size': 16777216, 'patch_size': 1, "
                   "'num_channels': 16777216, 'num_hidden_layers': 0}")
            << "num_channels: read 16777216 × 16777216 × 16777216";
        QTest::newRow("product of a tensor")
            << quoted("{'model_type': 'llama', 'hidden_size': 16777216, 'num_attention_heads': 16777216, 'head_dim': 16777216}")
            << "self_attn.q_proj.weight: a tensor too large for 64-bit sizes, read 281474976710656 × 16777216";
        QTest::newRow("bits beyond 64") << quoted("{'model_type': 'chatglm', 'quantization_bit': 18446744073709551615}")
                                        << "quantization_bit: read 18446744073709551615";
        QTest::newRow("layers") << quoted("{'model_type': 'llama', 'num_hidden_layers': 16000000}")
                                << "num_hidden_layers: read 16000000";
        QTest::newRow("flag") << quoted("{'model_type': 'llama', 'tie_word_embeddings': 'yes'}")
                              << "tie_word_embeddings: read \"yes\"";
        QTest::newRow("activation") << quoted("{'model_type': 'llama', 'hidden_act': 'magic'}") << "hidden_act: read magic";
        QTest::newRow("layer types") << quoted("{'model_type': 'qwen2', 'layer_types': ['full_attention']}")
                                     << "layer_types: read 1 entries";
    }
    void refusals()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, part);
        QVERIFY2(refusal(text.toStdString()).contains(part), qPrintable(refusal(text.toStdString())));
    }

    void too_large_a_file_is_refused() { QVERIFY(refusal(std::string(std::size_t{200} << 20, ' ')).contains("209715200 bytes")); }

    void bare_words_are_accepted()
    {
        const auto read =
            architecture_from_config(small_qwen2(", 'note': 'NaN \\' Infinity', 'a': NaN, 'b': [0.0, Infinity, -Infinity]"), "x");
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
    }

    void null_means_absent_not_the_default_of_the_class()
    {
        // MistralConfig assumes 8 key and value heads; null says as many as query heads
        const std::string sizes =
            quoted("{'model_type': 'mistral', 'vocab_size': 100, 'hidden_size': 64, 'intermediate_size': 128, "
                   "'num_hidden_layers': 1, 'num_attention_heads': 16")
                .toStdString();
        const auto absent = architecture_from_config(sizes + "}", "x");
        const auto null = architecture_from_config(sizes + quoted(", 'num_key_value_heads': null}").toStdString(), "x");
        QCOMPARE((*absent)->decoder->kinds.front().attention.kv_heads, 8);
        QCOMPARE((*null)->decoder->kinds.front().attention.kv_heads, 16);
    }

    void tied_weights_count_once()
    {
        const auto apart = architecture_from_config(small_qwen2(", 'tie_word_embeddings': false"), "x");
        const auto tied = architecture_from_config(small_qwen2(", 'tie_word_embeddings': true"), "x");
        QCOMPARE((*apart)->total_parameters() - (*tied)->total_parameters(), 64000);
        QCOMPARE((*tied)->modules.back().parameters.front().tied_to.value_or(""), std::string("model.embed_tokens.weight"));
    }
};

PLIMSOLL_TEST(TestConfigReading)
} // namespace PLIMSOLL_FILE
#include "test_config_reading.moc"
