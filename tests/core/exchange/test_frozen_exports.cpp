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

/// What trains in the tower's place, in the projector's, and in all, with so many pictures in a row; nothing where the plan is refused.
std::optional<Count> trained(Plan plan, Count pictures = 1)
{
    if (pictures > 0) {
        plan.images.per_row = pictures;
        plan.given.insert("images.per_row");
    }
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
    void names_come_back_data();
    void names_come_back();
    void names_are_written_data();
    void names_are_written();
    void axolotls_expressions_are_its_own_data();
    void axolotls_expressions_are_its_own();
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

namespace {

constexpr const char *named_parts[] = {R"x(["mlp"])x",
                                       R"x(["self_attn", "norm"])x",
                                       R"x(["^model.embed_tokens", "^model.layers.3."])x",
                                       R"x(["layers\\.(1|2)\\.", ".*o_proj"])x",
                                       R"x(["down_proj.weight$"])x",
                                       R"x(["layers.1[0-9]"])x"};

Plan trains_part(const QString &part)
{
    const QString text = QStringLiteral(R"({"schema":"plimsoll.plan/1","model":{"preset":"qwen2.5-0.5b"},"method":"full",
        "sequence_length":2048,"micro_batch":1,"trainable":%1})");
    const auto plan = plan_from_json(text.arg(part).toStdString());
    if (!plan) qFatal("%s", plan.error().message().c_str());
    return plan->plan;
}

} // namespace

void TestFrozenExports::names_come_back_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("part");
    for (const char *part : named_parts) {
        QTest::addRow("ms-swift %s", part) << "ms-swift" << part;
        QTest::addRow("ms-swift, frozen %s", part) << "ms-swift" << QStringLiteral(R"({"frozen":%1})").arg(part);
        QTest::addRow("axolotl %s", part) << "axolotl" << part;
    }
}

void TestFrozenExports::names_come_back()
{
    QFETCH(QString, tool);
    QFETCH(QString, part);
    const Plan plan = trains_part(part);
    const Result<Exported> out = exported(plan, tool.toStdString());
    QVERIFY(out);
    for (const NotSaid &each : out->not_said) QVERIFY2(each.field != "trainable", each.why.c_str());
    const Imported read = import_text(out->text);
    const std::optional<Count> before = trained(plan, 0), after = trained(read.plan, 0);
    QVERIFY2(before && after && *before == *after, out->text.c_str());
    QVERIFY(*before < Count{494'032'768}); // not all
}

void TestFrozenExports::names_are_written_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("line"); // empty: it is listed
    // ms-swift 4.6 utils/transformers_utils.py: a name that begins so, or re.search()
    QTest::newRow("a name") << "ms-swift"
                            << R"(["mlp"])"
                            << R"(--freeze_parameters_ratio 1 --trainable_parameters_regex '(^|\.)mlp(\.|$)')";
    QTest::newRow("a beginning") << "ms-swift"
                                 << R"(["^model.norm"])"
                                 << "--freeze_parameters_ratio 1 --trainable_parameters model.norm";
    QTest::newRow("a beginning that freezes") << "ms-swift"
                                              << R"x({"frozen":["^model\\.embed_tokens"]})x"
                                              << "--freeze_parameters model.embed_tokens";
    QTest::newRow("swift, layers") << "ms-swift"
                                   << R"({"last_layers":4})"
                                   << "";
    QTest::newRow("swift, a share") << "ms-swift"
                                    << R"(["25%"])"
                                    << "";
    // axolotl 0.21 utils/freeze.py: re.match(), in which only the dot of ".+" is any character
    QTest::newRow("Axolotl, a name") << "axolotl"
                                     << R"(["mlp"])"
                                     << R"((.+.)?mlp(.|$))";
    QTest::newRow("Axolotl, an expression") << "axolotl"
                                            << R"x(["layers\\.1\\..*_proj"])x"
                                            << R"x((.+)?layers.1.(.+)?_proj)x";
    QTest::newRow("Axolotl, frozen") << "axolotl"
                                     << R"({"frozen":["mlp"]})"
                                     << "";
    QTest::newRow("Axolotl, layers") << "axolotl"
                                     << R"({"last_layers":4})"
                                     << "";
}

void TestFrozenExports::names_are_written()
{
    QFETCH(QString, tool);
    QFETCH(QString, part);
    QFETCH(QString, line);
    const Result<Exported> out = exported(trains_part(part), tool.toStdString());
    QVERIFY(out);
    const bool listed = std::ranges::find(out->not_said, std::string("trainable"), &NotSaid::field) != out->not_said.end();
    QCOMPARE(listed, line.isEmpty());
    QVERIFY2(out->text.find(line.toStdString()) != std::string::npos, out->text.c_str());
    for (const char *key : {"freeze_parameters ", "trainable_parameters", "unfrozen_parameters:"})
        QVERIFY2(!listed || out->text.find(key) == std::string::npos, out->text.c_str());
}

/// axolotl 0.21 utils/freeze.py, LayerNamePattern.
void TestFrozenExports::axolotls_expressions_are_its_own_data()
{
    QTest::addColumn<QString>("unfrozen");
    QTest::addColumn<qint64>("values"); // of qwen2.5-0.5b; 0: no name matches
    const qint64 table = 151936 * 896, attention = 2 * (896 * 896) + 2 * (896 * 128) + 896 + 2 * 128;
    QTest::newRow("whole") << "^model.embed_tokens.weight$" << table;
    QTest::newRow("rows, whose gradients alone are not 0") << "^model.embed_tokens.weight$[:32000]" << table;
    QTest::newRow("a row") << "^model.embed_tokens.weight$[7]" << table;
    QTest::newRow("digits are no rows") << "^model.layers.[12].self_attn" << 2 * attention;
    QTest::newRow("from the first character") << "model.layers.3.self_attn" << attention;
    QTest::newRow("not within") << "layers.3.self_attn" << qint64{0};
    QTest::newRow("a dot is a dot") << "model.layers.*.self_attn" << qint64{0};
    QTest::newRow("but before a plus") << "model.layers.+.self_attn" << 24 * attention;
    QTest::newRow("a backslash is one too many") << R"(model\.layers\.3\.self_attn)" << qint64{0};
    QTest::newRow("alternatives") << "model.layers.3.self_attn|layers.4.self_attn" << attention;
}

void TestFrozenExports::axolotls_expressions_are_its_own()
{
    QFETCH(QString, unfrozen);
    QFETCH(qint64, values);
    json file{{"base_model", "Qwen/Qwen2.5-0.5B"}, {"sequence_len", 512}, {"micro_batch_size", 1}};
    file["datasets"] = json::array({{{"path", "mhenrichsen/alpaca_2k_test"}, {"type", "alpaca"}}});
    file["unfrozen_parameters"] = json::array({unfrozen.toStdString()});
    Imported read = import_text(file.dump());
    QVERIFY(read.plan.has("trainable"));
    read.plan.model = {};
    read.plan.model.preset = "qwen2.5-0.5b";
    const std::optional<Count> found = trained(read.plan, 0);
    QCOMPARE(found.value_or(0), Count{values});
}

PLIMSOLL_TEST(TestFrozenExports)
} // namespace PLIMSOLL_FILE
#include "test_frozen_exports.moc"
