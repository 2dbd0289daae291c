// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/adapter_names.h"
#include "core/plan/objective_names.h"
#include "core/plan/optimizer_names.h"
#include "core/plan/names.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

// What one stack, one engine, one optimizer or one release does otherwise stands in its file. Shared code asks the runner
// (core/runner/runner.h) the optimizer (core/optimizers/optimizer_kind.h)
// or the objective (core/objectives/objective_kind.h) for a property that means something in itself, and what
// releases of libraries did by name (core/libraries/older.h).

namespace {

const QString source_root = QStringLiteral(PLIMSOLL_SOURCE);

/// A way to tell runners or releases apart, and the files that may.
struct Rule {
    QRegularExpression pattern;
    QStringList allowed; ///< how their paths begin
};

/// A comparison with one of these names as a word, but for a name that is a word of other fields too.
QRegularExpression compared_word(std::span<const std::string_view> known, std::string_view other)
{
    QStringList names;
    for (const std::string_view name : known)
        if (name != other) names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const QString word = u"\"(%1)\""_s.arg(names.join(u'|'));
    return QRegularExpression(u"[!=]=\\s*%1|%1\\s*[!=]=|case\\s+%1"_s.arg(word));
}

const std::vector<Rule> &rules()
{
    static const QStringList homes{u"core/stacks/"_s, u"core/engines/"_s}, exchange{u"core/exchange/"_s},
        spreading{u"core/parallel/"_s, u"core/fit/splits/split_ways.cpp"_s, u"ui/plan/plan_ranks_group.cpp"_s};
    static const std::vector<Rule> all{
        {QRegularExpression(u"\\b(Stack|Engine)::\\w"_s), {}},
        // parallel.engine spreads a training, whoever carries it out
        {QRegularExpression(u"(?<!parallel)[.>](stack|engine)\\s*[!=]=[^=]"_s), exchange + spreading},
        {QRegularExpression(u"\\bswitch \\([^)]*(?<!parallel\\.)\\b(stack|engine)\\)"_s), spreading},
        {QRegularExpression(u"\\bplan_enum<(Stack|Engine)>"_s), exchange},
        {QRegularExpression(u"\\b(stack|engine|runner)_of\\([^)]*\\)\\.name\\s*[!=]="_s), {}},
        {QRegularExpression(u"\\blibrary(->name)? *[!=]= *\""_s), homes},
        {QRegularExpression(u"[lL]oader(\\.|->)(major|minor|release)\\b *[<>=!]"_s), {}},
        // the registry has a line for each of them, and each tool that plans are written for is one of them in its own words
        {QRegularExpression(u"\\b(stacks|engines)::\\w"_s), homes + exchange + QStringList{u"core/resolve/runners.cpp"_s}},
        // core/libraries says what releases did and releases.* ask it; Default::before is a row's own column, and so is a patch's release
        {QRegularExpression(u"\\brelease_before\\("_s),
         {u"core/plan/releases."_s, u"core/runner/runner.cpp"_s, u"core/families/describe/liger_patches.cpp"_s}},
        {QRegularExpression(u"\\blibraries::\\w+\\.(changes|known)"_s), {}},
        {QRegularExpression(u"\\bOptimizerName::\\w|\\busing enum OptimizerName\\b"_s), {}},
        {QRegularExpression(u"\\boptimizer(\\.|->)name\\)?\\s*[!=]=|[!=]=\\s*[\\w.>-]*\\boptimizer(\\.|->)name\\b"_s), {}},
        {QRegularExpression(u"\\bswitch \\([^)]*\\boptimizer(\\.|->)name\\)"_s), {}},
        {QRegularExpression(u"\\bkind_of\\([^)]*\\)\\.name\\s*[!=]="_s), {}},
        {QRegularExpression(u"\\bplan_enum<OptimizerName>"_s), exchange},
        {QRegularExpression(u"\\boptimizers::\\w"_s), {u"core/optimizers/"_s}},
        {compared_word(plimsoll::names_of<plimsoll::OptimizerName>(), "none"), {}},
        // a tool's own words are the same as some objectives', and so are modules' of a recipe
        {compared_word(plimsoll::names_of<plimsoll::Objective>(), "none"), exchange + QStringList{u"core/families/describe/"_s}},
        {QRegularExpression(u"\\bObjective::\\w|\\busing enum Objective\\b"_s), {}},
        {QRegularExpression(u"[.>]objective\\)?\\s*[!=]=|[!=]=\\s*[\\w.>-]*[.>]objective\\b"_s), {}},
        {QRegularExpression(u"\\bswitch \\([^)]*[.>]objective\\)"_s), {}},
        {QRegularExpression(u"\\bobjective_of\\([^)]*\\)\\.name\\s*[!=]="_s), {}},
        {QRegularExpression(u"\\bplan_enum<Objective>"_s), exchange},
        {QRegularExpression(u"\\bobjectives::\\w"_s), {u"core/objectives/"_s}},
        {QRegularExpression(u"\\badapter(\\.|->)type\\s*[!=]=|[!=]=\\s*[\\w.>-]*\\badapter(\\.|->)type\\b"_s),
         exchange + QStringList{u"core/model/checkpoint/adapter_file.cpp"_s}}, // whose keys are LoRA's by their own names
        {QRegularExpression(u"\\bswitch \\([^)]*\\badapter(\\.|->)type\\)"_s), {}},
        {QRegularExpression(u"\\bmethod_of\\([^)]*\\)\\.name\\s*[!=]="_s), {}},
        {QRegularExpression(u"\\badapters::\\w"_s), {u"core/adapters/"_s}},
        {compared_word(plimsoll::names_of<plimsoll::AdapterName>(), "lora"), {}},
    };
    return all;
}

/// "core/fit/advice.cpp:12: text" for each line of a file that breaks a rule.
QStringList breaches(const QString &path, const QString &text)
{
    QStringList out;
    const QStringList lines = text.split(u'\n');
    for (const Rule &rule : rules()) {
        const bool allowed =
            std::any_of(rule.allowed.begin(), rule.allowed.end(), [&](const QString &begin) { return path.startsWith(begin); });
        for (qsizetype i = 0; i < lines.size() && !allowed; ++i)
            if (rule.pattern.match(lines[i].section(u"//"_s, 0, 0)).hasMatch())
                out << u"%1:%2: %3"_s.arg(path).arg(i + 1).arg(lines[i].trimmed());
    }
    return out;
}

} // namespace

