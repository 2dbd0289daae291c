// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_json.h"
#include "core/report/document.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"
#include "ui/controls/wording.h"
#include "ui/document/document.h"
#include "ui/document/estimation.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/window/exchange/exporter.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Session edited_first(const FieldEdits &edits, std::vector<std::string> cards)
{
    const Result<Plan> plan = with_edits(first_session().current().plan, edits);
    if (!plan.ok()) qFatal("%s", plan.error().message().c_str());
    Session session = with_plan(first_session(), *plan);
    session.cards.gpus = std::move(cards);
    return session;
}

const FieldEdits served{{"task", "infer"},
                        {"weights.quant", std::nullopt},
                        {"inference.engine", "vllm"},
                        {"inference.context", "4096"},
                        {"method", std::nullopt}};

/// What the command line prints of the session, one scenario after the other.
std::vector<PlanAnswer> answers_to(const Session &session)
{
    Planner planner;
    std::vector<PlanAnswer> out;
    for (const Scenario &scenario : session.scenarios) {
        out.push_back(planner.answer({.plan = session.plan_of(scenario)}, {.estimate = {.time = true}}).value());
        out.back().name = scenario.name;
    }
    return out;
}

Target random_cards(std::mt19937 &random)
{
    constexpr std::array cards{"GeForce RTX 3060 12GB", "GeForce RTX 4090", "T4", "A100-80GB", "2x RTX 3090", "H100 SXM5 80GB"};
    Target out;
    for (auto count = random() % 3; count > 0; --count)
        if (const std::string one = cards[random() % cards.size()]; std::ranges::find(out.gpus, one) == out.gpus.end())
            out.gpus.push_back(one);
    if (out.gpus.empty() || random() % 2 == 0) out.budget_bytes = static_cast<Bytes>(1 + random() % 24) * gib;
    out.budget_first = random() % 2 == 0;
    if (random() % 4 == 0) out.reserve_fraction = 0.1;
    return out;
}

/// Blanks that do not break, which only the window has, as others.
QString plain(QString text) { return text.replace(QChar(0x00a0), u' ').replace(QChar(0x202f), u' '); }

const report::Sheet *sheet_in(const report::Document &document)
{
    for (const report::Block &block : document.blocks)
        if (const auto *sheet = std::get_if<report::Sheet>(&block)) return sheet;
    return nullptr;
}

bool without_effect_in(const std::vector<Warning> &warnings, const char *field)
{
    return std::ranges::any_of(warnings, [&](const Warning &one) { return one.code == "no_effect" && one.field == field; });
}

} // namespace

