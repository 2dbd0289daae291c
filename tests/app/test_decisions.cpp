// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_run.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

const QStringList small_qlora{u"--model"_s,           u"qwen2.5-0.5b"_s, u"--method"_s, u"qlora"_s,
                              u"--sequence-length"_s, u"1024"_s,         u"--gpu"_s,    u"GTX 1650"_s};

QJsonDocument json_of(const CliRun &run) { return QJsonDocument::fromJson(run.out.toUtf8()); }

/// Device interval's upper end and usable bytes of an estimate.
QString fits_at(const QString &length, const QString &gpu)
{
    const CliRun run = run_cli({u"estimate"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--method"_s, u"qlora"_s, u"--sequence-length"_s,
                                length, u"--gpu"_s, gpu, u"--format"_s, u"json"_s});
    return json_of(run).object().value(u"verdicts"_s).toArray().at(0).toObject().value(u"fits"_s).toString();
}

/// The longest line, in columns.
qsizetype widest(const QString &text)
{
    qsizetype out = 0;
    for (const QString &line : text.split(u'\n')) out = std::max(out, line.size());
    return out;
}

} // namespace

/// solve and advise: what people decide by.
class TestDecisions : public QObject {
    Q_OBJECT
private slots:
    void solve_gives_the_edge_per_card();
    void a_row_that_is_a_prompt_has_all_its_completions();
    void a_plan_is_read_from_a_pipe();
    void a_server_that_does_not_start_is_no_fit();
    void what_a_card_does_not_run_stands_beside_its_figure();
    void a_rank_beyond_every_matrix_is_said();
    void copies_leave_room_for_their_buckets();
    void a_card_is_solved_the_same_beside_others();
    void what_a_plan_misspells_is_said();
    void a_sweep_over_what_does_not_count_says_so();
    void a_length_beyond_the_models_positions_is_said();
    void solve_says_what_it_needs();
    void solve_splits_a_global_batch();
    void solve_finds_the_smallest_card_and_the_cheapest_offer();
    void offers_and_solutions_fit_eighty_columns();
    void automatic_precision_is_solved_per_card();
    void advise_follows_the_contract();
    void sweep_gives_a_row_per_point();
    void sweep_gives_an_estimate_per_line_as_json();
    void a_sweep_over_budgets_judges_each();
    void sweep_says_what_it_needs();
    void cards_say_what_a_process_can_use();
};

void TestDecisions::a_server_that_does_not_start_is_no_fit()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"plan.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"task": "train", "model": {"preset": "qwen2.5-1.5b"}, "objective": "grpo", "stack": "trl", "method": "lora",
        "micro_batch": 1, "target": {"gpus": ["A100 SXM 80GB"]}, "rollout": {"engine": "vllm", "colocated": false,
        "prompt_length": 256, "completion_length": 256, "gpus": ["L4"], "gpu_memory_utilization": 0.1}})");
    file.close();
    for (const char *command : {"estimate", "compare", "advise"}) {
        const CliRun run = run_cli({QString::fromLatin1(command), u"--plan"_s, file.fileName()});
        QVERIFY2(run.status == 1, qPrintable(run.out + run.err));
        if (command != QByteArray("compare")) QVERIFY2(run.out.contains(u"The server: "_s), qPrintable(run.out));
    }
}

