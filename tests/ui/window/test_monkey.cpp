// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"
#include "ui/charts/scenario_strip.h"
#include "ui/charts/timeline/timeline_canvas.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QToolButton>

#include <fstream>
#include <random>

#ifdef __SANITIZE_ADDRESS__
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // GCC ships no header with it
#elif defined(__GLIBC__)
#include <malloc.h>
#endif

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t most_scenarios = 8;

int number_from(const char *variable, int otherwise)
{
    bool is_number = false;
    const int number = qEnvironmentVariableIntValue(variable, &is_number);
    return is_number && number > 0 ? number : otherwise;
}

/// Selecting and the unit are ways of looking, not steps.
Session as_steps_see_it(Session session)
{
    session.selected = 0;
    session.unit = ByteUnit::binary;
    return session;
}

/// Whether a thread of this process runs, or waits for a processor, beside the one that asks.
bool others_work()
{
    int running = 0;
    for (const QString &thread : QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        std::ifstream stat("/proc/self/task/" + thread.toStdString() + "/stat");
        const std::string line{std::istreambuf_iterator<char>(stat), {}};
        const std::size_t name_end = line.rfind(')'); // "number (name) state …"
        running += name_end != std::string::npos && line.compare(name_end, 3, ") R") == 0;
    }
    return running > 1;
}

/// Lets the work beside the window come to its end, however long others keep it from a processor.
void settle()
{
    for (int quiet = 0; quiet < 20; quiet = others_work() ? 0 : quiet + 1) QTest::qWait(25);
}

/// Bytes that this process asked of its heap and did not give back; 0 where that cannot be read. Resident memory would tell
/// more: what glibc's arena of each thread keeps of a peak, which depends on who ran when.
qint64 held_bytes()
{
#ifdef __SANITIZE_ADDRESS__
    return static_cast<qint64>(__sanitizer_get_current_allocated_bytes());
#elif defined(__GLIBC__)
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<qint64>(heap.uordblks + heap.hblkhd);
#else
    return 0;
#endif
}

