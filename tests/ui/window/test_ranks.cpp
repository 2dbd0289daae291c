// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/controls/wording.h"
#include "ui/panels/rank_chooser.h"
#include "ui/panels/rule_dialog.h"
#include "ui/panels/split_dialog.h"

#include <QAbstractScrollArea>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;

namespace plimsoll {

/// Plans over several cards in the window: their choices, their ranks, the search for a split.
class TestRanks : public QObject {
    Q_OBJECT

    static RunFigures some_run()
    {
        RunFigures run;
        run.communication =
            Communication{3 * gib, {{RankGroup::data, 3 * gib, "2 · (n − 1)/n · gradients", "torch reducer.cpp"}}};
        run.host = HostBytes{20 * gib, 5 * gib, gib, {{20 * gib, false, "every rank loads", "transformers"}}, {}};
        run.save = SaveBytes{SaveKind::full_state, 7 * gib, gib, "rank 0 gathers all", "accelerate"};
        return run;
    }

    /// Figures by hand: of a pipeline the last stage is a GiB fuller than the first.
    static std::shared_ptr<Planner> planner()
    {
        PlannerParts out = document_parts();
        out.figures = [](const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device,
                         const EstimateOptions &) -> Result<Estimate> {
            const auto resolved = resolve(plan, *architecture, device);
            if (!resolved.ok()) return resolved.error();
            Estimate estimate = sample::estimate_of(architecture, *resolved, device);
            const Plan &taken = estimate.plan.plan;
            if (!taken.parallel.spread()) return estimate;
            estimate.run = some_run();
            if (taken.parallel.pipeline == 1) {
                estimate.processes.front().rank.like_it = mesh_of(taken).ranks();
                return estimate;
            }
            estimate.processes.clear();
            for (const Rank &rank : rank_classes(taken)) {
                ProcessEstimate process = sample::estimate_of(architecture, *resolved, device).processes.front();
                process.rank = rank;
                process.at_peak.front().bytes += rank.stage * gib;
                process.peak.device += rank.stage * gib;
                process.timeline = {{Phase::forward, -1, (rank.stage + 1) * gib, {(rank.stage + 1) * gib}, "lm_head"}};
                process.timeline.push_back(process.timeline.front());
                estimate.processes.insert(estimate.processes.begin(), process);
            }
            return estimate;
        };
        return std::make_shared<Planner>(std::move(out));
    }

    static Session spread(const FieldEdits &edits)
    {
        FieldEdits all{{"method", "full"}, {"weights.quant", "none"}};
        all.insert(all.end(), edits.begin(), edits.end());
        Session session = first_session();
        session.cards.gpus = {"NVIDIA A100-SXM4-80GB:4"};
        return with_plan(session, with_edits(session.current().plan, all).value());
    }

    static Session piped() { return spread({{"stack", "megatron"}, {"parallel.pipeline", "2"}, {"parallel.data", "2"}}); }

    static RankChooser *chooser(WindowDriver &window) { return window->panes().chart().findChild<RankChooser *>(); }
    static Bytes breakdown_total(WindowDriver &window) { return window->panes().breakdown().model().breakdown().total(); }
    static const std::vector<ProcessEstimate> &processes(WindowDriver &window)
    {
        return window->estimation().snapshot().current().estimate->processes;
    }
    static QLabel *beside_the_card(WindowDriver &window)
    {
        for (auto *label : window->panes().breakdown().findChildren<QLabel *>())
            if (label->accessibleName().startsWith(u"Beside the card"_s) && label->isVisibleTo(&*window)) return label;
        return nullptr;
    }

private slots:
    void a_plan_for_one_card_shows_none_of_it()
    {
        WindowDriver window(first_session(), planner());
        QVERIFY(!window.control<QComboBox>(u"Engine of the ranks"_s));
        QVERIFY(!chooser(window));
        QVERIFY(!beside_the_card(window));
    }