/// The window, the command line and reports say the same of one session.
class TestAlike : public QObject {
    Q_OBJECT
private slots:
    void a_session_is_answered_alike_data()
    {
        QTest::addColumn<Session>("session");
        QTest::newRow("training") << first_session();
        QTest::newRow("without a card") << edited_first({}, {});
        QTest::newRow("fields that only a run finds without effect")
            << edited_first({{"evaluation.micro_batch", "1"}, {"gradient_accumulation", "8"}}, {"RTX 4090"});
        QTest::newRow("cards that stand idle") << edited_first({}, {"2x RTX 4090", "A100-80GB"});
        QTest::newRow("memory shared with the host") << edited_first({{"parallel.offload", "optimizer"}}, {"DGX Spark (GB10)"});
        QTest::newRow("an engine") << edited_first(served, {"RTX 4090", "H100-80GB"});
        Session several = edited_first(served, {"A100-80GB"});
        several.scenarios.push_back({"Trained", first_session().current().plan});
        several.cards.budget_bytes = 16 * gib;
        several.cards.reserve_fraction = 0.1;
        QTest::newRow("several scenarios, a budget, a reserve") << several;
        several.cards.budget_first = true;
        several.amount = {.rows = 50'000.0, .epochs = 2};
        QTest::newRow("a budget that leads, an amount") << several;
        Session led = edited_first({}, {"RTX 4090", "A100-80GB"});
        led.cards.budget_bytes = 16 * gib;
        led.cards.budget_first = true;
        QTest::newRow("a budget before two cards") << led;
    }
    void a_session_is_answered_alike()
    {
        QFETCH(Session, session);
        const std::vector<PlanAnswer> expected = answers_to(session);
        const Snapshot snapshot = Evaluator(std::make_shared<Planner>(document_parts())).evaluate(session);
        QCOMPARE(snapshot.results.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const PlanAnswer answer = plan_answer(snapshot, i);
            QCOMPARE(answer.name, expected[i].name);
            QCOMPARE(answer.estimate.shown().peak.device, expected[i].estimate.shown().peak.device);
            QCOMPARE(answer.estimate.shown().needed(), expected[i].estimate.shown().needed());
            QCOMPARE(answer.estimate.warnings, expected[i].estimate.warnings);
            const std::vector<std::string> &own = answer.estimate.assumptions, &other = expected[i].estimate.assumptions;
            for (std::size_t at = 0; at < std::max(own.size(), other.size()); ++at)
                QCOMPARE(QString::fromStdString(at < own.size() ? own[at] : ""),
                         QString::fromStdString(at < other.size() ? other[at] : ""));
            QCOMPARE(answer.verdicts, expected[i].verdicts);
        }
        const report::Document exported = document_of({.snapshot = snapshot, .session_path = {}}, u"svg"_s);
        const report::Document reported = report::report_of({.answers = expected, .unit = session.unit}, {});
        QVERIFY(sheet_in(exported) && sheet_in(reported));
        QCOMPARE(sheet_in(exported)->memory, sheet_in(reported)->memory);
        QCOMPARE(sheet_in(exported)->lines, sheet_in(reported)->lines);
    }
    void an_exported_picture_keeps_what_an_engine_claims()
    {
        const Snapshot snapshot =
            Evaluator(std::make_shared<Planner>(document_parts())).evaluate(edited_first(served, {"RTX 4090"}));
        const report::Document exported = document_of({.snapshot = snapshot, .session_path = {}}, u"svg"_s);
        QVERIFY(sheet_in(exported)->memory.front().claim.has_value());
    }
    /// Whatever is asked: one sentence in the window, on the command line and in the model card, and one word in JSON.
    void random_sessions_have_one_answer()
    {
        constexpr Count most_parameters = 700'000'000;
        std::mt19937 random(20'261'129);
        Evaluator evaluator(std::make_shared<Planner>(document_parts()));
        Planner planner;
        int answered = 0;
        for (int at = 0; at < 200; ++at) {
            const nlohmann::json typed = tests::random_plan(random, most_parameters);
            const Session session = {.scenarios = {{"One", plan_from_object(typed)->plan}},
                                     .cards = random_cards(random),
                                     .unit = random() % 3 == 0 ? ByteUnit::decimal : ByteUnit::binary};
            const Snapshot snapshot = evaluator.evaluate(session);
            const Result<PlanAnswer> expected = planner.answer({.plan = session.plan_of(session.current())});
            const QString about = QString::fromStdString(typed.dump() + session_to_text(session));
            QVERIFY2(expected.ok() == (snapshot.current().estimate != nullptr), qPrintable(about));
            if (!expected.ok()) {
                QVERIFY2(snapshot.current().error == expected.error(), qPrintable(about));
                continue;
            }
            ++answered;
            const Answer shown = answer_of(snapshot);
            const QString sentence = plain(QString::fromStdString(answer_sentence(*expected, session.unit)));
            QVERIFY2(plain(shown.headline) == sentence, qPrintable(shown.headline + u"\n"_s + sentence + about));
            const auto json = estimate_to_json(*expected, TimelineDetail::none);
            QCOMPARE(json["verdicts"][0]["word"].get<std::string>(), std::string(name_of(shown.word)));
            QVERIFY2(plain(model_card_block({snapshot, {}})).contains(sentence), qPrintable(about));
        }
        QVERIFY2(answered > 100, qPrintable(QString::number(answered)));
    }
    /// They come after the figures, as each costs estimates, and stay while cards move and scenarios are selected.
    void fields_without_effect_come_after_the_figures()
    {
        Document document(edited_first({{"evaluation.micro_batch", "1"}}, {"RTX 4090"}));
        Estimation estimation(document, std::make_shared<Planner>(document_parts()));
        QSignalSpy remarked(&estimation, &Estimation::remarked);
        estimation.refresh();
        QVERIFY(!without_effect_in(estimation.snapshot().current().remarks.warnings, "evaluation.micro_batch"));
        QTRY_COMPARE_WITH_TIMEOUT(remarked.count(), 1, 60000);
        QVERIFY(without_effect_in(estimation.snapshot().current().remarks.warnings, "evaluation.micro_batch"));
        const int work = estimation.evaluator().work_done();
        Session moved = document.session();
        moved.cards.gpus.push_back("A40");
        document.apply(moved, u"Add a card"_s);
        estimation.refresh();
        QVERIFY(without_effect_in(estimation.snapshot().current().remarks.warnings, "evaluation.micro_batch"));
        QCOMPARE(estimation.evaluator().work_done(), work);
    }
};

PLIMSOLL_TEST(TestAlike)
} // namespace PLIMSOLL_FILE
#include "test_alike.moc"
