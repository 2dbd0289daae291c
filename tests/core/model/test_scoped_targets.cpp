// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters by parts and blocks of a model: as unsloth_zoo 2026.10.9 (get_peft_regex) chooses linear layers of transformers' classes at
// rank 8, counted on the meta device.
#include "core/load/load.h"
#include "core/adapters/adapted_modules.h"
#include "core/model/lora/scoped_targets.h"
#include "core/model/presets.h"
#include "tests/test_program.h"

#include <QTest>

using namespace plimsoll;

class TestScopedTargets : public QObject {
    Q_OBJECT

private slots:
    void words()
    {
        QCOMPARE(text_of(*scoped_targets("vision+language:attention+mlp")), std::string("vision+language:attention+mlp"));
        QCOMPARE(text_of(*scoped_targets("language:mlp")), std::string("language:mlp"));
        for (const char *other : {"language", "language:", ":mlp", "vision:head", "all-linear", ".*_proj", "vision,language:mlp"})
            QVERIFY2(!scoped_targets(other), other);
    }

    void chosen_as_unsloth_does_data()
    {
        QTest::addColumn<QByteArray>("preset");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<qint64>("modules");
        QTest::addColumn<qint64>("trainable");
        const auto row = [](const char *preset, const char *targets, qint64 modules, qint64 trainable) {
            QTest::addRow("%s %s", preset, targets) << QByteArray(preset) << QByteArray(targets) << modules << trainable;
        };
        row("qwen2.5-vl-3b-instruct", "vision+language:attention+mlp", 412, 20542464);
        row("qwen2.5-vl-3b-instruct", "language:attention+mlp", 252, 14966784);
        row("qwen2.5-vl-3b-instruct", "vision:attention+mlp", 160, 5575680);
        row("qwen2.5-vl-3b-instruct", "vision+language:attention", 208, 5652480);
        row("qwen2.5-vl-3b-instruct", "language:mlp", 108, 11280384);
        row("qwen2.5-vl-3b-instruct", "vision:attention", 64, 1966080);
        row("gemma-3-4b-it", "vision+language:attention+mlp", 400, 19248896);
        row("gemma-3-4b-it", "language:attention+mlp", 238, 14901248);
        row("gemma-3-4b-it", "vision:attention", 108, 1990656);
    }

    void chosen_as_unsloth_does()
    {
        QFETCH(const QByteArray, preset);
        QFETCH(const QByteArray, targets);
        QFETCH(const qint64, modules);
        QFETCH(const qint64, trainable);
        const Result<ArchitectureRef> model =
            architecture_from_config(preset_config(*find_preset(preset.toStdString())), preset.toStdString());
        QVERIFY(model.ok());
        Adapter adapter;
        adapter.rank = 8;
        adapter.targets = {targets.toStdString()};
        adapter.targets_regex = true;
        const auto chosen = adapted_modules(**model, adapter);
        QVERIFY2(chosen.ok(), chosen ? "" : chosen.error().message().c_str());
        QCOMPARE(static_cast<qint64>(chosen->targets.size()), modules);
        QCOMPARE(static_cast<qint64>(chosen->trainable), trainable);
    }
};

PLIMSOLL_TEST(TestScopedTargets)
#include "test_scoped_targets.moc"
