// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_run.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace {

/// A plan whose answer says which line it came from: the sequence length is the line's number.
QByteArray plan_line(int number)
{
    return R"({"model": {"preset": "smollm2-135m"}, "name": "line )" + QByteArray::number(number) + R"(", "sequence_length": )" +
           QByteArray::number(64 + number) + "}\n";
}

const std::array<std::pair<const char *, const char *>, 10> broken{{
    {"{", "plan"},
    {"", "plan"},
    {"[]", "plan"},
    {"nonsense", "plan"},
    {R"({"model": {"preset": "no-such-model"}})", "model.preset"},
    {R"({"model": {"preset": "smollm2-135m"}, "micro_batch": -1})", "micro_batch"},
    {R"({"model": {"preset": "smollm2-135m"}, "sequence_length": "long"})", "sequence_length"},
    {R"({"model": {"config": {"model_type": "llama", "hidden_size": 9e99}}})", ""},
    {R"({"micro_batch": 1})", "model"},
    {R"({"model": {"preset": "smollm2-135m"}, "attention": "flash9"})", "attention"},
}};

} // namespace

class TestRequests : public QObject {
    Q_OBJECT

private slots:
    void a_thousand_lines_a_tenth_of_them_broken()
    {
        QByteArray input;
        for (int i = 0; i < 1000; ++i)
            input += i % 10 == 3 ? QByteArray(broken[static_cast<std::size_t>(i / 10 % 10)].first) + '\n' : plan_line(i);
        const CliRun run = run_cli({u"estimate"_s, u"--requests"_s, u"-"_s}, input);
        QCOMPARE(run.status, 2);
        const QStringList lines = run.out.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1000);
        for (int i = 0; i < 1000; ++i) {
            const QJsonObject answer = QJsonDocument::fromJson(lines[i].toUtf8()).object();
            if (i % 10 != 3) {
                QVERIFY2(answer["plan"]["name"].toString() == u"line %1"_s.arg(i), qPrintable(lines[i].left(200)));
                QVERIFY(answer["peak"]["allocated_bytes"].toInteger() > 0);
                continue;
            }
            const QJsonObject error = answer["error"].toObject();
            const QString field = QString::fromUtf8(broken[static_cast<std::size_t>(i / 10 % 10)].second);
            QVERIFY2(field.isEmpty() || error["field"].toString() == field, qPrintable(lines[i]));
            QVERIFY(!error["message"].toString().isEmpty());
            QCOMPARE(error["line"].toInt(), i + 1);
        }
    }

    void all_good_lines_end_with_0_whether_they_fit_or_not()
    {
        const CliRun run =
            run_cli({u"estimate"_s, u"--requests"_s, u"-"_s, u"--budget"_s, u"1MiB"_s}, plan_line(1) + plan_line(2).trimmed());
        QCOMPARE(run.status, 0);
        QCOMPARE(run.out.count(u"\"fits\":\"no\""_s), 2);
    }

    void relative_paths_start_beside_the_file()
    {
        QTemporaryDir folder;
        QFile config(folder.filePath(u"config.json"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(
            R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})");
        config.close();
        QFile requests(folder.filePath(u"plans.jsonl"_s));
        QVERIFY(requests.open(QIODevice::WriteOnly));
        requests.write("{\"model\": {\"config\": \"config.json\"}}\r\n");
        requests.close();
        const CliRun run = run_cli({u"estimate"_s, u"--requests"_s, requests.fileName()}, {}, u"/"_s);
        QVERIFY2(run.status == 0, qPrintable(run.out + run.err));
    }

    void one_line_is_answered_before_the_next_comes()
    {
        QProcess process;
        process.start(QStringLiteral(PLIMSOLL_BIN "/plimsoll"), {u"estimate"_s, u"--requests"_s, u"-"_s});
        for (int i = 0; i < 3; ++i) {
            process.write(plan_line(i));
            while (!process.canReadLine()) QVERIFY(process.waitForReadyRead(60'000));
            QVERIFY(process.readLine().contains("line " + QByteArray::number(i)));
        }
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    void bad_usage_is_said_at_once()
    {
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"/no/such/file"_s}).status, 2);
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"/"_s}).status, 2);
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"-"_s, u"--format"_s, u"csv"_s}).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestRequests)
#include "test_requests.moc"
