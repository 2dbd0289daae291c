// SPDX-License-Identifier: GPL-3.0-or-later
// Quantised configurations: what stands in the file, tensor by tensor, against layouts and totals that others publish.
#include "core/load/load.h"
#include "core/model/checkpoint/storage.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// Two layers of a llama with a width of 256 and 512 inside; bf16 apart from what is quantised.
const QByteArray llama = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 320, "hidden_size": 256,
    "intermediate_size": 512, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "torch_dtype": "bfloat16",
    "tie_word_embeddings": false, "quantization_config": )";
const QByteArray mixture = R"({"model_type": "qwen3_moe", "vocab_size": 320, "hidden_size": 256, "intermediate_size": 512,
    "moe_intermediate_size": 192, "num_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 1, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 64, "torch_dtype": "bfloat16", "quantization_config": )";

Storage read(const QByteArray &model, const QByteArray &quantization)
{
    const auto arch = architecture_from_config((model + quantization + "}").toStdString(), "test");
    return arch ? storage_of(**arch) : Storage{};
}

/// "name dtype [shape]" of every tensor that begins with `module`.
QStringList tensors(const Storage &storage, const std::string &module)
{
    QStringList out;
    for (const PackedTensor &tensor : storage.tensors) {
        if (!tensor.name.starts_with(module + ".")) continue;
        QStringList sizes;
        for (const Count size : tensor.shape) sizes.append(QString::number(size));
        const std::string name = tensor.name.substr(module.size() + 1);
        const std::string dtype(tensor.dtype ? name_of(*tensor.dtype) : "?");
        out.append(QString::fromStdString(name + " " + dtype) + " [" + sizes.join(", ") + "]");
    }
    return out;
}

} // namespace

