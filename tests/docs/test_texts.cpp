// SPDX-License-Identifier: GPL-3.0-or-later
// The changelog is for people who use the program: short, and with the release that the build and the package know. Links of
// all documents lead somewhere; so do the paths, tests and names of code that documents for contributors speak of.
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <cctype>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

QString contents(const QString &path)
{
    QFile file(QStringLiteral(PLIMSOLL_SOURCE "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Of a document's headings, as GitHub makes them.
QStringList anchors_of(const QString &text)
{
    static const QRegularExpression heading(u"^#+ (.*)$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression dropped(u"[^\\w\\- ]"_s, QRegularExpression::UseUnicodePropertiesOption);
    QStringList out;
    for (auto found = heading.globalMatch(text); found.hasNext();)
        out << found.next().captured(1).toLower().remove(dropped).replace(u' ', u'-');
    return out;
}

/// What stands between backquotes, but in fenced blocks.
QStringList code_in(QString text)
{
    static const QRegularExpression fenced(u"^```.*?^```"_s,
                                           QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression span(u"`([^`\\n]+)`"_s);
    text.remove(fenced);
    QStringList out;
    for (auto found = span.globalMatch(text); found.hasNext();) out << found.next().captured(1);
    return out;
}

/// The tree as documents speak of it.
struct Tree {
    QSet<QString> paths;    ///< of files and folders, and the last parts of them
    QSet<QString> tests;    ///< names that ctest knows
    QSet<QByteArray> words; ///< identifiers of all sources
};

void add_words(const QByteArray &text, QSet<QByteArray> &words)
{
    const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), is_part);
        const auto end = std::find_if_not(begin, text.end(), is_part);
        if (begin != end) words << QByteArray(&*begin, end - begin);
        begin = end;
    }
}

const Tree &tree()
{
    static const Tree all = [] {
        Tree out;
        static const QRegularExpression test(u"\\bplimsoll_test\\((\\w+)"_s);
        const QString root = QStringLiteral(PLIMSOLL_SOURCE "/");
        for (const char *folder :
             {".ci", "app", "cmake", "core", "docs", "models", "packaging", "resources", "tests", "tools", "ui"}) {
            out.paths << QLatin1String(folder);
            for (QDirIterator it(root + QLatin1String(folder), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                                 QDirIterator::Subdirectories);
                 it.hasNext();) {
                const QString path = it.next().mid(root.size());
                out.paths << path << path.section(u'/', -1);
                if (path.endsWith(u".cpp"_s) || path.endsWith(u".h"_s)) add_words(contents(path).toUtf8(), out.words);
                if (!path.startsWith(u"tests/"_s) || !path.endsWith(u"/CMakeLists.txt"_s)) continue;
                const QString lists = contents(path);
                for (auto found = test.globalMatch(lists); found.hasNext();) out.tests << found.next().captured(1);
            }
        }
        return out;
    }();
    return all;
}

/// Whether a file or folder is called so; `*`, `<name>` and NAME stand for any name. Without a folder: wherever it is.
bool is_in_tree(QString path)
{
    static const QRegularExpression placeholder(u"<\\w+>|\\b(?:NAME|TYPE)\\b"_s);
    if (path.endsWith(u'/')) path.chop(1);
    path.replace(placeholder, u"*"_s);
    if (!path.contains(u'*')) return tree().paths.contains(path);
    const QRegularExpression whole(
        QRegularExpression::anchoredPattern(QRegularExpression::escape(path).replace(u"\\*"_s, u"[^/]*"_s)));
    return std::ranges::any_of(tree().paths, [&whole](const QString &there) { return whole.match(there).hasMatch(); });
}

/// Paths ("core/fit/", "writers.cpp", "core/engines/<name>.cpp") and tests that are named and not there.
QStringList missing_paths(const QString &text)
{
    static const QRegularExpression path(
        u"^(?:\\.ci|app|cmake|core|docs|models|packaging|resources|tests|tools|ui)/[\\w./*<>-]*$|^[a-z0-9_*<>]+\\.(?:cpp|h)$"_s);
    static const QRegularExpression test(u"^test_\\w+$"_s);
    QStringList out;
    for (const QString &code : code_in(text).join(u' ').split(u' ')) {
        const bool no_test = test.match(code).hasMatch() && !tree().tests.contains(code);
        if (no_test || (path.match(code).hasMatch() && !is_in_tree(code))) out << code;
    }
    return out;
}

/// Names of code ("Loss::fused", "take_all()", "adapter.dora") with a part that no source has.
QStringList missing_names(const QString &text)
{
    static const QRegularExpression name(u"^[A-Za-z_]\\w*(?:(?:::|\\.)\\w+)*(?:\\(\\))?$"_s), between(u"::|\\.|\\(\\)"_s);
    QStringList out;
    for (const QString &code : code_in(text)) {
        if (!name.match(code).hasMatch() || is_in_tree(code) || tree().tests.contains(code)) continue;
        const QStringList parts = code.split(between, Qt::SkipEmptyParts);
        if (!std::ranges::all_of(parts, [](const QString &part) { return tree().words.contains(part.toUtf8()); })) out << code;
    }
    return out;
}

/// "`take_all()` in `core/exchange/reading.h`" where the file has no such name.
QStringList misplaced_names(const QString &text)
{
    static const QRegularExpression placed(u"`(?:\\w+::)*(\\w+)\\(\\)`\\s+in\\s+`([\\w./]+\\.(?:cpp|h))`"_s);
    QStringList out;
    for (auto found = placed.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QSet<QByteArray> words;
        add_words(contents(match.captured(2)).toUtf8(), words);
        if (!words.contains(match.captured(1).toUtf8())) out << match.captured();
    }
    return out;
}

/// Documents for who changes the program.
QStringList guides()
{
    QStringList out{u"CONTRIBUTING.md"_s};
    const QString root = QStringLiteral(PLIMSOLL_SOURCE "/");
    for (QDirIterator it(root + u"docs"_s, {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        out << it.next().mid(root.size());
    return out;
}

} // namespace

class TestTexts : public QObject {
    Q_OBJECT
private slots:
    void the_release_is_that_of_build_and_package();
    void a_reader_gets_to_its_end();
    void links_lead_somewhere_data();
    void links_lead_somewhere();
    void paths_are_there_data();
    void paths_are_there();
    void names_of_code_are_there_data();
    void names_of_code_are_there();
    void what_is_not_there_is_found();
    void a_newcomer_gets_to_the_end();
    void a_word_is_explained_once();
};

void TestTexts::the_release_is_that_of_build_and_package()
{
    const QString changelog = contents(u"CHANGELOG.md"_s);
    static const QRegularExpression heading(u"^## \\[(\\d+\\.\\d+\\.\\d+)\\] - (\\d{4}-\\d\\d-\\d\\d)$"_s,
                                            QRegularExpression::MultilineOption);
    const QRegularExpressionMatch newest = heading.match(changelog);
    QVERIFY(newest.hasMatch());
    QCOMPARE(newest.captured(1), QStringLiteral(PLIMSOLL_VERSION));
    const QString release = u"<release version=\"%1\" date=\"%2\""_s.arg(newest.captured(1), newest.captured(2));
    QVERIFY2(contents(u"packaging/desktop/io.github.plimsoll_planner.plimsoll.metainfo.xml"_s).contains(release),
             qPrintable(release));
    QVERIFY(changelog.indexOf(u"## [Unreleased]"_s) < newest.capturedStart());
}

void TestTexts::a_reader_gets_to_its_end()
{
    const QString changelog = contents(u"CHANGELOG.md"_s);
    for (const QString &release : changelog.split(u"\n## "_s).mid(1)) {
        QVERIFY2(release.count(u'\n') < 160, qPrintable(release.section(u'\n', 0, 0)));
        QVERIFY2(release.toUtf8().size() < 15'000, qPrintable(release.section(u'\n', 0, 0)));
    }
}

void TestTexts::links_lead_somewhere_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : guides() + QStringList{u"README.md"_s, u"CHANGELOG.md"_s}) QTest::newRow(qPrintable(path)) << path;
}

void TestTexts::links_lead_somewhere()
{
    QFETCH(QString, path);
    static const QRegularExpression link(u"\\]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)"_s);
    const QString text = contents(path);
    QVERIFY(!text.isEmpty());
    const QString folder = path.contains(u'/') ? path.section(u'/', 0, -2) + u'/' : QString();
    for (auto found = link.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString target = match.captured(1).isEmpty() ? path : folder + match.captured(1);
        QVERIFY2(QFile::exists(QStringLiteral(PLIMSOLL_SOURCE "/") + target), qPrintable(target));
        if (match.hasCaptured(2))
            QVERIFY2(anchors_of(contents(target)).contains(match.captured(2)), qPrintable(match.captured()));
    }
}

void TestTexts::paths_are_there_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : guides()) QTest::newRow(qPrintable(path)) << path;
}

void TestTexts::paths_are_there()
{
    QFETCH(QString, path);
    QCOMPARE(missing_paths(contents(path)).join(u' '), QString());
}

void TestTexts::names_of_code_are_there_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : guides())
        if (path.startsWith(u"docs/adding/"_s) || path == u"docs/glossary.md"_s) QTest::newRow(qPrintable(path)) << path;
}

