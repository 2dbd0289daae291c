// SPDX-License-Identifier: GPL-3.0-or-later
// docs/how-an-estimate-comes-about.md names functions that exist where it says, and figures that the program has at that place.
#include "core/api/answer.h"
#include "core/estimate/estimate.h"
#include "core/estimate/runtime.h"
#include "core/estimate/trace_view.h"
#include "core/ground/text.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/run/simulate.h"
#include "tests/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

const QString source = QStringLiteral(PLIMSOLL_SOURCE "/");

QString contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QString &guide()
{
    static const QString text = contents(source + u"docs/how-an-estimate-comes-about.md"_s);
    return text;
}

template <class T>
T taken(Result<T> result)
{
    if (!result.ok()) qFatal("%s", result.error().message().c_str());
    return std::move(result).value();
}

/// The plan of the guide's example.
Plan example()
{
    Plan plan;
    for (const auto &[path, value] : {std::pair{"model", "qwen2.5-coder-7b"},
                                      {"method", "qlora"},
                                      {"adapter.targets", "all-linear"},
                                      {"autocast", "bf16"},
                                      {"target.gpus", "RTX 4090"}})
        plan = taken(with_field(plan, path, value));
    return plan;
}

struct Figure {
    const char *name;
    Count value;
};

std::vector<Figure> figures_of_the_model(const Architecture &model)
{
    Count tensors = 0;
    for (const Module &module : model.modules) tensors += static_cast<Count>(module.parameters.size());
    return {{"decoder layers", model.decoder->layer_count()},
            {"hidden size", model.decoder->hidden},
            {"tensors of parameters", tensors},
            {"parameters", model.total_parameters()}};
}

std::vector<Figure> figures_of_the_run(const step::Trace &trace, const Estimate &estimate)
{
    Count allocations = 0;
    trace.events.each([&](const step::Event &event) { allocations += event.kind == step::Event::Kind::allocate ? 1 : 0; });
    Bytes tensors = 0;
    for (const BreakdownLine &line : estimate.fullest().at_peak)
        if (line.component != Component::allocator_slack && line.component != Component::context) tensors += line.bytes;
    return {{"trained parameters", trace.trainable_parameters},
            {"bytes of gradients in a whole step", trace.gradient_bytes},
            {"events of loading and two steps", static_cast<Count>(trace.events.size())},
            {"allocations among them", allocations},
            {"bytes that stand after loading", trace.after_load},
            {"peak of loading", trace.load_peak},
            {"tensors at the peak", tensors}};
}

/// Every figure of the guide, in its order.
std::vector<Figure> figures()
{
    const Plan plan = example();
    const ArchitectureRef model = taken(load_model(plan.model, {}));
    const PlanAnswer answered = taken(answer(model, plan, {.required = true}));
    const Estimate &estimate = answered.estimate;
    const ResolvedPlan resolved = taken(resolve(plan, *model, estimate.device));
    const step::Trace trace = taken(step::simulate(*model, resolved, estimate.device, true));
    std::vector<Figure> out = figures_of_the_model(*model);
    const auto add = [&out](std::vector<Figure> more) { out.insert(out.end(), more.begin(), more.end()); };
    add({{"fields of a plan", static_cast<Count>(plan_fields().size())},
         {"fields that were set", static_cast<Count>(plan.given.size())},
         {"assumptions of the resolved plan", static_cast<Count>(resolved.assumptions.all().size())}});
    add(figures_of_the_run(trace, estimate));
    const Peak &peak = estimate.fullest().peak;
    const Verdict &verdict = answered.verdicts.at(0);
    add({{"allocated at the peak", peak.allocated},
         {"reserved at its own peak", peak.reserved},
         {"least that runs, reserved", peak.required.bytes()},
         {"segments reserved in the course of it", static_cast<Count>(estimate.fullest().requests.size())},
         {"context and libraries", context_bytes(estimate.device, false).bytes},
         {"on the device", peak.device},
         {"low end of the interval", peak.device_interval.low},
         {"high end of the interval", peak.device_interval.high},
         {"usable on the card", verdict.usable},
         {"to spare", verdict.headroom}});
    return out;
}

} // namespace

class TestGuide : public QObject {
    Q_OBJECT
private slots:
    void functions_stand_in_the_files_that_are_named();
    void figures_are_those_of_the_program();
    void rooms_of_the_headings_exist();
};

void TestGuide::functions_stand_in_the_files_that_are_named()
{
    // `name()` with its file behind it, perhaps on the next line
    static const QRegularExpression function(u"`([\\w:]+)\\(\\)`(?:\\s\\(\\[([^\\]]+)\\]\\(\\.\\./([^)]+)\\)\\))?"_s);
    int functions = 0;
    for (auto it = function.globalMatch(guide()); it.hasNext(); ++functions) {
        const QRegularExpressionMatch match = it.next();
        const QString name = match.captured(1), path = match.captured(3);
        QVERIFY2(!path.isEmpty(), qPrintable(name + u" has no file behind it"_s));
        QCOMPARE(match.captured(2), path);
        // defined there: at the beginning of a line, with a body behind its arguments
        const QRegularExpression definition(u"^\\w[^\\n;={}]*\\b"_s + name + u"\\([^;{]*\\)[^;{]*\\{"_s,
                                            QRegularExpression::MultilineOption);
        QVERIFY2(definition.match(contents(source + path)).hasMatch(), qPrintable(name + u" is not defined in "_s + path));
    }
    QVERIFY(functions > 20);
}

void TestGuide::figures_are_those_of_the_program()
{
    static const QRegularExpression row(u"^\\| ([^|`]+) \\| ([\\d,]+) \\|$"_s, QRegularExpression::MultilineOption);
    QStringList shown, right;
    for (auto it = row.globalMatch(guide()); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        shown << match.captured(1) + u": "_s + match.captured(2);
    }
    for (const Figure &figure : figures())
        right << QString::fromLatin1(figure.name) + u": "_s + QString::fromStdString(grouped(figure.value));
    if (qEnvironmentVariableIsSet("PLIMSOLL_RENEW_EXAMPLES") && shown.size() == right.size()) {
        QString text = guide();
        for (qsizetype i = 0; i < right.size(); ++i)
            text.replace(u"| "_s + shown[i].section(u": "_s, 0, 0) + u" | "_s + shown[i].section(u": "_s, 1) + u" |"_s,
                         u"| "_s + right[i].section(u": "_s, 0, 0) + u" | "_s + right[i].section(u": "_s, 1) + u" |"_s);
        QFile file(source + u"docs/how-an-estimate-comes-about.md"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text.toUtf8()), text.toUtf8().size());
        return;
    }
    QCOMPARE(shown, right);
}

void TestGuide::rooms_of_the_headings_exist()
{
    static const QRegularExpression heading(u"^## .*$"_s, QRegularExpression::MultilineOption), room(u"`([a-z/]+)`"_s);
    int rooms = 0;
    for (auto it = heading.globalMatch(guide()); it.hasNext();)
        for (auto inside = room.globalMatch(it.next().captured()); inside.hasNext(); ++rooms) {
            const QString path = inside.next().captured(1);
            QVERIFY2(QFile::exists(source + path + u"/CMakeLists.txt"_s), qPrintable(path));
        }
    QVERIFY(rooms > 10);
}

PLIMSOLL_TEST(TestGuide)
} // namespace PLIMSOLL_FILE
#include "test_guide.moc"
