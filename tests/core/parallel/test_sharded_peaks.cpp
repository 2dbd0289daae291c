// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace PLIMSOLL_FILE {

// Peaks of a four-layer LLaMA that torch 2.15.0, transformers 5.23.0, accelerate 1.15.0, peft 0.21.2 and bitsandbytes 0.50.2 took
// on one of several processes, recorded from their own caching allocator on a driver without a card: one row a mechanism.

using namespace plimsoll;

namespace {

struct Recorded {
    const char *name, *changes;
    Bytes allocated, reserved;
};

constexpr const char *lora = R"("adapter": {"rank": 16, "alpha": 32, "dropout": 0.0, "targets": "all-linear", "dtype": "fp32"})";

const Recorded rows[] = {
    {"fsdp2, tied: one unit of both ends", R"("parallel": {"engine": "fsdp2"})", 576268800, 874512384},
    {"fsdp2, ends apart", R"("untied": true, "parallel": {"engine": "fsdp2"})", 644298752, 1033895936},
    {"fsdp2, two copies of two shards", R"("parallel": {"engine": "fsdp2", "replicate": 2})", 911853056, 1298137088},
    {"fsdp2, no_sync", R"("parallel": {"engine": "fsdp2"}, "gradient_accumulation": 2)", 678663168, 1017118720},
    {"fsdp2, LoRA", R"("parallel": {"engine": "fsdp2"}, "method": "lora")", 312583680, 478150656},
    {"fsdp2, 4 bit", R"("parallel": {"engine": "fsdp2"}, "method": "qlora", "quant_storage": "bf16")", 295705088, 463470592},
    {"fsdp2, 4 bit left whole", R"("parallel": {"engine": "fsdp2"}, "method": "qlora")", 313399808, 463470592},
    {"fsdp1, tied", R"("parallel": {"engine": "fsdp1"})", 552909312, 916455424},
    {"fsdp1, untied", R"("untied": true, "parallel": {"engine": "fsdp1"})", 785697280, 1176502272},
    {"fsdp1, flat parameters stepped", R"("parallel": {"engine": "fsdp1", "use_orig_params": false})", 616356352, 983564288},
    {"fsdp1, prefetch and no_sync", R"("parallel": {"engine": "fsdp1", "backward_prefetch": "pre"}, "gradient_accumulation": 2)",
     697254912, 1059061760},
    {"fsdp1, gathered until backward", R"("parallel": {"engine": "fsdp1", "reshard_after_forward": false})", 608107520,
     991952896},
    {"fsdp1, PEFT's units", R"("parallel": {"engine": "fsdp1"}, "method": "lora")", 312190976, 438304768},
    {"fsdp2, offload", R"("parallel": {"engine": "fsdp2", "offload": "both"})", 285761536, 562036736},
    {"fsdp1, offload", R"("parallel": {"engine": "fsdp1", "offload": "both"})", 311711232, 794820608},
    {"fsdp1, one unit", R"("parallel": {"engine": "fsdp1", "wrap": "none"})", 722307584, 1417674752},
    {"fsdp1, 4 bit",
     R"("parallel": {"engine": "fsdp1"}, "method": "qlora", "quant_storage": "bf16", "adapter": {"dtype": "bf16"})", 295409664,
     360710144},
};

nlohmann::json plan_of(const Recorded &row)
{
    nlohmann::json plan = nlohmann::json::parse(R"({
        "task": "train", "stack": "transformers", "method": "full", "autocast": "bf16", "attention": "sdpa",
        "weights": {"dtype": "bf16", "quant": "none", "double_quant": false}, "micro_batch": 1, "sequence_length": 512,
        "gradient_checkpointing": true, "kbit_prepare": false, "max_grad_norm": 1.0, "optimizer": {"name": "adamw", "implementation": "fused"},
        "parallel": {"data": 4, "zero": 3},
        "model": {"config": {"model_type": "llama", "vocab_size": 32000, "hidden_size": 1024, "intermediate_size": 2816,
                             "num_hidden_layers": 4, "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 64,
                             "tie_word_embeddings": true, "max_position_embeddings": 4096, "rms_norm_eps": 1e-5,
                             "hidden_act": "silu"}}})");
    nlohmann::json changes = nlohmann::json::parse("{" + std::string(row.changes) + "}");
    if (changes.erase("untied") > 0) plan["model"]["config"]["tie_word_embeddings"] = false;
    const std::string method = changes.value("method", "full");
    if (method != "full") plan.update(nlohmann::json::parse("{" + std::string(lora) + "}"));
    if (method == "qlora") plan["weights"].update({{"quant", "nf4"}, {"double_quant", true}});
    if (changes.contains("quant_storage")) plan["weights"]["quant_storage"] = changes["quant_storage"];
    changes.erase("quant_storage");
    plan.merge_patch(changes);
    return plan;
}

} // namespace

class TestShardedPeaks : public QObject {
    Q_OBJECT
private slots:
    void libraries_take_as_much_data();
    void libraries_take_as_much();
};

void TestShardedPeaks::libraries_take_as_much_data()
{
    QTest::addColumn<int>("row");
    int index = 0;
    for (const Recorded &row : rows) QTest::newRow(row.name) << index++;
}

void TestShardedPeaks::libraries_take_as_much()
{
    QFETCH(const int, row);
    const Recorded &recorded = rows[row];
    const auto parsed = plan_from_object(plan_of(recorded));
    QVERIFY(parsed);
    const auto model = load_model(parsed->plan.model);
    QVERIFY(model);
    const auto answer = estimate(*model, parsed->plan);
    QVERIFY2(answer, answer ? "" : answer.error().field.c_str());
    const Peak &peak = answer->shown().peak;
    QVERIFY(answer->replayed);
    constexpr Bytes scalars = 16 * 1024; // what the Trainer counts of a batch is not simulated
    QVERIFY2(std::abs(peak.allocated - recorded.allocated) <= scalars, qPrintable(QString::number(peak.allocated)));
    QCOMPARE(peak.reserved, recorded.reserved);
}

PLIMSOLL_TEST(TestShardedPeaks)
} // namespace PLIMSOLL_FILE
#include "test_sharded_peaks.moc"
