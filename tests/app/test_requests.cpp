// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <random>

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

/// Plans drawn from what people ask for: models, methods, precisions, batches, lengths, checkpointing, inference.
QList<QByteArray> random_plans(int count)
{
    std::mt19937 random(36);
    const auto below = [&random](unsigned most) { return static_cast<int>(random() % most); };
    const auto one_of = [&below](const QStringList &of) { return of[below(static_cast<unsigned>(of.size()))]; };
    QList<QByteArray> out;
    for (int i = 0; i < count; ++i) {
        QJsonObject plan{
            {u"name"_s, u"plan %1"_s.arg(i)},
            {u"model"_s, QJsonObject{{u"preset"_s, one_of({u"qwen2.5-0.5b"_s, u"smollm2-135m"_s, u"tinyllama-1.1b-chat"_s,
                                                           u"gemma-2b"_s, u"qwen3-1.7b"_s})}}},
            {u"target"_s, QJsonObject{{u"gpus"_s, QJsonArray{one_of({u"RTX 4090"_s, u"T4"_s, u"H100 SXM5 80GB"_s})}}}}};
        if (below(5) == 0) {
            plan[u"task"_s] = u"infer"_s;
            plan[u"inference"_s] = QJsonObject{{u"engine"_s, one_of({u"transformers"_s, u"vllm"_s, u"llama.cpp"_s})},
                                               {u"context"_s, 64 + below(4000)},
                                               {u"sequences"_s, 1 + below(4)}};
        } else {
            const QString method = one_of({u"full"_s, u"lora"_s, u"qlora"_s});
            plan[u"method"_s] = method;
            plan[u"stack"_s] = one_of({u"transformers"_s, u"trl"_s, u"pytorch"_s});
            plan[u"autocast"_s] = one_of({u"none"_s, u"bf16"_s});
            plan[u"gradient_checkpointing"_s] = below(2) == 0;
            plan[u"attention"_s] = one_of({u"eager"_s, u"sdpa"_s});
            plan[u"optimizer"_s] = QJsonObject{{u"name"_s, one_of({u"adamw"_s, u"adamw_8bit"_s, u"sgd"_s, u"adafactor"_s})}};
            plan[u"micro_batch"_s] = 1 + below(8);
            plan[u"sequence_length"_s] = 64 + below(4000);
            if (method == u"full"_s && below(6) == 0) plan[u"parallel"_s] = QJsonObject{{u"data"_s, 2}, {u"zero"_s, below(4)}};
            if (method != u"full"_s)
                plan[u"adapter"_s] = QJsonObject{{u"rank"_s, 4 << below(5)}, {u"targets"_s, u"all-linear"_s}};
        }
        out << QJsonDocument(plan).toJson(QJsonDocument::Compact);
    }
    return out;
}

/// Lines of a breakdown without what --brief leaves out.
QJsonArray without_explanations(const QJsonArray &lines)
{
    QJsonArray out;
    for (const QJsonValue &line : lines)
        out << QJsonObject{{u"component"_s, line[u"component"_s]}, {u"bytes"_s, line[u"bytes"_s]}};
    return out;
}

QJsonObject without_explanations(QJsonObject answer)
{
    if (answer.contains(u"error"_s)) return answer;
    QJsonArray ranks;
    for (const QJsonValue &rank : answer[u"ranks"_s].toArray()) {
        QJsonObject one = rank.toObject();
        one[u"at_peak"_s] = without_explanations(one[u"at_peak"_s].toArray());
        ranks << one;
    }
    answer[u"ranks"_s] = ranks;
    answer[u"at_peak"_s] = without_explanations(answer[u"at_peak"_s].toArray());
    return answer;
}

QList<QByteArray> answers_to(const QList<QByteArray> &plans, const QStringList &options)
{
    const CliRun run = run_cli(QStringList{u"estimate"_s, u"--requests"_s, u"-"_s} + options, plans.join('\n') + '\n');
    QList<QByteArray> out = run.out.toUtf8().split('\n');
    out.removeLast();
    return out;
}

