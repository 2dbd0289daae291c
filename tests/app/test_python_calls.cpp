// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "packaging/python/src/calls.h"
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <QFile>
#include <QRegularExpression>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

// What the Python package gets is what the command line prints.

namespace {

const std::string plan_text =
    R"({"model": {"preset": "smollm2-135m"}, "method": "lora", "sequence_length": 512, "target": {"gpus": ["L4:2"]}})";

std::string asked(const char *command, const QStringList &more)
{
    const QStringList plan{u"--model"_s,           u"smollm2-135m"_s, u"--method"_s, u"lora"_s,
                           u"--sequence-length"_s, u"512"_s,          u"--gpu"_s,    u"L4:2"_s};
    const CliRun run = run_cli(QStringList{QLatin1String(command)} + plan + more + QStringList{u"--format"_s, u"json"_s});
    return to_text(nlohmann::ordered_json::parse(run.out.toStdString(), nullptr, false));
}

std::string answer_of(const python::Answer &answer) { return answer.first ? answer.second : "refused: " + answer.second; }

QStringList names_in(const QString &file, const QString &pattern)
{
    QFile source(QStringLiteral(PLIMSOLL_SOURCE "/packaging/python/") + file);
    if (!source.open(QIODevice::ReadOnly)) return {u"cannot be read"_s};
    QStringList out;
    QRegularExpressionMatchIterator found =
        QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(QString::fromUtf8(source.readAll()));
    while (found.hasNext()) out << found.next().captured(1);
    out.sort();
    return out;
}

} // namespace

class TestPythonCalls : public QObject {
    Q_OBJECT
private slots:
    void answers_are_the_command_lines()
    {
        QCOMPARE(answer_of(python::estimate(plan_text, {}, true, true, false)), asked("estimate", {u"--max"_s}));
        const std::string with_rows = plan_text.substr(0, plan_text.size() - 1) + R"(, "amount": {"rows": 1000, "epochs": 2}})";
        const QStringList rows{u"--rows"_s, u"1000"_s, u"--epochs"_s, u"2"_s};
        QCOMPARE(answer_of(python::estimate(with_rows, {}, true, false, false)), asked("estimate", rows));
        QCOMPARE(answer_of(python::advise(plan_text, {})), asked("advise", {}));
        QCOMPARE(answer_of(python::solve(plan_text, {}, "maximize", "micro_batch")),
                 asked("solve", {u"--maximize"_s, u"micro_batch"_s}));
        const python::Answer compared = python::compare({plan_text, plan_text}, {});
        QVERIFY2(compared.first, compared.second.c_str());
        QCOMPARE(nlohmann::json::parse(compared.second)["answers"].size(), std::size_t{2});
        const CliRun inspected = run_cli({u"inspect"_s, u"smollm2-135m"_s, u"--format"_s, u"json"_s});
        QCOMPARE(answer_of(python::inspect("smollm2-135m", 16, {})),
                 to_text(nlohmann::ordered_json::parse(inspected.out.toStdString(), nullptr, false)));
    }

    /// All that can be asked of a split, alone and together.
    void splits_take_goal_batch_and_order()
    {
        for (const char *goal : {"fits", "fewest"})
            for (const char *batch : {"", "8"})
                for (const char *order : {"", "hours", "cost"}) {
                    QStringList options{u"--split"_s, QLatin1String(goal)};
                    if (*batch) options << u"--global-batch"_s << QLatin1String(batch);
                    if (*order) options << u"--minimize"_s << QLatin1String(order);
                    QCOMPARE(answer_of(python::splits(plan_text, {}, goal, batch, order)), asked("solve", options));
                }
        for (const python::Answer &refused :
             {python::splits(plan_text, {}, "most", "", ""), python::splits(plan_text, {}, "fits", "x", ""),
              python::splits(plan_text, {}, "fits", "", "speed")}) {
            QVERIFY(!refused.first);
            QVERIFY(nlohmann::json::parse(refused.second).contains("error"));
        }
    }

    void plans_come_from_files_of_any_kind()
    {
        const python::Answer one = python::plans_in(plan_text);
        QVERIFY(one.first);
        const auto plans = nlohmann::json::parse(one.second);
        QCOMPARE(plans["plans"].size(), std::size_t{1});
        const python::Answer changed = python::with_typed(plan_text, "adapter.rank", "32");
        QVERIFY(changed.first);
        QCOMPARE(nlohmann::json::parse(changed.second)["adapter"]["rank"].get<int>(), 32);
        const python::Answer read = python::import_text("vllm serve Qwen/Qwen2.5-7B --max-model-len 4096", {}, {}, {});
        QVERIFY2(read.first, read.second.c_str());
        QCOMPARE(nlohmann::json::parse(read.second)["tool"].get<std::string>(), std::string("vllm"));
        QVERIFY(python::export_text(plan_text, {}, "trl").first);
        QVERIFY(!python::export_text(plan_text, {}, "no tool").first);
    }

    /// A field that a plan does not have is told of by who reads the plan, so nobody on the way may lose it.
    void what_is_no_field_is_told_of()
    {
        const std::string wrong = R"({"model": {"preset": "smollm2-135m"}, "sequence_lenght": 8, "adapter": {"rnk": [1]}})";
        const std::string session = R"({"schema": "plimsoll.session/1", "scenarios": [{"name": "a", "plan": )" + plan_text +
                                    R"(}, {"name": "b", "plan": )" + wrong + "}]}";
        const auto plan_of = [](const std::string &text, int index) {
            return nlohmann::json::parse(python::plans_in(text).second)["plans"][index]["plan"].dump();
        };
        for (const std::string &plan :
             {wrong, plan_of(wrong, 0), plan_of(session, 1), python::with_typed(wrong, "method", "lora").second}) {
            const python::Answer answer = python::estimate(plan, {}, false, false, true);
            QVERIFY2(answer.first, answer.second.c_str());
            const auto read = nlohmann::json::parse(answer.second);
            QStringList told;
            for (const auto &warning : read["warnings"])
                if (warning["code"] == "unknown_field") told << QString::fromStdString(warning["field"].get<std::string>());
            told.sort();
            QCOMPARE(told, (QStringList{u"adapter.rnk"_s, u"sequence_lenght"_s}));
        }
        QVERIFY(!nlohmann::json::parse(plan_of(session, 0)).contains("sequence_lenght"));
    }

    /// The extension's module, its types and the calls name the same functions.
    void nothing_is_bound_that_is_not_declared()
    {
        const QStringList declared = names_in(u"src/calls.h"_s, uR"(^\[\[nodiscard\]\] [^(]*?(\w+)\()"_s);
        QVERIFY(declared.size() > 15);
        QCOMPARE(names_in(u"src/module.cpp"_s, uR"x(^    module\.def\("(\w+)", &\1\b)x"_s), declared);
        QCOMPARE(names_in(u"plimsoll/_core.pyi"_s, uR"(^def (\w+)\()"_s), declared);
    }
};

PLIMSOLL_TEST(TestPythonCalls)
} // namespace PLIMSOLL_FILE
#include "test_python_calls.moc"
