// SPDX-License-Identifier: GPL-3.0-or-later
#include "recorded_peaks.h"
#include "tests/test_program.h"

#include <QTest>

#include <cstdlib>

namespace PLIMSOLL_FILE {

// LoRA on models that transformers' own meshes divide. Peaks of a two-layer model that torch 2.15.0, transformers 5.23.0, accelerate
// 1.15.0 and peft 0.21.2 took on one of several processes, recorded from their allocator on a driver without a card.

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const Recorded rows[] = {
    {"queries and values", R"("adapter": {"targets": ["q_proj", "v_proj"]})", 513700352, 723517440},
    {"every column-cut matrix",
     R"("adapter": {"targets": ["q_proj", "k_proj", "v_proj", "gate_proj", "up_proj"]}, "parallel": {"tensor": 4})", 501533184,
     687865856},
    {"experts on four ranks", R"("parallel": {"tensor": 1, "data": 4, "zero": 3, "expert": 4},
      "model": {"config": {"model_type": "qwen3_moe", "architectures": ["Qwen3MoeForCausalLM"], "num_experts": 8,
                           "num_experts_per_tok": 2, "moe_intermediate_size": 512, "tie_word_embeddings": false}})",
     592347648, 799014912},
};

Result<Estimate> estimated(const std::string &changes)
{
    return estimated_plan(changed(R"({
        "task": "train", "stack": "transformers", "method": "lora", "autocast": "none", "attention": "sdpa",
        "weights": {"dtype": "bf16", "quant": "none", "double_quant": false}, "micro_batch": 1, "sequence_length": 1024,
        "gradient_checkpointing": false, "kbit_prepare": false, "max_grad_norm": 1.0,
        "optimizer": {"name": "adamw", "implementation": "fused"},
        "adapter": {"rank": 16, "alpha": 32, "dropout": 0.0, "targets": ["q_proj", "v_proj"], "dtype": "fp32"},
        "parallel": {"tensor": 2, "engine": "native"}, "target": {"gpus": ["NVIDIA A100-SXM4-80GB:4"]}})",
                                  changes));
}

QString refusal(const std::string &changes) { return refusal_of(estimated(changes)); }

} // namespace

class TestAdapterMeshes : public QObject {
    Q_OBJECT
private slots:
    void libraries_take_as_much_data();
    void libraries_take_as_much();
    void second_halves_are_shares();
    void refusals_are_the_libraries();
};

void TestAdapterMeshes::libraries_take_as_much_data()
{
    QTest::addColumn<int>("row");
    int index = 0;
    for (const Recorded &row : rows) QTest::newRow(row.name) << index++;
}

void TestAdapterMeshes::libraries_take_as_much()
{
    QFETCH(const int, row);
    const Recorded &recorded = rows[row];
    const auto answer = estimated(recorded.changes);
    QVERIFY2(answer, answer ? "" : answer.error().message().c_str());
    const Peak &peak = answer->shown().peak;
    constexpr Bytes scalars = 8 * 1024; // what the Trainer counts of a batch is not simulated
    QVERIFY2(std::abs(peak.allocated - recorded.allocated) <= scalars, qPrintable(QString::number(peak.allocated)));
    QCOMPARE(peak.reserved, recorded.reserved);
}

/// Of queries 16 · 1024 and 1024 / 2 · 16, of values 16 · 1024 and 512 / 2 · 16, in each of two layers, in float32.
void TestAdapterMeshes::second_halves_are_shares()
{
    const auto answer = estimated("");
    QVERIFY(answer);
    QCOMPARE(answer->shown().steady_adapters, Bytes{2 * 4 * 16 * (1024 + 1024 / 2 + 1024 + 512 / 2)});
}

void TestAdapterMeshes::refusals_are_the_libraries()
{
    const QString rows = refusal(R"("adapter": {"targets": "all-linear"})");
    QVERIFY2(rows.contains("shape '[1024, 256]' is invalid for input of size 524288"), qPrintable(rows));
    QVERIFY(rows.startsWith("adapter.targets"));
    QVERIFY(refusal(R"("parallel": {"data": 2, "zero": 3})").startsWith("parallel.zero"));
    QVERIFY(refusal(R"("method": "qlora", "weights": {"quant": "nf4"})").startsWith("weights.quant"));
    QVERIFY(refusal(R"("adapter": {"dora": true})").startsWith("method"));
}

PLIMSOLL_TEST(TestAdapterMeshes)
} // namespace PLIMSOLL_FILE
#include "test_adapter_meshes.moc"