/// A file of plans and what it is answered with.
struct BriefFile {
    BriefFile(const QList<QByteArray> &plans, const QStringList &options)
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"plans.jsonl"_s));
        if (file.open(QIODevice::WriteOnly)) file.write(plans.join('\n') + '\n');
        file.close();
        run = run_cli(QStringList{u"estimate"_s, u"--requests"_s, file.fileName(), u"--brief"_s} + options);
        for (const QByteArray &line : run.out.toUtf8().trimmed().split('\n')) answers << QJsonDocument::fromJson(line).object();
    }
    CliRun run;
    QList<QJsonObject> answers;
};

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
        process.start(plimsoll::tests::built_program(u"plimsoll"), {u"estimate"_s, u"--requests"_s, u"-"_s});
        for (int i = 0; i < 3; ++i) {
            process.write(plan_line(i));
            while (!process.canReadLine()) QVERIFY(process.waitForReadyRead(60'000));
            QVERIFY(process.readLine().contains("line " + QByteArray::number(i)));
        }
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    void brief_answers_say_what_the_whole_ones_say()
    {
        const QList<QByteArray> plans = random_plans(320), whole = answers_to(plans, {}),
                                brief = answers_to(plans, {u"--brief"_s});
        QCOMPARE(whole.size(), plans.size());
        QCOMPARE(brief.size(), plans.size());
        for (qsizetype i = 0; i < plans.size(); ++i) {
            const QJsonObject one = QJsonDocument::fromJson(whole[i]).object(),
                              other = QJsonDocument::fromJson(brief[i]).object();
            QVERIFY(!one.isEmpty());
            QVERIFY2(without_explanations(one) == other, plans[i].constData());
            QVERIFY2(!one.contains(u"error"_s), whole[i].constData());
        }
    }

    /// However many plans a file has, each is answered as if it were the only one.
    void a_file_of_many_is_answered_as_a_few_are()
    {
        const QList<QByteArray> plans = random_plans(260);
        const BriefFile many(plans, {}), few(plans.last(20), {});
        QVERIFY(many.run.err.isEmpty() && few.run.err.isEmpty());
        QCOMPARE(many.answers.size(), plans.size());
        QCOMPARE(many.answers.last(20), few.answers);
    }

    void a_plan_that_is_asked_again_is_answered_the_same()
    {
        QList<QByteArray> plans = random_plans(8), renamed;
        for (QByteArray plan : plans) renamed << plan.replace("\"plan ", "\"again \\\"");
        renamed << QByteArray(plans[3]).replace("\"name\":\"plan 3\",", "");
        const QList<QByteArray> together = answers_to(plans + renamed, {u"--brief"_s}),
                                alone = answers_to(renamed, {u"--brief"_s});
        QCOMPARE(together.mid(plans.size()), alone);
        QCOMPARE(together.first(plans.size()), answers_to(plans, {u"--brief"_s}));
        const QByteArray again = "\"name\":\"again \\\"0\"", first = "\"name\":\"plan 0\"";
        QVERIFY(together[8].contains(again));
        QVERIFY(together[0].contains(first));
    }

    /// What a run goes through stands beside the plan: of that line alone.
    void a_line_may_name_an_amount()
    {
        const QByteArray plan = R"({"model": {"preset": "smollm2-135m"}, "micro_batch": 2, "sequence_length": 512, "target": {"gpus": ["L4"]})";
        const CliRun run = run_cli({u"estimate"_s, u"--requests"_s, u"-"_s, u"--brief"_s},
                                   plan + R"(, "amount": {"rows": 100}})" + '\n' + plan + "}\n" + plan +
                                       R"(, "amount": {"lengths": {"length": [512], "rows": [100]}}})" + '\n' + plan +
                                       R"(, "amount": {"batches": "packed"}})" + '\n');
        const QStringList lines = run.out.trimmed().split(u'\n');
        QCOMPARE(lines.size(), 4);
        const auto time = [&lines](int line) { return QJsonDocument::fromJson(lines[line].toUtf8())["time"].toObject(); };
        QVERIFY(time(0)["hours"].toDouble() > 0 && time(1)["hours"].isNull());
        QCOMPARE(time(0)["steps"].toDouble(), 50.0);
        QVERIFY(std::abs(time(2)["hours"].toDouble() / time(0)["hours"].toDouble() - 1) < 1e-4);
        QVERIFY2(lines[3].contains(u"amount.batches"_s), qPrintable(lines[3]));
    }

    void bad_usage_is_said_at_once()
    {
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"/no/such/file"_s}).status, 2);
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"/"_s}).status, 2);
        QCOMPARE(run_cli({u"estimate"_s, u"--requests"_s, u"-"_s, u"--format"_s, u"csv"_s}).status, 2);
    }
};

PLIMSOLL_TEST(TestRequests)
#include "test_requests.moc"