void TestDecisions::solve_gives_the_edge_per_card()
{
    const QStringList common{u"solve"_s, u"--model"_s,    u"qwen2.5-0.5b"_s,   u"--method"_s,
                             u"qlora"_s, u"--maximize"_s, u"sequence_length"_s};
    const CliRun run =
        run_cli(common + QStringList{u"--gpu"_s, u"GTX 1650"_s, u"--gpu"_s, u"RTX 4090"_s, u"--format"_s, u"json"_s});
    QCOMPARE(run.status, 0);
    const QJsonArray rows = json_of(run).array();
    QCOMPARE(rows.size(), 2);
    const QJsonObject row = rows.at(0).toObject();
    QCOMPARE(row.value(u"gpu"_s).toString(), u"GeForce GTX 1650"_s);
    QCOMPARE(row.value(u"field"_s).toString(), u"sequence_length"_s);
    const int value = row.value(u"value"_s).toInt();
    QVERIFY(value > 100 && value < rows.at(1).toObject().value(u"value"_s).toInt());
    QCOMPARE(fits_at(QString::number(value), u"GTX 1650"_s), u"yes"_s);
    QVERIFY(fits_at(QString::number(value + 1), u"GTX 1650"_s) != u"yes"_s);
    const QStringList nowhere{u"solve"_s,      u"--model"_s,     u"qwen2.5-7b"_s, u"--method"_s, u"full"_s,
                              u"--maximize"_s, u"micro_batch"_s, u"--gpu"_s,      u"GTX 1650"_s};
    const CliRun none = run_cli(nowhere);
    QCOMPARE(none.status, 1);
    QVERIFY(none.out.startsWith(u"GeForce GTX 1650: none. micro_batch 1 needs at least "_s));
    const CliRun as_json = run_cli(nowhere + QStringList{u"--format"_s, u"json"_s});
    const QJsonObject known = QJsonDocument::fromJson(as_json.out.toUtf8()).array().at(0).toObject();
    QVERIFY(known.value(u"device_bytes"_s).isNull() && known.value(u"interval_bytes"_s).isNull());
    QVERIFY(known.value(u"at_least_bytes"_s).toDouble() > known.value(u"usable_bytes"_s).toDouble());
}

void TestDecisions::what_a_card_does_not_run_stands_beside_its_figure()
{
    const QStringList qlora{u"--model"_s, u"qwen2.5-0.5b"_s, u"--method"_s, u"qlora"_s, u"--sequence-length"_s, u"512"_s};
    const QString solved =
        run_cli(QStringList{u"solve"_s, u"--maximize"_s, u"micro_batch"_s, u"--gpu"_s, u"GTX 980"_s} + qlora).out;
    QVERIFY2(solved.simplified().contains(u"; bitsandbytes 0.50 needs compute capability 6.0: the plan does not run there"_s),
             qPrintable(solved));
    const QString offers = run_cli(QStringList{u"estimate"_s, u"--offers"_s} + qlora).out.simplified();
    const qsizetype v100 = offers.indexOf(u"Tesla V100 16GB, "_s);
    QVERIFY2(v100 > 0 && offers.indexOf(u"; BF16 needs compute capability 8.0"_s, v100) > 0, qPrintable(offers));
}

void TestDecisions::a_rank_beyond_every_matrix_is_said()
{
    const QStringList lora{u"solve"_s,      u"--model"_s, u"gpt2"_s,  u"--method"_s, u"lora"_s,
                           u"--maximize"_s, u"rank"_s,    u"--gpu"_s, u"T4"_s};
    const QString text = run_cli(lora).out.simplified();
    QVERIFY2(text.contains(u"; no matrix of the model has a higher rank than 768, its hidden size"_s), qPrintable(text));
    QCOMPARE(json_of(run_cli(lora + QStringList{u"--format"_s, u"json"_s})).array().at(0)["full_rank"].toInt(), 768);
}

/// DDP's buckets stand on each of the cards.
void TestDecisions::copies_leave_room_for_their_buckets()
{
    const QStringList asked{u"solve"_s, u"--model"_s,    u"gpt2"_s,        u"--method"_s, u"full"_s, u"--gpu"_s,
                            u"T4:2"_s,  u"--maximize"_s, u"micro_batch"_s, u"--format"_s, u"json"_s};
    const auto value = [&](const QStringList &more) {
        return json_of(run_cli(asked + more)).array().at(0).toObject().value(u"value"_s).toInt();
    };
    const int copies = value({u"--set"_s, u"parallel.data=2"_s}), one = value({});
    QVERIFY2(copies > 0 && copies <= one, qPrintable(u"%1 of %2"_s.arg(copies).arg(one)));
    const CliRun advice = run_cli(QStringList{u"advise"_s, u"--model"_s, u"gpt2"_s, u"--gpu"_s, u"T4:2"_s, u"--set"_s,
                                              u"parallel.data=2"_s, u"--format"_s, u"json"_s});
    QVERIFY2(!json_of(advice).array().at(0)["title"].toString().contains(u" + "_s), "nothing is short");
}

