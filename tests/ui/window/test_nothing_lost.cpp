// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"

#include "ui/controls/working_bar.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// What people typed, wrote or opened is neither lost nor shown as something else.
class TestNothingLost : public QObject {
    Q_OBJECT
private slots:
    void init() { m = std::make_unique<WindowDriver>(first_session(), sample::planner()); }
    void cleanup() { m.reset(); }

    /// A shortcut leaves no field, so nothing else would take what stands in it.
    void a_shortcut_takes_what_was_typed_before_it()
    {
        begin_typing(u"Sequence length"_s, u"4096"_s);
        const QString path = m->file(u"mine.plimsoll"_s);
        QVERIFY((*m)->files().save_to(path)); // so that the session has a file
        begin_typing(u"Sequence length"_s, u"5120"_s);
        QTest::keyClick(&**m, Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(m->plan().sequence_length, Count{5120});
        const auto written = read_file(path);
        QVERIFY(written.ok());
        QCOMPARE(std::get<ParsedSession>(*written).session.current().plan.sequence_length, Count{5120});
        begin_typing(u"Alpha"_s, u"48"_s);
        (*m)->actions()["plan.compare"]->trigger();
        QCOMPARE(m->plan().adapter.alpha, 48.0);
    }
    void closing_takes_what_was_typed_before_it()
    {
        begin_typing(u"Micro batch"_s, u"7"_s);
        (*m)->close();
        QCOMPARE(m->plan().micro_batch, Count{7});
        const auto kept = SessionKeeper(m->settings().sessions_folder()).take_over();
        QCOMPARE(kept.size(), std::size_t{1});
        QCOMPARE(kept[0].kept.session.current().plan.micro_batch, Count{7});
    }
    /// The field of a spin box has an undo of its own, for the text that is being typed.
    void undo_works_from_inside_a_field()
    {
        const Session before = m->session();
        QVERIFY(m->type(u"Micro batch"_s, u"4"_s));
        QVERIFY(m->type(u"Sequence length"_s, u"4096"_s));
        auto *box = m->control<QAbstractSpinBox>(u"Sequence length"_s);
        QVERIFY(box->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->plan().sequence_length, before.current().plan.sequence_length);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->session(), before);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(m->plan().micro_batch, Count{4});
    }
    /// The end of a window takes the focus from its field, which tells of what is typed there.
    void a_window_may_end_while_somebody_types()
    {
        begin_typing(u"Micro batch"_s, u"7"_s);
        m.reset();
    }
    /// Two windows, one file: what one of them saved is not written over unasked by the other.
    void a_file_that_somebody_else_wrote_is_not_written_over_unasked()
    {
        const QString path = m->file(u"mine.plimsoll"_s);
        QVERIFY((*m)->files().save_to(path));
        const Session opened = m->session();
        MainWindow other(m->parts(), opened, path);
        const auto with_batch = [](Session session, const char *batch) {
            return with_plan(session, *with_edits(session.current().plan, {{"micro_batch", batch}}));
        };
        other.document().apply(with_batch(opened, "5"), u"Change"_s);
        (*m)->document().apply(with_batch(opened, "3"), u"Change"_s);
        const auto batch_in_file = [&] {
            const auto read = read_file(path);
            return read.ok() ? std::get<ParsedSession>(*read).session.current().plan.micro_batch : Count{0};
        };
        QVERIFY((*m)->files().save_to(path));
        QVERIFY(!other.files().save_to(path));
        QVERIFY2(other.panes().errors().text().contains(u"Save again to write over it"_s),
                 qPrintable(other.panes().errors().text()));
        QCOMPARE(batch_in_file(), Count{3});
        QVERIFY(other.isWindowModified());
        QVERIFY(other.files().save_to(path)); // asked again
        QCOMPARE(batch_in_file(), Count{5});
        QVERIFY(other.files().save_to(path)); // and it is its own now
    }
    void what_is_odd_in_a_file_is_said_when_it_opens()
    {
        const QString path = m->file(u"plan.json"_s);
        QVERIFY(!write_bytes(R"({"schema": "plimsoll.plan/1", "model": {"preset": "qwen2.5-coder-7b"}, "micro_bach": 4})", path));
        QVERIFY((*m)->files().open(path));
        const QString said = (*m)->panes().errors().text();
        QVERIFY2(said.contains(u"plan.json"_s) && said.contains(u"micro_bach"_s) && said.contains(u"did you mean micro_batch"_s),
                 qPrintable(said));
        QVERIFY((*m)->panes().errors().isVisible());
        begin_typing(u"Sequence length"_s, u"4096"_s); // an unsaved window keeps what it has: the file opens beside it
        (*m)->actions()["plan.compare"]->trigger();
        const QString again = m->file(u"again.plimsoll"_s);
        QVERIFY(!write_bytes(R"({"schema": "plimsoll.session/1", "later": 1,
                                 "scenarios": [{"name": "a", "plan": {"model": {"preset": "qwen2.5-coder-7b"}}}]})",
                             again));
        QVERIFY((*m)->files().open(again));
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            auto *other = qobject_cast<MainWindow *>(widget);
            if (!other || other == &**m) continue;
            QVERIFY2(other->panes().errors().text().contains(u"later"_s), qPrintable(other->panes().errors().text()));
            other->close();
            return;
        }
        QFAIL("no other window");
    }
    void a_file_that_is_open_is_shown_where_it_is()
    {
        const QString path = m->file(u"mine.plimsoll"_s);
        QVERIFY((*m)->files().save_to(path));
        MainWindow other(m->parts(), first_session());
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        QVERIFY(other.files().open(path));
        QVERIFY(other.document().path().isEmpty());
        QTRY_VERIFY((*m)->isActiveWindow());
    }
    /// The model of a session is found beside its file by everything that is worked out in the background, too.
    void advice_reads_the_model_beside_the_session()
    {
        Session session = first_session();
        session.cards.gpus.clear();
        session.cards.budget_bytes = Bytes{64} << 20;
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.config_path = "config.json";
        m = std::make_unique<WindowDriver>();
        const QString path = m->file(u"mine.plimsoll"_s);
        QVERIFY(!write_bytes(tiny_config, m->file(u"config.json"_s)));
        QVERIFY(!write_session(session, path));
        QVERIFY((*m)->files().open(path));
        (*m)->views().setCurrentWidget(&(*m)->views().advice());
        QTRY_VERIFY_WITH_TIMEOUT((*m)->views().advice().model().rowCount() > 0, 20000);
    }
    /// The largest values stand for the card that the answer speaks of, though a card that is not known was named before it.
    void the_largest_values_are_those_of_the_answers_card()
    {
        const auto longest = [this](std::vector<std::string> gpus) {
            Session session = first_session();
            session.cards.gpus = std::move(gpus);
            session.cards.budget_bytes = Bytes{12} << 30;
            m = std::make_unique<WindowDriver>(session);
            const auto said = [&] { return (*m)->panes().answer().answer().detail(); };
            for (int i = 0; i < 200 && !said().contains(u"Longest sequence"_s); ++i) QTest::qWait(50);
            return said().section(u"Longest sequence that fits: "_s, 1).section(u' ', 0, 0);
        };
        const QString alone = longest({"GeForce RTX 4090"});
        QVERIFY(!alone.isEmpty());
        QCOMPARE(longest({"RTX 9999", "GeForce RTX 4090"}), alone);
    }
    void a_config_that_changed_is_read_again()
    {
        const QString path = m->file(u"config.json"_s);
        QVERIFY(!write_bytes(tiny_config, path));
        QVERIFY((*m)->files().open(path));
        const auto counted = [&] {
            const auto &estimate = (*m)->estimation().snapshot().current().estimate;
            return estimate ? estimate->total_parameters : Count{0};
        };
        QTRY_VERIFY((*m)->estimation().snapshot().session == m->session());
        const Count two_layers = counted();
        QVERIFY(two_layers > 0);
        QVERIFY(!write_bytes(QByteArray(tiny_config).replace("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 4"), path));
        QVERIFY((*m)->files().open(path));
        QTRY_VERIFY2(counted() > two_layers, "the figures are of the file as it was");
    }
    void a_model_that_came_back_is_read()
    {
        Session session = first_session();
        const QString config = m->file(u"config.json"_s), path = m->file(u"mine.plimsoll"_s);
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.config_path = "config.json";
        QVERIFY(!write_session(session, path));
        QVERIFY((*m)->files().open(path));
        QTRY_COMPARE((*m)->panes().answer().answer().fits, Fits::unknown);
        QVERIFY(!write_bytes(tiny_config, config));
        QVERIFY((*m)->files().open(path));
        QTRY_VERIFY((*m)->estimation().snapshot().current().estimate);
    }
    /// A card that this catalogue does not know stays in the session, is named, and is not taken for the one that follows it.
    void an_unknown_card_is_named_and_removed_by_itself()
    {
        Session session = first_session();
        session.cards.gpus = {"RTX 9999", "GeForce RTX 4090", "GeForce RTX 3070"};
        session.cards.budget_bytes.reset();
        m = std::make_unique<WindowDriver>(session, sample::planner());
        auto *list = (*m)->panes().plan().cards().findChild<QListView *>();
        QCOMPARE(list->model()->rowCount(), 3);
        QVERIFY(list->model()->index(0, 0).data().toString().contains(u"RTX 9999"_s));
        list->setFocus();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(m->session().cards.gpus, (std::vector<std::string>{"RTX 9999", "GeForce RTX 3070"}));
        QTRY_COMPARE(list->model()->rowCount(), 2);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(m->session().cards.gpus, (std::vector<std::string>{"GeForce RTX 3070"}));
    }
    void fields_show_the_plans_value_to_its_last_digit()
    {
        Session session = first_session();
        session =
            with_plan(session, *with_edits(session.current().plan, {{"adapter.alpha", "16.5"}, {"adapter.dropout", "0.125"}}));
        m = std::make_unique<WindowDriver>(session, sample::planner());
        QCOMPARE(m->control<QDoubleSpinBox>(u"Alpha"_s)->text(), u"16.5"_s);
        QCOMPARE(m->control<QDoubleSpinBox>(u"Dropout"_s)->text(), u"0.125"_s);
        session =
            with_plan(session, *with_edits(session.current().plan, {{"adapter.alpha", "100000"}, {"micro_batch", "65536"}}));
        m = std::make_unique<WindowDriver>(session, sample::planner());
        QCOMPARE(m->control<QDoubleSpinBox>(u"Alpha"_s)->value(), 100000.0);
        // passing through a field changes nothing
        m->control<QDoubleSpinBox>(u"Alpha"_s)->setFocus();
        QTest::keyClick(m->control<QDoubleSpinBox>(u"Alpha"_s), Qt::Key_Tab);
        QCOMPARE(m->session(), session);
    }
    /// Names of any length: the window keeps its size, and every part of it stays in sight.
    void long_names_do_not_widen_the_window()
    {
        Session session = with_compared_precisions(first_session(), {true, true});
        for (Scenario &one : session.scenarios) one.name = one.name + " " + std::string(300, 'x');
        session.baseline = 0;
        m = std::make_unique<WindowDriver>(session, sample::planner());
        (*m)->resize(1024, 700);
        for (int tab = 0; tab < (*m)->views().count(); ++tab) {
            (*m)->views().setCurrentIndex(tab);
            QTest::qWait(30);
            QVERIFY2((*m)->minimumSizeHint().width() <= 1024,
                     qPrintable((*m)->views().tabText(tab) + u' ' + QString::number((*m)->minimumSizeHint().width())));
            QCOMPARE((*m)->width(), 1024);
        }
        (*m)->actions()["view.fold"]->trigger();
        QTest::qWait(30);
        QVERIFY2((*m)->minimumSizeHint().width() <= 1024, "folded");
    }
    void a_long_path_does_not_widen_the_window()
    {
        Session session = first_session();
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.config_path = "/" + std::string(120, 'a') + "/" + std::string(120, 'b') + "/config.json";
        m = std::make_unique<WindowDriver>(session, sample::planner());
        (*m)->resize(1024, 700);
        QTest::qWait(30);
        QVERIFY2((*m)->minimumSizeHint().width() <= 1024, qPrintable(QString::number((*m)->minimumSizeHint().width())));
        (*m)->files().open(QString::fromStdString(session.scenarios[0].plan.model.config_path));
        QVERIFY((*m)->panes().errors().isVisible());
        QTest::qWait(30);
        QVERIFY2((*m)->minimumSizeHint().width() <= 1024, qPrintable(QString::number((*m)->minimumSizeHint().width())));
    }
    void eight_scenarios_stand_side_by_side()
    {
        Session session = with_compared_precisions(first_session(), {true, true});
        while (session.scenarios.size() < 8) session = with_duplicate(session, 3);
        session.selected = 7;
        m = std::make_unique<WindowDriver>(session, sample::planner());
        (*m)->resize(1280, 800);
        QTest::qWait(60);
        const auto &columns = (*m)->panes().chart().layout_shown().columns;
        QVERIFY(std::ranges::any_of(columns, [](const PlacedColumn &one) { return one.id == u"7"_s; }));
    }
    /// However many there are and however long their names: the one that is shown is named.
    void the_selected_scenario_stands_in_the_folded_row()
    {
        for (const std::size_t length : {std::size_t{3}, std::size_t{300}}) {
            Session session = with_compared_precisions(first_session(), {true, true});
            while (session.scenarios.size() < 8) session = with_duplicate(session, 3);
            for (Scenario &one : session.scenarios) one.name += " " + std::string(length, 'x');
            for (const int selected : {0, 4, 7}) {
                session.selected = selected;
                m = std::make_unique<WindowDriver>(session, sample::planner());
                (*m)->resize(1280, 800);
                (*m)->actions()["view.fold"]->trigger();
                QTest::qWait(60);
                const auto buttons = (*m)->panes().chart().findChildren<QAbstractButton *>();
                const bool shown = std::ranges::any_of(buttons, [&](const QAbstractButton *one) {
                    return one->isVisible() && one->isChecked() && one->visibleRegion().boundingRect().width() > 60 &&
                           one->text().startsWith(QString::fromStdString(session.current().name).left(12));
                });
                QVERIFY2(shown, qPrintable(u"%1 of %2 letters"_s.arg(selected).arg(length)));
            }
        }
    }
    /// An edit leaves the rows where they are: a press on one of them counts at once, and so does one on a row that just came.
    void advice_is_applied_right_after_an_edit()
    {
        Session session = first_session();
        session.cards.gpus = {"GeForce RTX 3070"};
        m = std::make_unique<WindowDriver>(session);
        (*m)->views().setCurrentWidget(&(*m)->views().advice());
        QTableView &view = (*m)->views().advice().view();
        AdviceModel &model = (*m)->views().advice().model();
        QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() > 3, 20000);
        const auto press = [&](int row) {
            const QModelIndex cell = model.index(row, AdviceModel::apply);
            const int steps = (*m)->document().undo_stack().index();
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
            return (*m)->document().undo_stack().index() - steps;
        };
        QVERIFY(m->type(u"Sequence length"_s, u"4096"_s));
        QCOMPARE(press(3), 1);
        (*m)->actions()["edit.undo"]->trigger();
        QSignalSpy came(&model, &QAbstractItemModel::modelReset);
        QVERIFY(came.wait(20000));
        QCOMPARE(press(3), 1);
        // what is worked out longer than people notice is greyed until it is there
        QVERIFY(m->type(u"Sequence length"_s, u"3072"_s));
        const auto stale = [&] { return model.index(0, 0).data(AdviceModel::stale_role).toBool(); };
        QVERIFY(!stale());
        auto *bar = (*m)->views().advice().findChild<WorkingBar *>();
        QVERIFY(bar);
        Q_EMIT bar->slow(); // whether it comes by itself depends on the machine
        QVERIFY(stale());
        QTRY_VERIFY_WITH_TIMEOUT(!stale(), 20000);
    }
    /// What is odd about a plan is said beside the field that makes it so.
    void warnings_stand_under_their_fields()
    {
        m = std::make_unique<WindowDriver>();
        QVERIFY(!noted(u"32,768 positions"_s));
        QVERIFY(!noted(u"evaluation"_s)); // which nobody asked for
        QVERIFY(m->type(u"Sequence length"_s, u"40000"_s));
        QTRY_VERIFY(noted(u"32,768 positions"_s));
        QVERIFY(!noted(u"sequence_length: "_s)); // the field's name is beside it
        (*m)->actions()["edit.undo"]->trigger();
        QTRY_VERIFY(!noted(u"32,768 positions"_s));
        QVERIFY(m->press_segment(u"Method"_s, u"Full"_s));
        QVERIFY(m->pick(u"Stack"_s, u"torchtitan"_s));
        QTRY_VERIFY(noted(u"are not simulated"_s));
    }

private:
    void begin_typing(const QString &name, const QString &text)
    {
        auto *box = m->control<QAbstractSpinBox>(name);
        QVERIFY(box);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
    }
    bool noted(const QString &part)
    {
        const auto labels = (*m)->panes().plan().findChildren<QLabel *>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel *one) { return one->isVisible() && one->accessibleName().contains(part); });
    }

    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestNothingLost)
} // namespace PLIMSOLL_FILE
#include "test_nothing_lost.moc"
