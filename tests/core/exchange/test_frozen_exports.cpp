// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a model that sees, as plans freeze them, in the words of tools that have switches for it, and back again.
#include "core/estimate/estimate.h"
#include "core/exchange/exchange.h"
#include "core/load/load_named.h"
#include "core/plan/plan_json.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

using nlohmann::json;

json plan_with(const char *method, const char *stack, const char *tower, const char *projector)
{
    json out{{"schema", "plimsoll.plan/1"}, {"method", method}, {"sequence_length", 2048}, {"micro_batch", 1}};
    out["model"]["preset"] = "qwen2.5-vl-3b-instruct";
    if (*stack != '\0') out["stack"] = stack;
    if (std::string_view(method) == "lora") out["adapter"] = {{"rank", 8}, {"targets", "all-linear"}};
    if (*tower != '\0') out["images"]["tower"] = tower;
    if (*projector != '\0') out["images"]["projector"] = projector;
    return out;
}

/// What trains in the tower's place, in the projector's, and in all, with a picture in the rows; nothing where the plan is refused.
std::optional<Count> trained(Plan plan)
{
    plan.images.per_row = 1;
    plan.given.insert("images.per_row");
    const Result<ArchitectureRef> model = load_named_class(plan.model);
    const Result<Estimate> answer = estimate(*model, plan, {}, {.timeline = false, .allocator = false, .explain = false});
    return answer ? std::optional(answer->trainable_parameters) : std::nullopt;
}

} // namespace

class TestFrozenExports : public QObject {
    Q_OBJECT

private slots:
    void parts_come_back_data();
    void parts_come_back();
    void switches_are_written_data();
    void switches_are_written();
    void what_no_switch_says_is_listed();
};

void TestFrozenExports::parts_come_back_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("stack");
    QTest::addColumn<QString>("tower");
    QTest::addColumn<QString>("projector");
    for (const char *tool : {"llama-factory", "ms-swift", "unsloth"})
        for (const char *method : {"full", "lora"})
            for (const char *own : {"", tool})
                for (const char *tower : {"", "frozen", "trains"})
                    for (const char *projector : {"", "frozen", "trains"}) {
                        const bool unsloth = std::string_view(tool) == "unsloth";
                        // which has no switch of its own for the projector
                        if (unsloth && (std::string_view(method) == "full" || std::string_view(tower) != "frozen" ||
                                        std::string_view(projector) == "trains"))
                            continue;
                        const QString word = QString(method) == "full" ? "trained" : "adapters";
                        const QString first = QString(tower).replace("trains", word),
                                      second = QString(projector).replace("trains", word);
                        const QString name = QStringList{tool, method, own, first, second}.join(' ');
                        QTest::newRow(qPrintable(name)) << tool << method << own << first << second;
                    }
}

void TestFrozenExports::parts_come_back()
{
    QFETCH(QString, tool);
    QFETCH(QString, method);
    QFETCH(QString, stack);
    QFETCH(QString, tower);
    QFETCH(QString, projector);
    const auto plan =
        plan_from_json(plan_with(qPrintable(method), qPrintable(stack), qPrintable(tower), qPrintable(projector)).dump());
    QVERIFY(plan);
    const Result<Exported> out = exported(plan->plan, tool.toStdString());
    QVERIFY(out);
    for (const NotSaid &each : out->not_said)
        QVERIFY2(!each.field.starts_with("images.") && each.field != "trainable" && !each.field.starts_with("adapter.settings"),
                 (each.field + ": " + each.why).c_str());
    const Imported read = import_text(out->text);
    const std::optional<Count> before = trained(plan->plan), after = trained(read.plan);
    QVERIFY(before && after);
    QVERIFY2(*before == *after, (out->text + '\n' + std::to_string(*before) + " became " + std::to_string(*after)).c_str());
}

void TestFrozenExports::switches_are_written_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("tower");
    QTest::addColumn<QStringList>("lines"); // that stand in the file; with "!" before: that do not
    QTest::newRow("LLaMA-Factory, frozen") << "llama-factory"
                                           << "frozen"
                                           << QStringList{"freeze_vision_tower: true", "freeze_multi_modal_projector: true"};
    QTest::newRow("LLaMA-Factory, adapters")
        << "llama-factory"
        << "adapters" << QStringList{"freeze_vision_tower: false", "freeze_multi_modal_projector: false"};
    QTest::newRow("ms-swift, frozen") << "ms-swift"
                                      << "frozen" << QStringList{"--freeze_vit true", "--freeze_aligner true"};
    QTest::newRow("ms-swift, adapters") << "ms-swift"
                                        << "adapters" << QStringList{"--freeze_vit false", "--freeze_aligner false"};
    QTest::newRow("Unsloth, frozen") << "unsloth"
                                     << "frozen"
                                     << QStringList{"FastVisionModel", "finetune_vision_layers = False",
                                                    "finetune_language_layers = True", "!all-linear"};
    QTest::newRow("Unsloth, adapters") << "unsloth"
                                       << "adapters" << QStringList{"FastVisionModel", "finetune_vision_layers = True"};
}

void TestFrozenExports::switches_are_written()
{
    QFETCH(QString, tool);
    QFETCH(QString, tower);
    QFETCH(QStringList, lines);
    const auto plan = plan_from_json(plan_with("lora", "", qPrintable(tower), qPrintable(tower)).dump());
    const Result<Exported> out = exported(plan->plan, tool.toStdString());
    QVERIFY(out);
    for (const QString &line : lines) {
        const bool stands = !line.startsWith('!');
        const bool found = QString::fromStdString(out->text).contains(line.mid(stands ? 0 : 1));
        QVERIFY2(found == stands, (qPrintable(line) + ("\n" + out->text)).c_str());
    }
}

void TestFrozenExports::what_no_switch_says_is_listed()
{
    const auto listed = [](const char *tool, const json &written) {
        const Result<Exported> out = exported(plan_from_json(written.dump())->plan, tool);
        std::string fields;
        for (const NotSaid &each : out->not_said)
            if (each.field.starts_with("images.")) fields += each.field + ' ';
        return fields;
    };
    QCOMPARE(listed("llama-factory", plan_with("lora", "", "frozen", "trained")), std::string("images.projector "));
    QCOMPARE(listed("unsloth", plan_with("lora", "", "frozen", "adapters")), std::string("images.projector "));
    QCOMPARE(listed("unsloth", plan_with("lora", "", "adapters", "adapters")), std::string("images.projector "));
    json named = plan_with("lora", "", "frozen", "frozen");
    named["adapter"]["targets"] = {"q_proj", "v_proj"};
    QCOMPARE(listed("ms-swift", named), std::string("images.tower images.projector "));
}

PLIMSOLL_TEST(TestFrozenExports)
} // namespace PLIMSOLL_FILE
#include "test_frozen_exports.moc"
