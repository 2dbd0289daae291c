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

PLIMSOLL_TEST(TestAdapterCounts)
} // namespace PLIMSOLL_FILE
#include "test_adapter_counts.moc"
