// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/controls/way_out.h"
#include "ui/document/scenarios.h"
#include "ui/plan/amount_group.h"
#include "ui/plan/plan_pane.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Snapshot snapshot_of(const Session &session)
{
    Evaluator evaluator(sample::planner());
    Snapshot snapshot = evaluator.evaluate(session);
    for (ScenarioResult &result : snapshot.results) {
        if (!result.estimate) continue;
        Estimate estimate = *result.estimate;
        estimate.warnings = estimate.plan.warnings; // as the step's estimate has them
        result.estimate = std::make_shared<const Estimate>(std::move(estimate));
    }
    return snapshot;
}

Session edited(const FieldEdits &edits)
{
    return with_plan(first_session(), with_edits(first_session().current().plan, edits).value());
}

template <class W>
W *named(QWidget &pane, const QString &name)
{
    for (W *one : pane.findChildren<W *>())
        if (one->accessibleName() == name) return one;
    return nullptr;
}

/// The label under a field that says `part`, with a link.
LinkLabel *note_with(PlanPane &pane, const QString &part)
{
    for (QLabel *label : pane.findChildren<QLabel *>())
        if (label->isVisibleTo(&pane) && label->accessibleName().contains(part) && label->text().contains(u"<a href"_s))
            return static_cast<LinkLabel *>(label);
    return nullptr;
}

void show_narrow(PlanPane &pane)
{
    pane.resize(300, 900);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
}

FieldEdits edits_of(const QSignalSpy &spy) { return spy.isEmpty() ? FieldEdits() : spy.last().at(0).value<FieldEdits>(); }

} // namespace

