// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/adapters/adapted_modules.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

Adapter adapter_from(const json &options, Count rank)
{
    Adapter adapter;
    adapter.rank = rank;
    const json &targets = options.contains("target_modules") ? options["target_modules"] : json("default");
    adapter.targets_regex = targets.is_string() && targets != "default" && targets != "all-linear" && targets != "ALL-LINEAR";
    adapter.targets =
        targets.is_string() ? std::vector<std::string>{targets.get<std::string>()} : targets.get<std::vector<std::string>>();
    adapter.dora = options.value("use_dora", false);
    adapter.bias = options.value("bias", "none");
    adapter.dropout = options.value("lora_dropout", 0.0);
    adapter.modules_to_save = options.value("modules_to_save", std::vector<std::string>{});
    return adapter;
}

} // namespace

/// What peft 0.21.2 made trainable of small models that transformers 5.23 built (tests/fixtures/lora.jsonl).
class TestLora : public QObject {
    Q_OBJECT
private slots:
    void trainable_as_peft_makes_it_data()
    {
        QTest::addColumn<QByteArray>("line");
        QFile file(PLIMSOLL_FIXTURES "/lora.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const QByteArray line = file.readLine().trimmed();
            const json entry = json::parse(line.toStdString());
            const std::string name = entry["config"]["model_type"].get<std::string>() + " " + entry["adapter"].dump();
            QTest::newRow(name.c_str()) << line;
        }
    }
    void trainable_as_peft_makes_it()
    {
        QFETCH(QByteArray, line);
        const json entry = json::parse(line.toStdString());
        const auto model = architecture_from_config(entry["config"].dump(), "x");
        QVERIFY2(model.ok(), model ? "" : model.error().message().c_str());
        const auto plan = adapted_modules(**model, adapter_from(entry["adapter"], entry["rank"]));
        if (entry["trainable"].is_null()) {
            QVERIFY(!plan.ok());
            QVERIFY(!plan.error().message().empty());
            return;
        }
        QVERIFY2(plan.ok(), plan ? "" : plan.error().message().c_str());
        QCOMPARE(plan->trainable, entry["trainable"].get<Count>());
    }
};

PLIMSOLL_TEST(TestLora)
} // namespace PLIMSOLL_FILE
#include "test_lora.moc"
