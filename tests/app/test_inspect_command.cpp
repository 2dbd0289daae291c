// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

class TestInspectCommand : public QObject {
    Q_OBJECT
private slots:
    void inspect_gives_one_line_per_ref()
    {
        const CliRun run = run_cli({u"inspect"_s, u"qwen2.5-coder-7b"_s, u"no-such-model"_s, u"--format"_s, u"json"_s});
        QCOMPARE(run.status, 2);
        const QStringList lines = run.out.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        const QJsonObject first = QJsonDocument::fromJson(lines[0].toUtf8()).object();
        QCOMPARE(first["parameters"]["total"].toInteger(), 7615616512);
        QCOMPARE(first["lora"]["all-linear"]["trainable"].toInteger(), 40370176);
        QVERIFY(!QJsonDocument::fromJson(lines[1].toUtf8()).object()["error"].isNull());
    }

    /// --set bounds what --image and --video ask for, and nothing that they do not.
    void inspect_reads_caps_of_videos()
    {
        const auto tokens = [](const QStringList &more) {
            const CliRun run = run_cli(QStringList{u"inspect"_s, u"qwen2.5-vl-3b-instruct"_s, u"--format"_s, u"json"_s} + more);
            return run.status == 0
                       ? QJsonDocument::fromJson(run.out.toUtf8()).object()[u"video"_s].toObject()[u"tokens"_s].toInteger()
                       : -1;
        };
        const QStringList clip{u"--video"_s, u"1920x1080x16"_s};
        QVERIFY(tokens(clip) > 8 * 256);
        QVERIFY(tokens(clip + QStringList{u"--set"_s, u"video.max_pixels=200704"_s}) <= 8 * 256); // 256 places of 28 x 28
        // transformers 5.23: 2 frames a second in even numbers, 34 of 17.3 s
        QCOMPARE(tokens({u"--video"_s, u"854x480,17.3s"_s}), tokens({u"--video"_s, u"854x480x34"_s}));
        QCOMPARE(tokens({u"--video"_s, u"854x480,10s"_s, u"--set"_s, u"video.fps=1"_s}), tokens({u"--video"_s, u"854x480x10"_s}));
        for (const char16_t *set : {u"video.bogus=1", u"video.max_pixels=none", u"images.max_pixels=200704", u"video.fps=0"})
            QCOMPARE(tokens(clip + QStringList{u"--set"_s, QString::fromUtf16(set)}), qint64{-1});
        for (const char16_t *video : {u"854x480,s", u"854x480,-3s", u"854x480,1e", u"854x480x1.5"})
            QCOMPARE(tokens({u"--video"_s, QString::fromUtf16(video)}), qint64{-1});
        const CliRun refused = run_cli({u"inspect"_s, u"qwen2.5-coder-7b"_s, u"--video"_s, u"854x480x16"_s});
        QVERIFY2(refused.err.contains(u"text alone"_s), qPrintable(refused.err));
    }
};

PLIMSOLL_TEST(TestInspectCommand)
} // namespace PLIMSOLL_FILE
#include "test_inspect_command.moc"
