// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapted_modules.h"
#include "core/adapters/adapters.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <string>

namespace PLIMSOLL_FILE {

// What trains of each method, as PEFT 0.21.2 itself counts it for two small models: tests/fixtures/adapters.jsonl has a line a case,
// written by get_peft_model(); "trainable" is null where it raised.

using namespace plimsoll;

class TestAdapterCounts : public QObject {
    Q_OBJECT
private slots:
    void as_peft_counts_data();
    void as_peft_counts();
    void every_method_is_there();
    void what_is_saved_as_usual_is_taken();
    void rows_of_tokens_are_taken_or_refused_data();
    void rows_of_tokens_are_taken_or_refused();
};

void TestAdapterCounts::as_peft_counts_data()
{
    QTest::addColumn<QString>("line");
    std::ifstream file(PLIMSOLL_FIXTURES "/adapters.jsonl");
    QVERIFY(file.is_open());
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        const auto row = nlohmann::json::parse(line);
        const std::string name = row["model"]["model_type"].get<std::string>() + " " + row["adapter"].dump();
        QTest::newRow((std::to_string(++number) + " " + name).c_str()) << QString::fromStdString(line);
    }
}

void TestAdapterCounts::as_peft_counts()
{
    QFETCH(QString, line);
    const auto row = nlohmann::json::parse(line.toStdString());
    const auto architecture = architecture_from_config(row["model"].dump(), "inline");
    QVERIFY(architecture.ok());
    const nlohmann::json plan{{"method", "lora"}, {"adapter", row["adapter"]}, {"model", {{"config", row["model"]}}}};
    const auto parsed = plan_from_json(plan.dump());
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message().c_str());
    Adapter adapter = prepared(parsed->plan.adapter);
    const AdapterMethod &method = method_of(adapter);
    if (!row["adapter"].contains("targets") && !row["adapter"]["settings"].contains("target_modules"))
        adapter.targets = {"default"};
    if (!row["adapter"]["settings"].contains(std::string(method.rank_key)) && !row["adapter"].contains("rank"))
        adapter.rank = method.rank;
    const auto found = adapted_modules(**architecture, adapter);
    QCOMPARE(found.ok(), !row["trainable"].is_null());
    if (found.ok()) QCOMPARE(found->trainable, row["trainable"].get<Count>());
}

void TestAdapterCounts::every_method_is_there()
{
    std::ifstream file(PLIMSOLL_FIXTURES "/adapters.jsonl");
    std::set<std::string> seen{"dora", "adamss"}; // LoRA with a setting; clusters by a package that PEFT does not bring
    for (std::string line; std::getline(file, line);)
        seen.insert(nlohmann::json::parse(line)["adapter"]["type"].get<std::string>());
    for (const AdapterMethod *method : all_adapters()) QVERIFY2(seen.contains(std::string(method->name)), method->name.data());
}

/// peft 0.21.2 tuners/shadow/config.py: save_pretrained() writes ShadowConfig.shadow_model, "mirror" where nobody says.
void TestAdapterCounts::what_is_saved_as_usual_is_taken()
{
    const nlohmann::json model{{"model_type", "llama"},  {"hidden_size", 256},       {"intermediate_size", 512},
                               {"num_hidden_layers", 2}, {"num_attention_heads", 4}, {"vocab_size", 512}};
    const auto architecture = architecture_from_config(model.dump(), "inline");
    QVERIFY(architecture.ok());
    const auto counted = [&](const char *settings) {
        const QString text =
            QStringLiteral(R"({"method":"lora","model":{"config":{}},"adapter":{"type":"shadow","settings":%1}})");
        const auto parsed = plan_from_json(text.arg(settings).toStdString());
        if (!parsed) qFatal("%s", parsed.error().message().c_str());
        const auto found = adapted_modules(**architecture, prepared(parsed->plan.adapter));
        return found.ok() ? found->trainable : Count{0};
    };
    QVERIFY(counted("{}") > 0);
    QCOMPARE(counted(R"({"shadow_model":"mirror","shadow_hidden_size":null})"), counted("{}"));
    QCOMPARE(counted(R"({"shadow_model":"Qwen/Qwen3-0.6B"})"), Count{0});
    QCOMPARE(counted(R"({"shadow_model":"mirror","shadow_hidden_size":128})"), Count{0});
}

void TestAdapterCounts::rows_of_tokens_are_taken_or_refused_data()
{
    QTest::addColumn<QString>("adapter");
    QTest::addColumn<bool>("tied");
    QTest::addColumn<QString>("refused"); // with these words; empty: taken
    const auto row = [](const char *name, const char *more, const char *tokens, bool tied, const char *refused) {
        QTest::newRow(name) << QString(R"({"rank":8,%1"settings":{"trainable_token_indices":%2}})").arg(more, tokens) << tied
                            << refused;
    };
    const char *const qv = R"("targets":["q_proj","v_proj"],)";
    row("a list", qv, "[1,2]", true, "");
    row("off", qv, "null", true, "");
    row("rows from the end", qv, "[-1,-512]", true, "");
    row("beyond the end", qv, "[-513]", true, "a list of rows below 512");
    row("no rows", qv, R"(["<eos>"])", true, "a list of rows below 512");
    row("a number", qv, "5", true, "a list of rows below 512");
    row("embedding and head", qv, R"({"embed_tokens":[1],"lm_head":[1]})", false, "");
    row("of a tied pair both alike", qv, R"({"embed_tokens":[1],"lm_head":[1]})", true, "");
    row("of a tied pair both", qv, R"({"embed_tokens":[1],"lm_head":[2]})", true, "a tied head follows its embedding");
    row("a head alone", qv, R"({"lm_head":[1]})", false, "a tied head follows its embedding");
    row("with an adapted head that is tied", R"("targets":["q_proj","lm_head"],)", "[1]", true, "in another way");
    row("with an adapted head", R"("targets":["q_proj","lm_head"],)", "[1]", false, "");
    row("with a saved embedding", R"("targets":["q_proj"],"modules_to_save":["embed_tokens"],)", "[1]", false, "in another way");
    row("beside AdaLoRA", R"("targets":["q_proj"],"type":"adalora",)", "[1]", true, "not planned");
}

void TestAdapterCounts::rows_of_tokens_are_taken_or_refused()
{
    QFETCH(QString, adapter);
    QFETCH(bool, tied);
    QFETCH(QString, refused);
    const nlohmann::json model{{"model_type", "llama"},      {"hidden_size", 256},       {"intermediate_size", 512},
                               {"num_hidden_layers", 2},     {"num_attention_heads", 4}, {"vocab_size", 512},
                               {"tie_word_embeddings", tied}};
    const auto architecture = architecture_from_config(model.dump(), "inline");
    QVERIFY(architecture.ok());
    const auto parsed = plan_from_json(R"({"method":"lora","model":{"config":{}},"adapter":)" + adapter.toStdString() + "}");
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message().c_str());
    const auto found = adapted_modules(**architecture, prepared(parsed->plan.adapter));
    const QString said = found.ok() ? QString() : QString::fromStdString(found.error().message());
    QVERIFY2(refused.isEmpty() ? said.isEmpty() : said.contains(refused), qPrintable(said));
}

PLIMSOLL_TEST(TestAdapterCounts)
} // namespace PLIMSOLL_FILE
#include "test_adapter_counts.moc"
