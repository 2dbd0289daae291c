// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/session.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr const char *whole = R"({
  "schema": "plimsoll.session/1", "name": "Two ways", "scenarios": [
    {"name": "FP32", "plan": {"model": {"preset": "a"}, "weights": {"dtype": "fp32"}}},
    {"name": "QLoRA", "plan": {"model": {"preset": "a"}, "method": "qlora", "target": {"gpus": ["T4"]}}}],
  "selected": 1, "baseline": 0, "cards": {"gpus": ["RTX 4090"], "budget_bytes": 17179869184}, "unit": "GB",
  "document": {"title": "By hand", "source": "A sum", "unit": "GiB", "figures": [
    {"scenario": "QLoRA", "term": "Base", "bytes": 100, "components": ["weights"], "note": "why"},
    {"term": "Adapters", "count": 7, "quantity": "trainable"}]},
  "from_the_future": {"kept": [1, 2]}
})";

QString message_of(const std::string &text)
{
    const auto parsed = session_from_text(text);
    return parsed.ok() ? QString() : QString::fromStdString(parsed.error().message());
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void refuses_more_values_than_a_session_has()
    {
        std::string text = R"({"schema": "plimsoll.session/1", "scenarios": [)";
        for (int i = 0; i < 600'000; ++i) text += "1,";
        text += "1]}";
        const auto parsed = session_from_text(text);
        QVERIFY(!parsed.ok());
        QCOMPARE(QString::fromStdString(parsed.error().message()),
                 QString("session: read 600004 values, accepted: at most 500000"));
    }

    void keeps_a_configuration_that_lists_every_module()
    {
        std::string listed = "\"lm_head\"";
        for (int i = 0; i < 200'000; ++i) listed += ",\"m" + std::to_string(i) + '"';
        const std::string text = R"({"schema": "plimsoll.session/1", "scenarios": [{"name": "A", "plan": {"model": {"config": )"
                                 R"({"model_type": "llama", "quantization_config": {"ignore": [)" +
                                 listed + "]}}}}}]}";
        const auto parsed = session_from_text(text);
        QVERIFY2(parsed.ok(), qPrintable(message_of(text)));
        const auto again = session_from_text(session_to_text(parsed->session));
        QVERIFY2(again.ok(), "its own text is refused");
        QVERIFY(again->session == parsed->session);
    }

    void reads_and_writes_back_all_of_it()
    {
        const auto parsed = session_from_text(whole);
        QVERIFY2(parsed.ok(), qPrintable(message_of(whole)));
        const Session &session = parsed->session;
        QCOMPARE(session.scenarios.size(), 2U);
        QCOMPARE(session.current().name, "QLoRA");
        QCOMPARE(session.document->figures.at(1).count, 7);
        QVERIFY(session.unit == ByteUnit::decimal);
        QCOMPARE(parsed->warnings.size(), 1U);
        QCOMPARE(parsed->warnings[0].text, "from_the_future: not known to this version, kept as it is");
        const std::string text = session_to_text(session);
        const auto again = session_from_text(text);
        QVERIFY2(again.ok(), qPrintable(message_of(text)));
        QVERIFY(again->session == session);
        QVERIFY(QString::fromStdString(text).contains("from_the_future"));
    }

    void amounts_and_order_stay_what_they_were()
    {
        const auto text = [](const char *more) {
            return R"({"schema": "plimsoll.session/1", "scenarios": [{"plan": {}}], )" + std::string(more) + "}";
        };
        for (const char *more :
             {R"("amount": {"tokens": 10000000, "epochs": 3})", R"("amount": {"rows": 52002.5})", R"("amount": {"epochs": 2})",
              R"("cards": {"gpus": ["T4"], "budget_bytes": 5, "budget_first": true})"}) {
            const auto read = session_from_text(text(more));
            QVERIFY2(read.ok(), more);
            QVERIFY(read->session != session_from_text(text(R"("unit": "GiB")"))->session);
            QVERIFY2(session_from_text(session_to_text(read->session))->session == read->session, more);
        }
        QCOMPARE(amount_in_words({.tokens = 1e7, .epochs = 3}), std::string("3 epochs of 10 M tokens"));
        QCOMPARE(amount_in_words({.rows = 52'002.0}), std::string("52,002 rows"));
        QVERIFY(message_of(text(R"("amount": {"tokens": 0})")).startsWith(QStringLiteral("amount.tokens: read 0")));
        QVERIFY(message_of(text(R"("amount": {"token": 5})")).startsWith(QStringLiteral("amount.token: read 5")));
        QVERIFY(message_of(text(R"("amount": {"tokens": 5, "rows": 5})")).startsWith(QStringLiteral("amount: read")));
    }

    void amounts_are_read_as_typed()
    {
        for (const char *ten_million : {"10M", "1e7", "10 000 000", "10,000,000", "10m", "0.01B"})
            QCOMPARE(amount_from_text(ten_million), std::optional(1e7));
        for (const char *nothing : {"", "M", "-5", "0", "1e19", "10Q", "ten", "inf"})
            QVERIFY2(!amount_from_text(nothing), nothing);
    }

    void a_plan_keeps_its_own_cards()
    {
        const Session session = session_from_text(whole)->session;
        QCOMPARE(session.plan_of(session.scenarios[0]).target.gpus, std::vector<std::string>{"RTX 4090"});
        QCOMPARE(session.plan_of(session.scenarios[0]).name, "FP32");
        QCOMPARE(session.plan_of(session.scenarios[1]).target.gpus, std::vector<std::string>{"T4"});
    }

    void a_plan_is_a_session_of_one()
    {
        const auto parsed =
            session_from_text(R"({"schema": "plimsoll.plan/1", "name": "Mine", "target": {"gpus": ["T4"]}, "micro_batch": 2})");
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->session.current().name, "Mine");
        QCOMPARE(parsed->session.cards.gpus, std::vector<std::string>{"T4"});
        QVERIFY(session_from_text(session_to_text(parsed->session))->session == parsed->session);
    }

    void damaged_and_newer_files_are_told_apart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("begin");
        QTest::newRow("truncated") << R"({"schema": "plimsoll.session/1", "scenarios": [)"
                                   << "session: is not valid JSON at line 1";
        QTest::newRow("empty") << ""
                               << "session: is empty";
        QTest::newRow("newer")
            << R"({"schema": "plimsoll.session/2", "tabs": []})"
            << R"(schema: the session was written by a newer version of Plimsoll, read "plimsoll.session/2", accepted: plimsoll.session/1)";
        QTest::newRow("no schema") << R"({"scenarios": []})"
                                   << "schema: read null, accepted: plimsoll.session/1";
        QTest::newRow("no scenario") << R"({"schema": "plimsoll.session/1", "scenarios": []})"
                                     << "scenarios: read [], accepted: a list of 1 to 1000";
        QTest::newRow("bad field") << R"({"schema": "plimsoll.session/1", "scenarios": [{"plan": {"adapter": {"rank": "x"}}}]})"
                                   << R"(scenarios[0].plan.adapter.rank: read "x", accepted: 1 to 65536)";
        QTest::newRow("bad place") << R"({"schema": "plimsoll.session/1", "scenarios": [{"plan": {}}], "selected": 1})"
                                   << "selected: read 1, accepted: 0 to 0";
        QTest::newRow("bad cards")
            << R"({"schema": "plimsoll.session/1", "scenarios": [{"plan": {}}], "cards": {"budget_bytes": -1}})"
            << "cards.budget_bytes: read -1";
        QTest::newRow("bad figure")
            << R"({"schema": "plimsoll.session/1", "scenarios": [{"plan": {}}], "document": {"figures": [{"term": "x"}]}})"
            << "document.figures[0].bytes: read";
    }

    void damaged_and_newer_files_are_told_apart()
    {
        QFETCH(QString, text);
        QFETCH(QString, begin);
        const QString message = message_of(text.toStdString());
        QVERIFY2(message.startsWith(begin), qPrintable(message));
    }
};

PLIMSOLL_TEST(TestSession)
} // namespace PLIMSOLL_FILE
#include "test_session.moc"
