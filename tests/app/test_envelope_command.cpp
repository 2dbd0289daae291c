// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_run.h"
#include "tests/test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

QJsonDocument json_of(const CliRun &run) { return QJsonDocument::fromJson(run.out.toUtf8()); }

} // namespace

/// envelope: the rule of thumb, of a card, of a rank, and beside a plan's simulation.
class TestEnvelopeCommand : public QObject {
    Q_OBJECT
private slots:
    void gives_the_model_cards_sums();
    void speaks_of_a_rank();
    void stands_beside_a_plan();
    void refuses_what_is_no_cell();
};

void TestEnvelopeCommand::gives_the_model_cards_sums()
{
    const auto total = [](const QStringList &arguments) {
        const CliRun run = run_cli(QStringList{u"envelope"_s, u"--parameters"_s, u"7B"_s, u"--format"_s, u"json"_s} + arguments);
        return json_of(run).object().value(u"total_bytes"_s).toInteger();
    };
    QCOMPARE(total({u"--method"_s, u"full"_s, u"--dtype"_s, u"fp32"_s, u"--activations"_s, u"8GB"_s, u"--overhead"_s, u"4GB"_s}),
             124'000'000'000);
    QCOMPARE(total({u"--method"_s, u"full"_s, u"--dtype"_s, u"fp16"_s, u"--activations"_s, u"6GB"_s, u"--overhead"_s, u"4GB"_s}),
             94'000'000'000);
    const QStringList qlora{u"--method"_s, u"qlora"_s, u"--activations"_s, u"6GB"_s, u"--overhead"_s, u"2GB"_s};
    QCOMPARE(total(qlora + QStringList{u"--weights"_s, u"4GB"_s, u"--adapters"_s, u"0.25GB"_s}), 12'250'000'000);
    QCOMPARE(total(qlora + QStringList{u"--trainable"_s, u"21e6"_s}), 11'752'000'000);
    const CliRun text = run_cli({u"envelope"_s, u"--parameters"_s, u"7e9"_s, u"--method"_s, u"infer"_s, u"--unit"_s, u"GiB"_s});
    QCOMPARE(text.status, 0);
    QVERIFY(text.out.contains(u"13.039  7000000000 × 2 B"_s));
    QVERIFY(text.out.contains(u"not in the sum, as nobody typed it in: activations\n"_s));
    QVERIFY(!text.out.contains(u" \n"_s));
    const CliRun full = run_cli({u"envelope"_s, u"--parameters"_s, u"7e9"_s, u"--trainable"_s, u"21e6"_s});
    QCOMPARE(full.status, 0);
    QCOMPARE(full.err, u"plimsoll: warning: --trainable counts for --method lora and qlora; full has no adapters\n"_s);
}

void TestEnvelopeCommand::speaks_of_a_rank()
{
    const CliRun run = run_cli({u"envelope"_s, u"--parameters"_s, u"7B"_s, u"--data"_s, u"8"_s, u"--zero"_s, u"3"_s,
                                u"--activations"_s, u"6GB"_s, u"--overhead"_s, u"1GB"_s});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.out, u"Rule of thumb, GB, a rank of 8: ZeRO 3 ÷ 8\n"
                      "                    a rank    one card\n"
                      "  weights            1.750      14.000  7000000000 × 2 B ÷ 8\n"
                      "  gradients          1.750      14.000  7000000000 × 2 B ÷ 8\n"
                      "  optimizer          7.000      56.000  7000000000 × 8 B ÷ 8\n"
                      "  activations        6.000       6.000  typed in\n"
                      "  overhead           1.000       1.000  typed in\n"
                      "  total             17.500      91.000\n"
                      "Everything divided by 8: 11.375; what is typed in is a rank's own.\n"_s);
}

void TestEnvelopeCommand::stands_beside_a_plan()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"plan.json"_s);
    QFile plan(path);
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(
        R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "stack": "pytorch", "autocast": "none", "sequence_length": 128,
                   "parallel": {"data": 4, "zero": 2}})");
    plan.close();
    const CliRun run = run_cli({u"envelope"_s, u"--plan"_s, path, u"--activations"_s, u"1GB"_s, u"--format"_s, u"json"_s});
    QCOMPARE(run.status, 0);
    const QJsonObject sheet = json_of(run).object();
    const QJsonObject terms = sheet[u"terms"_s].toObject(), simulated = sheet[u"simulated"_s].toObject();
    QCOMPARE(terms[u"weights"_s].toInteger(), 494'032'768 * 2);
    QCOMPARE(terms[u"optimizer"_s].toInteger(), 494'032'768 * 2);
    QCOMPARE(terms[u"activations"_s].toInteger(), 1'000'000'000);
    qint64 sum = 0;
    for (const auto &bytes : simulated) sum += bytes.toInteger();
    QCOMPARE(sum, sheet[u"simulated_bytes"_s].toInteger());
    QCOMPARE(sheet[u"differences"_s][u"weights"_s].toInteger(),
             simulated[u"weights"_s].toInteger() - terms[u"weights"_s].toInteger());
    QVERIFY(sheet[u"parts"_s][u"overhead"_s].toObject().contains(u"context"_s));
}

void TestEnvelopeCommand::refuses_what_is_no_cell()
{
    for (const QStringList &arguments : {QStringList{}, QStringList{u"--parameters"_s, u"many"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--method"_s, u"galore"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--dtype"_s, u"fp64"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--weights"_s, u"4 parsecs"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--zero"_s, u"4"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--offload"_s, u"disk"_s},
                                         QStringList{u"--parameters"_s, u"7B"_s, u"--unit"_s, u"MB"_s}}) {
        const CliRun run = run_cli(QStringList{u"envelope"_s} + arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.err.contains(u"accepted: "_s), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }
}

PLIMSOLL_TEST(TestEnvelopeCommand)
} // namespace PLIMSOLL_FILE
#include "test_envelope_command.moc"