/// One turn of the event loop; outside of one, what was given to deleteLater() would wait for ever.
void turn()
{
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// Does anything that a hand on keyboard and mouse could do, by a seed.
class Monkey {
public:
    Monkey(WindowDriver &driver, unsigned seed) : m(driver), m_random(seed) {}

    void act()
    {
        switch (below(12)) {
        case 0: return trigger();
        case 1: return turn_number();
        case 2: return choose_entry();
        case 3: return tick();
        case 4: return press_segment();
        case 5: return click_somewhere();
        case 6: return press_key();
        case 7: return m->views().setCurrentIndex(below(m->views().count()));
        case 8: return select_scenario();
        case 9: return edit_in_text();
        case 10: return wheel();
        default: return apply_something();
        }
    }

    int below(std::size_t count) { return count == 0 ? 0 : static_cast<int>(m_random() % count); }
    int below(int count) { return below(static_cast<std::size_t>(count)); }

private:
    template <class Widget>
    Widget *any_of(QWidget &parent)
    {
        QList<Widget *> all;
        for (Widget *one : parent.findChildren<Widget *>())
            if (one->isVisible() && one->isEnabled()) all << one;
        return all.isEmpty() ? nullptr : all[below(static_cast<std::size_t>(all.size()))];
    }

    void trigger()
    {
        // What opens a file dialog or ends the window waits for a person.
        static const QStringList waits{u"file.open"_s,    u"file.config"_s, u"file.model_folder"_s, u"file.save"_s,
                                       u"file.save_as"_s, u"file.quit"_s,   u"file.close"_s,        u"file.new"_s,
                                       u"tools.replay"_s, u"file.card"_s};
        const auto &actions = m->actions().all();
        QAction *action = actions[static_cast<std::size_t>(below(actions.size()))];
        const QString id = action->objectName();
        if (waits.contains(id) || id.startsWith(u"export."_s)) return;
        const bool grows = id == u"plan.duplicate"_s || id.startsWith(u"plan.compare"_s);
        if (grows && m.session().scenarios.size() + 3 > most_scenarios) return m->actions()["plan.remove"]->trigger();
        action->trigger();
        if (QWidget *popup = QApplication::activePopupWidget()) popup->close();
        if (QWidget *dialog = QApplication::activeModalWidget()) dialog->close();
    }
    void turn_number()
    {
        if (auto *box = any_of<CountBox>(m->panes().plan())) below(2) ? box->stepBy(below(7) - 3) : box->setValue(1 << below(14));
        if (auto *box = any_of<QDoubleSpinBox>(m->panes().plan()); box && below(2)) box->setValue(below(100) / 50.0);
    }
    void choose_entry()
    {
        auto *box = any_of<QComboBox>(*m);
        if (!box || box->count() == 0) return;
        box->setCurrentIndex(below(box->count()));
        emit box->activated(box->currentIndex());
        if (QWidget *dialog = QApplication::activeModalWidget()) dialog->close(); // "from a file…" asks which
    }
    void tick()
    {
        if (auto *box = any_of<QCheckBox>(m->panes().plan())) box->click();
    }
    void press_segment()
    {
        if (auto *button = any_of<SegmentButton>(m->panes().plan())) button->click();
    }
    void click_somewhere()
    {
        auto *widget = any_of<QWidget>(*m);
        if (!widget || widget->rect().isEmpty() || qobject_cast<QMenuBar *>(widget) || qobject_cast<QToolButton *>(widget) ||
            qobject_cast<QPushButton *>(widget))
            return;
        const QPoint at(below(widget->width()), below(widget->height()));
        if (below(6) == 0)
            QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
        else
            QTest::mouseClick(widget, Qt::LeftButton, {}, at);
        if (QWidget *popup = QApplication::activePopupWidget()) popup->close();
    }
    void press_key()
    {
        static constexpr Qt::Key keys[] = {Qt::Key_Tab,    Qt::Key_Backtab, Qt::Key_Left,   Qt::Key_Right,
                                           Qt::Key_Up,     Qt::Key_Down,    Qt::Key_Return, Qt::Key_Escape,
                                           Qt::Key_Home,   Qt::Key_End,     Qt::Key_Plus,   Qt::Key_Minus,
                                           Qt::Key_Delete, Qt::Key_Space,   Qt::Key_F2,     Qt::Key_7};
        QWidget *focus = m->focusWidget();
        if (!focus || !focus->isVisible() || qobject_cast<QToolButton *>(focus) || qobject_cast<QPushButton *>(focus) ||
            qobject_cast<QMenuBar *>(focus))
            focus = m->views().timeline().canvas();
        QTest::keyClick(focus, keys[below(std::size(keys))]);
        if (QWidget *popup = QApplication::activePopupWidget()) popup->close();
    }
    void select_scenario() { m->document().select(below(m.session().scenarios.size())); }
    void edit_in_text()
    {
        static const FieldEdits edits[] = {{{"sequence_length", "-4"}},
                                           {{"adapter.rank", "0"}},
                                           {{"adapter.targets", "q_proj"}},
                                           {{"adapter.targets", "nobody"}},
                                           {{"weights.quant", "fp8"}},
                                           {{"optimizer.name", "lion"}},
                                           {{"stack", "trl"}},
                                           {{"stack", std::nullopt}},
                                           {{"attention", std::nullopt}}};
        emit m->panes().plan().edited(edits[below(std::size(edits))], u"something"_s);
    }
    void wheel()
    {
        QWidget *canvas = m->views().timeline().canvas();
        const QPointF at(below(std::max(canvas->width(), 1)), below(std::max(canvas->height(), 1)));
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, QPoint(0, below(2) ? 120 : -120), Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(canvas, &event);
    }
    void apply_something()
    {
        AdviceModel &advice = m->views().advice().model();
        if (advice.rowCount() > 0 && below(2)) {
            const Advice &one = advice.advice(below(advice.rowCount()));
            if (!one.change.empty()) emit m->views().advice().apply_asked(Advice(one));
        } else if (const auto cells = m->views().sweep().chart().data().cells.size(); cells > 0) {
            emit m->views().sweep().chart().point_chosen(static_cast<std::size_t>(below(cells)));
        }
    }

    WindowDriver &m;
    std::mt19937 m_random;
};

} // namespace

