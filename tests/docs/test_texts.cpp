// SPDX-License-Identifier: GPL-3.0-or-later
// The changelog is for people who use the program: short, and with the release that the build and the package know. Links of
// all documents lead somewhere.
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

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

} // namespace

class TestTexts : public QObject {
    Q_OBJECT
private slots:
    void the_release_is_that_of_build_and_package();
    void a_reader_gets_to_its_end();
    void links_lead_somewhere_data();
    void links_lead_somewhere();
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
    QVERIFY2(contents(u"packaging/plimsoll.metainfo.xml"_s).contains(release), qPrintable(release));
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
    QStringList paths{u"README.md"_s, u"CONTRIBUTING.md"_s, u"CHANGELOG.md"_s};
    const QString root = QStringLiteral(PLIMSOLL_SOURCE "/");
    for (QDirIterator it(root + u"docs"_s, {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        paths << it.next().mid(root.size());
    for (const QString &path : std::as_const(paths)) QTest::newRow(qPrintable(path)) << path;
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

PLIMSOLL_TEST(TestTexts)
#include "test_texts.moc"
