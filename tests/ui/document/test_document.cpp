// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/document/document.h"
#include "ui/document/estimation.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/document/settings.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

class TestDocument : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void edits_of_one_field_are_one_step()
    {
        Document document(first_session());
        Evaluator evaluator(sample::planner());
        for (const char *rank : {"32", "64", "128"})
            QVERIFY(!apply_edits(document, evaluator, {{"adapter.rank", rank}}, u"Rank"_s).error);
        QCOMPARE(document.undo_stack().count(), 1);
        QCOMPARE(document.undo_stack().undoText(), u"Change rank"_s);
        QCOMPARE(document.session().current().plan.adapter.rank, Count{128});
        QVERIFY(!apply_edits(document, evaluator, {{"micro_batch", "2"}}, u"Micro batch"_s).error);
        QCOMPARE(document.undo_stack().count(), 2);
        document.undo_stack().undo();
        document.undo_stack().undo();
        QCOMPARE(document.session(), first_session());
    }
    void edits_that_cancel_out_leave_no_step()
    {
        Document document(first_session());
        Evaluator evaluator(sample::planner());
        QVERIFY(!apply_edits(document, evaluator, {{"adapter.rank", "32"}}, u"Rank"_s).error);
        QVERIFY(!apply_edits(document, evaluator, {{"adapter.rank", "16"}}, u"Rank"_s).error);
        QCOMPARE(document.undo_stack().count(), 0);
        QVERIFY(!document.modified());
    }
    /// What is kept free of the cards is kept free in the window's verdicts as on the command line.
    void verdicts_are_the_planners_with_the_sessions_reserve()
    {
        Session session = first_session();
        session.cards.gpus = {"RTX 4090", "2x T4"};
        session.cards.budget_bytes = 16 * gib;
        for (const double reserve : {0.0, 0.25}) {
            session.cards.reserve_fraction = reserve;
            const auto planner = std::make_shared<Planner>(document_parts());
            const Snapshot snapshot = Evaluator(planner).evaluate(session);
            const auto answer = planner->answer({.plan = session.plan_of(session.current())});
            QVERIFY(answer.ok());
            QCOMPARE(snapshot.current().verdicts, answer->verdicts);
            QCOMPARE(snapshot.lines.size(), std::size_t{3});
            for (std::size_t i = 0; i < snapshot.lines.size(); ++i)
                QCOMPARE(snapshot.lines[i].usable, answer->verdicts[i].usable);
            QCOMPARE(snapshot.lines.back().usable, reserve > 0 ? 12 * gib : 16 * gib);
        }
    }
    void what_is_not_accepted_changes_nothing()
    {
        Document document(first_session());
        Evaluator evaluator(sample::planner());
        const auto error = apply_edits(document, evaluator, {{"adapter.rank", "-3"}}, u"Rank"_s).error;
        QVERIFY(error);
        QCOMPARE(error->field, std::string("adapter.rank"));
        QCOMPARE(document.session(), first_session());
        QCOMPARE(document.undo_stack().count(), 0);
    }
    void a_field_goes_back_to_the_default_of_its_stack()
    {
        Document document(first_session());
        Evaluator evaluator(sample::planner());
        QVERIFY(!apply_edits(document, evaluator, {{"attention", "eager"}}, u"Attention"_s).error);
        QVERIFY(document.session().current().plan.has("attention"));
        QVERIFY(!apply_edits(document, evaluator, {{"attention", std::nullopt}}, u"Attention"_s).error);
        QVERIFY(!document.session().current().plan.has("attention"));
    }
    void selecting_is_no_step()
    {
        Document document(with_duplicate(first_session(), 0));
        QSignalSpy changed(&document, &Document::changed);
        document.select(0);
        document.select(0);
        document.select(9);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(document.undo_stack().count(), 0);
    }
    void a_saved_session_reads_back_exactly()
    {
        Session session = with_compared_precisions(first_session(), {true, true});
        session.baseline = 1;
        session.unit = ByteUnit::decimal;
        const QString path = m_folder->filePath(u"a.plimsoll"_s);
        Document document(session);
        document.apply(with_name(session, 0, "käse \"1\""), u"Rename"_s);
        QVERIFY(document.modified());
        QVERIFY(!document.save(path));
        QVERIFY(!document.modified());
        const auto read = read_file(path);
        QVERIFY(read.ok());
        QCOMPARE(std::get<ParsedSession>(*read).session, document.session());
        QCOMPARE(document.title(), u"a"_s);
    }
    void saving_where_nobody_may_write_keeps_what_was_there()
    {
        Document document(first_session());
        const auto error = document.save(m_folder->filePath(u"no/such/folder/a.plimsoll"_s));
        QVERIFY(error);
        QVERIFY(error->text.find("a.plimsoll") != std::string::npos);
        QVERIFY(document.path().isEmpty());
    }
    void bad_files_say_what_is_wrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("other version") << QByteArray(R"({"schema": "plimsoll.session/9"})") << u"plimsoll.session/9"_s;
        QTest::newRow("unknown schema") << QByteArray(R"({"schema": "plimsoll.estimate/1"})") << u"schema"_s;
        QTest::newRow("no scenarios") << QByteArray(R"({"schema": "plimsoll.session/1", "scenarios": []})") << u"scenarios"_s;
        QTest::newRow("wrong type") << QByteArray(R"({"schema": "plimsoll.session/1", "scenarios": 3})") << u"scenarios"_s;
        QTest::newRow("bad plan")
            << QByteArray(R"({"schema": "plimsoll.session/1", "scenarios": [{"name": "x", "plan": {"schema": "plimsoll.plan/1",
            "model": {"preset": "a"}, "micro_batch": -1}}]})")
            << u"micro_batch"_s;
        QTest::newRow("bad selection")
            << QByteArray(R"({"schema": "plimsoll.session/1", "selected": 4, "scenarios": [{"name": "x", "plan":
            {"model": {"preset": "a"}}}]})")
            << u"selected"_s;
    }
    void bad_files_say_what_is_wrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const QString path = m_folder->filePath(u"bad.plimsoll"_s);
        QVERIFY(!write_bytes(text, path));
        const auto read = read_file(path);
        QVERIFY(!read.ok());
        const QString message = QString::fromStdString(read.error().message());
        QVERIFY2(message.contains(said), qPrintable(message));
    }
    void folders_missing_and_huge_files_are_refused()
    {
        QVERIFY(!read_file(m_folder->path()).ok());
        QVERIFY(!read_file(m_folder->filePath(u"nothing"_s)).ok());
        QFile huge(m_folder->filePath(u"huge.json"_s));
        QVERIFY(huge.open(QIODevice::WriteOnly) && huge.resize(qint64{200} << 20));
        QVERIFY(!read_file(huge.fileName()).ok());
    }
    void deep_nesting_is_the_reader_of_models_matter()
    {
        const QString path = m_folder->filePath(u"deep.json"_s);
        QVERIFY(!write_bytes("{\"schema\": " + QByteArray(2'000'000, '[') + QByteArray(2'000'000, ']') + "}", path));
        const auto read = read_file(path); // a reference, which loading then refuses with its reason
        QVERIFY(read.ok() && std::holds_alternative<ModelReference>(*read));
    }
    void a_plan_opens_as_a_session_of_one()
    {
        const QString path = m_folder->filePath(u"plan.json"_s);
        QVERIFY(!write_bytes(R"({"schema": "plimsoll.plan/1", "name": "mine", "model": {"preset": "qwen2.5-coder-7b"},
                                 "target": {"gpus": ["L4"], "budget_bytes": 1000}})",
                             path));
        const auto read = read_file(path);
        QVERIFY(read.ok());
        const Session &session = std::get<ParsedSession>(*read).session;
        QCOMPARE(session.scenarios.size(), std::size_t{1});
        QCOMPARE(session.scenarios[0].name, std::string("mine"));
        QCOMPARE(session.cards.gpus, std::vector<std::string>{"L4"});
        QCOMPARE(session.cards.budget_bytes, std::optional<Bytes>(1000));
    }
    void one_edit_costs_one_estimate()
    {
        Session session = with_compared_precisions(first_session(), {true, true});
        while (session.scenarios.size() < 8) session = with_duplicate(session, 3);
        session.selected = 0;
        Evaluator evaluator(sample::planner());
        static_cast<void>(evaluator.evaluate(session));
        const int before = evaluator.work_done();
        session.scenarios[0].plan.sequence_length = 4096;
        session.scenarios[0].plan.given.insert("sequence_length");
        const Snapshot snapshot = evaluator.evaluate(session);
        QCOMPARE(evaluator.work_done(), before + 1);
        QCOMPARE(snapshot.results.size(), std::size_t{8});
        QCOMPARE(snapshot.lines.size(), std::size_t{2});
        QCOMPARE(snapshot.current().verdicts.size(), std::size_t{2});
    }
    void many_changes_before_the_loop_turns_give_one_snapshot()
    {
        Document document(first_session());
        Estimation estimation(document, sample::planner());
        QSignalSpy updated(&estimation, &Estimation::updated);
        for (int i = 0; i < 5; ++i) document.apply(with_duplicate(document.session(), 0), u"Duplicate"_s);
        QVERIFY(updated.wait(1000));
        QCOMPARE(updated.count(), 1);
        QCOMPARE(estimation.snapshot().results.size(), std::size_t{6});
    }
    void an_unknown_model_is_an_error_of_its_scenario_only()
    {
        Session session = with_duplicate(first_session(), 0);
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.preset = "no-such-model";
        Evaluator evaluator(sample::planner());
        const Snapshot snapshot = evaluator.evaluate(session);
        QVERIFY(!snapshot.results[0].estimate);
        QVERIFY(!snapshot.results[0].error.message().empty());
        QVERIFY(snapshot.results[1].estimate);
    }
    void settings_keep_the_layout_and_drop_lost_files()
    {
        const QString file = m_folder->filePath(u"deep/window.ini"_s);
        const QString recent = m_folder->filePath(u"a.plimsoll"_s);
        QVERIFY(!write_bytes("x", recent));
        {
            Settings settings(file);
            settings.add_recent_file(m_folder->filePath(u"gone"_s));
            settings.add_recent_file(recent);
            settings.set_layout("geometry", {300, 640, 340});
            settings.set_hint_done();
        }
        Settings settings(file);
        QCOMPARE(settings.recent_files(), QStringList{recent});
        QCOMPARE(settings.pane_widths(), (QList<int>{300, 640, 340}));
        QVERIFY(settings.hint_done());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

PLIMSOLL_TEST(TestDocument)
} // namespace PLIMSOLL_FILE
#include "test_document.moc"