/// What the fields of the plan pane say beside their values, and how a person gets out of what is impossible.
class TestPlanFields : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void lengths_come_from_a_file()
    {
        AmountGroup group(nullptr);
        Plan plan;
        plan.task = Task::train;
        group.show_amount({}, plan);
        std::vector<RunAmount> taken;
        connect(&group, &AmountGroup::amount_changed, &group, [&taken](const RunAmount &amount) { taken.push_back(amount); });
        const QTemporaryDir folder;
        const auto file = [&folder](const QString &name, const QByteArray &text) {
            QFile out(folder.filePath(name));
            return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() ? out.fileName() : QString();
        };
        group.take_lengths(file(u"none.txt"_s, "words"));
        QVERIFY(taken.empty());
        group.take_lengths(file(u"rows.txt"_s, "40\n2100\n40\n"));
        QCOMPARE(taken.size(), std::size_t{1});
        QVERIFY(taken[0].lengths && taken[0].rows == 3.0 && taken[0].lengths->rows.size() == 2);
        group.show_amount(taken[0], plan);
        QCOMPARE(named<QComboBox>(group, u"How long the rows are"_s)->currentText(), u"40 to 2,100 tokens"_s);
        auto *batches = named<QComboBox>(group, u"What becomes of rows that are not alike"_s);
        batches->setCurrentIndex(batches->findData(u"packed"_s));
        emit batches->activated(batches->currentIndex());
        QVERIFY(taken.size() == 2 && taken[1].batches == Batching::packed && taken[1].lengths == taken[0].lengths);
        group.show_amount(taken[1], plan);
        auto *count = named<QLineEdit>(group, u"How much the run goes through"_s);
        count->setFocus();
        count->setText(u"10"_s);
        count->setModified(true);
        emit count->editingFinished();
        QVERIFY(taken.size() == 3 && taken[2].lengths == taken[0].lengths && taken[2].rows == 10.0);
    }

    void odd_plans_say_the_way_out_as_a_link_data()
    {
        QTest::addColumn<QStringList>("cards");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("becomes");
        QTest::newRow("longer than the model") << QStringList{u"GeForce RTX 4090"_s} << u"sequence_length"_s << u"40000"_s
                                               << u"32,768 positions"_s << u"take 32,768"_s << u"32768"_s;
        QTest::newRow("BF16 on an old card") << QStringList{u"GeForce RTX 2080 Ti"_s} << u"weights.dtype"_s << u"bf16"_s
                                             << u"has 7.5"_s << u"take FP16"_s << u"fp16"_s;
    }
    void odd_plans_say_the_way_out_as_a_link()
    {
        QFETCH(QStringList, cards);
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, said);
        QFETCH(QString, way);
        QFETCH(QString, becomes);
        Session session = edited({{path.toStdString(), value.toStdString()}});
        session.cards.gpus = {cards[0].toStdString()};
        PlanPane pane;
        pane.show_snapshot(snapshot_of(session));
        QSignalSpy made(&pane, &PlanPane::edited);
        LinkLabel *note = note_with(pane, said);
        QVERIFY(note);
        QVERIFY2(note->accessibleName().endsWith(way), qPrintable(note->accessibleName()));
        QVERIFY(note->focusPolicy() & Qt::TabFocus);
        emit note->linkActivated(note->text().section(u"href=\""_s, -1).section(u'"', 0, 0));
        QCOMPARE(edits_of(made), (FieldEdits{{path.toStdString(), becomes.toStdString()}}));
        // and it goes with what was odd
        pane.show_snapshot(snapshot_of(edited({{path.toStdString(), becomes.toStdString()}})));
        QVERIFY(!note_with(pane, said));
    }
    void refused_edits_say_how_they_would_be_possible()
    {
        Plan plan = first_session().current().plan;
        plan.task = Task::infer;
        plan.inference.context = 4096;
        plan.inference.new_tokens = 1024;
        const Error error{"inference.new_tokens", "8000", "less than inference.context", {}};
        QCOMPARE(way_out(error, plan, {{"inference.new_tokens", "8000"}})->edits,
                 (FieldEdits{{"inference.new_tokens", "8000"}, {"inference.context", "11072"}})); // the prompt stays
        QCOMPARE(way_out(error, plan, {{"inference.context", "512"}})->edits,
                 (FieldEdits{{"inference.context", "512"}, {"inference.new_tokens", "256"}}));
        const Error packed{"method", "full", "lora | qlora (or weights.quant none)", "cannot be trained"};
        QCOMPARE(way_out(packed, plan, {{"method", "full"}})->edits, (FieldEdits{{"method", "full"}, {"weights.quant", "none"}}));
    }
    void plans_that_stand_wrong_are_led_to_what_is_accepted()
    {
        const Plan plan = first_session().current().plan;
        const Error attention{"attention", "flash2", "sdpa | eager", "no kernel of it for this model"};
        QCOMPARE(way_out(attention, plan)->edits, (FieldEdits{{"attention", "sdpa"}}));
        QCOMPARE(way_out(attention, plan)->title, u"take sdpa"_s);
        QVERIFY(!way_out(attention, plan, {{"attention", "flash2"}})); // the plan keeps what it had
        QVERIFY(!way_out({"adapter.rank", "-3", "1 to 65536", {}}, plan));
        QVERIFY(!way_out({"model.preset", "x", "phi", {}}, plan)); // no field of a plan
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        QVERIFY(pane.show_problem(attention, plan));
        QVERIFY(note_with(pane, u"o kernel of it"_s));
    }
    /// A short reason stands there whole, with its way out: in two rows, or in three where that is all it takes.
    /// The fields of a plan that is refused stand as the error reads them, defaults too.
    void a_refused_plan_shows_what_was_read()
    {
        const Snapshot snapshot = snapshot_of(edited(
            {{"stack", "torchtune"}, {"method", "full"}, {"optimizer.in_backward", "true"}, {"gradient_accumulation", "4"}}));
        QVERIFY(!snapshot.current().estimate);
        PlanPane pane;
        pane.show_snapshot(snapshot);
        QCOMPARE(named<QComboBox>(pane, u"Loss"_s)->currentText(), u"Chunked"_s); // torchtune's own, although nothing ran
    }

    void what_is_odd_about_a_field_is_said_in_few_rows()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(edited({{"sequence_length", "40000"}})));
        show_narrow(pane);
        const QString part = u"32,768 positions"_s;
        auto *note = static_cast<NoteLabel *>(note_with(pane, part));
        QVERIFY(note);
        QVERIFY2(note->text().contains(part) && note->text().contains(u">take 32,768</a>"_s), qPrintable(note->text()));
        QVERIFY2(note->height() < 4 * note->fontMetrics().height(), qPrintable(note->text()));
        QTRY_VERIFY(note->height() >= note->heightForWidth(note->width()));
    }
    /// The rest of a longer one is a link away, and the two rows are full before it is cut.
    void a_long_sentence_is_cut_in_its_second_row()
    {
        NoteLabel note;
        note.resize(190, 40);
        note.show();
        QVERIFY(QTest::qWaitForWindowExposed(&note));
        const QString text =
            u"Its defaults, checkpoints and loss on the layers of transformers; its kernels for norms and rotary "
            "embedding are not simulated."_s;
        note.show_lines({{text, u"take it"_s}}, 2);
        QVERIFY2(note.text().contains(u"checkpoints and loss on"_s) && note.text().contains(u">take it</a>"_s),
                 qPrintable(note.text()));
        QVERIFY(!note.text().contains(u"simulated"_s));
        QVERIFY2(note.heightForWidth(190) < 3 * note.fontMetrics().height(), qPrintable(note.text()));
        QCOMPARE(note.toolTip(), note.whole());
        emit note.linkActivated(u"whole"_s);
        QVERIFY(note.is_open() && note.text().contains(text));
    }
    /// Under its own field a sentence does not begin with the field's name, whatever colon a language has.
    void a_sentence_under_its_field_leaves_its_name_out()
    {
        FieldForm form{QString()};
        QHBoxLayout *row = form.add_row(u"Sequence"_s, {"sequence_length"});
        form.add_count(row, u"Sequence"_s, "sequence_length", 1, 100, CountBox::Steps::one);
        const auto said = [&form](const QString &text) {
            form.show_problem("sequence_length", text);
            return form.findChild<NoteLabel *>()->whole();
        };
        QVERIFY(said(u"sequence_length: no such length"_s).startsWith(u"No such length"_s));
        QVERIFY(said(u"sequence_length：无影响"_s).startsWith(u"无影响"_s));
    }
    /// What is wrong is never cut, however many rows it takes.
    void what_is_wrong_with_a_field_is_said_whole()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        show_narrow(pane);
        const Error error{
            "model.preset", "no-such-model", "the name of a preset, an org/name id, or the path of a config.json", {}};
        QVERIFY(pane.show_problem(error, first_session().current().plan));
        const QString end = u"the path of a config.json"_s;
        NoteLabel *note = nullptr;
        for (auto *one : pane.findChildren<NoteLabel *>())
            if (one->isVisibleTo(&pane)) note = one;
        QVERIFY(note);
        QVERIFY2(note->text().contains(end) && !note->text().contains(QChar(0x2026)), qPrintable(note->text()));
        QTRY_VERIFY(note->height() >= note->heightForWidth(note->width()));
    }
    /// A sentence may bring the scroll bar in the middle of typing: no field becomes narrower by it.
    void a_scroll_bar_moves_no_field()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        show_narrow(pane);
        const auto *box = named<CountBox>(pane, u"Sequence length"_s);
        const auto edge = [&] { return box->mapTo(&pane, box->rect().topRight()).x(); };
        QVERIFY(!pane.verticalScrollBar()->isVisible());
        const int before = 300 - 12 - 1;
        QTRY_COMPARE(edge(), before);
        const int width = box->width();
        pane.resize(300, 500);
        QTRY_VERIFY(pane.verticalScrollBar()->isVisible());
        QTRY_COMPARE(box->width(), width);
        QCOMPARE(edge(), before);
        QVERIFY(edge() < pane.verticalScrollBar()->mapTo(&pane, QPoint()).x());
    }
    /// Tab comes to a way out after the field that it is about.
    void a_way_out_is_reached_from_its_field()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(edited({{"sequence_length", "40000"}})));
        pane.resize(300, 700);
        pane.show();
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        auto *box = named<CountBox>(pane, u"Sequence length"_s);
        QVERIFY(box);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Tab);
        QCOMPARE(pane.focusWidget(), static_cast<QWidget *>(note_with(pane, u"32,768 positions"_s)));
        QSignalSpy made(&pane, &PlanPane::edited);
        QTest::keyClick(pane.focusWidget(), Qt::Key_Return);
        QCOMPARE(edits_of(made), (FieldEdits{{"sequence_length", "32768"}}));
    }
    void auto_says_what_it_became_and_why()
    {
        Session session = edited({{"weights.dtype", "auto"}});
        PlanPane pane;
        pane.show_snapshot(snapshot_of(session));
        const auto said = [&](const QString &text) {
            for (const QLabel *label : pane.findChildren<QLabel *>())
                if (label->isVisibleTo(&pane) && label->text() == text) return true;
            return false;
        };
        QVERIFY(said(u"BF16: RTX 4090 has compute capability 8.9"_s));
        QCOMPARE(named<QComboBox>(pane, u"Weights"_s)->currentText(), u"auto: BF16"_s);
        pane.show_snapshot(snapshot_of(first_session()));
        QVERIFY(!said(u"BF16: RTX 4090 has compute capability 8.9"_s));
    }
    void a_reset_says_what_it_brings_back()
    {
        PlanPane pane;
        pane.show_snapshot(
            snapshot_of(edited({{"attention", "eager"}, {"gradient_checkpointing", "true"}, {"micro_batch", "2"}})));
        const auto back = [&](const QString &label) {
            auto *found = named<FieldLabel>(pane, label + u": back to the default"_s);
            return found ? found->back_text() : QString();
        };
        QCOMPARE(back(u"Attention"_s), u"Back to the default of transformers: sdpa"_s);
        QCOMPARE(back(u"Checkpoint"_s), u"Back to the default of transformers: on"_s); // prepared for k-bit training
        QCOMPARE(back(u"Micro batch"_s), u"Back to the default of transformers: 1"_s);
        QVERIFY(named<FieldLabel>(pane, u"Loss"_s)->back_text().isEmpty());
    }
    /// A list of names is longer than its field: the first of them, how many more, and all of them in the tip.
    void named_targets_say_how_many_they_are()
    {
        PlanPane pane;
        const auto button = [&](const char *targets) -> QPushButton & {
            pane.show_snapshot(snapshot_of(edited({{"adapter.targets", targets}})));
            return *named<QPushButton>(pane, u"Targets"_s);
        };
        QCOMPARE(button("q_proj,v_proj").text(), u"q_proj, v_proj"_s);
        QCOMPARE(button("q_proj,k_proj,v_proj,o_proj").text(), u"q_proj + 3 more"_s);
        QCOMPARE(button("q_proj,k_proj,v_proj,o_proj").toolTip(), u"q_proj, k_proj, v_proj, o_proj"_s);
        // a keyword stands for the model's own
        QCOMPARE(button("all-linear").toolTip(), u"q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj"_s);
        QCOMPARE(button("default").toolTip(), u"q_proj, v_proj"_s);
    }

    void compilation_is_one_of_the_savers()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        auto *box = named<QCheckBox>(pane.savers(), u"torch.compile"_s);
        QVERIFY(box && box->isVisibleTo(&pane) && !box->isChecked());
        QSignalSpy made(&pane, &PlanPane::edited);
        box->click();
        QCOMPARE(edits_of(made), (FieldEdits{{"compile", "true"}}));
        pane.show_snapshot(snapshot_of(edited({{"compile", "true"}})));
        QVERIFY(box->isChecked());
        pane.show_snapshot(snapshot_of(edited({{"task", "infer"}})));
        QVERIFY(!box->isVisibleTo(&pane));
    }
    /// Whatever a field holds can be read in it, in the narrowest pane.
    void figures_fit_into_their_fields_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        for (const auto &[path, name, value] : {std::tuple{"micro_batch", "Micro batch", "4096"},
                                                {"micro_batch", "Micro batch", "65536"},
                                                {"gradient_accumulation", "Gradient accumulation", "1048576"},
                                                {"sequence_length", "Sequence length", "131072"},
                                                {"sequence_length", "Sequence length", "1048576"},
                                                {"adapter.rank", "Rank", "65536"}})
            QTest::addRow("%s %s", path, value)
                << QString::fromLatin1(path) << QString::fromLatin1(name) << QString::fromLatin1(value);
    }
    void figures_fit_into_their_fields()
    {
        QFETCH(QString, path);
        QFETCH(QString, name);
        QFETCH(QString, value);
        PlanPane pane;
        for (const int width : {300, 260}) {
            pane.resize(width, 500); // with a scroll bar
            pane.show();
            pane.show_snapshot(snapshot_of(edited({{path.toStdString(), value.toStdString()}})));
            QCoreApplication::processEvents();
            const auto *box = named<CountBox>(pane, name);
            QVERIFY(box);
            const auto *line = box->findChild<QLineEdit *>();
            const int needs = line->fontMetrics().horizontalAdvance(line->text());
            QVERIFY2(needs <= line->width(),
                     qPrintable(u"%1 in %2 px: needs %3"_s.arg(line->text()).arg(line->width()).arg(needs)));
            QCOMPARE(box->value(), value.toInt());
        }
        pane.show_snapshot(snapshot_of(first_session()));
        QVERIFY(named<CountBox>(pane, name)->isGroupSeparatorShown());
        QCOMPARE(named<CountBox>(pane, name)->buttonSymbols(), QAbstractSpinBox::UpDownArrows);
    }
};

PLIMSOLL_TEST(TestPlanFields)
} // namespace PLIMSOLL_FILE
#include "test_plan_fields.moc"
