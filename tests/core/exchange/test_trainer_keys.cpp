// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that tools' own readers take (tests/fixtures/exchange, tools/trainer_keys.py): each is known to import, and every key that is
// exported is one of them.
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QStringList recorded(const char *tool)
{
    QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/exchange/%1.txt").arg(QLatin1String(tool)));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QStringList out = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    out.removeIf([](const QString &line) { return line.startsWith(u'#'); });
    return out;
}

/// Where a file of this tool ends up with the key alone in it.
const ImportedKey *unknown_key(const Imported &imported)
{
    const auto unknown = [](const ImportedKey &key) { return key.why.find("has no such key") != std::string::npos; };
    const auto found = std::ranges::find_if(imported.not_said, unknown);
    return found == imported.not_said.end() ? nullptr : &*found;
}

} // namespace

class TestTrainerKeys : public QObject {
    Q_OBJECT

private slots:
    void every_key_is_known_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<QString>("key");
        for (const char *tool : {"trl", "transformers", "accelerate", "peft", "axolotl", "llama-factory", "ms-swift", "unsloth"})
            for (const QString &key : recorded(tool)) QTest::addRow("%s %s", tool, qPrintable(key)) << QByteArray(tool) << key;
    }

    void every_key_is_known()
    {
        QFETCH(const QByteArray, tool);
        QFETCH(const QString, key);
        // values of several kinds: a key is known whatever stands there
        if (key.startsWith(u"--"_s)) { // an option of accelerate's launcher
            const QString line = u"accelerate launch %1 word train.py --max_steps 1"_s.arg(key);
            const Result<Imported> read = imported(line.toStdString(), "transformers");
            QVERIFY2(read.ok() && unknown_key(*read) == nullptr, qPrintable(key));
            return;
        }
        if (tool == "unsloth") { // "from_pretrained.dtype"
            const QStringList parts = key.split(u'.');
            const QString call = u"FastLanguageModel.%1(%2 = 1)\n"_s.arg(parts[0], parts[1]);
            const Result<Imported> read = imported(call.toStdString(), "unsloth");
            QVERIFY2(read.ok() && unknown_key(*read) == nullptr, qPrintable(key));
            return;
        }
        for (const char *value : {"true", "1", "word", "[a, b]"}) {
            const Result<Imported> read =
                imported((key + u": "_s + QLatin1String(value) + u"\n"_s).toStdString(), tool.toStdString());
            if (!read.ok() &&
                (key == "tuner_type"_L1 || key == "finetuning_type"_L1)) { // no such method: the text is refused by it
                QCOMPARE(read.error().field, key.toStdString());
                continue;
            }
            QVERIFY2(read.ok(), qPrintable(key));
            const ImportedKey *const unknown = unknown_key(*read);
            QVERIFY2(unknown == nullptr, unknown ? unknown->why.c_str() : "");
            QCOMPARE(read->understood.size() + read->no_effect.size() + read->not_said.size(), std::size_t{1});
        }
    }

    void what_is_exported_is_a_key_of_the_tool_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::newRow("TRL") << QByteArray("trl");
        QTest::newRow("accelerate") << QByteArray("accelerate");
        QTest::newRow("Axolotl") << QByteArray("axolotl");
        QTest::newRow("LLaMA-Factory") << QByteArray("llama-factory");
        QTest::newRow("ms-swift") << QByteArray("ms-swift");
        QTest::newRow("Unsloth") << QByteArray("unsloth");
    }

    void what_is_exported_is_a_key_of_the_tool()
    {
        QFETCH(const QByteArray, tool);
        QStringList known = recorded(tool.constData());
        if (tool == "llama-factory" || tool == "ms-swift") known += recorded("transformers");
        if (tool == "unsloth")
            known.replaceInStrings(QRegularExpression(u"^.*\\."_s), QString()) +=
                recorded("trl") + QStringList{u"model"_s, u"processing_class"_s, u"train_dataset"_s, u"args"_s};
        if (tool == "trl") known += {u"num_processes"_s, u"accelerate_config"_s, u"env"_s};
        for (const char *more :
             {R"("method": "qlora", "adapter": {"rank": 8, "alpha": 4, "dropout": 0.1, "targets": ["q_proj"], "bias": "all",
                                   "dora": true, "rslora": true, "modules_to_save": ["lm_head"], "target_parameters": ["x"], "dtype": "bf16"},
                                   "parallel": {"engine": "fsdp1", "data": 4})",
              R"("method": "full", "autocast": "fp16", "compile": true, "optimizer": {"name": "galore", "rank": 8},
                                   "parallel": {"engine": "deepspeed", "zero": 3, "data": 4, "offload": "nvme", "bucket_mb": 9})",
              R"("method": "full", "parallel": {"engine": "fsdp2", "data": 4, "replicate": 2, "tensor": 2},
                                   "max_grad_norm": 0, "evaluation": {"micro_batch": 3}, "padded": false, "attention": "flash2")"}) {
            const Result<ParsedPlan> plan = plan_from_json(std::string(R"({"model": {"hub": "a/b"}, )") + more + "}");
            QVERIFY2(plan.ok(), more);
            const Result<Exported> made = exported(plan->plan, tool.toStdString());
            QVERIFY(made.ok());
            const Result<ConfigText> config = config_from_text(made->text);
            QVERIFY(config.ok());
            for (const ConfigEntry &entry : config->entries)
                if (const QString key = QString::fromStdString(entry.key);
                    !key.isEmpty() && !key.contains(u'.') && entry.scope != "environment")
                    QVERIFY2(known.contains(key), qPrintable(key));
        }
    }
};

PLIMSOLL_TEST(TestTrainerKeys)
} // namespace PLIMSOLL_FILE
#include "test_trainer_keys.moc"
