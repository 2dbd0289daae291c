// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/controls/field_widgets.h"
#include "ui/controls/note_label.h"
#include "ui/controls/time_words.h"
#include "ui/panels/help_dialog.h"
#include "ui/plan/field_help.h"
#include "ui/plan/help_at.h"
#include "ui/window/exchange/reproduce.h"

#include <QAbstractScrollArea>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QScrollBar>
#include <QTest>
#include <QTreeView>
#include <QWheelEvent>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// What stands under the fields of the pane, in the order of the rows.
QString said_in(PlanPane &pane)
{
    QStringList out;
    for (NoteLabel *note : pane.findChildren<NoteLabel *>())
        if (note->isVisibleTo(&pane)) out << note->whole();
    return out.join(QLatin1Char('\n'));
}

/// As a press on an entry does, without those on the way to it.
bool choose(WindowDriver &w, const QString &name, const QString &title)
{
    auto *box = w.control<QComboBox>(name);
    const int index = box ? box->findText(title) : -1;
    if (index < 0) return false;
    box->setCurrentIndex(index);
    emit box->activated(index);
    return true;
}

} // namespace

/// The ways in: what people type, paste and switch, and what the window says of it.
class TestEntering : public QObject {
    Q_OBJECT
private slots:
    /// A mark is what the answer says once that model is chosen.
    void models_are_marked_by_whether_they_fit()
    {
        WindowDriver &w = *m;
        w->actions()["plan.model"]->trigger();
        ChooserModel &list = w->choosers().model().model();
        const QStringList asked{u"preset:qwen2.5-coder-7b"_s, u"preset:llama-3.3-70b-instruct"_s};
        const auto marked = [&] {
            return std::ranges::all_of(asked, [&](const QString &id) { return list.mark(list.index_of(id)) != nullptr; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(marked(), 20000);
        std::map<QString, Word> words;
        for (const QString &id : asked) words[id] = list.mark(list.index_of(id))->word;
        QVERIFY(words[asked[0]] != words[asked[1]]);
        for (const QString &id : asked) {
            emit w->choosers().model().chosen(id);
            QTRY_COMPARE(w->panes().answer().answer().word, words[id]);
        }
    }
    /// The line under the answer has the figures of the report.
    void the_answer_says_how_long_a_step_takes()
    {
        WindowDriver &w = *m;
        QTRY_VERIFY(w->panes().answer().time().text().contains(u"tokens/s"_s));
        const Snapshot &snapshot = w->estimation().snapshot();
        const PlanAnswer answer = plan_answer(snapshot, 0);
        QVERIFY(answer.time.has_value());
        QVERIFY(w->panes().answer().time().text().startsWith(time_phrases(*answer.time).front()));
        QVERIFY(w.type(u"Micro batch"_s, u"2"_s));
        QTRY_VERIFY(!w->panes().answer().time().text().startsWith(time_phrases(*answer.time).front()));
        Session bare = w.session();
        bare.cards.gpus.clear(); // a budget has no speed
        w->document().apply(bare, u"Cards"_s);
        QTRY_VERIFY(w->panes().answer().time().text().isEmpty());
    }
    /// Of what somebody has, in place of a million tokens; the report says the same.
    void a_named_amount_is_told_in_hours_and_dollars()
    {
        WindowDriver &w = *m;
        w->resize(1600, 900); // the line has room for all of it
        QTRY_VERIFY2(w->panes().answer().time().text().contains(u"a million tokens"_s),
                     qPrintable(w->panes().answer().time().text()));
        auto *data = w.control<QLineEdit>(u"How much the run goes through"_s);
        QVERIFY(data);
        data->setFocus();
        data->selectAll();
        QTest::keyClicks(data, u"10M"_s);
        QTest::keyClick(data, Qt::Key_Return);
        QCOMPARE(w.session().amount, (RunAmount{.tokens = 1e7}));
        QTRY_VERIFY(w.control<QAbstractSpinBox>(u"How often it goes through the data"_s));
        QVERIFY(w.type(u"How often it goes through the data"_s, u"3"_s));
        QCOMPARE(w.session().amount, (RunAmount{.tokens = 1e7, .epochs = 3}));
        QTRY_VERIFY2(w->panes().answer().time().text().contains(u"3 epochs of 10 M tokens: "_s),
                     qPrintable(w->panes().answer().time().text()));
        const PlanAnswer answer = plan_answer(w->estimation().snapshot(), 0);
        QVERIFY(answer.time && answer.time->cost && answer.time->cost->usd);
        QVERIFY(w->panes().answer().time().text().contains(time_phrases(*answer.time).at(2)));
        w->actions()["edit.undo"]->trigger();
        w->actions()["edit.undo"]->trigger();
        QVERIFY(!w.session().amount.named());
        QTRY_VERIFY(w->panes().answer().time().text().contains(u"a million tokens"_s));
    }
    void init() { m = std::make_unique<WindowDriver>(); }
    void cleanup() { m.reset(); }

    void numbers_are_read_as_people_write_them_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QString>("said");
        QTest::newRow("k") << u"8k"_s << 8000 << u"8,192"_s;
        QTest::newRow("Ki") << u"32Ki"_s << 32768 << u"32,768"_s;
        QTest::newRow("grouped") << u"4,096"_s << 4096 << QString();
        QTest::newRow("in German") << u"4.096"_s << 4096 << QString();
        QTest::newRow("exponent") << u"1e4"_s << 10000 << u"10,000"_s;
        QTest::newRow("too little") << u"-5"_s << 1 << u"least"_s;
        QTest::newRow("too much") << u"99999999999"_s << (1 << 24) << u"most"_s;
        QTest::newRow("no number") << u"1,23,456"_s << 2048 << u"no whole number"_s;
        QTest::newRow("words") << u"many"_s << 2048 << u"2,048 stays"_s;
    }
    void numbers_are_read_as_people_write_them()
    {
        QFETCH(QString, typed);
        QFETCH(int, tokens);
        QFETCH(QString, said);
        WindowDriver &w = *m;
        QVERIFY(w.type(u"Sequence length"_s, typed));
        QCOMPARE(w.plan().sequence_length, Count{tokens});
        QCoreApplication::processEvents();
        const QString text = said_in(w->panes().plan());
        QVERIFY2(said.isEmpty() || text.contains(said), qPrintable(text));
        if (said.isEmpty()) QVERIFY2(!text.contains(u"stays"_s), qPrintable(text));
    }
    void decimals_take_point_and_comma()
    {
        WindowDriver &w = *m;
        for (const QString &typed : {u"0,05"_s, u"0.1"_s, u"0,25"_s}) {
            QVERIFY(w.type(u"Dropout"_s, typed));
            QCOMPARE(w.plan().adapter.dropout, QString(typed).replace(u',', u'.').toDouble());
        }
    }
    void a_remark_goes_with_the_plan_that_it_is_about()
    {
        WindowDriver &w = *m;
        w.type(u"Sequence length"_s, u"4k"_s);
        QTRY_VERIFY(said_in(w->panes().plan()).contains(u"4,096"_s));
        QCoreApplication::processEvents();
        w->document().undo_stack().undo();
        QTRY_VERIFY(!said_in(w->panes().plan()).contains(u"4,096"_s));
    }
    void run_with_vllm_works_from_the_first_screen()
    {
        WindowDriver &w = *m;
        QVERIFY(w.press_segment(u"Task"_s, u"Run"_s));
        QTRY_VERIFY(w.control<QComboBox>(u"Engine"_s));
        QVERIFY(choose(w, u"Engine"_s, u"vLLM"_s));
        QVERIFY(name_of(w.plan().inference.engine) == "vllm");
        QVERIFY(w->estimation().snapshot().current().estimate ||
                (w->estimation().refresh(), w->estimation().snapshot().current().estimate));
        QTRY_VERIFY(said_in(w->panes().plan()).contains(u"Quantise: none in place of nf4"_s));
        QVERIFY(said_in(w->panes().plan()).contains(u"undo"_s));
        w->document().undo_stack().undo();
        QVERIFY(name_of(w.plan().inference.engine) == "transformers");
        QCOMPARE(w.plan().weights.quant, std::string("nf4"));
    }
    void what_nobody_set_follows_the_stack()
    {
        WindowDriver &w = *m;
        w.type(u"Micro batch"_s, u"3"_s);
        QVERIFY(choose(w, u"Stack"_s, u"Unsloth"_s));
        QVERIFY(name_of(w.plan().stack) == "unsloth");
        QVERIFY(!w.plan().has("kbit_prepare"));
        QVERIFY(!w.plan().has("autocast"));
        QVERIFY(w.plan().has("micro_batch")); // somebody set it
        QCOMPARE(w.plan().micro_batch, Count{3});
        QVERIFY(w.plan().has("model") && w.plan().has("method"));
        QCoreApplication::processEvents();
        QVERIFY2(said_in(w->panes().plan()).contains(u"in place of"_s), qPrintable(said_in(w->panes().plan())));
    }
    void a_plan_of_ones_own_keeps_what_it_says()
    {
        Session session = first_session();
        session.scenarios.front().plan.sequence_length = 4096;
        WindowDriver w(session);
        QVERIFY(choose(w, u"Stack"_s, u"Unsloth"_s));
        QVERIFY(w.plan().has("kbit_prepare") && w.plan().has("optimizer.name"));
    }
    void what_is_pasted_is_kept()
    {
        WindowDriver &w = *m;
        QApplication::clipboard()->setText(u"vllm serve Qwen/Qwen2.5-Coder-7B --max-model-len 8192"_s);
        w->actions()["file.paste"]->trigger();
        auto *dialog = w->findChild<QDialog *>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(dialog);
        dialog->accept();
        QVERIFY(w->document().modified()); // else the next paste would be all that is left
        const Session pasted = w.session();
        QCOMPARE(pasted.current().plan.inference.context, Count{8192});
    }
    void pasted_names_and_addresses_are_models()
    {
        WindowDriver &w = *m;
        for (const QString &text : {u"https://huggingface.co/Qwen/Qwen2.5-0.5B/tree/main"_s, u"qwen2.5-3b"_s}) {
            QVERIFY(w->files().take_text(u"Clipboard"_s, text));
        }
        QCOMPARE(w.plan().model.preset, std::string("qwen2.5-3b"));
        QVERIFY(w->files().take_text(u"Clipboard"_s, u"acme/Unheard-9B"_s));
        QVERIFY(w->choosers().model().isVisible());
        QCOMPARE(w->choosers().model().search()->text(), u"acme/Unheard-9B"_s);
        w->choosers().model().hide();
    }
    /// A file of a repository says how its weights are packed, and a run is planned so; nothing trains on them.
    void a_pasted_file_brings_its_type_along()
    {
        WindowDriver &w = *m;
        const auto take = [&w] {
            QVERIFY(w->files().take_text(u"Clipboard"_s, u"hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q5_K_M"_s));
            QVERIFY(w->choosers().model().isVisible());
            QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
            QCOMPARE(w.plan().model.hub, std::string("bartowski/Llama-3.2-3B-Instruct-GGUF"));
        };
        take();
        QCOMPARE(w.plan().weights.quant, std::string("nf4"));
        QVERIFY(w.press_segment(u"Task"_s, u"Run"_s));
        take();
        QCOMPARE(w.plan().weights.quant, std::string("Q5_K_M"));
    }
    void a_message_of_memory_opens_the_advice()
    {
        WindowDriver &w = *m;
        QVERIFY(w->files().take_text(
            u"Clipboard"_s,
            u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.53 GiB of "
            "which 1.12 GiB is free. Process 1234 has 22.40 GiB memory in use. Of the allocated memory 20.11 GiB is allocated by "
            "PyTorch, and 1.80 GiB is reserved by PyTorch but unallocated."_s));
        QVERIFY(w->views().advice().bar().situation().has_value());
        QVERIFY2(w->panes().errors().text().contains(u"Planned"_s), qPrintable(w->panes().errors().text()));
        QCOMPARE(w.session(), first_session());
    }
    void every_field_of_the_pane_says_what_it_is()
    {
        WindowDriver &w = *m;
        PlanPane &pane = w->panes().plan();
        int fields = 0;
        for (QWidget *one : pane.findChildren<QWidget *>()) {
            const bool field = qobject_cast<QComboBox *>(one) || qobject_cast<QAbstractSpinBox *>(one);
            if (!field) continue;
            HelpAt *help = HelpAt::of(one);
            const QString said = help ? help->tip() : one->toolTip(); // the session's amount is no field of a plan
            QVERIFY2(said.size() > 30, qPrintable(one->accessibleName()));
            ++fields;
        }
        QVERIFY(fields > 20);
        for (const FieldHelp &help : all_field_help()) QVERIFY2(find_field(help.path), help.path.data());
        QVERIFY(field_flags("micro_batch", w.plan()).contains(u"per_device_train_batch_size"_s));
        QVERIFY(field_help_page("micro_batch", w.plan()).contains(u"why:"_s));
    }
    void help_names_every_word_and_key()
    {
        WindowDriver &w = *m;
        w->actions()["help.glossary"]->trigger();
        auto *dialog = w->findChild<HelpDialog *>();
        QVERIFY(dialog && dialog->text().toPlainText().contains(u"Gradients"_s));
        QVERIFY(dialog->text().toPlainText().contains(u"Micro batch"_s));
        w->actions()["help.keys"]->trigger();
        QTRY_VERIFY(w->findChild<HelpDialog *>() && w->findChild<HelpDialog *>()->text().toPlainText().contains(u"Ctrl+K"_s));
    }
    void a_report_says_nothing_of_whoever_made_it()
    {
        QTemporaryDir folder;
        const QString config = folder.filePath(u"config.json"_s);
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(tiny_config) > 0);
        file.close();
        WindowDriver w;
        QVERIFY(w->files().open(config));
        Session named = w.session();
        named.scenarios.front().name = "Jane's secret run";
        w->document().apply(named, u"Rename"_s);
        w->actions()["help.report"]->trigger();
        const QString text = QApplication::clipboard()->text();
        QVERIFY(text.contains(u"\"model_type\""_s) || text.contains(u"llama"_s));
        QVERIFY(!text.contains(folder.path()) && !text.contains(u"secret"_s));
    }
    void the_command_makes_the_plan_again()
    {
        const Plan plan = first_session().plan_of(first_session().current());
        const QString command = QString::fromStdString(command_of(plan));
        QVERIFY2(command.startsWith(u"plimsoll estimate --model qwen2.5-coder-7b --gpu 'GeForce RTX 4090'"_s),
                 qPrintable(command));
        for (const QString &part :
             {u"--method qlora"_s, u"--kbit-prepare true"_s, u"--sequence-length 2048"_s, u"--budget 17179869184"_s})
            QVERIFY2(command.contains(part), qPrintable(command));
    }
    void many_scenarios_are_reached_by_wheel_and_bar()
    {
        Session session = first_session();
        while (session.scenarios.size() < 20) session = with_duplicate(session, 0);
        session.selected = 0;
        WindowDriver w(session);
        MemoryChart &chart = w->panes().chart();
        w->panes().make_whole(); // what people do makes it so, and the chart another width
        QTRY_VERIFY(chart.layout_shown().hidden_columns > 0);
        QCOMPARE(chart.layout_shown().first_column, std::size_t{0});
        auto *bar = chart.findChild<QScrollBar *>();
        QTRY_VERIFY(bar && bar->isVisible());
        bar->setValue(bar->maximum());
        QTRY_COMPARE(chart.layout_shown().first_column, chart.layout_shown().hidden_columns);
        QWheelEvent back({40, 40}, chart.mapToGlobal(QPointF(40, 40)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                         Qt::NoScrollPhase, false);
        auto *area = qobject_cast<QAbstractScrollArea *>(chart.plot_widget());
        QCoreApplication::sendEvent(area ? area->viewport() : chart.plot_widget(), &back);
        QTRY_COMPARE(chart.layout_shown().first_column, chart.layout_shown().hidden_columns - 1);
    }

private:
    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestEntering)
} // namespace PLIMSOLL_FILE
#include "test_entering.moc"
