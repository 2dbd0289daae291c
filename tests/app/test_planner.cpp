// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/ground/json_text.h"
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <sstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

// What a program gets that links core is what the command line prints.

namespace {

const std::string plan_text =
    R"({"model": {"preset": "smollm2-135m"}, "method": "lora", "sequence_length": 512, "target": {"gpus": ["RTX 4090", "T4"]}})";

const QStringList plan_options{u"--model"_s, u"smollm2-135m"_s, u"--method"_s, u"lora"_s,  u"--sequence-length"_s,
                               u"512"_s,     u"--gpu"_s,        u"RTX 4090"_s, u"--gpu"_s, u"T4"_s};

/// Printed JSON on one line, its keys in their order.
std::string on_one_line(const QString &printed)
{
    return to_text(nlohmann::ordered_json::parse(printed.toStdString(), nullptr, false));
}

CliRun asked(const char *command, const QStringList &more)
{
    return run_cli(QStringList{QLatin1String(command)} + plan_options + more);
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT
private slots:
    void answers_are_those_of_requests()
    {
        std::string lines;
        std::vector<std::string> plans;
        for (int i = 0; i < 40; ++i) {
            plans.push_back(i % 10 == 3
                                ? "{"
                                : R"({"model": {"preset": "smollm2-135m"}, "sequence_length": )" + std::to_string(64 + i) + "}");
            lines += plans.back() + '\n';
        }
        const CliRun run = run_cli({u"estimate"_s, u"--requests"_s, u"-"_s}, QByteArray::fromStdString(lines));
        std::istringstream in(lines);
        std::string out;
        Planner planner;
        QVERIFY(!planner.answer_lines(
            in, {}, [&out](const std::string &text) { out += text; }, 4));
        QCOMPARE(out, run.out.toStdString());
        const std::vector<JsonAnswer> answers = planner.answers_json(plans, {}, 4);
        const QStringList printed = run.out.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(static_cast<qsizetype>(answers.size()), printed.size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            QCOMPARE(answers[i].ok, i % 10 != 3);
            if (answers[i].ok)
                QCOMPARE(answers[i].text, printed[static_cast<qsizetype>(i)].toStdString());
            else
                QVERIFY(answers[i].text.starts_with(R"({"error":{"field":"plan")")); // there without a line's number
        }
    }

    void one_answer_in_values_and_in_json()
    {
        Planner planner;
        const CliRun run = asked("estimate", {u"--format"_s, u"json"_s, u"--max"_s});
        QCOMPARE(planner.answer_json(plan_text, {.timeline = true, .maxima = true}).text, on_one_line(run.out));
        const Result<Question> question = question_from_json(plan_text);
        QVERIFY(question.ok());
        const Result<PlanAnswer> answer = planner.answer(*question);
        QVERIFY(answer.ok());
        QCOMPARE(answer->verdicts.size(), std::size_t{2});
        const Result<Estimate> figures = planner.estimate(*question);
        QVERIFY(figures.ok());
        QCOMPARE(figures->fullest().peak.device, answer->estimate.fullest().peak.device);
        const std::vector<Question> twice{*question, *question};
        for (const auto &one : planner.answers(twice, {}, 2))
            QCOMPARE(one->estimate.fullest().peak, answer->estimate.fullest().peak);
    }

    void other_questions_as_well()
    {
        Planner planner;
        const QStringList json{u"--format"_s, u"json"_s};
        QCOMPARE(planner.solve_json(plan_text, SolveField::micro_batch).text,
                 on_one_line(asked("solve", json + QStringList{u"--maximize"_s, u"micro_batch"_s}).out));
        QCOMPARE(planner.solve_json(plan_text, *minimize("card")).text,
                 on_one_line(asked("solve", json + QStringList{u"--minimize"_s, u"card"_s}).out));
        QCOMPARE(planner.advise_json(plan_text).text, on_one_line(asked("advise", json).out));
        QCOMPARE(planner.inspect_json("smollm2-135m").text,
                 on_one_line(run_cli(QStringList{u"inspect"_s, u"smollm2-135m"_s} + json).out));
        QCOMPARE(planner.envelope_json(R"({"parameters": "7B", "method": "qlora", "trainable": 4e7, "activations": "2GB"})").text,
                 on_one_line(run_cli(QStringList{u"envelope"_s, u"--parameters"_s, u"7B"_s, u"--method"_s, u"qlora"_s,
                                                 u"--trainable"_s, u"4e7"_s, u"--activations"_s, u"2GB"_s} +
                                     json)
                                 .out));
        const std::vector<std::string> over{"micro_batch=1,2,0"};
        const std::vector<JsonAnswer> points = planner.sweep_json(plan_text, over);
        std::string text;
        for (const JsonAnswer &point : points) text += point.text + '\n';
        QCOMPARE(text, asked("sweep", {u"--format"_s, u"json"_s, u"--over"_s, u"micro_batch=1,2,0"_s}).out.toStdString());
        QVERIFY(points.size() == 3 && points[1].ok && !points[2].ok);
    }

    /// Whether each model fits is what its own answer says, and is known before anybody has turned away.
    void a_badge_for_every_model()
    {
        Planner planner;
        for (const char *text :
             {R"({"model": {"preset": "smollm2-135m"}, "method": "qlora", "target": {"gpus": ["RTX 4060 Ti 16GB"]}})",
              R"({"model": {"preset": "smollm2-135m"}, "task": "infer", "target": {"gpus": ["RTX 4060 Ti 16GB"]}})"}) {
            const Result<Question> question = question_from_json(text);
            const Result<Node> node = planner.advice_target(*question);
            const std::vector<ModelBadge> badges = planner.badges(*question, *node, [] { return true; });
            QCOMPARE(badges.size(), presets().size());
            int fit = 0, not_fit = 0;
            for (std::size_t at = 0; at < badges.size(); ++at) {
                const ModelBadge &badge = badges[at];
                QVERIFY2(badge.word != Word::unknown || !badge.reason.empty(), badge.preset->name.c_str());
                ++(badge.word == Word::fits ? fit : not_fit);
                if (at % 16 != 0 || badge.preset->parameters > 40'000'000'000 || badge.word == Word::unknown) continue;
                Question one = *question;
                one.plan.model = ModelReference{badge.preset->name, {}, {}, {}};
                const Result<PlanAnswer> answer = planner.answer(one, {.estimate = {.timeline = false}});
                QVERIFY(answer.ok());
                QVERIFY2(answer->verdicts.front().word() == badge.word, badge.preset->name.c_str());
            }
            QVERIFY(fit > 20 && not_fit > 20);
        }
        QVERIFY(planner.badges(*question_from_json(plan_text), budget_node(gib), [] { return false; }).empty());
    }

    /// How far the plan as it is may go stands in every entry, also where nothing fits.
    void advice_says_the_longest_and_the_largest()
    {
        Planner planner;
        for (const char *gpu : {"T4", "GTX 1050 2GB"}) {
            const nlohmann::json asked_of = {
                {"model", {{"preset", "smollm2-1.7b-instruct"}}}, {"method", "lora"}, {"target", {{"gpus", {gpu}}}}};
            const std::string plan = asked_of.dump();
            if (!find_gpu(gpu)) continue;
            const auto rows = nlohmann::json::parse(planner.advise_json(plan).text);
            for (const auto &row : rows) QVERIFY(row["limits"] == rows[0]["limits"]);
            for (const SolveField field : {SolveField::sequence_length, SolveField::micro_batch}) {
                const auto solved = nlohmann::json::parse(planner.solve_json(plan, field).text);
                const auto &limit = rows[0]["limits"][field == SolveField::micro_batch ? 1 : 0];
                QVERIFY(limit["field"] == std::string(name_of(field)));
                QVERIFY(limit["sure"] == solved[0]["value"]);
                QVERIFY(limit["likely"] == solved[0]["likely"]);
            }
        }
        QVERIFY(asked("advise", {}).out.contains(u"Longest sequence: sure "_s));
    }

    void errors_are_json()
    {
        Planner planner;
        const JsonAnswer unread = planner.answer_json(R"({"model": {"preset": "no-such-model"}})");
        QVERIFY(!unread.ok);
        QVERIFY2(unread.text.starts_with(R"({"error":{"field":"model.preset","read":"no-such-model")"), unread.text.c_str());
        QVERIFY(!planner.envelope_json(R"({"parameters": "many"})").ok);
        QVERIFY(!planner.envelope_json(R"({"parameter": 7})").ok);
        QVERIFY(!planner.inspect_json("no-such-model").ok);
    }

    void models_are_read_once()
    {
        int read = 0, fetched = 0;
        KnownModels models(
            [&read](const ModelReference &, const std::string &) -> Result<ArchitectureRef> {
                ++read;
                return read == 1 ? Result<ArchitectureRef>(Error{"model", {}, {}, "not yet"}) : ArchitectureRef();
            },
            [&fetched](const ModelReference &) -> std::optional<Error> {
                ++fetched;
                return std::nullopt;
            },
            {.most = 2, .errors = false});
        QVERIFY(!models.load({.hub = "a/b"}).ok());
        QVERIFY(models.load({.hub = "a/b"}).ok()); // what could not be read is tried again
        QVERIFY(models.load({.hub = "a/b"}).ok());
        QCOMPARE(read, 2);
        QCOMPARE(fetched, 2);
        (void)models.load({.preset = "x"});
        (void)models.load({.hub = "a/b"});
        (void)models.load({.preset = "y"}); // the third: x goes
        (void)models.load({.hub = "a/b"});
        QCOMPARE(read, 4);
        (void)models.load({.preset = "x"});
        QCOMPARE(read, 5);
        models.forget_files();
        (void)models.load({.preset = "x"});
        QCOMPARE(read, 5);
    }
};

PLIMSOLL_TEST(TestPlanner)
} // namespace PLIMSOLL_FILE
#include "test_planner.moc"
