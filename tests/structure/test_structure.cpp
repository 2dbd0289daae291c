// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

const QString source_root = QStringLiteral(PLIMSOLL_SOURCE);

QString output_of(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(180'000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qWarning("%s failed: %s", qPrintable(program), process.readAllStandardError().constData());
    return QString::fromUtf8(process.readAllStandardOutput());
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qWarning("%s: %s", qPrintable(path), qPrintable(file.errorString()));
    return file.readAll();
}

QStringList files_below(const QString &folder, const QStringList &patterns)
{
    QStringList out;
    for (QDirIterator it(source_root + u"/"_s + folder, patterns, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        out << it.next();
    out.sort();
    return out;
}

/// Includes in the sources below `folder` whose target begins with `pattern`, as "path: line"; files whose path begins with
/// `except` are left out.
QStringList includes_matching(const QString &folder, const QString &pattern, const QString &except = u"/none/"_s)
{
    const QRegularExpression expression(u"^\\s*#\\s*include\\s*[\"<]"_s + pattern);
    QStringList out;
    for (const QString &path : files_below(folder, {u"*.cpp"_s, u"*.h"_s})) {
        const QString relative = path.mid(source_root.size() + 1);
        if (relative.startsWith(except)) continue;
        for (const QString &line : QString::fromUtf8(contents(path)).split(u'\n'))
            if (expression.match(line).hasMatch()) out << relative + u": "_s + line;
    }
    return out;
}

QStringList needed_libraries(const QString &program)
{
    const QString dynamic = output_of(QStringLiteral(READELF_PROGRAM), {u"-d"_s, program});
    static const QRegularExpression needed(u"\\(NEEDED\\).*\\[(.*)\\]"_s);
    QStringList out;
    for (auto matches = needed.globalMatch(dynamic); matches.hasNext();) out << matches.next().captured(1);
    return out;
}

} // namespace

class TestStructure : public QObject {
    Q_OBJECT
private slots:
    void core_uses_no_symbol_of_qt();
    void core_includes_nothing_above_it();
    void command_line_links_no_widgets_and_no_charts();
    void only_the_chart_room_includes_charts();
    void json_files_parse_data();
    void json_files_parse();
    void drawings_are_well_formed();
    void sources_keep_the_house_rules();
};

void TestStructure::core_uses_no_symbol_of_qt()
{
    const QString symbols =
        output_of(QStringLiteral(NM_PROGRAM), QStringList{u"-C"_s} + QStringLiteral(PLIMSOLL_CORE_LIBRARIES).split(u':'));
    QVERIFY2(symbols.contains(u"plimsoll::"_s), "the libraries were not read");
    static const QRegularExpression qt(u"\\b(Q[A-Z]\\w*(::|\\()|qt_\\w+|qVersion|QtPrivate).*"_s);
    const auto found = qt.match(symbols);
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
}

void TestStructure::core_includes_nothing_above_it()
{
    QCOMPARE(includes_matching(u"core"_s, u"(Q[A-Z]|ui/|app/)"_s), QStringList());
    QCOMPARE(includes_matching(u"ui"_s, u"app/"_s), QStringList());
}

void TestStructure::command_line_links_no_widgets_and_no_charts()
{
    const QStringList libraries = needed_libraries(plimsoll::tests::built_program(u"plimsoll"));
    QVERIFY(!libraries.isEmpty());
    for (const QString &library : libraries)
        QVERIFY2(!library.contains(u"Widgets"_s) && !library.contains(u"Charts"_s), qPrintable(library));
}

void TestStructure::only_the_chart_room_includes_charts()
{
    const QString charts =
        u"(QtCharts/|Q(Chart|ChartView|PolarChart|Legend[A-Za-z]*|BarSet|PieSlice|[A-Za-z]+Series|[A-Za-z]+Axis|[A-Za-z]+Mapper)>)"_s;
    QCOMPARE(includes_matching(u"ui"_s, charts, u"ui/charts/"_s), QStringList());
    QCOMPARE(includes_matching(u"app"_s, charts), QStringList());
}

void TestStructure::json_files_parse_data()
{
    QTest::addColumn<QString>("path");
    const QStringList patterns{u"*.json"_s, u"*.plimsoll"_s};
    for (const QString &folder : {u"resources"_s, u"models"_s, u"tests/accuracy/configs"_s})
        for (const QString &path : files_below(folder, patterns))
            QTest::newRow(qPrintable(path.mid(source_root.size() + 1))) << path;
}

void TestStructure::json_files_parse()
{
    QFETCH(QString, path);
    // Python's json writes bare infinities, and real configurations hold them; the planner's reader takes them.
    QByteArray text = contents(path);
    if (path.contains(u"/models/"_s)) text.replace("Infinity", "0");
    QJsonParseError error;
    QJsonDocument::fromJson(text, &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
}

void TestStructure::drawings_are_well_formed()
{
    const QStringList patterns{u"*.svg"_s, u"*.xml"_s, u"*.qrc"_s};
    QStringList paths = files_below(u"resources"_s, patterns) + files_below(u"packaging"_s, patterns);
    QVERIFY(!paths.isEmpty());
    for (const QString &path : std::as_const(paths)) {
        QXmlStreamReader reader(contents(path));
        while (!reader.atEnd()) reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(path + u": "_s + reader.errorString()));
    }
}

void TestStructure::sources_keep_the_house_rules()
{
    QProcess sizes;
    sizes.start(source_root + u"/tests/structure/sizes.sh"_s, {});
    QVERIFY(sizes.waitForFinished(180'000));
    QCOMPARE(QString::fromUtf8(sizes.readAllStandardOutput()), QString());
    QCOMPARE(sizes.exitCode(), 0);
}

PLIMSOLL_TEST(TestStructure)
} // namespace PLIMSOLL_FILE
#include "test_structure.moc"