class TestRunnersApart : public QObject {
    Q_OBJECT
private slots:
    void shared_code_tells_none_apart();
    void a_comparison_is_found_data();
    void a_comparison_is_found();
};

void TestRunnersApart::shared_code_tells_none_apart()
{
    QStringList out;
    int files = 0;
    for (const QString &floor : {u"core"_s, u"ui"_s, u"app"_s})
        for (QDirIterator it(source_root + u'/' + floor, {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            ++files;
            out += breaches(file.fileName().mid(source_root.size() + 1), QString::fromUtf8(file.readAll()));
        }
    QVERIFY(files > 100);
    QCOMPARE(out.join(u'\n'), QString());
}

void TestRunnersApart::a_comparison_is_found_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("found");
    const QString shared = u"core/fit/advice.cpp"_s;
    QTest::newRow("enumerator") << shared << u"if (plan.stack == Stack::trl) return;"_s << true;
    QTest::newRow("member") << shared << u"if (plan.inference.engine != other) return;"_s << true;
    QTest::newRow("release") << shared << u"if (release_before(plan, \"trl\", 0, 22)) return;"_s << true;
    QTest::newRow("release of a stack") << u"core/stacks/trl.cpp"_s << u"return release_before(plan, \"trl\", {0, 22});"_s
                                        << true;
    QTest::newRow("what a release did") << shared << u"if (older_of(plan).repeats_heads) return;"_s << false;
    QTest::newRow("name") << shared << u"if (stack_of(plan).name == \"trl\") return;"_s << true;
    QTest::newRow("loader") << shared << u"if (loader.library == \"vllm\") return;"_s << true;
    QTest::newRow("its release") << shared << u"if (m_loader.major < 5) return;"_s << true;
    QTest::newRow("runner") << shared << u"if (&stack_of(plan) == &stacks::trl) return;"_s << true;
    QTest::newRow("property") << shared << u"if (stack_of(plan).loop.trainer) return;"_s << false;
    const QString optimizer = u"plan.optimizer.name"_s;
    QTest::newRow("optimizer") << shared << u"if (%1 != other) return;"_s.arg(optimizer) << true;
    QTest::newRow("optimizer's enumerator") << shared << u"const auto name = OptimizerName::adamw;"_s << true;
    QTest::newRow("optimizers in a switch") << shared << u"switch (%1) {"_s.arg(optimizer) << true;
    QTest::newRow("optimizer's name") << shared << u"if (name_of(%1) == \"lion\") return;"_s.arg(optimizer) << true;
    QTest::newRow("word for an optimizer") << shared << u"if (called == \"adafactor\") return;"_s << true;
    QTest::newRow("optimizer's variable") << shared << u"if (&kind == &optimizers::muon) return;"_s << true;
    QTest::newRow("optimizer in its room") << u"core/optimizers/optimizers.cpp"_s << u"return optimizers::muon;"_s << false;
    QTest::newRow("optimizer's property") << shared << u"if (kind_of(plan.optimizer).paged) return;"_s << false;
    QTest::newRow("objective") << shared << u"if (plan.objective == other) return;"_s << true;
    QTest::newRow("objective's enumerator") << shared << u"const auto aim = Objective::dpo;"_s << true;
    QTest::newRow("word for an objective") << shared << u"if (called == \"dpo\") return;"_s << true;
    QTest::newRow("objective's variable") << shared << u"if (&kind == &objectives::dpo) return;"_s << true;
    QTest::newRow("objective's property") << shared << u"if (objective_of(plan).generates) return;"_s << false;
    QTest::newRow("adapter") << shared << u"if (plan.adapter.type != other) return;"_s << true;
    QTest::newRow("word for an adapter") << shared << u"if (called == \"adalora\") return;"_s << true;
    QTest::newRow("adapter's variable") << shared << u"if (&method == &adapters::vera) return;"_s << true;
    QTest::newRow("adapter in its room") << u"core/adapters/adapters.cpp"_s << u"return adapters::vera;"_s << false;
    QTest::newRow("adapter's property") << shared << u"if (method_of(plan.adapter).dense_only) return;"_s << false;
    QTest::newRow("comment") << shared << u"// no plan.stack == Stack::trl"_s << false;
    QTest::newRow("undo") << u"ui/document/document.cpp"_s << u"connect(&m_undo, &QUndoStack::cleanChanged, this);"_s << false;
}

void TestRunnersApart::a_comparison_is_found()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    QTEST(!breaches(path, line).isEmpty(), "found");
}

PLIMSOLL_TEST(TestRunnersApart)
} // namespace PLIMSOLL_FILE
#include "test_runners_apart.moc"