void TestTexts::names_of_code_are_there()
{
    QFETCH(QString, path);
    const QString text = contents(path);
    QCOMPARE((missing_names(text) + misplaced_names(text)).join(u' '), QString());
}

void TestTexts::what_is_not_there_is_found()
{
    QCOMPARE(missing_paths(u"`core/plan/plan.h`, `core/fit/`, `write_<ending>.cpp`, `test_texts`, `core/engines/*.cpp`"_s),
             QStringList());
    const QStringList paths{u"core/plan/plans.h"_s, u"core/fits/"_s, u"paint_<ending>.h"_s, u"test_text"_s, u"core/plan/plan"_s};
    QCOMPARE(missing_paths(u'`' + paths.join(u"` and `"_s) + u'`'), paths);
    QCOMPARE(missing_paths(u"```\n`core/fits/`\n```\n"_s), QStringList());
    QCOMPARE(missing_names(u"`Plan`, `Plan::has`, `take_all()`, `adapter.dora`, `micro_batch *= 2`"_s), QStringList());
    QCOMPARE(misplaced_names(u"`Plan::has()` in\n`core/plan/plan.h`, `take_all()` in `core/plan/plan.h`"_s),
             QStringList(u"`take_all()` in `core/plan/plan.h`"_s));
    const QString wrong = u"Plan::never_a_"_s + u"member"_s;
    QCOMPARE(missing_names(u'`' + wrong + u"()`"_s), QStringList{wrong + u"()"_s});
}

