// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a pass that are run again: a tower by a switch of its own, and a batch in parts by losses that cache gradients; what an
// encoder that embeds is built of.
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace plimsoll;

namespace {

Estimate estimated(const std::string &text)
{
    const Result<ParsedPlan> plan = plan_from_json(text);
    if (!plan.ok()) qFatal("%s", plan.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(plan->plan.model);
    if (!model.ok()) qFatal("%s", model.error().message().c_str());
    const Result<Estimate> made = estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    if (!made.ok()) qFatal("%s", made.error().message().c_str());
    return *made;
}

Bytes allocated(const std::string &text) { return estimated(text).fullest().peak.allocated; }

std::string of_pictures(const char *preset, const char *method, const char *tower, const char *recomputed)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"weights": {"dtype": "bf16"}, "micro_batch": 1, "sequence_length": 4096,
        "gradient_checkpointing": true, "images": {"per_row": 2, "width": 1024, "height": 1024, "projector": "frozen"}})");
    plan["model"]["preset"] = preset;
    plan["method"] = method;
    plan["images"]["tower"] = tower;
    plan["images"]["tower_checkpointing"] = nlohmann::json::parse(recomputed);
    if (std::string_view(method) == "lora")
        plan["adapter"] = {{"rank", 8}, {"targets", std::string_view(tower) == "frozen" ? "language" : "all-linear"}};
    return plan.dump();
}

std::string of_rows(const char *objective, int rows, const char *part, int accumulated = 1)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"model": {"preset": "qwen3-0.6b"}, "method": "full", "sequence_length": 128,
        "gradient_checkpointing": false})");
    plan["objective"] = objective;
    plan["micro_batch"] = rows;
    plan["gradient_accumulation"] = accumulated;
    plan["loss"]["mini_batch"] = nlohmann::json::parse(part);
    return plan.dump();
}

} // namespace

class TestRecomputedParts : public QObject {
    Q_OBJECT

private slots:
    void towers_data()
    {
        QTest::addColumn<QByteArray>("preset");
        for (const char *preset : {"qwen2.5-vl-3b-instruct", "qwen3-vl-2b-instruct", "gemma-3-4b-it"})
            QTest::newRow(preset) << QByteArray(preset);
    }

    /// As published pairs of ms-swift have it: a tower that trains without being run again holds several times as much; one that is
    /// frozen never gains by being run again, since without that it keeps nothing.
    void towers()
    {
        QFETCH(const QByteArray, preset);
        for (const char *method : {"full", "lora"}) {
            const char *const trains = std::string_view(method) == "full" ? "trained" : "adapters";
            const Bytes again = allocated(of_pictures(preset, method, trains, "true")),
                        kept = allocated(of_pictures(preset, method, trains, "false")),
                        frozen = allocated(of_pictures(preset, method, "frozen", "false")),
                        frozen_again = allocated(of_pictures(preset, method, "frozen", "true"));
            QVERIFY(kept > again + gib);
            QVERIFY(frozen <= frozen_again && frozen_again <= again);
            QCOMPARE(allocated(of_pictures(preset, method, trains, "null")), again); // as the language model's layers
        }
    }

    /// A batch in parts takes what batches of one part take one after the other, and its texts' ids.
    void batches_of_caching_losses()
    {
        const auto of = [](const char *objective, int rows, const char *part) {
            return allocated(of_rows(objective, rows, part));
        };
        for (const char *objective : {"embedding", "reranker"}) {
            const Bytes whole = of(objective, 64, "null"), parts = of(objective, 64, "8"),
                        part = allocated(of_rows(objective, 8, "null", 8)); // gradients stand from the first part on
            QVERIFY(parts >= part && parts < part + 16 * mib);
            QVERIFY(whole > 2 * parts);
            QCOMPARE(of(objective, 64, "64"), of(objective, 64, "100")); // there are no more rows
        }
        QCOMPARE(of("sft", 8, "2"), of("sft", 8, "null")); // no loss of this objective has parts
    }

