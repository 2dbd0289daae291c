// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/adapters/adapted_modules.h"
#include "core/model/reference.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

std::optional<Count> trainable(const Architecture &model, const std::string &targets)
{
    Adapter adapter;
    adapter.rank = 16;
    adapter.targets = targets == "q_proj,v_proj" ? std::vector<std::string>{"q_proj", "v_proj"} : std::vector{targets};
    const auto plan = adapted_modules(model, adapter);
    return plan ? std::optional<Count>(plan->trainable) : std::nullopt;
}

} // namespace

/// Published configurations (tests/fixtures/configs) and what transformers 5.23 and peft 0.21.2 make of them
/// (tests/fixtures/configs.jsonl; where transformers does not build a model, its checkpoint's own count).
class TestFamilies : public QObject {
    Q_OBJECT
private slots:
    void counts_data()
    {
        QTest::addColumn<QByteArray>("line");
        QFile file(PLIMSOLL_FIXTURES "/configs.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const QByteArray line = file.readLine().trimmed();
            QTest::newRow(json::parse(line.toStdString())["file"].get<std::string>().c_str()) << line;
        }
    }
    void counts()
    {
        QFETCH(QByteArray, line);
        const json expected = json::parse(line.toStdString());
        const auto read =
            load_named_class(reference_from_text(PLIMSOLL_FIXTURES "/configs/" + expected["file"].get<std::string>()));
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        const Architecture &model = **read;
        QCOMPARE(model.total_parameters(), expected["total"].get<Count>());
        if (!expected["buffers_bytes"].is_null()) QCOMPARE(model.buffer_bytes(), expected["buffers_bytes"].get<Count>());
        if (expected.contains("class")) QCOMPARE(model.class_name, expected["class"].get<std::string>());
        if (expected.contains("active")) QCOMPARE(model.active_parameters, expected["active"].get<Count>());
        if (!expected.contains("lora")) return;
        for (const auto &[targets, count] : expected["lora"].items()) {
            const std::optional<Count> made = trainable(model, targets);
            QVERIFY2(made.has_value() == count.is_number(), targets.c_str());
            if (made) QCOMPARE(*made, count.get<Count>());
        }
    }

    void the_step_agrees_with_the_inventory()
    {
        const auto read = load_model(reference_from_text("llama-3.1-8b"));
        const DecoderSpec &spec = *(*read)->decoder;
        QCOMPARE(spec.layer_count(), 32);
        QCOMPARE(spec.kinds.size(), std::size_t{1});
        QCOMPARE(spec.kinds.front().attention.q.out, 4096);
        QCOMPARE(spec.kinds.front().attention.k.out, 1024);
    }

    void an_unknown_type_is_approximated_aloud()
    {
        const std::string text =
            QByteArray("{'model_type': 'brand_new', 'hidden_size': 64, 'num_hidden_layers': 2, 'num_attention_heads': 4, "
                       "'vocab_size': 100, 'intermediate_size': 128}")
                .replace('\'', '"')
                .toStdString();
        const auto read = architecture_from_config(text, "x.json");
        QVERIFY(read.ok());
        QVERIFY(!(*read)->exact);
        QVERIFY((*read)->assumptions.size() >= 2);
        QCOMPARE((*read)->family, std::string("unknown"));
    }

    void an_unknown_type_without_sizes_is_refused()
    {
        const std::string text = QByteArray("{'model_type': 'brand_new', 'hidden_size': 64}").replace('\'', '"').toStdString();
        const auto read = architecture_from_config(text, "x.json");
        QVERIFY(!read.ok());
        QVERIFY2(read.error().message().find("vocab_size") != std::string::npos, read.error().message().c_str());
    }
};

PLIMSOLL_TEST(TestFamilies)
} // namespace PLIMSOLL_FILE
#include "test_families.moc"