/// Needs climb in uneven steps, so that there are several edges: which is found must not hang on what else is asked.
void TestDecisions::a_card_is_solved_the_same_beside_others()
{
    const QStringList common{u"solve"_s,        u"--model"_s,    u"phi-2"_s,       u"--task"_s,   u"infer"_s,
                             u"--new-tokens"_s, u"47"_s,         u"--sequences"_s, u"3"_s,        u"--context"_s,
                             u"136"_s,          u"--maximize"_s, u"context"_s,     u"--format"_s, u"json"_s};
    const auto value_on = [&](const QStringList &cards) {
        QStringList arguments = common;
        for (const QString &card : cards) arguments << u"--gpu"_s << card;
        return json_of(run_cli(arguments)).array().last().toObject().value(u"value"_s).toInt();
    };
    QCOMPARE(value_on({u"RTX 4000 SFF Ada Generation"_s, u"Apple M2 Ultra 128GB"_s, u"MI300X"_s, u"MI355X"_s}),
             value_on({u"MI355X"_s}));
}

void TestDecisions::what_a_plan_misspells_is_said()
{
    QTemporaryDir folder;
    QFile plan(folder.filePath(u"plan.json"_s));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(R"({"model": {"preset": "gpt2"}, "micro_bach": 3, "target": {"gpus": ["T4"]}})");
    plan.close();
    const auto said = [&](const QStringList &command) {
        return run_cli(command + QStringList{u"--plan"_s, plan.fileName()}).err;
    };
    for (const QStringList &command : {QStringList{u"solve"_s, u"--maximize"_s, u"micro_batch"_s},
                                       {u"advise"_s},
                                       {u"sweep"_s, u"--over"_s, u"micro_batch=1:2"_s},
                                       {u"estimate"_s}})
        QVERIFY2(said(command).contains(u"warning: micro_bach: no such field"_s), qPrintable(command.front()));
}

void TestDecisions::a_sweep_over_what_does_not_count_says_so()
{
    const auto said = [](const QString &over, const QStringList &more = {}) {
        return run_cli(QStringList{u"sweep"_s, u"--model"_s, u"gpt2"_s, u"--gpu"_s, u"T4"_s, u"--over"_s, over} + more).err;
    };
    QCOMPARE(said(u"inference.context=100:300:100"_s),
             u"plimsoll: warning: inference.context does not count for this plan: every value gives the same\n"_s);
    QVERIFY(said(u"micro_batch=1:2"_s, {u"--task"_s, u"infer"_s}).contains(u"micro_batch does not count"_s));
    QCOMPARE(said(u"rank=4:8:x2"_s), QString());
    QCOMPARE(said(u"budget=1GiB:2GiB:1GiB"_s), QString());
}

void TestDecisions::a_length_beyond_the_models_positions_is_said()
{
    const QStringList common{u"solve"_s, u"--model"_s, u"gpt2"_s, u"--maximize"_s, u"sequence_length"_s, u"--gpu"_s};
    const QJsonObject far = json_of(run_cli(common + QStringList{u"B300"_s, u"--format"_s, u"json"_s})).array().at(0).toObject();
    QCOMPARE(far.value(u"max_positions"_s).toInt(), 1024);
    QVERIFY(far.value(u"value"_s).toInt() > 1024);
    const QString text = run_cli(common + QStringList{u"B300"_s}).out.simplified();
    QVERIFY2(text.contains(u"; longer than the 1,024 positions that the model was made for"_s), qPrintable(text));
    const QString batch =
        run_cli({u"solve"_s, u"--model"_s, u"gpt2"_s, u"--maximize"_s, u"micro_batch"_s, u"--gpu"_s, u"B300"_s}).out;
    QVERIFY2(!batch.contains(u"positions"_s), qPrintable(batch));
    const QStringList most{u"estimate"_s, u"--model"_s, u"gpt2"_s, u"--gpu"_s, u"B300"_s, u"--max"_s};
    const QString sentence = run_cli(most).out.simplified();
    QVERIFY2(sentence.contains(u"tokens, longer than the 1,024 positions that the model was made for; largest"_s),
             qPrintable(sentence));
    const QJsonObject verdict = json_of(run_cli(most + QStringList{u"--format"_s, u"json"_s})).object()["verdicts"][0].toObject();
    QCOMPARE(verdict.value(u"max_positions"_s).toInt(), 1024);
}