    void the_choices_open_by_their_action_and_change_the_plan()
    {
        WindowDriver window(first_session(), planner());
        window->actions()["plan.ranks"]->trigger();
        auto *data = window.control<QSpinBox>(u"Data-parallel ranks"_s);
        QVERIFY(data && data->hasFocus());
        QVERIFY(!window.control<QComboBox>(u"Engine of the ranks"_s)); // one process needs none
        QVERIFY(window.type(u"Data-parallel ranks"_s, u"4"_s));
        QCOMPARE(window.plan().parallel.data, 4);
        QTRY_VERIFY(window.control<QComboBox>(u"Engine of the ranks"_s)); // after the next frame
        auto *engine = window.control<QComboBox>(u"Engine of the ranks"_s);
        QCOMPARE(engine->currentText(), u"DDP"_s);            // the plan's own, which nobody set
        QVERIFY(!window.control<QComboBox>(u"ZeRO stage"_s)); // DDP shares nothing
        QTRY_VERIFY(window.control<QSpinBox>(u"Size of a bucket"_s));
        QVERIFY(window.pick(u"Engine of the ranks"_s, u"DeepSpeed"_s));
        QCOMPARE(window.plan().parallel.engine, ParallelEngine::deepspeed);
        QTRY_VERIFY(!window.control<QSpinBox>(u"Size of a bucket"_s));
        QCOMPARE(window.plan().parallel.zero, 2); // a stage that it has

        QVERIFY(window.pick(u"ZeRO stage"_s, u"3: and weights"_s));
        QCOMPARE(window.plan().parallel.zero, 3);
        QVERIFY(window.pick(u"What lives on the host"_s, u"optimizer"_s));
        QCOMPARE(window.plan().parallel.offload, Offload::optimizer);
        window->document().undo_stack().undo();
        QCOMPARE(window.plan().parallel.offload, Offload::none);
    }

    void a_pipeline_is_asked_for_its_micro_batches()
    {
        WindowDriver window(spread({{"stack", "pytorch"}}), planner());
        QVERIFY(window.control<QSpinBox>(u"Stages of the pipeline"_s)); // four cards are named
        QVERIFY(!window.control<QSpinBox>(u"Micro-batches of a pipeline's step"_s));
        QVERIFY(window.type(u"Stages of the pipeline"_s, u"2"_s));
        QCOMPARE(window.plan().parallel.micro_batches, std::optional<Count>(2)); // one for each stage, at least
        QTRY_VERIFY(window.control<QSpinBox>(u"Micro-batches of a pipeline's step"_s));
        QVERIFY(window.type(u"Micro-batches of a pipeline's step"_s, u"8"_s));
        QCOMPARE(window.plan().parallel.micro_batches, std::optional<Count>(8));
    }

    void breakdown_and_timeline_are_those_of_the_chosen_rank()
    {
        WindowDriver window(piped(), planner());
        QVERIFY(chooser(window) && chooser(window)->isVisible());
        QCOMPARE(chooser(window)->count(), 3);
        QCOMPARE(chooser(window)->currentText(), u"last stage × 2"_s);
        QCOMPARE(breakdown_total(window), processes(window)[0].peak.device);
        const QString headline = window->panes().answer().answer().headline;
        chooser(window)->setFocus();
        QTest::keyClick(chooser(window), Qt::Key_Down);
        QCOMPARE(chooser(window)->currentText(), u"first stage × 2"_s);
        QCOMPARE(breakdown_total(window), processes(window)[1].peak.device);
        TimelineCanvas *canvas = window->views().timeline().canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(breakdown_total(window), gib); // of this rank's step
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(window->panes().chart().data().columns[0].total, processes(window)[1].peak.device);
        QCOMPARE(window->panes().answer().answer().headline, headline); // it speaks of the fullest
        QVERIFY(window->document().undo_stack().count() == 0);          // a way of looking, not a change
    }

