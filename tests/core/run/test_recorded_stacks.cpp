// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <cmath>
#include <string>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// How far the allocated peak of `plan`, the fields behind its model, is from `recorded`: 0.01 is one per cent.
double error_of(const std::string &config, const std::string &plan, Bytes recorded, const CardFacts &device = {})
{
    const auto architecture = architecture_from_config(config, "inline");
    const auto parsed = plan_from_json(R"({"schema": "plimsoll.plan/1", "model": {"config": {}}, )" + plan + "}");
    if (!architecture.ok() || !parsed.ok()) qFatal("%s", plan.c_str());
    const auto answer = estimate(*architecture, parsed->plan, device, {.timeline = false, .explain = false});
    if (!answer.ok()) qFatal("%s: %s", plan.c_str(), answer.error().message().c_str());
    return std::abs(static_cast<double>(answer->fullest().peak.allocated) / static_cast<double>(recorded) - 1);
}

} // namespace

/// Allocated peaks of LitGPT, and of models that generate under autocast, against recorded ones.
class TestRecordedStacks : public QObject {
    Q_OBJECT

private slots:
    void litgpt_allocates_as_recorded_data()
    {
        // LitGPT 0.5.13's own model and loop under lightning 2.6.6, torch 2.15, on an A100: max_memory_allocated of three steps
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("plan");
        QTest::addColumn<qint64>("recorded");
        const QString llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32,
            "num_attention_heads": 32, "vocab_size": 32000, "max_position_embeddings": 4096})";
        const QString small = R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 2,
            "num_attention_heads": 16, "num_key_value_heads": %1, "vocab_size": 32000, "max_position_embeddings": 4096})";
        const QString lora = R"("method": "lora", "adapter": {"rank": %1, "alpha": 16, "targets": [%4], "dropout": %5,
            "dtype": "bf16"}, "micro_batch": %2, "sequence_length": %3)";
        const QString qv = R"("q_proj", "v_proj")", qkv = R"("q_proj", "k_proj", "v_proj")";
        const QString all = qkv + R"(, "o_proj", "gate_proj", "up_proj", "down_proj", "lm_head")";
        const auto two = [&](int rank, const QString &targets, const char *dropout) {
            return lora.arg(rank).arg(2).arg(512).arg(targets, dropout);
        };
        QTest::newRow("two of 512, rank 32") << llama << two(32, qv, "0.05") << qint64{19745018880};
        QTest::newRow("one of 1304, rank 8") << llama << lora.arg(8).arg(1).arg(1304).arg(qv, "0.05") << qint64{21366646272};
        QTest::newRow("grouped keys") << small.arg(4) << two(16, qv, "0.05") << qint64{593720832};
        QTest::newRow("grouped keys, no dropout") << small.arg(4) << two(16, qv, "0.0") << qint64{593196544};
        QTest::newRow("a key for each query") << small.arg(16) << two(16, qv, "0.05") << qint64{613815808};
        QTest::newRow("queries, keys and values") << small.arg(16) << two(16, qkv, "0.05") << qint64{604771840};
        QTest::newRow("all linears") << small.arg(4) << two(16, all, "0.05") << qint64{634664448};
        QTest::newRow("full") << small.arg(4) << R"("method": "full", "micro_batch": 2, "sequence_length": 512)"
                              << qint64{1021273600};
    }

    void litgpt_packs_as_recorded_data()
    {
        // the same with bitsandbytes 0.49.2, replaced modules collected: packed from float16, the head as well
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("plan");
        QTest::addColumn<qint64>("recorded");
        const QString small = R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 2,
            "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 32000, "max_position_embeddings": 4096})";
        const QString tiny = R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": %1,
            "num_attention_heads": 32, "num_key_value_heads": 4, "vocab_size": 32000, "max_position_embeddings": 2048})";
        const QString llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32,
            "num_attention_heads": 32, "vocab_size": 32000, "max_position_embeddings": 4096})";
        const QString lora = R"("adapter": {"rank": %1, "alpha": 16, "targets": [%4], "dropout": 0.05,
            "dtype": "bf16"}, "micro_batch": %2, "sequence_length": %3)";
        const QString qv = R"("q_proj", "v_proj")";
        const QString all = qv + R"(, "k_proj", "o_proj", "gate_proj", "up_proj", "down_proj", "lm_head")";
        QTest::newRow("queries and values") << small << lora.arg(16).arg(2).arg(512).arg(qv) << qint64{647874560};
        QTest::newRow("all linears") << small << lora.arg(16).arg(2).arg(512).arg(all) << qint64{690711552};
        QTest::newRow("wider") << tiny.arg(2) << lora.arg(32).arg(2).arg(512).arg(qv) << qint64{1123132416};
        QTest::newRow("all layers") << tiny.arg(22) << lora.arg(32).arg(2).arg(512).arg(qv) << qint64{3263233024};
        QTest::newRow("one of 1304") << llama << lora.arg(8).arg(1).arg(1304).arg(qv) << qint64{12787554816};
    }

    void litgpt_packs_as_recorded()
    {
        QFETCH(QString, model);
        QFETCH(QString, plan);
        QFETCH(qint64, recorded);
        const double error = error_of(model.toStdString(),
                                      R"("stack": "litgpt", "method": "qlora",
            "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": false}, "autocast": "none", "gradient_accumulation": 1, )" +
                                          plan.toStdString(),
                                      recorded);
        QVERIFY2(error < 0.01, qPrintable(QString::number(error)));
    }

    void litgpt_allocates_as_recorded()
    {
        QFETCH(QString, model);
        QFETCH(QString, plan);
        QFETCH(qint64, recorded);
        const double error = error_of(model.toStdString(),
                                      R"("stack": "litgpt", "weights": {"dtype": "bf16"}, "autocast": "none",
            "gradient_accumulation": 1, "optimizer": {"name": "adamw", "implementation": "foreach"}, )" +
                                          plan.toStdString(),
                                      recorded);
        QVERIFY2(error < 0.01, qPrintable(QString::number(error)));
    }

    void litgpt_generates_from_a_packed_head()
    {
        // LitGPT 0.5.13's model under lightning 2.6.6, bitsandbytes 0.49.2 on an A100: a prompt of 5, 50 new tokens
        const auto error = [](const char *nested, Bytes recorded) {
            return error_of(R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32,
                "num_attention_heads": 32, "vocab_size": 32000, "max_position_embeddings": 4096})",
                            R"("task": "infer", "stack": "litgpt", "attention": "sdpa", "autocast": "none",
                "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": )" +
                                std::string(nested) + R"(}, "inference": {"context": 55, "new_tokens": 50, "sequences": 1})",
                            recorded);
        };
        QVERIFY2(error("false", 4555342848) < 0.01, qPrintable(QString::number(error("false", 4555342848))));
        QVERIFY2(error("true", 4248243200) < 0.01, qPrintable(QString::number(error("true", 4248243200))));
    }

    void bitsandbytes_before_0_50_unpacks_every_product()
    {
        // bitsandbytes 0.49.2, torch 2.14, transformers 5.17 on an A100: a prompt of 64, eight new tokens
        constexpr Bytes recorded = 447623168; // 0.50 holds the unpacked scales beside the weight: 0.7 % more
        const double error =
            error_of(R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 2,
                "num_attention_heads": 32, "vocab_size": 8000, "max_position_embeddings": 4096, "tie_word_embeddings": false})",
                     R"("task": "infer",
            "libraries": {"torch": "2.14.0", "transformers": "5.17.0", "bitsandbytes": "0.49.2"},
            "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": true}, "attention": "sdpa",
            "inference": {"context": 72, "new_tokens": 8, "sequences": 1})",
                     recorded);
        QVERIFY2(error < 0.001, qPrintable(QString::number(error)));
    }

    void biased_4bit_products_use_cublaslt()
    {
        // bitsandbytes 0.50.2's fallback is F.linear with the bias: torch 2.15 on an H100, 1 MiB and not 32 beside the product
        constexpr Bytes recorded = 1480960000;
        const CardFacts hopper{.capability_major = 9, .capability_minor = 0};
        const double error = error_of(
            R"({"model_type": "opt", "hidden_size": 5120, "ffn_dim": 20480, "num_hidden_layers": 2, "num_attention_heads": 40,
                "vocab_size": 50272, "max_position_embeddings": 2048, "word_embed_proj_dim": 5120, "do_layer_norm_before": true})",
            R"("task": "infer",
            "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": true}, "attention": "sdpa",
            "inference": {"context": 1500, "new_tokens": 16, "sequences": 2, "cache": "static"})",
            recorded, hopper);
        QVERIFY2(error < 0.001, qPrintable(QString::number(error)));
    }

    void generating_under_autocast_keeps_casts()
    {
        // torch 2.15, transformers 5.23: generate() inside torch.autocast, which keeps the casts of parameters under no_grad too
        constexpr Bytes recorded = 563265536;
        const double error =
            error_of(R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 3,
                "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 32000, "tie_word_embeddings": false})",
                     R"("task": "infer",
            "weights": {"dtype": "fp32"}, "autocast": "bf16", "attention": "sdpa",
            "inference": {"context": 512, "new_tokens": 8, "sequences": 2, "kv_dtype": "bf16"})",
                     recorded);
        QVERIFY2(error < 0.005, qPrintable(QString::number(error)));
    }
};

PLIMSOLL_TEST(TestRecordedStacks)
} // namespace PLIMSOLL_FILE
#include "test_recorded_stacks.moc"