class TestStorage : public QObject {
    Q_OBJECT

private slots:
    void a_method_stores_its_parts_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<QString>("parts"); // of k_proj: [128, 256]
        const auto row = [](const char *name, const char *quantization, const char *parts) {
            QTest::newRow(name) << QByteArray(quantization) << QString::fromLatin1(parts);
        };
        row("nf4", R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4"})",
            "weight uint8 [16384, 1]; weight.quant_map fp32 [16]; weight.absmax fp32 [512]");
        row("fp4, double", R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true})",
            "weight uint8 [16384, 1]; weight.quant_map fp32 [16]; weight.absmax uint8 [512]; weight.nested_absmax fp32 [2]; "
            "weight.nested_quant_map fp32 [256]; weight.nested_offset fp32 []");
        row("int8", R"({"quant_method": "bitsandbytes", "load_in_8bit": true})", "weight int8 [128, 256]; SCB fp32 [128]");
        row("gptq 4", R"({"quant_method": "gptq", "bits": 4, "group_size": 64})",
            "qweight int32 [32, 128]; qzeros int32 [4, 16]; scales fp16 [4, 128]; g_idx int32 [256]");
        row("gptq 3, whole rows", R"({"quant_method": "gptq", "bits": 3, "group_size": -1})",
            "qweight int32 [24, 128]; qzeros int32 [1, 12]; scales fp16 [1, 128]; g_idx int32 [256]");
        row("awq", R"({"quant_method": "awq", "bits": 4, "group_size": 128})",
            "qweight int32 [256, 16]; qzeros int32 [2, 16]; scales fp16 [2, 128]");
        row("fp8 blocks", R"({"quant_method": "fp8", "weight_block_size": [128, 128]})",
            "weight fp8 [128, 256]; weight_scale_inv fp32 [1, 2]");
        row("fp8 blocks, exponents", R"({"quant_method": "fp8", "weight_block_size": [128, 128], "scale_fmt": "ue8m0"})",
            "weight fp8 [128, 256]; weight_scale_inv uint8 [1, 2]");
        row("fp8 whole, static", R"({"quant_method": "fp8", "activation_scheme": "static"})",
            "weight fp8 [128, 256]; weight_scale_inv fp32 []; activation_scale fp32 []");
        row("fbgemm", R"({"quant_method": "fbgemm_fp8"})", "weight fp8 [128, 256]; weight_scale fp32 [128, 1]");
        row("packed", R"({"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0":
            {"weights": {"num_bits": 4, "strategy": "group", "group_size": 32, "symmetric": true}}}})",
            "weight_packed int32 [128, 32]; weight_scale bf16 [128, 8]; weight_shape int64 [2]");
        row("packed, zero points",
            R"({"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0":
            {"weights": {"num_bits": 4, "strategy": "group", "group_size": 32, "symmetric": false}}}})",
            "weight_packed int32 [128, 32]; weight_scale bf16 [128, 8]; weight_shape int64 [2]; weight_zero_point int32 [16, 8]");
        row("float channels", R"({"quant_method": "compressed-tensors", "format": "float-quantized", "config_groups": {"group_0":
            {"input_activations": {"dynamic": true}, "weights": {"num_bits": 8, "strategy": "channel", "type": "float"}}}})",
            "weight fp8 [128, 256]; weight_scale bf16 [128, 1]");
        row("integers, static inputs", R"({"quant_method": "compressed-tensors", "format": "int-quantized", "config_groups": {"g":
            {"input_activations": {"dynamic": false}, "weights": {"num_bits": 8, "strategy": "tensor"}}}})",
            "weight int8 [128, 256]; weight_scale bf16 [1]; input_scale bf16 [1]");
        row("nvfp4 of compressed-tensors", R"({"quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized",
            "config_groups": {"g": {"input_activations": {"dynamic": false}, "weights": {"num_bits": 4, "strategy": "tensor_group",
            "group_size": 16}}}})",
            "weight_packed uint8 [128, 128]; weight_scale fp8 [128, 16]; weight_global_scale fp32 [1]; input_global_scale fp32 "
            "[1]");
        row("nvfp4 of modelopt", R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})",
            "weight uint8 [128, 128]; weight_scale fp8 [128, 16]; weight_scale_2 fp32 []; input_scale fp32 []");
        row("fp8 of modelopt", R"({"quant_method": "modelopt", "quant_algo": "FP8"})",
            "weight fp8 [128, 256]; weight_scale fp32 []; input_scale fp32 []");
        row("fp8 of modelopt, which named only itself",
            R"({"producer": {"name": "modelopt", "version": "0.31.0"}, "quant_algo": "FP8"})",
            "weight fp8 [128, 256]; weight_scale fp32 []; input_scale fp32 []");
        row("mxfp4: experts only", R"({"quant_method": "mxfp4"})", "weight bf16 [128, 256]");
    }
    void a_method_stores_its_parts()
    {
        QFETCH(QByteArray, quantization);
        const Storage storage = read(llama, quantization);
        QTEST(tensors(storage, "model.layers.1.self_attn.k_proj").join("; "), "parts");
        QCOMPARE(tensors(storage, "model.layers.1.input_layernorm"), QStringList{"weight bf16 [256]"});
        QVERIFY(storage.bytes && storage.metadata_bytes);
    }

    void experts_are_quantised_together()
    {
        const std::string experts = "model.layers.0.mlp.experts";
        QCOMPARE(tensors(read(mixture, R"({"quant_method": "fp8", "weight_block_size": [128, 128]})"), experts).join("; "),
                 QString("gate_up_proj fp8 [8, 384, 256]; gate_up_proj_scale_inv fp32 [8, 3, 2]; "
                         "down_proj fp8 [8, 256, 192]; down_proj_scale_inv fp32 [8, 2, 2]"));
        QCOMPARE(tensors(read(mixture, R"({"quant_method": "mxfp4"})"), experts).join("; "),
                 QString("gate_up_proj_blocks uint8 [8, 384, 8, 16]; gate_up_proj_scales uint8 [8, 384, 8]; "
                         "down_proj_blocks uint8 [8, 256, 6, 16]; down_proj_scales uint8 [8, 256, 6]"));
        // written by transformers 4, which has experts one by one: 8 with a gate and an up each, and tables of their own
        QCOMPARE(tensors(read(mixture, R"({"quant_method": "bitsandbytes", "load_in_4bit": true})"), experts).join("; "),
                 QString("gate_up_proj_weight uint8 [16, 24576, 1]; gate_up_proj_weight.quant_map fp32 [16, 16]; "
                         "gate_up_proj_weight.absmax fp32 [16, 768]; down_proj_weight uint8 [8, 24576, 1]; "
                         "down_proj_weight.quant_map fp32 [8, 16]; down_proj_weight.absmax fp32 [8, 768]"));
    }

    void lists_say_what_stays_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<int>("modules"); // of 2 x 7 and the head
        QTest::newRow("the head stays") << QByteArray(R"({"quant_method": "fp8"})") << 14;
        QTest::newRow("a list without the head quantises it")
            << QByteArray(R"({"quant_method": "bitsandbytes", "load_in_8bit": true, "llm_int8_skip_modules": ["o_proj"]})") << 13;
        QTest::newRow("awq keeps the head besides its list")
            << QByteArray(R"({"quant_method": "awq", "bits": 4, "modules_to_not_convert": ["o_proj"]})") << 12;
        QTest::newRow("compressed-tensors: what ignore says")
            << QByteArray(R"({"quant_method": "compressed-tensors", "format": "float-quantized", "ignore": ["re:.*mlp.*"]})")
            << 9;
        QTest::newRow("wildcards inside")
            << QByteArray(R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.*.self_attn", "lm_head"]})") << 6;
        QTest::newRow("a layer, not its namesakes")
            << QByteArray(R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.1", "lm_head", "gate"]})") << 7;
        QTest::newRow("wildcards at the end")
            << QByteArray(
                   R"({"quant_method": "modelopt", "quant_algo": "FP8", "exclude_modules": ["model.layers.0.self_attn*"]})")
            << 10;
    }
    void lists_say_what_stays()
    {
        QFETCH(QByteArray, quantization);
        QTEST(static_cast<int>(read(llama, quantization).quantized_modules), "modules");
    }

    void bytes_are_those_of_all_parts()
    {
        const Storage storage = read(llama, R"({"quant_method": "gptq", "bits": 4, "group_size": 128})");
        // a layer: q and o 256x256, k and v 128x256, gate and up 512x256, down 256x512; packed 4 bits, zeros, fp16 scales, g_idx
        const Count values = (2 * 256 * 256 + 2 * 128 * 256 + 3 * 512 * 256) / 2;
        const Count columns = (256 + 256 + 128 + 128 + 512 + 512) * 2 + 256 * 4; // groups x out
        const Count beside = columns / 2 + columns * 2 + (6 * 256 + 512) * 4;
        QCOMPARE(*storage.metadata_bytes, 2 * beside);
        QCOMPARE(*storage.bytes, 2 * (values + beside) + 2 * (2 * 320 * 256 + 5 * 256));
    }

    void scales_of_published_files_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<qlonglong>("scales"); // elements beside the values, as the files' indices have them
        QTest::newRow("MiniMax-M2.5") << QByteArray("MiniMaxAI__MiniMax-M2.5.json") << 13880064LL;
        QTest::newRow("Kimi-K2") << QByteArray("moonshotai__Kimi-K2-Instruct.json") << 62495192LL;
        QTest::newRow("gpt-oss-20b") << QByteArray("openai__gpt-oss-20b.json") << 597196800LL;
        QTest::newRow("Llama 4 Scout, channels")
            << QByteArray("RedHatAI__Llama-4-Scout-17B-16E-Instruct-FP8-dynamic.json") << 17547264LL;
    }
    void scales_of_published_files()
    {
        QFETCH(QByteArray, file);
        QFile config(QStringLiteral(PLIMSOLL_FIXTURES "/configs/") + QString::fromLatin1(file));
        QVERIFY(config.open(QIODevice::ReadOnly));
        const auto arch = architecture_from_config(config.readAll().toStdString(), "test");
        QVERIFY(arch);
        Count scales = 0;
        for (const PackedTensor &tensor : storage_of(**arch).tensors) {
            if (!tensor.metadata) continue;
            Count elements = 1;
            for (const Count size : tensor.shape) elements *= size;
            scales += elements;
        }
        QTEST(static_cast<qlonglong>(scales), "scales");
    }
};

PLIMSOLL_TEST(TestStorage)
} // namespace PLIMSOLL_FILE
#include "test_storage.moc"