    /// Two columns of 64 texts of 128 tokens, each in a pass of its own, against one pass of 128 (BertModel of transformers 5.23 in
    /// float32 with eager attention, AdamW; live tensors of torch 2.13: 2,786 of 3,383 MB at the peak, as much of small batches).
    void texts_one_after_the_other()
    {
        const auto of = [](int rows, const char *texts) {
            nlohmann::json plan =
                nlohmann::json::parse(R"({"objective": "embedding", "method": "full", "weights": {"dtype": "fp32"},
                "autocast": "none", "sequence_length": 128, "gradient_checkpointing": true, "attention": "eager", "model": {"config":
                {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": 30522, "hidden_size": 768,
                "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "max_position_embeddings": 512,
                "type_vocab_size": 2}}})");
            plan["micro_batch"] = rows;
            plan["loss"]["texts"] = nlohmann::json::parse(texts);
            return static_cast<double>(allocated(plan.dump()));
        };
        const double apart = of(128, "2"), whole = of(128, "null");
        QVERIFY(std::abs(whole / 3'382'607'360.0 - 1) < 0.05);
        QVERIFY(std::abs(apart / 2'786'172'416.0 - 1) < 0.05);
        QVERIFY(std::abs(of(32, "2") / of(32, "null") - 1) < 0.02);             // gradients stand higher
        QVERIFY(of(192, "3") > of(192, "2") && of(192, "3") < of(192, "null")); // the second and the third in one pass
        QCOMPARE(of(128, "1"), whole);
    }

    void encoders_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<Count>("parameters");
        QTest::addColumn<bool>("pools");
        const auto add = [](const char *name, const char *more, Count parameters, bool pools = true) {
            const char *const base =
                R"("hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, )";
            const std::string text = std::string(R"({"architectures": [")") + name + "\"], " + (pools ? base : "") + more + "}";
            QTest::newRow(name) << QByteArray::fromStdString(text) << parameters << pools;
        };
        const char *const bert =
            R"("model_type": "bert", "vocab_size": 30522, "max_position_embeddings": 512, "type_vocab_size": 2)";
        for (const char *name : {"BertForMaskedLM", "BertForPreTraining", "BertModel", "BertForSequenceClassification"})
            add(name, bert, 109'482'240);
        add("RobertaForMaskedLM",
            R"("model_type": "roberta", "vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1)", 124'645'632);
        add("XLMRobertaForMaskedLM",
            R"("model_type": "xlm-roberta", "vocab_size": 250002, "max_position_embeddings": 514, "type_vocab_size": 1)",
            278'043'648);
        add("CamembertForMaskedLM",
            R"("model_type": "camembert", "vocab_size": 32005, "max_position_embeddings": 514, "type_vocab_size": 1)",
            110'621'952);
        add("DistilBertForMaskedLM", R"("model_type": "distilbert", "vocab_size": 30522, "dim": 768, "n_layers": 6, "n_heads": 12,
            "hidden_dim": 3072, "max_position_embeddings": 512)",
            66'362'880, false);
    }

    /// AutoModel builds the bare class, which has a pooler in some families; no loss of embeddings reads it, so that it gets neither a
    /// gradient nor states of the optimizer (transformers 5.23 modeling_bert.py, modeling_roberta.py, modeling_distilbert.py).
    void encoders()
    {
        QFETCH(const QByteArray, config);
        QFETCH(const Count, parameters);
        QFETCH(const bool, pools);
        const Estimate made =
            estimated(R"({"objective": "embedding", "method": "full", "weights": {"dtype": "fp32"}, "micro_batch": 8,
            "sequence_length": 128, "model": {"config": )" +
                      config.toStdString() + "}}");
        const Count pooler = pools ? 768 * 768 + 768 : 0;
        QCOMPARE(made.total_parameters, parameters);
        QCOMPARE(made.trainable_parameters, parameters);
        QVERIFY(made.fullest().steady_optimizer < (parameters - pooler) * 8 + mib);
        QVERIFY(made.fullest().steady_weights >= parameters * 4);
    }
};

PLIMSOLL_TEST(TestRecomputedParts)
#include "test_recomputed_parts.moc"
