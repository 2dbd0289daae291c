// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/controls/segmented.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/window/main_window.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

class TestWindow : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(u"window.ini"_s));
        open(first_session());
    }
    void cleanup() { m_window.reset(); }

    void opens_with_a_plan_drawn_and_answered()
    {
        QCOMPARE(m_window->panes().answer().answer().fits, Fits::yes);
        QCOMPARE(m_window->panes().chart().data().columns.size(), std::size_t{1});
        QCOMPARE(m_window->panes().chart().data().lines.size(), std::size_t{2});
        QCOMPARE(m_window->document().undo_stack().count(), 0);
    }
    void choosing_a_model_by_keyboard()
    {
        m_window->actions()["plan.model"]->trigger();
        QVERIFY(m_window->choosers().model().isVisible());
        QTest::keyClicks(m_window->choosers().model().search(), u"smollm2 135"_s);
        QTest::keyClick(m_window->choosers().model().search(), Qt::Key_Return);
        QVERIFY(!m_window->choosers().model().isVisible());
        QCOMPARE(plan().model.preset, std::string("smollm2-135m"));
        QTRY_VERIFY(m_window->panes().plan().model_button().text().contains(u"135M"_s));
    }
    void editing_and_undoing_to_the_first_state_exactly()
    {
        const Session before = m_window->document().session();
        set_count(u"Micro batch"_s, 4);
        set_count(u"Rank"_s, 64);
        m_window->actions()["plan.compare_lora"]->trigger();
        m_window->actions()["plan.duplicate"]->trigger();
        m_window->actions()["plan.pin"]->trigger();
        m_window->actions()["plan.left"]->trigger();
        m_window->actions()["plan.remove"]->trigger();
        QTRY_COMPARE(m_window->panes().chart().data().columns.size(), m_window->document().session().scenarios.size());
        QCOMPARE(plan().micro_batch, Count{4});
        while (m_window->document().undo_stack().canUndo()) m_window->actions()["edit.undo"]->trigger();
        QCOMPARE(m_window->document().session(), before);
        while (m_window->document().undo_stack().canRedo()) m_window->actions()["edit.redo"]->trigger();
        QCOMPARE(m_window->document().session().scenarios.size(), std::size_t{4});
    }
    void comparing_precisions_is_one_step()
    {
        m_window->actions()["plan.compare"]->trigger();
        QTRY_COMPARE(m_window->panes().chart().data().columns.size(), std::size_t{3});
        QCOMPARE(m_window->panes().chart().data().columns[0].title, std::string("FP32 full"));
        QVERIFY(m_window->panes().chart().data().columns[2].selected);
        QCOMPARE(m_window->document().undo_stack().count(), 1);
        QCOMPARE(m_window->document().undo_stack().undoText(), u"Compare precisions"_s);
    }
    void the_first_frame_does_not_wait_for_the_side_panes()
    {
        MainWindow window(parts(), first_session());
        QVERIFY(!window.panes().answer().answer().headline.isEmpty());
        QVERIFY(!window.panes().chart().data().columns.empty());
        QVERIFY(!window.findChild<PlanPane *>());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(window.findChild<PlanPane *>());
        QTRY_VERIFY(window.views().timeline().isVisible() && window.panes().breakdown().isVisible());
        QTRY_COMPARE(window.grab().toImage(), m_window->grab().toImage());
    }
    void a_reading_does_not_hurry_the_side_panes()
    {
        struct NoGpu final : LiveSource {
            LiveSnapshot read() override { return {1, {}, {}, {"libnvidia-ml.so.1: looked for in vain"}}; }
        };
        WindowParts with_source = parts();
        with_source.live_source = [] { return std::make_unique<NoGpu>(); };
        MainWindow window(with_source, first_session());
        const auto *corner = window.findChild<GpuCorner *>();
        const QString before = corner->toolTip();
        QTRY_VERIFY(corner->toolTip() != before); // the reading came
        QVERIFY(!window.findChild<PlanPane *>());
        QVERIFY(window.views().live().message().contains(u"looked for in vain"_s));
    }
    void input_finds_the_window_whole()
    {
        MainWindow window(parts(), first_session());
        window.show();
        QVERIFY(!window.findChild<PlanPane *>());
        QTest::keyClick(&window, Qt::Key_F6);
        QVERIFY(window.findChild<PlanPane *>());
    }
    void a_bad_file_is_explained_and_changes_nothing()
    {
        const Session before = m_window->document().session();
        const QString path = m_folder->filePath(u"config.json"_s);
        for (const QByteArray text : {"{\"model_type\": \"qwen2\", \"hidden_size\": -5}", "{\"model_ty", "[]", ""}) {
            QVERIFY(!write_bytes(text, path));
            QVERIFY(!m_window->files().open(path));
            QVERIFY(m_window->panes().errors().isVisible());
            QVERIFY(m_window->panes().errors().text().startsWith(u"config.json: "_s));
            QCOMPARE(m_window->document().session(), before);
            QTest::keyClick(m_window.get(), Qt::Key_Escape);
            QVERIFY(!m_window->panes().errors().isVisible());
        }
        QVERIFY(!m_window->files().open(m_folder->path()));
        QCOMPARE(m_window->document().session(), before);
        QCOMPARE(m_window->document().undo_stack().count(), 0);
    }
    void tab_goes_through_the_panes_from_left_to_right()
    {
        const QList<QWidget *> panes{&m_window->panes().plan(), &m_window->panes().chart(), &m_window->views(),
                                     &m_window->panes().breakdown(), &m_window->panes().why()};
        QList<qsizetype> order;
        for (QWidget *one = panes.front()->nextInFocusChain(); one != panes.front(); one = one->nextInFocusChain()) {
            if (!(one->focusPolicy() & Qt::TabFocus)) continue;
            for (qsizetype i = 0; i < panes.size(); ++i)
                if (panes[i]->isAncestorOf(one) && (order.isEmpty() || order.back() != i)) order << i;
        }
        QCOMPARE(order, (QList<qsizetype>{0, 1, 2, 3, 4}));
    }
    void a_config_becomes_the_selected_plans_model()
    {
        const QString path = m_folder->filePath(u"config.json"_s);
        QVERIFY(!write_bytes(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1000, "max_position_embeddings": 2048,
            "rms_norm_eps": 1e-5, "tie_word_embeddings": false})",
            path));
        QVERIFY2(m_window->files().open(path), qPrintable(m_window->panes().errors().text()));
        QCOMPARE(QString::fromStdString(plan().model.config_path), path);
        QCOMPARE(m_window->document().undo_stack().count(), 1);
    }
    void saving_and_opening_again()
    {
        set_count(u"Micro batch"_s, 2);
        QVERIFY(m_window->isWindowModified());
        const QString path = m_folder->filePath(u"mine.plimsoll"_s);
        QVERIFY(m_window->files().save_to(path));
        QVERIFY(!m_window->isWindowModified());
        const Session saved = m_window->document().session();
        set_count(u"Micro batch"_s, 3);
        m_window->actions()["edit.undo"]->trigger();
        QVERIFY(m_window->files().open(path));
        QCOMPARE(m_window->document().session(), saved);
        QCOMPARE(m_settings->recent_files(), QStringList{path});
    }
    void a_refused_value_stays_out_of_the_plan()
    {
        const Session before = m_window->document().session();
        emit m_window->panes().plan().edited({{"adapter.rank", "0"}}, u"Rank"_s);
        QCOMPARE(m_window->document().session(), before);
    }
    void the_hint_goes_for_good_with_the_first_edit()
    {
        QVERIFY(!m_settings->hint_done());
        set_count(u"Rank"_s, 8);
        QVERIFY(m_settings->hint_done());
    }
    void f6_goes_round_the_panes()
    {
        m_window->panes().plan().model_button().setFocus();
        QSet<QWidget *> visited;
        for (int i = 0; i < 10; ++i) {
            m_window->actions()["view.next_pane"]->trigger();
            visited.insert(m_window->focusWidget());
        }
        QVERIFY2(visited.size() >= 4, qPrintable(QString::number(visited.size())));
    }
    void panes_fold_with_f8_and_f9()
    {
        m_window->actions()["view.plan"]->trigger();
        QVERIFY(!m_window->panes().plan().isVisible());
        m_window->actions()["view.plan"]->trigger();
        QVERIFY(m_window->panes().plan().isVisible());
        m_window->actions()["view.breakdown"]->trigger();
        QVERIFY(!m_window->panes().breakdown().isVisible());
    }
    void every_action_is_in_a_menu_and_has_a_shortcut_of_its_own()
    {
        QSet<QKeySequence> seen;
        for (const QAction *action : m_window->actions().all()) {
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!seen.contains(action->shortcut()), qPrintable(action->objectName()));
            seen.insert(action->shortcut());
            const auto places = action->associatedObjects();
            QVERIFY2(std::any_of(places.begin(), places.end(), [](QObject *place) { return qobject_cast<QMenu *>(place); }),
                     qPrintable(action->objectName()));
        }
    }
    void every_control_has_a_name_and_is_reached_by_tab()
    {
        QSet<QWidget *> reached;
        QStringList faults;
        QWidget *one = m_window.get();
        do reached.insert(one = one->nextInFocusChain());
        while (one != m_window.get());
        for (QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->window() != m_window.get()) continue;
            const bool inner = qobject_cast<QLineEdit *>(widget) && qobject_cast<QAbstractSpinBox *>(widget->parentWidget());
            const auto *area = qobject_cast<QAbstractScrollArea *>(widget->parentWidget());
            if (inner || (area && area->viewport() == widget)) continue; // parts of the control that stands in the order
            const QString who = QString::fromLatin1(widget->metaObject()->className()) + u" in "_s +
                                QString::fromLatin1(widget->parentWidget()->metaObject()->className());
            if (!reached.contains(widget)) faults << u"not reached: "_s + who;
            if (widget->accessibleName().isEmpty()) faults << u"no name: "_s + who;
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u"; "_s)));
    }
    void closing_remembers_session_and_layout()
    {
        set_count(u"Micro batch"_s, 3);
        const Session left = m_window->document().session();
        m_window->close();
        const auto taken = SessionKeeper(m_settings->sessions_folder()).take_over();
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(taken[0].kept.session, left);
        QVERIFY(taken[0].kept.modified && !taken[0].crashed);
        QCOMPARE(m_settings->pane_widths().size(), 3);
    }

private:
    WindowParts parts()
    {
        WindowParts parts;
        parts.settings = m_settings.get();
        parts.planner = sample::planner();
        return parts;
    }
    void open(const Session &session)
    {
        m_window = std::make_unique<MainWindow>(parts(), session);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    const Plan &plan() { return m_window->document().session().current().plan; }
    void set_count(const QString &name, int value)
    {
        for (CountBox *box : m_window->panes().plan().findChildren<CountBox *>())
            if (box->accessibleName() == name) return box->setValue(value);
        QFAIL(qPrintable(name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

PLIMSOLL_TEST(TestWindow)
} // namespace PLIMSOLL_FILE
#include "test_window.moc"