    void ranks_stand_side_by_side()
    {
        WindowDriver window(piped(), planner());
        chooser(window)->setFocus();
        QTest::keyClick(chooser(window), Qt::Key_Home);
        const auto &columns = window->panes().chart().data().columns;
        QCOMPARE(columns.size(), std::size_t{2});
        QCOMPARE(columns[0].title, std::string("last stage × 2"));
        QVERIFY(columns[0].selected && !columns[1].selected);
        QVERIFY(window->actions()["view.ranks"]->isChecked());
        QTest::qWait(1); // laid out
        const auto &placed = window->panes().chart().layout_shown().columns[1];
        QWidget *plot = window->panes().chart().plot_widget();
        auto *area = qobject_cast<QAbstractScrollArea *>(plot);
        QTest::mouseClick(area ? area->viewport() : plot, Qt::LeftButton, {}, placed.box.center().toPoint());
        QVERIFY(window->panes().chart().data().columns[1].selected);
        QCOMPARE(breakdown_total(window), processes(window)[1].peak.device);
        QCOMPARE(chooser(window)->currentIndex(), 0);
        window->actions()["plan.rename"]->trigger();
        QVERIFY(window->statusBar()->currentMessage().contains(u"one rank"_s));
        window->actions()["view.ranks"]->trigger();
        QCOMPARE(window->panes().chart().data().columns.size(), std::size_t{1});
        window->actions()["plan.duplicate"]->trigger();
        QTRY_COMPARE(window->panes().chart().data().columns.size(), std::size_t{2});
    }

    void the_answer_names_the_fullest_rank()
    {
        WindowDriver piped_window(piped(), planner());
        const QString detail = piped_window->panes().answer().answer().detail();
        QVERIFY2(detail.contains(u"Fullest of 4 ranks: last stage, 2 alike."_s), qPrintable(detail));
        WindowDriver window(spread({{"parallel.data", "4"}}), planner());
        const QString alike = window->panes().answer().answer().detail();
        QVERIFY2(alike.contains(u"Each of the 4 ranks holds as much."_s), qPrintable(alike));
        QVERIFY2(!alike.contains(u"nothing is split"_s), qPrintable(alike));
        WindowDriver fewer(spread({{"parallel.data", "2"}}), planner());
        const QString said = fewer->panes().answer().answer().detail();
        QVERIFY2(said.contains(u"4 cards are named, the plan has 2 ranks."_s), qPrintable(said));
    }

    void the_worksheet_says_what_the_rule_gives_a_rank()
    {
        WindowDriver window(spread({{"parallel.data", "4"}, {"parallel.zero", "3"}}), planner());
        window->actions()["view.worksheet"]->trigger();
        auto *dialog = window->findChild<RuleDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        RuleModel &model = dialog->model();
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        const auto &estimate = window->estimation().snapshot().current().estimate;
        const int total = model.rowCount() - 1, activations = 3;
        QCOMPARE(text(0, RuleModel::term), u"Weights"_s);
        static const QRegularExpression formula(u"^[0-9]{1,3}(,[0-9]{3})+ × 2 B ÷ 4$"_s); // its thousands apart
        QVERIFY2(formula.match(text(0, RuleModel::formula)).hasMatch(), qPrintable(text(0, RuleModel::formula)));
        QVERIFY(!dialog->view().isColumnHidden(RuleModel::whole));
        QVERIFY(dialog->summary().contains(u"a rank of 4: ZeRO 3 ÷ 4"_s));
        const Numbers numbers = numbers_of(window->document().session());
        QCOMPARE(text(total, RuleModel::simulated), numbers.table(estimate->shown().needed()));
        QCOMPARE(text(activations, RuleModel::rule), u"–"_s);

        const Bytes before = model.sheet().total;
        QVERIFY(model.setData(model.index(activations, RuleModel::rule), u"6"_s, Qt::EditRole)); // in the session's unit
        QCOMPARE(model.sheet().total, before + 6 * numbers.unit_bytes());
        QVERIFY(model.setData(model.index(activations, RuleModel::rule), u"512 MiB"_s, Qt::EditRole));
        QCOMPARE(model.sheet().total, before + 512 * mib);
        QVERIFY(!model.setData(model.index(activations, RuleModel::rule), u"much"_s, Qt::EditRole));
        QVERIFY(!(model.flags(model.index(total, RuleModel::rule)) & Qt::ItemIsEditable));

        QVERIFY(window.pick(u"ZeRO stage"_s, u"2: and gradients"_s)); // it follows the plan, and keeps what was typed
        QTRY_VERIFY(dialog->summary().contains(u"ZeRO 2 ÷ 4"_s));
        QVERIFY(text(0, RuleModel::formula).endsWith(u" × 2 B"_s));
        QCOMPARE(model.sheet().terms[std::size_t(activations)].bytes, std::optional<Bytes>(512 * mib));
        QVERIFY(model.setData(model.index(activations, RuleModel::rule), QString(), Qt::EditRole)); // the formula's again
        QVERIFY(!model.sheet().terms[std::size_t(activations)].bytes);
    }

