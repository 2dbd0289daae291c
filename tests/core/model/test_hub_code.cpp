// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

QByteArray quoted(const char *text) { return QByteArray(text).replace('\'', '"'); }

/// A small LLaMA-like configuration with these keys at its start and end.
QByteArray small(const char *type, const char *architecture, const char *more = "")
{
    return quoted("{'model_type': '") + type + quoted("', 'architectures': ['") + architecture +
           quoted("'], 'vocab_size': 1000, 'hidden_size': 64, 'intermediate_size': 128, 'num_hidden_layers': 2, "
                  "'num_attention_heads': 4") +
           quoted(more) + "}";
}

} // namespace

/// Code on the Hub that goes by the model type of another model: described as what it is, or called approximate, or refused.
class TestHubCode : public QObject {
    Q_OBJECT
private slots:
    void other_code_by_a_known_name_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("outcome");
        const QString exact = "exact", inexact = "approximate";
        QTest::newRow("its own class") << small("xverse", "XverseForCausalLM") << exact;
        QTest::newRow("other letters") << small("baichuan", "BaiChuanForCausalLM") << exact;
        QTest::newRow("auto_map leads to it")
            << small("internlm", "InternLMModel", ", 'auto_map': {'AutoModelForCausalLM': 'modeling.InternLMForCausalLM'}")
            << exact;
        QTest::newRow("a class of transformers, another name") << small("llama", "VicunaForCausalLM") << exact;
        QTest::newRow("another class on the Hub") << small("internlm", "InternLMXComposerForCausalLM") << inexact;
        QTest::newRow("code of its own for a type of transformers")
            << small("mistral", "NewMistralForCausalLM", ", 'auto_map': {'AutoModelForCausalLM': 'm.NewMistralForCausalLM'}")
            << inexact;
        QTest::newRow("Qwen-Audio") << small("qwen", "QWenLMHeadModel", ", 'audio': {'n_mels': 80}") << inexact;
        QTest::newRow("a tower by name") << small("llama", "BunnyLlamaForCausalLM", ", 'mm_vision_tower': 'siglip'") << inexact;
        QTest::newRow("a key that transformers leaves unread")
            << small("llama", "LlamaForCausalLM", ", 'vision_config': {'hidden_size': 8}") << exact;
        QTest::newRow("LLaVA with a tower that is not known")
            << small("llava", "LlavaLlamaForCausalLM", ", 'mm_vision_tower': 'vit-h', 'mm_hidden_size': 1280")
            << "mm_vision_tower";
        QTest::newRow("prefix tuning")
            << quoted("{'model_type': 'chatglm', 'padded_vocab_size': 1000, 'hidden_size': 64, 'ffn_hidden_size': 128, "
                      "'num_layers': 2, 'num_attention_heads': 4, 'pre_seq_len': 16}")
            << "pre_seq_len";
        QTest::newRow("Phixtral")
            << quoted("{'model_type': 'phi-msft', 'vocab_size': 1000, 'n_embd': 64, 'n_layer': 2, 'n_head': 4, "
                      "'num_local_experts': 4}")
            << "num_local_experts";
    }
    void other_code_by_a_known_name()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, outcome);
        const auto read = architecture_from_config(config.toStdString(), "x.json");
        if (!read) {
            QCOMPARE(QString::fromStdString(read.error().field), outcome);
            return;
        }
        QCOMPARE(QString((*read)->exact ? "exact" : "approximate"), outcome);
        if (!(*read)->exact) QVERIFY(!(*read)->assumptions.empty());
    }

    /// Checkpoints on the Hub and what their safetensors headers add up to.
    void published_counts_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<qlonglong>("total");
        QTest::newRow("llava-v1.6-vicuna-7b, image_newline apart")
            << quoted("{'model_type': 'llava', 'architectures': ['LlavaLlamaForCausalLM'], 'hidden_size': 4096, "
                      "'intermediate_size': 11008, 'num_hidden_layers': 32, 'num_attention_heads': 32, 'vocab_size': 32000, "
                      "'mm_hidden_size': 1024, 'mm_projector_type': 'mlp2x_gelu', "
                      "'mm_vision_tower': 'openai/clip-vit-large-patch14-336'}")
            << qlonglong{7'062'902'784};
        QTest::newRow("llava-onevision-qwen2-7b-ov")
            << quoted("{'model_type': 'llava_qwen', 'architectures': ['LlavaQwenForCausalLM'], 'hidden_size': 3584, "
                      "'intermediate_size': 18944, 'num_hidden_layers': 28, 'num_attention_heads': 28, 'num_key_value_heads': 4, "
                      "'vocab_size': 152064, 'mm_hidden_size': 1152, 'mm_projector_type': 'mlp2x_gelu', "
                      "'mm_patch_merge_type': 'spatial_unpad', 'mm_vision_tower': 'google/siglip-so400m-patch14-384'}")
            << qlonglong{8'030'348'832};
        QTest::newRow("santacoder") << quoted(
                                           "{'model_type': 'gpt2', 'architectures': ['GPT2LMHeadCustomModel'], 'n_embd': 2048, "
                                           "'n_head': 16, 'n_layer': 24, 'n_inner': 8192, 'n_positions': 2048, "
                                           "'vocab_size': 49280, 'attention_head_type': 'multiquery'}")
                                    << qlonglong{1'124'886'528};
        QTest::newRow("Ling-mini-2.0, 4,864 biases of experts are buffers")
            << quoted("{'model_type': 'bailing_moe', 'architectures': ['BailingMoeV2ForCausalLM'], 'num_hidden_layers': 20, "
                      "'hidden_size': 2048, 'intermediate_size': 5120, 'first_k_dense_replace': 1, 'moe_intermediate_size': 512, "
                      "'num_experts_per_tok': 8, 'num_attention_heads': 16, 'num_experts': 256, 'num_key_value_heads': 4, "
                      "'vocab_size': 157184, 'head_dim': 128, 'use_qk_norm': true, 'num_shared_experts': 1, "
                      "'num_nextn_predict_layers': 0}")
            << qlonglong{16'255'643'392 - 4'864};
    }
    void published_counts()
    {
        QFETCH(QByteArray, config);
        QFETCH(qlonglong, total);
        const auto read = architecture_from_config(config.toStdString(), "x.json");
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QVERIFY((*read)->exact);
        QCOMPARE(qlonglong((*read)->total_parameters()), total);
    }
};

PLIMSOLL_TEST(TestHubCode)
} // namespace PLIMSOLL_FILE
#include "test_hub_code.moc"
