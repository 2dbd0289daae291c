// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/estimate/fields_without_effect.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace PLIMSOLL_FILE {

// An encoder that scores is the class that AutoModelForSequenceClassification builds of the same file, whichever class that names.

using namespace plimsoll;
using nlohmann::json;

namespace {

json config(const char *type, const char *class_name)
{
    return {{"model_type", type},       {"architectures", {class_name}}, {"hidden_size", 128},
            {"intermediate_size", 256}, {"num_hidden_layers", 2},        {"num_attention_heads", 4},
            {"vocab_size", 1000},       {"type_vocab_size", 2},          {"max_position_embeddings", 512},
            {"num_labels", 1}};
}

Estimate trained(const ArchitectureRef &model, const char *objective)
{
    const auto plan = plan_from_object(
        {{"task", "train"}, {"method", "full"}, {"objective", objective}, {"micro_batch", 8}, {"sequence_length", 64}});
    Result<Estimate> out = estimate(model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

ArchitectureRef bert() { return *named_class_from_config(config("bert", "BertForMaskedLM").dump(), "inline"); }

ArchitectureRef llama()
{
    const json file = {{"model_type", "llama"},    {"vocab_size", 512},      {"hidden_size", 256},
                       {"intermediate_size", 512}, {"num_hidden_layers", 2}, {"num_attention_heads", 4},
                       {"num_key_value_heads", 2}};
    return *named_class_from_config(file.dump(), "inline");
}

Estimate labelled(const ArchitectureRef &model, const char *objective, const json &labels)
{
    json plan = {{"task", "train"}, {"method", "full"}, {"objective", objective}, {"sequence_length", 64}};
    if (!labels.is_null()) plan["num_labels"] = labels;
    Result<Estimate> out =
        estimate(model, plan_from_object(plan)->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

bool ignores_labels(const Estimate &made)
{
    return std::ranges::any_of(fields_without_effect(made), [](const Warning &warning) { return warning.field == "num_labels"; });
}

} // namespace

class TestScoredEncoders : public QObject {
    Q_OBJECT
private slots:
    /// LLaMA-Factory 0.9.6 train/rm/trainer.py, compute_loss, over TRL's AutoModelForCausalLMWithValueHead: logits of every token in 16 bits
    /// and float32 at once, which are dropped before the loss, so that no gradient of them is made.
    void llama_factorys_reward_keeps_the_language_head()
    {
        const json plan = {{"task", "train"},
                           {"model", {{"preset", "qwen2.5-0.5b"}}},
                           {"method", "lora"},
                           {"objective", "reward"},
                           {"micro_batch", 4},
                           {"sequence_length", 1024},
                           {"stack", "llama-factory"},
                           {"gradient_checkpointing", true},
                           {"weights", {{"dtype", "bf16"}}}};
        const auto made = [](const json &of) {
            const auto parsed = plan_from_object(of);
            Result<Estimate> out =
                estimate(*load_model(parsed->plan.model), parsed->plan, {}, {.timeline = false, .explain = false});
            if (!out) qFatal("%s", out.error().message().c_str());
            return *std::move(out);
        };
        const auto held = [](const Estimate &of, std::string_view stage) {
            for (const StagePeak &one : of.fullest().stages)
                if (one.stage == stage) return one.allocated;
            return Bytes{-1};
        };
        const Estimate reward = made(plan);
        const Bytes logits = Bytes{8} * 1024 * 151936 * 6;
        const Bytes beyond = held(reward, "forward") - reward.fullest().steady_weights;
        QVERIFY2(beyond > logits && beyond < logits + gib, std::to_string(beyond).c_str());
        QVERIFY(held(reward, "backward") < 3 * gib);
        json other = plan;
        other["stack"] = "trl"; // AutoModelForSequenceClassification
        QVERIFY(held(made(other), "forward") < 3 * gib);
        QVERIFY(reward.trainable_parameters > 0 && reward.total_parameters > made(other).total_parameters - 1000);
    }

    void have_the_classifiers_head_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("start");
        QTest::newRow("BERT") << "bert"
                              << "Bert";
        QTest::newRow("RoBERTa") << "roberta"
                                 << "Roberta";
    }
    void have_the_classifiers_head()
    {
        QFETCH(QString, type);
        QFETCH(QString, start);
        const auto read = [&](const char *end) {
            const json file = config(qPrintable(type), qPrintable(start + QLatin1String(end)));
            return *named_class_from_config(file.dump(), "inline");
        };
        const Estimate own = trained(read("ForSequenceClassification"), "sft");
        for (const char *end : {"ForMaskedLM", "Model"})
            for (const char *objective : {"classification", "reranker"}) {
                const Estimate scored = trained(read(end), objective);
                QCOMPARE(scored.trainable_parameters, own.trainable_parameters);
                QCOMPARE(scored.fullest().peak.allocated, own.fullest().peak.allocated);
            }
    }
    /// transformers 5.23 modeling_bert.py: nn.Linear(hidden_size, num_labels) with a bias; modeling_layers.py,
    /// GenericForSequenceClassification: "score" without one.
    void labels_widen_the_head()
    {
        const auto trainable = [](const ArchitectureRef &model, const json &labels) {
            json plan = {{"task", "train"}, {"method", "full"}, {"objective", "classification"}, {"sequence_length", 64}};
            if (!labels.is_null()) plan["num_labels"] = labels;
            const Result<Estimate> out =
                estimate(model, plan_from_object(plan)->plan, {}, {.timeline = false, .allocator = false, .explain = false});
            return out ? out->trainable_parameters : -1;
        };
        const json bert = config("bert", "BertModel");
        const ArchitectureRef encoder = *named_class_from_config(bert.dump(), "inline");
        QCOMPARE(trainable(encoder, 5) - trainable(encoder, {}), 4 * (bert["hidden_size"].get<Count>() + 1));
        const json llama = {{"model_type", "llama"},    {"vocab_size", 512},      {"hidden_size", 256},
                            {"intermediate_size", 512}, {"num_hidden_layers", 2}, {"num_attention_heads", 4},
                            {"num_key_value_heads", 2}};
        const ArchitectureRef decoder = *named_class_from_config(llama.dump(), "inline");
        QCOMPARE(trainable(decoder, 5) - trainable(decoder, {}), Count{4 * 256});
        QCOMPARE(trainable(decoder, 1), trainable(decoder, {}));
    }
    /// TRL 1.16 reward_trainer.py: num_labels is 1, and a model of more raises.
    void pairs_are_compared_by_one_number()
    {
        for (const ArchitectureRef &model : {bert(), llama()}) {
            const Estimate one = labelled(model, "reward", {}), seven = labelled(model, "reward", 7);
            QCOMPARE(seven.trainable_parameters, one.trainable_parameters);
            QCOMPARE(seven.fullest().peak.allocated, one.fullest().peak.allocated);
        }
    }
    void labels_that_move_the_peak_have_an_effect()
    {
        for (const ArchitectureRef &model : {bert(), llama()})
            for (const char *objective : {"classification", "reranker"}) {
                const Estimate wide = labelled(model, objective, 20000);
                QVERIFY(wide.fullest().peak.allocated > labelled(model, objective, {}).fullest().peak.allocated);
                QVERIFY(!ignores_labels(wide));
            }
    }
    void a_head_is_said_as_wide_as_it_is()
    {
        const auto says = [](const Estimate &made, const char *text) {
            return std::ranges::any_of(made.warnings,
                                       [text](const Warning &warning) { return warning.text.find(text) != std::string::npos; });
        };
        QVERIFY(says(labelled(llama(), "classification", 5), "of 5 outputs"));
        QVERIFY(says(labelled(llama(), "classification", {}), "of one output"));
        QVERIFY(says(labelled(llama(), "reward", 7), "of one output"));
    }
};

PLIMSOLL_TEST(TestScoredEncoders)
} // namespace PLIMSOLL_FILE
#include "test_scored_encoders.moc"