void TestTexts::a_newcomer_gets_to_the_end()
{
    const QString entry = contents(u"CONTRIBUTING.md"_s);
    QVERIFY(entry.toUtf8().size() <= 6000);
    for (const QString &path : guides()) {
        if (!path.startsWith(u"docs/adding/"_s)) continue;
        QVERIFY2(contents(path).count(u'\n') <= 60, qPrintable(path));
        QVERIFY2(entry.contains(u"]("_s + path + u')'), qPrintable(path));
    }
}

void TestTexts::a_word_is_explained_once()
{
    static const QRegularExpression row(u"^\\| ([^|]+) \\|[^|]*\\| ([^|]+) \\|$"_s, QRegularExpression::MultilineOption);
    QStringList words;
    const QString glossary = contents(u"docs/glossary.md"_s);
    for (auto found = row.globalMatch(glossary); found.hasNext();) words << found.next().captured(1);
    QCOMPARE_GT(words.size(), 50);
    QStringList sorted = words.mid(1); // the first row is the head's
    std::ranges::sort(sorted);
    QCOMPARE(words.mid(1), sorted);
    QCOMPARE(sorted.removeDuplicates(), 0);
}

PLIMSOLL_TEST(TestTexts)
} // namespace PLIMSOLL_FILE
#include "test_texts.moc"
