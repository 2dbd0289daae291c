// SPDX-License-Identifier: GPL-3.0-or-later
// The changelog is for people who use the program: short, and with the release that the build and the package know.
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString contents(const char *path)
{
    QFile file(QStringLiteral(PLIMSOLL_SOURCE "/") + QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestChangelog : public QObject {
    Q_OBJECT
private slots:
    void the_release_is_that_of_build_and_package();
    void a_reader_gets_to_its_end();
    void links_lead_somewhere();
};

void TestChangelog::the_release_is_that_of_build_and_package()
{
    const QString changelog = contents("CHANGELOG.md");
    static const QRegularExpression heading(u"^## \\[(\\d+\\.\\d+\\.\\d+)\\] - (\\d{4}-\\d\\d-\\d\\d)$"_s,
                                            QRegularExpression::MultilineOption);
    const QRegularExpressionMatch newest = heading.match(changelog);
    QVERIFY(newest.hasMatch());
    QCOMPARE(newest.captured(1), QStringLiteral(PLIMSOLL_VERSION));
    const QString release = u"<release version=\"%1\" date=\"%2\""_s.arg(newest.captured(1), newest.captured(2));
    QVERIFY2(contents("packaging/plimsoll.metainfo.xml").contains(release), qPrintable(release));
    QVERIFY(changelog.indexOf(u"## [Unreleased]"_s) < newest.capturedStart());
}

void TestChangelog::a_reader_gets_to_its_end()
{
    const QString changelog = contents("CHANGELOG.md");
    for (const QString &release : changelog.split(u"\n## "_s).mid(1)) {
        QVERIFY2(release.count(u'\n') < 160, qPrintable(release.section(u'\n', 0, 0)));
        QVERIFY2(release.toUtf8().size() < 15'000, qPrintable(release.section(u'\n', 0, 0)));
    }
}

void TestChangelog::links_lead_somewhere()
{
    static const QRegularExpression link(u"\\]\\(([^)#:]+)(#[^)]*)?\\)"_s);
    for (auto found = link.globalMatch(contents("CHANGELOG.md")); found.hasNext();) {
        const QString path = found.next().captured(1);
        QVERIFY2(QFile::exists(QStringLiteral(PLIMSOLL_SOURCE "/") + path), qPrintable(path));
    }
}

QTEST_GUILESS_MAIN(TestChangelog)
#include "test_changelog.moc"