    void cards_of_several_kinds_are_one_run()
    {
        Session mixed = piped();
        mixed.cards.gpus = {"NVIDIA A100-SXM4-80GB:2", "NVIDIA L4:2"};
        WindowDriver window(mixed, planner());
        const Answer answer = window->panes().answer().answer();
        QVERIFY2(answer.headline.contains(u"2 × L4"_s), qPrintable(answer.headline)); // the tighter one
        QVERIFY2(answer.detail().contains(u"Ranks 2 to 3 of 4 sit there"_s), qPrintable(answer.detail()));
        QVERIFY2(!answer.detail().contains(u"cards are named"_s), qPrintable(answer.detail()));
    }

    void host_saving_and_bytes_sent_say_why()
    {
        WindowDriver window(piped(), planner());
        auto *label = beside_the_card(window);
        QVERIFY(label);
        QCOMPARE(label->text(), u"host 20.0 · saving 7.0 · sent a step 3.0 GiB"_s);
        for (const auto *part : {u"every rank loads (transformers)", u"rank 0 gathers all (accelerate)",
                                 u"2 · (n − 1)/n · gradients", u"torch reducer.cpp"})
            QVERIFY2(label->toolTip().contains(QString::fromUtf16(part)), qPrintable(label->toolTip()));
    }

    void a_split_is_found_and_used()
    {
        SplitAsk asked;
        std::vector<std::string> cards;
        WindowDriver window(spread({{"parallel.data", "4"}, {"gradient_accumulation", "4"}}), planner());
        WindowParts parts = window.parts();
        parts.find_splits = [&](const Plan &plan, const SplitAsk &ask, const SplitProgress &progress) -> Result<SplitAnswer> {
            asked = ask;
            cards = plan.target.gpus;
            progress(1, 2);
            return found();
        };
        window.replace(std::make_unique<MainWindow>(parts, window.session()));
        window->actions()["plan.split"]->trigger();
        auto *dialog = window->findChild<SplitDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(button(*dialog, u"&Use this split"_s)->isEnabled(), false);
        QTest::keyClick(dialog, Qt::Key_Return); // the default button
        QTRY_COMPARE(dialog->model().rowCount(), 2);
        QCOMPARE(asked.global_batch, std::optional<Count>(16)); // the plan's own
        QVERIFY(cards == (std::vector<std::string>{"A100 SXM4 80GB:4"}));
        const auto text = [&](int row, int column) { return dialog->model().index(row, column).data().toString(); };
        QCOMPARE(text(0, SplitModel::cards), u"2"_s);
        QCOMPARE(text(0, SplitModel::ways), u"fsdp2, 2 data"_s);
        QCOMPARE(text(0, SplitModel::batch), u"2 × 4"_s);
        QCOMPARE(text(0, SplitModel::why), u"fewest cards"_s);
        QVERIFY(button(*dialog, u"&Use this split"_s)->isEnabled());
        QTest::keyClick(&dialog->view(), Qt::Key_Down);
        const Session before = window.session();
        button(*dialog, u"&Use this split"_s)->click();
        QCOMPARE(window.plan().parallel.tensor, 4);
        QCOMPARE(window.plan().micro_batch, 8);
        QCOMPARE(window.plan().gradient_accumulation, 2);
        QVERIFY(window.session().cards.gpus == (std::vector<std::string>{"A100 SXM4 80GB:4"}));
        window->document().undo_stack().undo();
        QVERIFY(window.session() == before);
    }

