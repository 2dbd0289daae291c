// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <string>

namespace PLIMSOLL_FILE {

// How many parameters an answer says that train.

using namespace plimsoll;

namespace {

constexpr const char *dense = R"({"model_type": "llama", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 6,
    "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1024, "tie_word_embeddings": false})";

/// Embedding and head, final norm; of six layers q and o, k and v, the MLP's three, two norms.
constexpr Count of_dense = 2 * 1024 * 256 + 256 + 6 * (2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 512 + 2 * 256);

/// Rank 4 on every linear of the layers as Megatron-LM fuses them, 4 · (in + out): linear_qkv, linear_proj, linear_fc1, linear_fc2.
constexpr Count of_adapters = 6 * 4 * ((256 + 512) + (256 + 256) + (256 + 1024) + (512 + 256));

Result<Estimate> answered(const std::string &changes)
{
    const auto parsed = plan_from_json(R"({"schema": "plimsoll.plan/1", "task": "train", "model": {"config": )" +
                                       std::string(dense) + "}, " + changes + "}");
    if (!parsed) return parsed.error();
    const auto architecture = load_model(parsed->plan.model);
    if (!architecture) return architecture.error();
    return estimate(*architecture, parsed->plan, {}, {.timeline = false, .allocator = false, .explain = false});
}

} // namespace

class TestTrainedCounts : public QObject {
    Q_OBJECT
private slots:
    void the_whole_models_however_it_is_cut_data()
    {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<Count>("trained");
        const auto full = [](const char *name, const char *parallel) {
            QTest::newRow(name) << QStringLiteral(R"("stack": "megatron", "method": "full", "parallel": {%1})").arg(parallel)
                                << of_dense;
        };
        full("one rank", "");
        full("stages", R"("pipeline": 2)");
        full("three stages", R"("pipeline": 3)");
        full("stages, one rank asked for", R"("pipeline": 2, "rank": 1)");
        full("chunks of stages", R"("pipeline": 2, "virtual_stages": 3)");
        full("slices", R"("tensor": 2)");
        full("stages of slices", R"("pipeline": 2, "tensor": 2, "sequence": true, "data": 2)");
        for (const char *parallel : {R"("data": 2)", R"("pipeline": 2)", R"("pipeline": 2, "tensor": 2)"})
            QTest::addRow("adapters, %s", parallel)
                << QStringLiteral(R"("stack": "megatron", "method": "lora", "adapter": {"rank": 4, "targets": "all-linear"},
                                     "parallel": {%1})")
                       .arg(parallel)
                << of_adapters;
        for (const char *parallel : {"", R"("pipeline": 2)", R"("pipeline": 3)", R"("pipeline": 2, "rank": 1)"})
            QTest::addRow("a plain loop, %s", parallel)
                << QStringLiteral(R"("stack": "pytorch", "method": "full", "gradient_accumulation": 3, "parallel": {%1})")
                       .arg(parallel)
                << of_dense;
    }
    void the_whole_models_however_it_is_cut()
    {
        QFETCH(QString, changes);
        QFETCH(Count, trained);
        const auto made = answered(changes.toStdString());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QCOMPARE(made->trainable_parameters, trained);
    }
};

PLIMSOLL_TEST(TestTrainedCounts)
} // namespace PLIMSOLL_FILE
#include "test_trained_counts.moc"
