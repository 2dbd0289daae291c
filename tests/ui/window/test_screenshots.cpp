// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

/// The pictures that the real program draws of itself.
class TestScreenshots : public QObject {
    Q_OBJECT
private slots:
    void a_picture_does_not_show_what_an_earlier_state_chose()
    {
        // "tables" has the window remember that charts are tables; "rule-of-thumb" comes after it
        QTemporaryDir both, alone;
        QVERIFY(draws(both.path(), u"main-[tr][au][bl]*-light-1280x800@2.png"_s));
        QVERIFY(draws(alone.path(), u"main-rule-of-thumb-light-1280x800@2.png"_s));
        const QString file = u"main-rule-of-thumb-light-1280x800@2.png"_s;
        const QImage expected(alone.filePath(file));
        QCOMPARE(expected.size(), QSize(2560, 1600));
        QCOMPARE(QImage(both.filePath(u"main-tables-light-1280x800@2.png"_s)).size(), expected.size());
        QCOMPARE(QImage(both.filePath(file)), expected);
    }

private:
    static bool draws(const QString &folder, const QString &only)
    {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"QT_SCALE_FACTOR"_s, u"2"_s); // one process; at scale 1 it starts another for scale 2
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        program.start(plimsoll::tests::built_program(u"plimsoll-screens"), {u"--screenshots"_s, folder, u"--only"_s, only});
        return program.waitForFinished(120000) && program.exitCode() == 0;
    }
};

PLIMSOLL_TEST(TestScreenshots)
} // namespace PLIMSOLL_FILE
#include "test_screenshots.moc"