/// Random actions, many of them: nothing crashes, nothing asks, every state goes back to the first one exactly. 20,000 with
/// PLIMSOLL_MONKEY_ACTIONS=20000, from another seed with PLIMSOLL_MONKEY_SEED; 100,000 edits with PLIMSOLL_EDITS=100000.
class TestMonkey : public QObject {
    Q_OBJECT
private slots:
    void random_actions_undo_to_the_first_state()
    {
        const int actions = number_from("PLIMSOLL_MONKEY_ACTIONS", 1500);
        const int seed = number_from("PLIMSOLL_MONKEY_SEED", 1);
        WindowDriver driver(first_session(), sample::planner());
        Monkey monkey(driver, static_cast<unsigned>(seed));
        const Session first = as_steps_see_it(driver.session());
        int undone = 0;
        for (int i = 0; i < actions; ++i) {
            monkey.act();
            if (i % 5 == 0) turn();
            QVERIFY2(!QApplication::activeModalWidget(), qPrintable(u"action %1 of seed %2 asks"_s.arg(i).arg(seed)));
            QVERIFY(driver->isVisible());
            if (i % 250 != 249 && i + 1 != actions) continue;
            const Session before = as_steps_see_it(driver.session());
            QUndoStack &steps = driver->document().undo_stack();
            const int at = steps.index(); // not always the last one: undoing is an action like any other
            undone += at;
            steps.setIndex(0);
            QVERIFY2(as_steps_see_it(driver.session()) == first, qPrintable(u"after action %1 of seed %2"_s.arg(i).arg(seed)));
            steps.setIndex(at);
            QVERIFY(as_steps_see_it(driver.session()) == before);
            // the estimate follows at the next turn that is free
            QTRY_COMPARE(driver->estimation().snapshot().session, driver.session());
        }
        QVERIFY2(undone > actions / 10, qPrintable(QString::number(undone)));
    }
    void edits_for_a_day_take_no_more_memory()
    {
        const int edits = number_from("PLIMSOLL_EDITS", 4000);
        WindowDriver driver(with_compared_precisions(first_session(), {true, true}), sample::planner());
        const auto edit = [&](int i) {
            static const char *fields[] = {"sequence_length", "micro_batch", "adapter.rank", "gradient_accumulation"};
            const int field = i / 8 % 4; // eight of a field in a row: as when a value is turned
            emit driver->panes().plan().edited({{fields[field], std::to_string(field == 0 ? 512 + i % 4096 : 1 + i % 61)}},
                                               u"Field"_s);
            if (i % 4 == 0) turn();
        };
        // What is remembered of the last plans is as large as they are: both readings are taken after the same ones.
        const auto rest = [&] {
            for (const char *field : {"micro_batch", "adapter.rank", "gradient_accumulation"})
                emit driver->panes().plan().edited({{field, "1"}}, u"Field"_s);
            for (int i = 0; i < 64; ++i) {
                emit driver->panes().plan().edited({{"sequence_length", std::to_string(512 + i)}}, u"Field"_s);
                turn();
            }
            settle();
        };
        const int warm = edits / 4;
        for (int i = 0; i < warm; ++i) edit(i);
        rest();
        const qint64 before = held_bytes();
        const int steps = driver->document().undo_stack().count();
        for (int i = warm; i < edits; ++i) edit(i);
        rest();
        const qint64 grown = held_bytes() - before;
        const qint64 kept = driver->document().undo_stack().count() - steps;
        // a step of the history may cost a plan; beyond that nothing grows
        QVERIFY2(grown < kept * 8192 + (qint64{4} << 20),
                 qPrintable(u"%1 bytes over %2 edits, %3 steps"_s.arg(grown).arg(edits - warm).arg(kept)));
        qInfo("%lld bytes held, %lld more over %d edits, %lld steps", before, grown, edits - warm, kept);
        QVERIFY(driver->document().undo_stack().count() <= 10'000);
    }
};

PLIMSOLL_TEST(TestMonkey)
} // namespace PLIMSOLL_FILE
#include "test_monkey.moc"
