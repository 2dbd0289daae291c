// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of models × precisions × batch, from the command line.
#include "cli_run.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

QJsonDocument json_of(const CliRun &run) { return QJsonDocument::fromJson(run.out.toUtf8()); }

} // namespace

class TestTables : public QObject {
    Q_OBJECT
private slots:
    void a_sweep_over_models_is_a_table();
    void differences_are_beside_the_first_value_of_the_last_axis();
    void the_largest_batch_of_several_models_is_a_table();
};

void TestTables::a_sweep_over_models_is_a_table()
{
    const QStringList asked{u"sweep"_s,
                            u"--task"_s,
                            u"infer"_s,
                            u"--over"_s,
                            u"model=qwen2.5-0.5b,qwen2.5-1.5b"_s,
                            u"--over"_s,
                            u"weights.quant=none,nf4"_s,
                            u"--format"_s};
    const CliRun run = run_cli(asked + QStringList{u"markdown"_s});
    QCOMPARE(run.status, 0);
    const QStringList lines = run.out.trimmed().split(u'\n');
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[0], u"| model | weights.quant | needs | extra | saved | smallest card |"_s);
    QVERIFY2(lines[2].startsWith(u"| qwen2.5-0.5b | none | "_s) && lines[2].contains(u"| – |"_s), qPrintable(lines[2]));
    QVERIFY2(lines[5].startsWith(u"| qwen2.5-1.5b | nf4 | "_s) && lines[5].contains(u" % | "_s), qPrintable(lines[5]));
    const CliRun unknown = run_cli({u"sweep"_s, u"--over"_s, u"model=qwen2.5-0.5b,no-such"_s});
    QCOMPARE(unknown.status, 2);
    QVERIFY2(unknown.err.contains(u"no-such"_s), qPrintable(unknown.err));
}

void TestTables::differences_are_beside_the_first_value_of_the_last_axis()
{
    const QStringList asked{u"sweep"_s,
                            u"--model"_s,
                            u"qwen2.5-0.5b"_s,
                            u"--task"_s,
                            u"infer"_s,
                            u"--over"_s,
                            u"weights.quant=none,int8"_s,
                            u"--over"_s,
                            u"inference.sequences=1,64"_s,
                            u"--differences"_s};
    const CliRun csv = run_cli(asked);
    const QStringList lines = csv.out.trimmed().split(u'\n');
    QVERIFY(lines[0].endsWith(u",need_bytes,claim_bytes,extra_bytes,saved_percent,smallest_card,error"_s));
    const auto cell = [&](qsizetype line, const QString &name) {
        return lines[line].split(u',').at(lines[0].split(u',').indexOf(name)).toLongLong();
    };
    for (const qsizetype first : {1, 3}) {
        QCOMPARE(cell(first, u"extra_bytes"_s), 0);
        QCOMPARE(cell(first + 1, u"extra_bytes"_s), cell(first + 1, u"need_bytes"_s) - cell(first, u"need_bytes"_s));
        QVERIFY(cell(first + 1, u"extra_bytes"_s) > 0);
        QCOMPARE(cell(first, u"need_bytes"_s), cell(first, u"device_bytes"_s));
    }
    const CliRun json_lines = run_cli(asked + QStringList{u"--format"_s, u"json"_s});
    const QJsonObject last = QJsonDocument::fromJson(json_lines.out.trimmed().split(u'\n').last().toUtf8()).object();
    QCOMPARE(last.value(u"beside"_s).toObject().value(u"extra_bytes"_s).toInteger(), cell(4, u"extra_bytes"_s));
}

void TestTables::the_largest_batch_of_several_models_is_a_table()
{
    const QStringList asked{u"solve"_s,
                            u"--maximize"_s,
                            u"sequences"_s,
                            u"--task"_s,
                            u"infer"_s,
                            u"--gpu"_s,
                            u"T4"_s,
                            u"--gpu"_s,
                            u"GTX 1650"_s,
                            u"--over"_s,
                            u"model=qwen2.5-0.5b,qwen2.5-1.5b"_s};
    const CliRun run = run_cli(asked + QStringList{u"--format"_s, u"csv"_s});
    const QStringList lines = run.out.trimmed().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(u"model,"_s) && lines[0].count(u',') == 2, qPrintable(lines[0]));
    const CliRun one = run_cli({u"solve"_s, u"--maximize"_s, u"sequences"_s, u"--task"_s, u"infer"_s, u"--model"_s,
                                u"qwen2.5-0.5b"_s, u"--gpu"_s, u"T4"_s, u"--format"_s, u"json"_s});
    const qint64 value = json_of(one).array().first().toObject().value(u"value"_s).toInteger();
    QVERIFY2(lines[1].section(u',', 1).remove(u'"').remove(u',').startsWith(QString::number(value)), qPrintable(lines[1]));
    QCOMPARE(run_cli({u"solve"_s, u"--minimize"_s, u"card"_s, u"--model"_s, u"gpt2"_s, u"--over"_s, u"micro_batch=1,2"_s}).status,
             2);
}

PLIMSOLL_TEST(TestTables)
} // namespace PLIMSOLL_FILE
#include "test_tables.moc"
