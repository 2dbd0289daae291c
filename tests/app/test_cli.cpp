// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#endif

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

const QStringList small_lora{u"estimate"_s,  u"--model"_s,    u"qwen2.5-0.5b"_s, u"--method"_s, u"lora"_s,
                             u"--targets"_s, u"all-linear"_s, u"--rank"_s,       u"16"_s};

QJsonObject json_of(const CliRun &run) { return QJsonDocument::fromJson(run.out.toUtf8()).object(); }

QString example(const QString &name) { return QStringLiteral(PLIMSOLL_SOURCE "/resources/examples/") + name; }

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private slots:
    void json_follows_the_contract()
    {
        const CliRun run = run_cli(
            small_lora + QStringList{u"--format"_s, u"json"_s, u"--gpu"_s, u"NVIDIA A100-SXM4-80GB"_s, u"--budget"_s, u"1GiB"_s});
        QCOMPARE(run.status, 1); // the card has room, the budget has not
        const QJsonObject answer = json_of(run);
        QCOMPARE(answer["schema"].toString(), u"plimsoll.estimate/1"_s);
        QCOMPARE(answer["parameters"]["total"].toInteger(), 494032768);
        QCOMPARE(answer["parameters"]["trainable"].toInteger(), 8798208);
        qint64 sum = 0;
        for (const QJsonValue &line : answer["at_peak"].toArray()) sum += line["bytes"].toInteger();
        const QJsonObject peak = answer["peak"].toObject();
        QCOMPARE(sum, peak["device_bytes"].toInteger());
        QVERIFY(peak["allocated_bytes"].toInteger() <= peak["required_bytes"].toInteger());
        QVERIFY(peak["required_bytes"].toInteger() <= peak["reserved_bytes"].toInteger());
        QVERIFY(peak["interval_bytes"][0].toInteger() <= peak["device_bytes"].toInteger());
        QCOMPARE(answer["verdicts"].toArray().size(), 2);
        QCOMPARE(answer["verdicts"][0]["fits"].toString(), u"yes"_s);
        QCOMPARE(answer["verdicts"][1]["fits"].toString(), u"no"_s);
        QCOMPARE(answer["plan"]["optimizer"]["implementation"].toString(), u"fused"_s);
        QCOMPARE(answer["provenance"]["tool"].toString(), u"plimsoll"_s);
        QCOMPARE(answer["provenance"]["config_sha256"].toString().size(), 64);
        QVERIFY(!answer["timeline"].toArray().isEmpty());
        QVERIFY(!answer["assumptions"].toArray().isEmpty());
    }

    /// On a terminal messages stand in 80 columns as answers do; elsewhere each is one line.
    void messages_wrap_on_a_terminal()
    {
#ifdef Q_OS_UNIX
        const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
        QVERIFY(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
        QProcess process;
        process.setStandardErrorFile(QString::fromLocal8Bit(ptsname(terminal)));
        process.start(plimsoll::tests::built_program(u"plimsoll"),
                      {u"solve"_s, u"--maximize"_s, u"everything"_s, u"--model"_s, u"qwen2.5-0.5b"_s});
        QVERIFY(process.waitForFinished());
        QByteArray read(4096, '\0');
        read.resize(std::max<qsizetype>(::read(terminal, read.data(), 4096), 0));
        ::close(terminal);
        const QStringList lines = QString::fromUtf8(read).remove(u'\r').split(u'\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.size() > 1, read.constData());
        for (const QString &line : lines) QVERIFY2(line.size() <= 80, qPrintable(line));
        const CliRun piped = run_cli({u"solve"_s, u"--maximize"_s, u"everything"_s, u"--model"_s, u"qwen2.5-0.5b"_s});
        QCOMPARE(piped.err.count(u'\n'), 1);
        QCOMPARE(lines.join(u' ').simplified(), piped.err.simplified());
#endif
    }

    void prices_under_a_cent_are_not_nothing()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"plimsoll"_s));
        QFile own(folder.filePath(u"plimsoll/cloud.json"_s));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write(R"({"schema": "plimsoll.cloud/1", "offers": [{"provider": "Own", "instance": "a", "gpu": "L4",
                     "usd_per_hour": 0.0042, "price_date": "2026-11-01"}]})");
        own.close();
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
        const CliRun estimate = run_cli(small_lora + QStringList{u"--offers"_s});
        const CliRun solve = run_cli({u"solve"_s, u"--minimize"_s, u"price"_s, u"--model"_s, u"qwen2.5-0.5b"_s});
        before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
        QVERIFY2(estimate.out.contains(u"$0.0042 an hour  Own a"_s), qPrintable(estimate.out));
        QVERIFY2(solve.out.startsWith(u"$0.0042 an hour: Own a"_s), qPrintable(solve.out));
    }

    void the_answers_plan_answers_the_same()
    {
        const CliRun first = run_cli(small_lora + QStringList{u"--format"_s, u"json"_s});
        QTemporaryDir folder;
        QFile plan(folder.filePath(u"plan.json"_s));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write(QJsonDocument(json_of(first)["plan"].toObject()).toJson());
        plan.close();
        const CliRun second = run_cli({u"estimate"_s, u"--plan"_s, plan.fileName(), u"--format"_s, u"json"_s});
        QCOMPARE(second.status, 0);
        QCOMPARE(json_of(second)["peak"], json_of(first)["peak"]);
    }

    void exit_status_says_the_verdict()
    {
        QCOMPARE(run_cli(small_lora).status, 0);
        QCOMPARE(run_cli(small_lora + QStringList{u"--budget"_s, u"100GiB"_s}).status, 0);
        QCOMPARE(run_cli(small_lora + QStringList{u"--budget"_s, u"1GB"_s}).status, 1);
        const QJsonObject peak = json_of(run_cli(small_lora + QStringList{u"--format"_s, u"json"_s}))["peak"].toObject();
        const QString inside = QString::number(peak["device_bytes"].toInteger());
        QCOMPARE(run_cli(small_lora + QStringList{u"--budget"_s, inside}).status, 3); // the interval crosses it
    }

    void text_has_80_columns_and_no_colour_off_a_terminal()
    {
        const CliRun run = run_cli(small_lora + QStringList{u"--gpu"_s, u"RTX 4090"_s});
        QVERIFY2(run.out.startsWith(u"✓ Fits on RTX 4090: "_s), qPrintable(run.out));
        QVERIFY(!run.out.contains(u'\x1b'));
        for (const QString &line : run.out.split(u'\n')) QVERIFY2(line.size() <= 80, qPrintable(line));
        QVERIFY(run.out.contains(u"On the device"_s) && run.out.contains(u"Assumptions"_s));
    }

    void overrides_and_set_reach_every_field()
    {
        const QJsonObject plan =
            json_of(run_cli(small_lora + QStringList{u"--micro-batch"_s, u"4"_s, u"--set"_s, u"adapter.dora=true"_s,
                                                     u"--optimizer"_s, u"adamw_8bit"_s, u"--gradient-checkpointing"_s,
                                                     u"every=2"_s, u"--format"_s, u"json"_s}))["plan"]
                .toObject();
        QCOMPARE(plan["micro_batch"].toInt(), 4);
        QCOMPARE(plan["adapter"]["dora"].toBool(), true);
        QCOMPARE(plan["optimizer"]["name"].toString(), u"adamw_8bit"_s);
        QCOMPARE(plan["gradient_checkpointing"]["every"].toInt(), 2);
    }

    void case_0_is_explained_term_by_term()
    {
        const CliRun run = run_cli({u"estimate"_s, u"--plan"_s, example(u"case0-qlora-7b-16gb.plimsoll"_s)});
        QVERIFY(run.status == 0 || run.status == 3);
        const QString text = run.out.simplified();
        QVERIFY(text.contains(u"7,615,616,512 parameters, 40,370,176 trained"_s));
        QVERIFY(text.contains(u"LoRA parameters 22,478,848 40,370,176 +17,891,328"_s));
        QVERIFY(text.contains(u"28 × gate_proj 16·(3,584 + 18,944)"_s) && text.contains(u"= 40,370,176."_s));
        QVERIFY(text.contains(u"Base model 14.00"_s) && text.contains(u"2 B are 14.19 GiB"_s));
        QVERIFY(text.contains(u"Total 18.67"_s));
        QVERIFY2(!text.contains(u'{') && !text.contains(u'}'), "a figure was left open");
    }

    void case_3_stands_beside_its_document()
    {
        const QString plan = example(u"case3-small-models.plimsoll"_s);
        const CliRun one = run_cli({u"estimate"_s, u"--plan"_s, plan});
        QCOMPARE(one.status, 0);
        const QString text = one.out.simplified();
        QVERIFY2(text.contains(u"VRAM 1.50 1.30 −0.20 GB"_s) && !text.contains(u'{'), qPrintable(one.out));
        const CliRun all = run_cli({u"compare"_s, u"--plan"_s, plan, u"--format"_s, u"json"_s});
        const QJsonObject answer = json_of(all);
        QCOMPARE(answer["names"].toArray().size(), 20); // five models in FP16, INT8, 4 bits and vLLM
        QCOMPARE(answer["names"].toArray().at(19).toString(), u"Llama-3.2-3B vLLM"_s);
    }

    void case_4_stands_beside_its_document()
    {
        const CliRun weights = run_cli({u"estimate"_s, u"--plan"_s, example(u"case4-precisions.plimsoll"_s)});
        QVERIFY(weights.status == 0 || weights.status == 3);
        QVERIFY2(weights.out.simplified().contains(u"Weights 14.00 13.48 −0.52 GB"_s), qPrintable(weights.out));
        const CliRun states = run_cli({u"estimate"_s, u"--plan"_s, example(u"case4-hidden-states.plimsoll"_s)});
        const QString text = states.out.simplified();
        QVERIFY(text.contains(u"Captured, selected 0.75 0.52 −0.23 GB"_s) && text.contains(u"Total, selected 18.00"_s));
        QVERIFY2(!text.contains(u'{') && !states.err.contains(u"evaluation"_s), "nothing is open, nothing trains");
    }

    void offers_are_cheapest_first()
    {
        const CliRun run = run_cli({u"estimate"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--offers"_s, u"--format"_s, u"json"_s});
        const QJsonArray offers = json_of(run)["offers"].toArray();
        QCOMPARE(offers.size(), 5);
        for (int i = 1; i < 5; ++i) QVERIFY(offers[i - 1]["usd_per_hour"].toDouble() <= offers[i]["usd_per_hour"].toDouble());
        QVERIFY(!offers[0]["price_date"].toString().isEmpty());
    }

    /// Hours and dollars of one amount for all plans; the solver tells them of the cheapest and the fastest.
    void an_amount_is_of_every_plan()
    {
        const QStringList amount{u"--rows"_s, u"10000"_s, u"--epochs"_s, u"3"_s};
        const QStringList plans{u"compare"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s), u"--format"_s, u"csv"_s};
        QVERIFY(!run_cli(plans).out.contains(u"\nhours,"_s));
        const QString told = run_cli(plans + amount).out;
        QVERIFY(told.contains(u"\nhours,"_s) && told.contains(u"\ntokens_per_second,"_s));
        const QStringList least{u"solve"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--method"_s, u"lora"_s, u"--minimize"_s};
        QVERIFY(run_cli(least + QStringList{u"cost"_s, u"--format"_s, u"json"_s} + amount).out.contains(u"\"usd\""_s));
        QCOMPARE(run_cli(least + QStringList{u"card"_s} + amount).status, 2);
    }

    /// TRL 1.16's RepeatSampler gives each batch of completions rollout.iterations times: as many steps, generated once.
    void completions_are_trained_on_again()
    {
        const auto time = [](const QString &iterations) {
            const QString plan = u"estimate --model qwen2.5-0.5b --stack trl --objective grpo --method lora --micro-batch 8 "
                                 "--rollout-engine vllm --rollout-prompt-length 256 --rollout-completion-length 256 "
                                 "--rows 1000 --gpu H100-SXM5 --format json --rollout-iterations "_s;
            return json_of(run_cli((plan + iterations).split(u' ')))["time"].toObject();
        };
        const QJsonObject once = time(u"1"_s), thrice = time(u"3"_s);
        QVERIFY(once["steps"].toDouble() > 0);
        QCOMPARE(thrice["steps"].toDouble(), 3 * once["steps"].toDouble());
        QVERIFY(thrice["hours"].toDouble() > once["hours"].toDouble() &&
                thrice["hours"].toDouble() < 3 * once["hours"].toDouble());
    }

    /// Rows as long as the plan says cost what so many of them do; shorter ones less, and packed ones least.
    void rows_have_lengths_of_their_own()
    {
        const QTemporaryDir folder;
        const auto file = [&folder](const char *name, const QByteArray &text) {
            QFile out(folder.filePath(QLatin1String(name)));
            return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() ? out.fileName() : QString();
        };
        const QString full = file("full.txt", QByteArray("1024\n").repeated(1600)),
                      mixed = file("mixed.jsonl",
                                   QByteArray("{\"length\": 64}\n{\"length\": 64}\n{\"length\": 1500}\n").repeated(500));
        const QStringList plan{u"estimate"_s,          u"--model"_s,  u"qwen2.5-0.5b"_s,  u"--method"_s, u"full"_s,
                               u"--sequence-length"_s, u"1024"_s,     u"--micro-batch"_s, u"4"_s,        u"--gpu"_s,
                               u"RTX 4090"_s,          u"--format"_s, u"json"_s};
        const auto time = [&plan](const QStringList &more) { return json_of(run_cli(plan + more))["time"].toObject(); };
        const QJsonObject alike = time({u"--lengths"_s, full}), named = time({u"--rows"_s, u"1600"_s});
        QCOMPARE(alike["steps"].toDouble(), 400.0);
        QVERIFY(std::abs(alike["hours"].toDouble() / named["hours"].toDouble() - 1) < 1e-4);
        QCOMPARE(alike["lengths"]["padding"].toDouble(), 0.0);
        QVERIFY(!named.contains("lengths"));
        const QJsonObject padded = time({u"--lengths"_s, mixed}),
                          sorted = time({u"--lengths"_s, mixed, u"--batches"_s, u"by_length"_s}),
                          packed = time({u"--lengths"_s, mixed, u"--batches"_s, u"packed"_s});
        // (2/3)⁴ of the batches hold no long row, which is cut to 1,024: 384 of 1 + (64 − 1024) · (2/3)⁴ / 1024 of 1024 tokens are a row's
        QVERIFY(std::abs(padded["lengths"]["padding"].toDouble() - (1 - 384 / (1024 - 960 * 16.0 / 81))) < 1e-5);
        QCOMPARE(padded["lengths"]["cut_rows"].toDouble(), 500.0);
        QVERIFY(sorted["hours"].toDouble() < padded["hours"].toDouble() &&
                packed["hours"].toDouble() < padded["hours"].toDouble());
        QVERIFY(padded["hours"].toDouble() < time({u"--rows"_s, u"1500"_s})["hours"].toDouble());
        QCOMPARE(time({u"--lengths"_s, mixed, u"--epochs"_s, u"2"_s})["steps"].toDouble(), 2 * padded["steps"].toDouble());
        QCOMPARE(time({u"--lengths"_s, mixed, u"--rows"_s, u"3000"_s})["steps"].toDouble(), 2 * padded["steps"].toDouble());
        // each card has its own share of a full step: what waits for the host is another part of it
        const QStringList both{u"--gpu"_s, u"B200"_s, u"--lengths"_s, mixed};
        const QJsonArray beside = json_of(run_cli(plan + both))["times_elsewhere"].toArray();
        QStringList alone = plan + QStringList{u"--lengths"_s, mixed};
        alone[alone.indexOf(u"RTX 4090"_s)] = u"B200"_s;
        QCOMPARE(beside.size(), 1);
        QCOMPARE(beside[0].toObject()["hours"].toDouble(), json_of(run_cli(alone))["time"].toObject()["hours"].toDouble());
        // and the offers of no card in particular: none costs what rows of full length do
        const QStringList offered =
            QStringList(plan).mid(0, plan.indexOf(u"--gpu"_s)) + QStringList{u"--format"_s, u"json"_s, u"--offers"_s};
        const auto first = [&offered](const QStringList &more) {
            return json_of(run_cli(offered + more))["offers"].toArray()[0].toObject()["usd"].toDouble();
        };
        QVERIFY(first({u"--lengths"_s, mixed}) < first({u"--rows"_s, u"1500"_s}));
        for (const QStringList &wrong : {QStringList{u"--lengths"_s, file("none.txt", "words\n")},
                                         {u"--lengths"_s, u"no-such-file"_s},
                                         {u"--batches"_s, u"packed"_s},
                                         {u"--lengths"_s, mixed, u"--batches"_s, u"somehow"_s}})
            QCOMPARE(run_cli(plan + wrong).status, 2);
    }

    void case_1_compares_three_precisions()
    {
        const CliRun run =
            run_cli({u"compare"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s), u"--format"_s, u"json"_s});
        QCOMPARE(run.status, 1);
        const QJsonObject answer = json_of(run);
        QCOMPARE(answer["names"].toArray(), QJsonArray({u"FP32"_s, u"BF16"_s, u"QLoRA"_s}));
        for (int i = 0; i < 3; ++i) {
            qint64 sum = 0;
            for (const QJsonValue &term : answer["terms"].toArray()) sum += term["bytes"][i].toInteger();
            QCOMPARE(sum, answer["answers"][i]["peak"]["device_bytes"].toInteger());
            QCOMPARE(answer["answers"][i]["verdicts"][0]["fits"].toString(), i == 2 ? u"yes"_s : u"no"_s);
        }
        const CliRun text = run_cli({u"compare"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s)});
        for (const QString &line : text.out.split(u'\n')) QVERIFY(line.size() <= 80);
    }

    /// Plans that nobody named are called by what tells them apart.
    void compared_files_are_told_apart()
    {
        QTemporaryDir folder;
        QStringList asked{u"compare"_s, u"--format"_s, u"json"_s};
        for (const char *rank : {"16", "64"}) {
            const QString path = folder.filePath(QString::fromLatin1(rank) + u".json"_s);
            QFile plan(path);
            QVERIFY(plan.open(QIODevice::WriteOnly));
            plan.write(QByteArray(R"({"model": {"preset": "smollm2-135m"}, "method": "lora", "adapter": {"rank": )") + rank +
                       "}}");
            asked << u"--plan"_s << path;
        }
        QCOMPARE(json_of(run_cli(asked))["names"].toArray(), QJsonArray({u"LoRA r16"_s, u"LoRA r64"_s}));
    }

    void a_report_stands_whole_and_sums()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"card.md"_s);
        const CliRun run = run_cli({u"report"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s), u"--output"_s, path});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.startsWith(u"## GPU memory"_s));
        QVERIFY(text.contains(u"| FP32 |"_s) && text.contains(u"**To cite.**"_s) && text.contains(u"plimsoll report --plan"_s));
        QVERIFY(text.contains(u"| **On the device** |"_s) && text.contains(u"**100.0** |"_s));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"card.md"_s});
        const CliRun refused =
            run_cli({u"report"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s), u"--output"_s, u"x.doc"_s});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.err.contains(u"--output: read x.doc, accepted: a file that ends in .md"_s));
    }

    /// What a drawn page says makes it again is what was typed, not the file that it was handed over in.
    void a_drawn_report_says_what_was_typed()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"page.svg"_s);
        const CliRun run = run_cli({u"report"_s, u"--plan"_s, example(u"case1-precisions.plimsoll"_s), u"--output"_s, path});
        if (run.err.contains(u"is not installed"_s)) QSKIP("the desktop planner is not built");
        QCOMPARE(run.status, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.contains(u"case1-precisions.plimsoll"_s));
        QVERIFY(!text.contains(u"report.plimsoll"_s));
    }

    void maxima_are_found_when_asked_for()
    {
        const QStringList plan{u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--gpu"_s, u"T4"_s, u"--format"_s, u"json"_s};
        QVERIFY(json_of(run_cli(plan))["verdicts"][0]["max_micro_batch"].isNull());
        const QJsonValue verdict = json_of(run_cli(plan + QStringList{u"--max"_s}))["verdicts"][0];
        QVERIFY(verdict["max_micro_batch"].toInteger() >= 1);
        const qint64 longest = verdict["max_sequence_length"].toInteger();
        QVERIFY(longest > 2048);
        const auto with_length = [&](qint64 tokens) {
            return plan + QStringList{u"--sequence-length"_s, QString::number(tokens)};
        };
        QCOMPARE(run_cli(with_length(longest)).status, 0);
        QVERIFY(run_cli(with_length(longest + 1)).status != 0);
    }

    void warnings_stand_in_the_answer_and_are_said_once()
    {
        QTemporaryDir folder;
        QFile plan(folder.filePath(u"plan.json"_s));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write(R"({"model": {"preset": "smollm2-135m"}, "micro_batsh": 2})");
        plan.close();
        const CliRun run = run_cli({u"estimate"_s, u"--plan"_s, plan.fileName(), u"--format"_s, u"json"_s});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.err.count(u"micro_batsh"_s), 1);
        QCOMPARE(json_of(run)["warnings"][0]["code"].toString(), u"unknown_field"_s);
    }

    void catalogues_are_json_too()
    {
        const QJsonArray models = QJsonDocument::fromJson(run_cli({u"models"_s, u"--format"_s, u"json"_s}).out.toUtf8()).array();
        QVERIFY(models.size() >= 24);
        QVERIFY(models[0]["name"].isString() && models[0]["parameters"].toInteger() > 0 && models[0]["model_type"].isString());
        const QString llamas = run_cli({u"models"_s, u"llama"_s, u"8b"_s}).out;
        QVERIFY2(llamas.contains(u"\nllama-3.1-8b "_s) && !llamas.contains(u"qwen2.5-7b"_s) && llamas.count(u'\n') < 10,
                 qPrintable(llamas));
        const QString cards = run_cli({u"gpus"_s, u"4090"_s}).out;
        QVERIFY2(cards.contains(u"\nGeForce RTX 4090 "_s) && !cards.contains(u"A100"_s), qPrintable(cards));
        const QJsonArray gpus = QJsonDocument::fromJson(run_cli({u"gpus"_s, u"--format"_s, u"json"_s}).out.toUtf8()).array();
        QVERIFY(gpus.size() > 50);
        QVERIFY(gpus[0]["name"].isString() && gpus[0]["memory_bytes"].toInteger() > 0 &&
                gpus[0].toObject().contains(u"compute_capability"_s));
    }

    /// --gpu is a card of this machine here, and a target in a plan: neither is taken for the other.
    void a_watched_plan_is_the_file_s()
    {
        QTemporaryDir folder;
        QFile plan(folder.filePath(u"plan.json"_s));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write(R"({"model": {"preset": "qwen2.5-0.5b"}, "name": "tiny"})");
        plan.close();
        qputenv("PLIMSOLL_LIVE_RECORDING", PLIMSOLL_FIXTURES "/live/two_cards.jsonl");
        const CliRun run = run_cli({u"watch"_s, u"--plan"_s, plan.fileName(), u"--gpu"_s, u"0"_s, u"--count"_s, u"1"_s});
        qunsetenv("PLIMSOLL_LIVE_RECORDING");
        QCOMPARE(run.err, QString());
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.contains(u"The plan takes"_s), qPrintable(run.out));
    }

    void every_command_has_help()
    {
        for (const QString &command :
             {u"estimate"_s, u"compare"_s, u"report"_s, u"inspect"_s, u"models"_s, u"gpus"_s, u"watch"_s}) {
            const CliRun run = run_cli({command, u"--help"_s});
            QCOMPARE(run.status, 0);
            QVERIFY2(run.out.startsWith(u"Usage: plimsoll "_s + command), qPrintable(run.out.left(80)));
        }
        const QString help = run_cli({u"estimate"_s, u"--help"_s}).out;
        for (const char *option : {"--rank", "--gradient-checkpointing", "--gpu", "--budget", "--requests", "--set", "--format"})
            QVERIFY2(help.contains(QString::fromUtf8(option)), option);
        QVERIFY(run_cli({u"--help"_s}).out.contains(u"Exit status"_s));
        const CliRun name = run_cli({u"inspect"_s, u"--format=json"_s, u"--"_s, u"--help"_s}); // behind -- stand names
        QCOMPARE(name.status, 2);
        QVERIFY2(!name.out.contains(u"Usage"_s), qPrintable(name.out.left(80)));
    }
};

PLIMSOLL_TEST(TestCli)
} // namespace PLIMSOLL_FILE
#include "test_cli.moc"