    void a_search_shows_its_progress_and_can_be_ended()
    {
        std::atomic<int> looked = 0;
        WindowDriver window(spread({{"parallel.data", "4"}}), planner());
        WindowParts parts = window.parts();
        parts.find_splits = [&](const Plan &, const SplitAsk &, const SplitProgress &progress) -> Result<SplitAnswer> {
            SplitAnswer answer = found();
            while (progress(looked, 1000)) {
                ++looked;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            answer.found[0].search.cancelled = true;
            return answer;
        };
        window.replace(std::make_unique<MainWindow>(parts, window.session()));
        window->actions()["plan.split"]->trigger();
        auto *dialog = window->findChild<SplitDialog *>();
        button(*dialog, u"&Search"_s)->click();
        auto *bar = dialog->findChild<QProgressBar *>();
        QTRY_VERIFY(bar->isVisible() && bar->maximum() == 1000 && bar->value() > 0);
        QVERIFY(dialog->searching());
        QTest::keyClick(dialog, Qt::Key_Escape); // ends the search, not the dialog
        QTRY_VERIFY(!dialog->searching());
        QVERIFY(dialog->isVisible() && !bar->isVisible());
        QCOMPARE(dialog->model().rowCount(), 2); // what was found by then
        button(*dialog, u"&Search"_s)->click();
        QTRY_VERIFY(bar->isVisible());
        dialog->close(); // a search of a closed dialog ends too
        const int then = looked;
        QTest::qWait(100);
        QVERIFY(looked <= then + 60);
    }

    void what_cannot_be_searched_says_why()
    {
        WindowDriver window(with_plan(first_session(), with_edits(first_session().current().plan, {{"task", "infer"}}).value()),
                            planner());
        window->actions()["plan.split"]->trigger();
        QVERIFY(!window->findChild<SplitDialog *>());
        QVERIFY2(window->statusBar()->currentMessage().contains(u"trainings"_s),
                 qPrintable(window->statusBar()->currentMessage()));
        WindowDriver refused(spread({}), planner());
        WindowParts parts = refused.parts();
        parts.find_splits = [](const Plan &, const SplitAsk &, const SplitProgress &) -> Result<SplitAnswer> {
            return Error{"task", "infer", "train", {}};
        };
        refused.replace(std::make_unique<MainWindow>(parts, refused.session()));
        refused->actions()["plan.split"]->trigger();
        auto *dialog = refused->findChild<SplitDialog *>();
        button(*dialog, u"&Search"_s)->click();
        QTRY_VERIFY(label_with(*dialog, u"infer"_s));
    }

private:
    static SplitAnswer found()
    {
        SplitAnswer answer;
        answer.found = {{"NVIDIA A100-SXM4-80GB", 4, {}}};
        Split first;
        first.gpu = "NVIDIA A100-SXM4-80GB";
        first.cards = 2;
        first.parallel.engine = ParallelEngine::fsdp2;
        first.parallel.data = 2;
        first.parallel.zero = 3;
        first.micro_batch = 2;
        first.gradient_accumulation = 4;
        first.need = {60 * gib, {59 * gib, 61 * gib}, Phase::backward};
        first.usable = 79 * gib;
        first.fits = Fits::yes;
        first.why = "fewest cards";
        Split second = first;
        second.cards = 4;
        second.parallel = {};
        second.parallel.engine = ParallelEngine::native;
        second.parallel.tensor = 4;
        second.micro_batch = 8;
        second.gradient_accumulation = 2;
        second.why = "twice the cards";
        answer.found[0].search.ranked = {first, second};
        answer.found[0].search.tried = 31;
        return answer;
    }
    static QPushButton *button(const SplitDialog &dialog, const QString &text)
    {
        for (auto *one : dialog.findChildren<QPushButton *>())
            if (one->text() == text) return one;
        return nullptr;
    }
    static QLabel *label_with(const SplitDialog &dialog, const QString &part)
    {
        for (auto *one : dialog.findChildren<QLabel *>())
            if (one->text().contains(part)) return one;
        return nullptr;
    }
};

} // namespace plimsoll

using plimsoll::TestRanks;
PLIMSOLL_TEST(TestRanks)
#include "test_ranks.moc"
