// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/controls/field_widgets.h"

#include <QPushButton>
#include <QTest>
#include <QTreeView>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// Ways that somebody finds without a manual: back to a model of yesterday, out of a plan that cannot be read, into a recording.
class TestWays : public QObject {
    Q_OBJECT
private slots:
    void init() { m = std::make_unique<WindowDriver>(); }
    void cleanup() { m.reset(); }

    void models_chosen_lately_come_first()
    {
        WindowDriver &w = *m;
        QVERIFY(w.settings().recent_models().isEmpty());
        w->actions()["plan.model"]->trigger();
        QTest::keyClicks(w->choosers().model().search(), u"qwen2.5 3b"_s);
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
        const QString config = w.file(u"config.json"_s);
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(tiny_config) > 0);
        file.close();
        QVERIFY(w->files().open(config));
        QCOMPARE(w.settings().recent_models().size(), 2);
        w->actions()["plan.model"]->trigger();
        ChooserModel &model = w->choosers().model().model();
        QCOMPARE(model.index(0, 0).data().toString(), u"Recent"_s);
        QVERIFY(model.index(1, 0).data().toString().endsWith(u"/config.json"_s));
        QVERIFY(model.index(2, 0).data().toString().contains(u"3B"_s));
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Down);
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
        QTRY_VERIFY(w->panes().plan().model_button().text().contains(u"3B"_s));
        QVERIFY(QFile::remove(config));
        QCOMPARE(w.settings().recent_models().size(), 1); // what is gone is not offered
    }
    void families_stand_in_the_order_of_the_alphabet()
    {
        WindowDriver &w = *m;
        w->actions()["plan.model"]->trigger();
        QString before;
        ChooserModel &model = w->choosers().model().model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.item(model.index(row, 0)) || model.index(row, 0).data().toString().contains(u"Hugging Face"_s)) continue;
            const QString heading = model.index(row, 0).data().toString();
            QVERIFY2(before.compare(heading, Qt::CaseInsensitive) < 0, qPrintable(before + u" then "_s + heading));
            before = heading;
        }
    }
    void words_that_nothing_has_are_answered()
    {
        WindowDriver &w = *m;
        w->actions()["plan.model"]->trigger();
        w->choosers().model().search()->setText(u"zzz nothing"_s);
        ChooserModel &model = w->choosers().model().model();
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.index(0, 0).data().toString().contains(u"org/name"_s));
        QVERIFY(!model.first_item().isValid());
        const Session before = w.session();
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
        QCOMPARE(w.session(), before);
        const auto buttons = w->choosers().model().findChildren<QPushButton *>();
        QVERIFY(std::ranges::any_of(buttons, [](const QPushButton *one) { return one->text().contains(u"config.json"_s); }));
    }
    void every_action_is_found_by_its_name()
    {
        WindowDriver &w = *m;
        auto *search = w->findChild<SearchButton *>();
        QVERIFY(search);
        w->actions()["tools.search"]->trigger();
        QVERIFY(search->chooser().isVisible());
        QTest::keyClicks(search->chooser().search(), u"compare lora"_s);
        QTest::keyClick(search->chooser().search(), Qt::Key_Return);
        QCOMPARE(w.session().scenarios.size(), std::size_t{4});
        QVERIFY(!search->chooser().isVisible());
    }
    /// Where an action stands without its menu, its name says what the menu did.
    void actions_that_need_their_menu_say_what_they_do_alone()
    {
        WindowDriver &w = *m;
        auto *search = w->findChild<SearchButton *>();
        QVERIFY(search);
        QStringList titles;
        for (const ChooserItem &item : search->items()) titles << item.title;
        for (const QString &title : {u"Export: Sheet (PNG)…"_s, u"Export: Sheet (PDF)…"_s, u"Colours: Dark"_s})
            QVERIFY2(titles.contains(title), qPrintable(titles.join(u", "_s)));
        QCOMPARE(titles.removeDuplicates(), 0);
    }
    void cards_are_dragged_and_crossed_out()
    {
        Session session = first_session();
        session.cards.gpus = {"GeForce RTX 4090", "GeForce RTX 3070"};
        WindowDriver w(session);
        auto *list = w->panes().plan().cards().findChild<QListView *>();
        QVERIFY(list);
        const auto middle = [&](int row) { return list->visualRect(list->model()->index(row, 0)).center(); };
        QTest::mousePress(list->viewport(), Qt::LeftButton, {}, middle(1));
        QTest::mouseRelease(list->viewport(), Qt::LeftButton, {}, middle(0));
        QCOMPARE(w.session().cards.gpus, (std::vector<std::string>{"GeForce RTX 3070", "GeForce RTX 4090"}));
        QTRY_COMPARE(w->panes().answer().answer().fits, Fits::no);
        const QPoint cross(list->visualRect(list->model()->index(0, 0)).left() + 17, middle(0).y());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, cross);
        QCOMPARE(w.session().cards.gpus, (std::vector<std::string>{"GeForce RTX 4090"}));
        QTRY_COMPARE(list->model()->rowCount(), 2);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, QPoint(cross.x(), middle(1).y()));
        QVERIFY(!w.session().cards.budget_bytes);
        QTRY_COMPARE(w->panes().answer().answer().fits, Fits::yes);
        for (int step = 0; step < 3; ++step) w->actions()["edit.undo"]->trigger();
        QCOMPARE(w.session(), session);
    }
    void a_press_makes_a_card_or_the_budget_the_answers()
    {
        WindowDriver w; // a card, and a budget below it
        auto *list = w->panes().plan().cards().findChild<QListView *>();
        QVERIFY(list);
        const auto press = [&](int row) {
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(row, 0)).center());
        };
        const auto headline = [&] { return w->panes().answer().answer().headline; };
        const auto first = [&] { return list->model()->index(0, 0).data().toString(); };
        QTRY_VERIFY(headline().contains(u"RTX 4090"_s));
        press(1);
        QVERIFY(w.session().cards.budget_first);
        QTRY_VERIFY2(headline().contains(u"budget"_s), qPrintable(headline()));
        QTRY_VERIFY(first().contains(u"budget"_s));
        QVERIFY(w->estimation().snapshot().lines.front().budget);               // the columns' axis is the budget's
        QTRY_VERIFY(w->panes().answer().time().text().contains(u"tokens/s"_s)); // it is a part of that card
        press(1);
        QVERIFY(!w.session().cards.budget_first);
        QTRY_VERIFY2(headline().contains(u"RTX 4090"_s), qPrintable(headline()));
        w->actions()["edit.undo"]->trigger();
        QVERIFY(w.session().cards.budget_first);
        QTRY_VERIFY(first().contains(u"budget"_s));
        list->setCurrentIndex(list->model()->index(0, 0));
        for (QAction *action : list->actions())
            if (action->shortcut() == QKeySequence(QKeySequence::Delete)) action->trigger();
        QVERIFY(!w.session().cards.budget_bytes && !w.session().cards.budget_first);
    }
    /// Where people are, not at the first letter of the alphabet; Enter then changes nothing.
    void the_model_chooser_opens_at_the_model_in_use()
    {
        WindowDriver &w = *m;
        const Session before = w.session();
        w->actions()["plan.model"]->trigger();
        const QTreeView &view = w->choosers().model().view();
        QCOMPARE(view.currentIndex().data().toString(), w->panes().plan().model_button().text());
        QVERIFY(view.viewport()->rect().contains(view.visualRect(view.currentIndex())));
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
        QCOMPARE(w.session(), before);
        w->actions()["plan.model"]->trigger();
        QTest::keyClicks(w->choosers().model().search(), u"smollm2 135"_s);
        QVERIFY(view.currentIndex().data().toString().contains(u"135M"_s)); // what is typed leads to its first
        w->choosers().model().hide();
    }
    void a_model_that_is_gone_leads_to_the_chooser()
    {
        Session session = first_session();
        session.scenarios[0].plan.model = {.preset = "no-such-model"};
        WindowDriver w(session);
        QVERIFY(!w->panes().breakdown().view().isVisible()); // no empty table, nor another plan's figures
        emit w->panes().answer().link_activated(u"model"_s);
        QVERIFY(w->choosers().model().isVisible());
        w->choosers().model().hide();
        w->views().setCurrentWidget(&w->views().fits());
        QVERIFY(!w->views().fits().view().isVisible());
        const auto labels = w->views().fits().findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *one) { return one->isVisible() && !one->text().isEmpty(); }));
    }
    void a_recording_is_replayed_and_ended()
    {
        WindowDriver &w = *m;
        const QString path = QStringLiteral(PLIMSOLL_FIXTURES "/live/") +
                             QDir(QStringLiteral(PLIMSOLL_FIXTURES "/live")).entryList({u"*.jsonl"_s}).value(0);
        QVERIFY2(w->replay(path), qPrintable(w->panes().errors().text()));
        QCOMPARE(w->views().currentWidget(), &w->views().live());
        QTRY_VERIFY(w->views().live().model().rowCount() > 0);
        QVERIFY(w->views().live().message().contains(QFileInfo(path).fileName()));
        QCOMPARE(w->views().live().replay_button().text(), u"Back to this machine"_s);
        QTest::mouseClick(&w->views().live().replay_button(), Qt::LeftButton);
        QCOMPARE(w->views().live().replay_button().text(), u"Replay a recording…"_s);
        const QString broken = w.file(u"broken.jsonl"_s);
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}\n") > 0);
        file.close();
        QVERIFY(!w->replay(broken));
        QVERIFY(w->panes().errors().isVisible());
    }
    /// One edge from the model down to the savers.
    void fields_of_all_groups_begin_at_one_edge()
    {
        WindowDriver &w = *m;
        const auto left = [&](const QWidget *one) { return one->mapTo(&*w, QPoint()).x(); };
        const int edge = left(&w->panes().plan().model_button());
        for (const char *name : {"Stack", "Quantise", "Weights", "Attention", "Loss", "Optimizer"}) {
            const auto *box = w.control<QComboBox>(QString::fromLatin1(name));
            QVERIFY2(box, name);
            QVERIFY2(left(box) == edge,
                     qPrintable(QString::fromLatin1(name) + u' ' + QString::number(left(box)) + u' ' + QString::number(edge)));
        }
        QCOMPARE(left(w.control<QAbstractSpinBox>(u"Micro batch"_s)), edge);
        QCOMPARE(left(w.control<StopsSlider>(u"Rank, slider"_s)), edge);
        QCOMPARE(left(w.control<StopsSlider>(u"Sequence length, slider"_s)), edge);
    }
    /// And the second fields of paired rows at another.
    void second_fields_begin_at_one_edge()
    {
        WindowDriver &w = *m;
        const auto left = [&](const QWidget *one) { return one ? one->mapTo(&*w, QPoint()).x() : -1; };
        const int edge = left(w.control<QAbstractSpinBox>(u"Dropout"_s));
        QVERIFY(edge > 0);
        QCOMPARE(left(w.control<QComboBox>(u"Autocast"_s)), edge);
        QCOMPARE(left(w.control<QAbstractSpinBox>(u"Gradient accumulation"_s)), edge);
    }

    /// An odd plan carries its way out beside it, and the way is one step that can be undone.
    void a_link_under_the_field_leads_out_of_an_odd_plan()
    {
        WindowDriver &w = *m;
        const auto note = [&]() -> QLabel * {
            for (QLabel *label : w->panes().plan().findChildren<QLabel *>())
                if (label->isVisible() && label->accessibleName().contains(u"32,768 positions"_s)) return label;
            return nullptr;
        };
        QVERIFY(w.type(u"Sequence length"_s, u"40000"_s));
        QTRY_VERIFY(note());
        QVERIFY2(note()->accessibleName().endsWith(u"take 32,768"_s), qPrintable(note()->accessibleName()));
        note()->setFocus();
        QTest::keyClick(note(), Qt::Key_Return);
        QTRY_COMPARE(w.plan().sequence_length, Count{32768});
        QTRY_VERIFY(!note());
        QVERIFY(w->actions()["edit.undo"]->text().contains(u"take 32,768"_s));
        w->actions()["edit.undo"]->trigger();
        QCOMPARE(w.plan().sequence_length, Count{40000});
        QTRY_VERIFY(note());
    }
    /// A refused edit says what would make it possible.
    void a_link_makes_a_refused_wish_possible()
    {
        WindowDriver &w = *m;
        QVERIFY(w.press_segment(u"Task"_s, u"Run"_s));
        QTRY_VERIFY(w.control<QAbstractSpinBox>(u"New tokens"_s));
        QVERIFY(w.type(u"New tokens"_s, u"8000"_s));
        QVERIFY(w.plan().inference.new_tokens < 8000);
        const auto note = [&]() -> LinkLabel * {
            for (QLabel *label : w->panes().plan().findChildren<QLabel *>())
                if (label->isVisible() && label->accessibleName().contains(u"less than"_s))
                    return static_cast<LinkLabel *>(label);
            return nullptr;
        };
        QTRY_VERIFY(note());
        emit note()->linkActivated(note()->text().section(u"href=\""_s, -1).section(u'"', 0, 0));
        QCOMPARE(w.plan().inference.new_tokens, Count{8000});
        QVERIFY(w.plan().inference.context > 8000);
        QTRY_VERIFY(!note());
    }
    /// GB or GiB is chosen once, not in every session anew.
    void the_unit_is_remembered()
    {
        WindowDriver &w = *m;
        w->actions()["view.unit"]->trigger();
        QCOMPARE(w.session().unit, ByteUnit::decimal);
        w->actions()["file.new"]->trigger();
        QCOMPARE(w.session().unit, ByteUnit::decimal);
        QTRY_VERIFY(w->panes().answer().answer().headline.contains(u" GB usable"_s));
        QCOMPARE(w.settings().unit(), ByteUnit::decimal);
        w->actions()["view.unit"]->trigger();
        QCOMPARE(w.settings().unit(), ByteUnit::binary);
    }
    /// A card's own size is in GiB; beside GB it says so.
    void sizes_of_cards_do_not_pass_for_gb()
    {
        WindowDriver &w = *m;
        QVERIFY(w->panes().chart().data().lines.front().title.starts_with("24 GB RTX"));
        w->actions()["view.unit"]->trigger();
        QTRY_VERIFY(w->panes().chart().data().lines.front().title == "RTX 4090"); // 25.2 of 24 would be odd
    }

private:
    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestWays)
} // namespace PLIMSOLL_FILE
#include "test_ways.moc"
