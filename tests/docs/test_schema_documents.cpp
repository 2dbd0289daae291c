// SPDX-License-Identifier: GPL-3.0-or-later
// docs/schema against the sources: choices, warnings and figures that no single answer has all of, and the index.
#include "document_check.h"

#include "core/estimate/estimate.h"
#include "core/fit/advice.h"
#include "core/fit/choice.h"
#include "core/fit/solver.h"
#include "core/fit/verdict.h"
#include "core/ground/dtype.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::docs;
using namespace Qt::StringLiterals;

namespace {

const QString source = QStringLiteral(PLIMSOLL_SOURCE);

DocumentCheck &documents()
{
    static DocumentCheck check;
    return check;
}

QByteArray read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(path));
    return file.readAll();
}

/// Of enumerators without gaps, the last of which is `last`.
template <class Enum>
QStringList names_up_to(Enum last)
{
    QStringList out;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        const std::string_view name = name_of(static_cast<Enum>(i));
        out << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    return out;
}

QStringList choices(const char *name, const char *path)
{
    QStringList out;
    const SchemaRow *const row = documents().document(name).find(path);
    if (row == nullptr) return {u"no such row"_s};
    for (const std::string &choice : row->choices()) out << QString::fromStdString(choice);
    return out;
}

} // namespace

class TestSchemaDocuments : public QObject {
    Q_OBJECT
private slots:
    void choices_are_those_of_the_code();
    void warning_codes_are_those_of_the_code();
    void the_benchmark_writes_what_is_documented();
    void the_index_names_every_document();
};

void TestSchemaDocuments::choices_are_those_of_the_code()
{
    const QStringList phases = names_up_to(Phase::kl), fits = names_up_to(Fits::unknown);
    QCOMPARE(choices("estimate", "peak.phase"), phases);
    QCOMPARE(choices("estimate", "timeline[].phase"), phases);
    QCOMPARE(choices("estimate", "at_peak[].component"), names_up_to(static_cast<Component>(component_count - 1)));
    QCOMPARE(choices("estimate", "verdicts[].fits"), fits);
    QCOMPARE(choices("advise", "[].fits"), fits);
    QCOMPARE(choices("advise", "[].cost_kind"), names_up_to(CostKind::hardware));
    const QString minima = QString::fromUtf8(minimize_fields().data(), static_cast<qsizetype>(minimize_fields().size()));
    const QString fields = QString::fromStdString(solve_fields()) + u" | global_batch | split | "_s + minima;
    QCOMPARE(choices("solve", "[].field"), fields.split(u" | "_s));
}

/// Warnings are made in core, outside of the room of verdicts, as {"code", phrase(…)}; what else looks like one names a dtype.
void TestSchemaDocuments::warning_codes_are_those_of_the_code()
{
    static const QRegularExpression made(
        uR"-((?<!Error)\{\s*"([a-z0-9_]+)",\s*(phrase\(|std::move\(text\)|architecture\.model_type \+))-"_s);
    QSet<QString> code, documented;
    for (QDirIterator it(source + u"/core"_s, {u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        if (path.contains(u"/core/fit/"_s) || path.contains(u"/core/exchange/"_s)) continue; // import.md has those
        const QString text = QString::fromUtf8(read(path));
        for (auto found = made.globalMatch(text); found.hasNext();) {
            const QString name = found.next().captured(1);
            if (!dtype_from_name(name.toStdString()) && !name.endsWith(u"_bytes"_s)) code << name; // a figure's title is none
        }
    }
    for (const Table &table : documents().document("estimate").others)
        if (table.front().front() == "code")
            for (std::size_t i = 1; i < table.size(); ++i)
                documented << QString::fromStdString(in_backticks(table[i].front()).at(0));
    QVERIFY(code.size() > 20);
    QCOMPARE((code - documented).values(), QStringList());
    QCOMPARE((documented - code).values(), QStringList());
}

/// It runs for minutes: held against its source, where each figure is put under its name.
void TestSchemaDocuments::the_benchmark_writes_what_is_documented()
{
    static const QRegularExpression figure(u"\\bout\\[\"(\\w+)\"\\]"_s);
    QSet<QString> written, documented;
    for (const char *file : {"bench.cpp", "ranks.cpp", "reading.cpp"}) {
        const QString text = QString::fromUtf8(read(source + u"/tests/bench/"_s + QString::fromLatin1(file)));
        for (auto found = figure.globalMatch(text); found.hasNext();) written << found.next().captured(1);
    }
    for (const SchemaRow &row : documents().document("bench").rows) documented << QString::fromStdString(row.path);
    QVERIFY(written.size() > 20);
    QCOMPARE((written - documented).values(), QStringList());
    QCOMPARE((documented - written).values(), QStringList());
}

void TestSchemaDocuments::the_index_names_every_document()
{
    const QString text = QString::fromUtf8(read(source + u"/docs/schema/README.md"_s));
    for (QDirIterator it(source + u"/docs/schema"_s, {u"*.md"_s}, QDir::Files); it.hasNext();) {
        const QString name = QFileInfo(it.next()).fileName();
        if (name == u"README.md"_s) continue;
        const SchemaDocument &document = documents().document(name.chopped(3).toStdString());
        const std::string &schema = document.schema;
        const int number = schema.empty() ? 1 : std::stoi(schema.substr(schema.find('/') + 1));
        for (const SchemaRow &row : document.rows) {
            const int since = QString::fromStdString(row.column("since")).toInt();
            QVERIFY2(since >= 1 && since <= number, qPrintable(name + u": "_s + QString::fromStdString(row.path)));
        }
        const QString row = u"| ["_s + name + u"]("_s + name + u") | "_s +
                            (schema.empty() ? QString() : u"`"_s + QString::fromStdString(schema) + u"`"_s);
        QVERIFY2(text.contains(row), qPrintable(row));
    }
}

PLIMSOLL_TEST(TestSchemaDocuments)
} // namespace PLIMSOLL_FILE
#include "test_schema_documents.moc"