void TestDecisions::solve_says_what_it_needs()
{
    const CliRun no_field = run_cli({u"solve"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--gpu"_s, u"T4"_s});
    QCOMPARE(no_field.status, 2);
    QVERIFY(no_field.err.contains(
        u"--maximize: read nothing, accepted: micro_batch | sequence_length | rank | sequences | context"_s));
    const CliRun no_card = run_cli({u"solve"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--maximize"_s, u"micro_batch"_s});
    QCOMPARE(no_card.status, 2);
    QVERIFY(no_card.err.contains(u"--gpu NAME or --budget SIZE"_s));
    const CliRun no_rank = run_cli(
        {u"solve"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--method"_s, u"full"_s, u"--maximize"_s, u"rank"_s, u"--gpu"_s, u"T4"_s});
    QCOMPARE(no_rank.status, 2);
    QVERIFY(no_rank.err.contains(u"does not count for this plan, read rank, accepted: micro_batch | sequence_length"_s));
}

void TestDecisions::solve_splits_a_global_batch()
{
    const CliRun run = run_cli(QStringList{u"solve"_s} + small_qlora +
                               QStringList{u"--gpu"_s, u"RTX 4090:4"_s, u"--global-batch"_s, u"64"_s, u"--format"_s, u"json"_s});
    QCOMPARE(run.status, 0);
    const QJsonArray rows = json_of(run).array();
    QCOMPARE(rows.size(), 2);
    for (const QJsonValue &value : rows) {
        const QJsonObject row = value.toObject();
        QCOMPARE(row.value(u"field"_s).toString(), u"global_batch"_s);
        int product = 1;
        for (const QString &part : {u"micro_batch"_s, u"gradient_accumulation"_s, u"cards"_s}) product *= row.value(part).toInt();
        QCOMPARE(product, 64);
    }
    const CliRun odd =
        run_cli(QStringList{u"solve"_s} + small_qlora + QStringList{u"--gpu"_s, u"T4:3"_s, u"--global-batch"_s, u"64"_s});
    QCOMPARE(odd.status, 1);
    QVERIFY2(odd.out.contains(u"3 × Tesla T4: none. 64 is no multiple of 3 cards"_s), qPrintable(odd.out));
    for (const QStringList &wrong :
         {QStringList{u"0"_s}, QStringList{u"many"_s}, QStringList{u"8"_s, u"--maximize"_s, u"rank"_s}}) {
        const CliRun bad = run_cli(QStringList{u"solve"_s} + small_qlora + QStringList{u"--global-batch"_s} + wrong);
        QCOMPARE(bad.status, 2);
        QVERIFY(bad.out.isEmpty());
    }
}

void TestDecisions::solve_finds_the_smallest_card_and_the_cheapest_offer()
{
    const auto solved = [](const QString &what) {
        return run_cli(QStringList{u"solve"_s} + small_qlora + QStringList{u"--minimize"_s, what, u"--format"_s, u"json"_s});
    };
    const CliRun card = solved(u"card"_s);
    QCOMPARE(card.status, 0);
    const QString name = json_of(card).array().at(0).toObject().value(u"value"_s).toString();
    QCOMPARE(fits_at(u"1024"_s, name), u"yes"_s);
    const QJsonObject offer = json_of(solved(u"price"_s)).array().at(0).toObject();
    QVERIFY(offer.value(u"value"_s).toDouble() > 0 && !offer.value(u"price_date"_s).toString().isEmpty());
    QCOMPARE(json_of(solved(u"cards"_s)).array().at(0).toObject().value(u"value"_s).toInt(), 1);
    QCOMPARE(solved(u"effort"_s).status, 2);
    const CliRun none = run_cli({u"solve"_s, u"--model"_s, u"llama-3.1-405b"_s, u"--method"_s, u"full"_s, u"--minimize"_s,
                                 u"card"_s, u"--format"_s, u"json"_s});
    QCOMPARE(none.status, 1);
    QVERIFY(json_of(none).array().at(0).toObject().value(u"value"_s).isNull());
}

/// FP32 on Maxwell, BF16 on Ada: each card's edge is that of its own dtype.
void TestDecisions::offers_and_solutions_fit_eighty_columns()
{
    const QStringList coder{u"--model"_s, u"qwen2.5-coder-7b"_s, u"--evaluation-micro-batch"_s, u"0"_s};
    const CliRun offers = run_cli(QStringList{u"estimate"_s} + coder + QStringList{u"--offers"_s});
    const QString table = offers.out.mid(offers.out.indexOf(u"Cheapest offers"_s));
    QVERIFY(table.contains(u" an hour  "_s));
    QVERIFY2(widest(table) <= 80, qPrintable(table));
    // an instance that is called by its card does not name it twice
    QVERIFY2(table.contains(u"RunPod 1x A100 PCIe 80GB, "_s) && !table.contains(u"A100 PCIe 80GB, A100"_s), qPrintable(table));
    // a long name stands alone, so that the figures stay under their headings
    const CliRun workstation = run_cli(QStringList{u"estimate"_s} + coder +
                                       QStringList{u"--gpu"_s, u"RTX PRO 6000 Blackwell Max-Q Workstation Edition:4"_s});
    QVERIFY2(widest(workstation.out) <= 80, qPrintable(workstation.out));
    for (const QStringList &question :
         {QStringList{u"--minimize"_s, u"price"_s}, QStringList{u"--minimize"_s, u"card"_s},
          QStringList{u"--global-batch"_s, u"48"_s, u"--method"_s, u"lora"_s, u"--gpu"_s,
                      u"RTX PRO 6000 Blackwell Workstation Edition:4"_s},
          QStringList{u"--maximize"_s, u"micro_batch"_s, u"--gpu"_s, u"RTX PRO 6000 Blackwell Workstation Edition"_s}}) {
        const CliRun run = run_cli(QStringList{u"solve"_s} + coder + question);
        QCOMPARE(run.status, 0);
        QVERIFY2(widest(run.out) <= 80, qPrintable(run.out));
    }
}

void TestDecisions::automatic_precision_is_solved_per_card()
{
    const auto value = [](const QStringList &more) {
        const CliRun run = run_cli(QStringList{u"solve"_s, u"--model"_s, u"gpt2"_s, u"--method"_s, u"full"_s, u"--maximize"_s,
                                               u"sequence_length"_s, u"--format"_s, u"json"_s} +
                                   more);
        return json_of(run).array().at(0).toObject().value(u"value"_s).toInt();
    };
    const QStringList card{u"--gpu"_s, u"GTX 980 Ti"_s};
    QCOMPARE(value(card + QStringList{u"--dtype"_s, u"auto"_s}), value(card + QStringList{u"--dtype"_s, u"fp32"_s}));
}

void TestDecisions::advise_follows_the_contract()
{
    const CliRun run = run_cli(QStringList{u"advise"_s} + small_qlora + QStringList{u"--format"_s, u"json"_s});
    const QJsonArray rows = json_of(run).array();
    QVERIFY(rows.size() > 5);
    for (const QJsonValue &row : rows) {
        for (const QString &key : {u"change"_s, u"saves_bytes"_s, u"fits"_s, u"cost"_s}) QVERIFY(row.toObject().contains(key));
        QCOMPARE(row.toObject().value(u"gpu"_s).toString(), u"GeForce GTX 1650"_s);
    }
    const CliRun two = run_cli(QStringList{u"advise"_s} + small_qlora + QStringList{u"--gpu"_s, u"RTX 4090"_s});
    QVERIFY2(two.err.contains(u"advice is given for one card: GeForce GTX 1650"_s), qPrintable(two.err));
    const CliRun text = run_cli(QStringList{u"advise"_s} + small_qlora);
    QVERIFY(text.out.simplified().contains(u"Gradient accumulation: no effect here, it saves nothing by itself"_s));
    for (const QString &line : text.out.split(u'\n')) QVERIFY2(line.size() <= 80, qPrintable(line));
}

void TestDecisions::sweep_gives_a_row_per_point()
{
    const CliRun run = run_cli(QStringList{u"sweep"_s} + small_qlora +
                               QStringList{u"--over"_s, u"sequence-length=512:1024:512"_s, u"--over"_s, u"rank=8,16,32"_s});
    QCOMPARE(run.status, 0);
    const QStringList lines = run.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QVERIFY(lines[0].startsWith(u"sequence_length,adapter.rank,device_bytes,"_s));
    QVERIFY(lines[0].endsWith(u",fits GeForce GTX 1650,error"_s));
    QVERIFY(lines[1].startsWith(u"512,8,"_s));
    QVERIFY(lines[6].startsWith(u"1024,32,"_s));
    // a point is what estimate says of its plan
    const CliRun one =
        run_cli(QStringList{u"estimate"_s} + small_qlora + QStringList{u"--rank"_s, u"32"_s, u"--format"_s, u"json"_s});
    const QJsonObject peak = json_of(one).object().value(u"peak"_s).toObject();
    QCOMPARE(lines[6].split(u',').at(2).toLongLong(), peak.value(u"device_bytes"_s).toInteger());
    QCOMPARE(lines[6].split(u',').at(5).toLongLong(), peak.value(u"allocated_bytes"_s).toInteger());
}

void TestDecisions::sweep_gives_an_estimate_per_line_as_json()
{
    const CliRun run = run_cli(QStringList{u"sweep"_s} + small_qlora +
                               QStringList{u"--over"_s, u"method=full,magic"_s, u"--format"_s, u"json"_s});
    QCOMPARE(run.status, 2);
    const QStringList lines = run.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    const QJsonObject good = QJsonDocument::fromJson(lines[0].toUtf8()).object();
    QCOMPARE(good.value(u"schema"_s).toString(), u"plimsoll.estimate/1"_s);
    QCOMPARE(good.value(u"point"_s).toObject().value(u"method"_s).toString(), u"full"_s);
    const QJsonObject bad = QJsonDocument::fromJson(lines[1].toUtf8()).object();
    QCOMPARE(bad.value(u"error"_s).toObject().value(u"field"_s).toString(), u"method"_s);
}

void TestDecisions::a_sweep_over_budgets_judges_each()
{
    const CliRun run =
        run_cli(QStringList{u"sweep"_s} + small_qlora + QStringList{u"--over"_s, u"target.budget_bytes=1MiB,900GiB"_s});
    QCOMPARE(run.status, 0);
    const QStringList lines = run.out.trimmed().split(u'\n');
    const qsizetype column = lines.at(0).split(u',').indexOf(u"fits budget"_s);
    QVERIFY2(column > 0, qPrintable(lines.at(0)));
    QCOMPARE(lines.at(1).split(u',').at(column), u"no"_s);
    QCOMPARE(lines.at(2).split(u',').at(column), u"yes"_s);
}

void TestDecisions::sweep_says_what_it_needs()
{
    const CliRun none = run_cli(QStringList{u"sweep"_s} + small_qlora);
    QCOMPARE(none.status, 2);
    QVERIFY(none.err.contains(u"over: read nothing, accepted: FIELD=FROM:TO"_s));
    const CliRun backwards = run_cli(QStringList{u"sweep"_s} + small_qlora + QStringList{u"--over"_s, u"micro_batch=8:1"_s});
    QCOMPARE(backwards.status, 2);
    QVERIFY(backwards.err.contains(u"over micro_batch: read 8:1, accepted: FROM:TO[:STEP]"_s));
    QVERIFY(backwards.out.isEmpty());
}

void TestDecisions::cards_say_what_a_process_can_use()
{
    const QJsonArray cards = json_of(run_cli({u"gpus"_s, u"--format"_s, u"json"_s})).array();
    const auto bytes = [](const QJsonObject &card, const QString &system) {
        return card.value(u"usable"_s).toObject().value(system).toObject().value(u"bytes"_s).toInteger();
    };
    QVERIFY(cards.size() > 300);
    for (const QJsonValue &value : cards) {
        const QJsonObject card = value.toObject();
        const QString name = card.value(u"name"_s).toString();
        QCOMPARE(bytes(card, card.value(u"vendor"_s) == u"Apple"_s ? u"macos"_s : u"linux"_s),
                 card.value(u"usable_bytes"_s).toInteger());
        QVERIFY2(!card.value(u"figures"_s).toArray().isEmpty(), qPrintable(name));
        for (const QJsonValue &figure : card.value(u"figures"_s).toArray())
            QVERIFY2(!figure.toObject().value(u"source"_s).toString().isEmpty(), qPrintable(name));
        if (name != u"GeForce RTX 4090"_s) continue;
        QCOMPARE(bytes(card, u"linux"_s) - bytes(card, u"linux_desktop"_s), 600 << 20);
        QCOMPARE(bytes(card, u"windows"_s) - bytes(card, u"windows_desktop"_s), 800 << 20);
        QVERIFY(card.value(u"context"_s).toObject().value(u"bytes"_s).toInteger() > 0);
    }
}

/// The same rows take as many times the steps as each has completions.
void TestDecisions::a_row_that_is_a_prompt_has_all_its_completions()
{
    const auto hours = [](const QStringList &more) {
        const QStringList asked{u"estimate"_s,       u"--model"_s, u"qwen2.5-0.5b"_s, u"--stack"_s,  u"trl"_s, u"--gpu"_s,
                                u"A100 SXM4 80GB"_s, u"--rows"_s,  u"1000"_s,         u"--format"_s, u"json"_s};
        return json_of(run_cli(asked + more)).object().value(u"time"_s).toObject().value(u"hours"_s).toDouble();
    };
    const QStringList grpo{u"--objective"_s, u"grpo"_s};
    const double of_four = hours(grpo + QStringList{u"--rollout-generations"_s, u"4"_s});
    QVERIFY(of_four > 0);
    QVERIFY(std::abs(hours(grpo) / of_four - 2) < 1e-6); // TRL's eight
    QVERIFY(hours({u"--objective"_s, u"sft"_s}) < of_four);
}

void TestDecisions::a_plan_is_read_from_a_pipe()
{
    const CliRun run =
        run_cli({u"estimate"_s, u"--plan"_s, u"-"_s, u"--format"_s, u"json"_s},
                R"({"task": "infer", "model": {"preset": "qwen2.5-0.5b"}, "inference": {"engine": "vllm", "context": 2048,
                                   "sleep": true}, "target": {"gpus": ["L4"]}})");
    QVERIFY2(run.status == 0, qPrintable(run.err));
    const QJsonObject plan = json_of(run).object().value(u"plan"_s).toObject();
    const QJsonObject sleep = plan.value(u"inference"_s).toObject().value(u"sleep"_s).toObject();
    QCOMPARE(sleep.value(u"level"_s).toInt(), 1); // one value in the section's place
    QVERIFY(run_cli({u"estimate"_s, u"--plan"_s, u"-"_s}, "{").status == 2);
}

PLIMSOLL_TEST(TestDecisions)
} // namespace PLIMSOLL_FILE
#include "test_decisions.moc"
