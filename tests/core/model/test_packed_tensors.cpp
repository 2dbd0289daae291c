// SPDX-License-Identifier: GPL-3.0-or-later
// What the file of a quantised model has of each module.
#include "core/engines/engines.h"
#include "core/model/loading/loaded_weights.h"
#include "tests/core/model/small_model.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

class TestPackedTensors : public QObject {
    Q_OBJECT

private slots:
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
        const Storage storage = storage_of(*small_llama({{"quant_method", "compressed-tensors"},
                                                         {"format", "mixed-precision"},
                                                         {"ignore", {"lm_head", "re:.*layers.0.self_attn.q_proj"}},
                                                         {"config_groups", groups}}));
        QCOMPARE(tensors_of(storage, "model.layers.0.self_attn.q_proj"), QString("weight bf16 [256, 256]"));
        QCOMPARE(tensors_of(storage, "model.layers.1.self_attn.q_proj"),
                 QString("weight fp8 [256, 256]; weight_scale bf16 [256, 1]"));
        QCOMPARE(tensors_of(storage, "model.layers.0.mlp.up_proj"),
                 QString("weight_packed int32 [512, 32]; weight_scale bf16 [512, 2]; weight_shape int64 [2]"));
        QCOMPARE(tensors_of(storage, "model.layers.1.mlp.up_proj"), QString("weight fp8 [512, 256]; weight_scale bf16 [512, 1]"));
        QCOMPARE(tensors_of(storage, "lm_head"), QString("weight bf16 [320, 256]"));
    }

    void settings_of_single_modules_count()
    {
        const Storage gptq = storage_of(*small_llama(
            {{"quant_method", "gptq"},
             {"bits", 4},
             {"group_size", 128},
             {"dynamic", {{"-:.*self_attn.*", json::object()}, {"+:.*layers\\.1\\.mlp.*", {{"bits", 8}, {"group_size", 64}}}}}}));
        QCOMPARE(tensors_of(gptq, "model.layers.0.self_attn.q_proj"), QString("weight bf16 [256, 256]"));
        QVERIFY(tensors_of(gptq, "model.layers.0.mlp.up_proj").startsWith("qweight int32 [32, 512]; qzeros int32 [2, 64]"));
        QVERIFY(tensors_of(gptq, "model.layers.1.mlp.up_proj").startsWith("qweight int32 [64, 512]; qzeros int32 [4, 128]"));
        const Storage mixed =
            storage_of(*small_llama({{"quant_method", "modelopt"},
                                     {"quant_algo", "MIXED_PRECISION"},
                                     {"quantized_layers",
                                      {{"model.layers.0.mlp.up_proj", {{"quant_algo", "NVFP4"}, {"group_size", 16}}},
                                       {"model.layers.1.*", {{"quant_algo", "FP8"}}}}}}));
        QVERIFY(tensors_of(mixed, "model.layers.0.mlp.up_proj").startsWith("weight uint8 [512, 128]"));
        QVERIFY(tensors_of(mixed, "model.layers.1.mlp.up_proj").startsWith("weight fp8 [512, 256]"));
        QCOMPARE(tensors_of(mixed, "model.layers.0.mlp.gate_proj"), QString("weight bf16 [512, 256]"));
        // optimum knows nothing of `dynamic`
        Loader loader;
        const auto loaded =
            load_weights(*small_llama({{"quant_method", "gptq"}, {"bits", 4}, {"dynamic", {{"-:.*", json::object()}}}}), loader);
        QVERIFY(loaded->layouts.contains("model.layers.0.self_attn.q_proj.weight"));
    }
};

void TestPackedTensors::a_method_stores_its_parts_data()
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
    for (const json &block : quantisation_blocks()) {
        QTest::addRow("%d %s", method, block["quant_method"].get<std::string>().c_str())
            << method << QString::fromLatin1(parts[method]);
        ++method;
    }
}

void TestPackedTensors::a_method_stores_its_parts()
{
    QFETCH(int, method);
    const ArchitectureRef arch = small_llama(quantisation_blocks()[static_cast<std::size_t>(method)]);
    QVERIFY(arch);
    const Storage storage = storage_of(*arch);
    QTEST(tensors_of(storage, "model.layers.0.self_attn.k_proj"), "parts");
    Loader loader;
    loader.dtype = Dtype::bf16;
    loader.library = engines::vllm.models.loader;
    const auto loaded = load_weights(*arch, loader);
    QVERIFY(loaded && storage.bytes);
}

PLIMSOLL_TEST(TestPackedTensors)
} // namespace PLIMSOLL_FILE
#include "test_packed_tensors.moc"
