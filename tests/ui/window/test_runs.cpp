// SPDX-License-Identifier: GPL-3.0-or-later
// What real runs left behind, in the window: read, laid beside a plan, kept, shared.
#include "core/api/runs/run_export.h"
#include "core/estimate/learned.h"
#include "core/measured/learned_file.h"
#include "tests/test_program.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/window_driver.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/document/text.h"
#include "ui/panels/exchange/run_dialog.h"

#include <QClipboard>
#include <QFile>

#include <filesystem>

namespace plimsoll {

namespace {

/// Of a run with 1 MiB more than planned in every phase; nothing is planned for the figures of `device`.
constexpr const char *measurement = R"({"schema": "plimsoll.measurement/1",
 "plan": {"schema": "plimsoll.plan/1", "name": "of Jane", "model": {"preset": "qwen2.5-0.5b"}, "method": "full", "sequence_length": 512},
 "card": {"name": "NVIDIA A100-SXM4-80GB", "total_bytes": 85899345920}, "versions": {"torch": "2.15.0+cu132"}, "runner": "trainer",
 "allocated_peak_bytes": 5000000000, "reserved_peak_bytes": 6000000000,
 "phases": [{"step": 0, "phase": "load", "allocated_peak_bytes": 996322304},
            {"step": 2, "phase": "forward", "allocated_peak_bytes": 3000000000},
            {"step": 2, "phase": "backward", "allocated_peak_bytes": 5000000000}],
 "device": {"process_bytes": 6500000000, "outside_torch_bytes": 500000000}, "notes": ["in /people/jane"]})";

constexpr const char *smi = "timestamp, index, memory.used [MiB], memory.total [MiB]\n"
                            "2026/11/27 00:12:55.123, 0, 103 MiB, 81920 MiB\n2026/11/27 00:12:56.123, 0, 15000 MiB, 81920 MiB\n";

Session small_training()
{
    const auto read = session_from_text(R"({"schema": "plimsoll.plan/1", "name": "Small", "model": {"preset": "qwen2.5-0.5b"},
        "method": "lora", "sequence_length": 512, "target": {"gpus": ["RTX 4090"]}})");
    return read->session;
}

} // namespace

class TestRuns : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString written(const char *name, const QByteArray &bytes)
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
        return path;
    }

    static RunDialog *dialog_of(WindowDriver &window) { return window->findChild<RunDialog *>(); }

    /// The dialog once a run stands in it.
    static RunDialog *shown_in(WindowDriver &window)
    {
        const bool there = QTest::qWaitFor([&] { return dialog_of(window) && dialog_of(window)->model().rowCount() > 0; }, 30000);
        return there ? dialog_of(window) : nullptr;
    }

    static QString row(RunDialog &dialog, int at)
    {
        QStringList out;
        for (int column = 0; column < RunModel::column_count; ++column) out << dialog.model().index(at, column).data().toString();
        return out.join(QLatin1Char('|'));
    }

    /// With plain blanks.
    static QString plain(QString text) { return text.replace(QChar(0x00a0), QLatin1Char(' ')); }

    static QStringList titles(RunDialog &dialog)
    {
        QStringList out;
        for (int i = 0; i < dialog.model().rowCount(); ++i) out << dialog.model().index(i, 0).data().toString();
        return out;
    }

private slots:
    void cleanup()
    {
        set_learned_runs({});
        std::filesystem::remove(measurements_path());
    }

    void a_measurement_stands_beside_its_own_plan()
    {
        WindowDriver window(small_training());
        const Session before = window.session();
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->plans().count(), 2);
        QCOMPARE(dialog->plans().currentText(), QStringLiteral("Its own plan"));
        QCOMPARE(titles(*dialog), (QStringList{QStringLiteral("Allocated, whole run"), QStringLiteral("Reserved, whole run"),
                                               QStringLiteral("Process on the card"), QStringLiteral("Outside PyTorch"),
                                               QStringLiteral("Before the steps, load"), QStringLiteral("Step 2, forward"),
                                               QStringLiteral("Step 2, backward")}));
        QCOMPARE(row(*dialog, 4), QStringLiteral("Before the steps, load|0.93|0.93|0.00|0.00"));
        QVERIFY2(plain(dialog->headline()).startsWith(QStringLiteral("The process took 6.1 GiB on the card; planned were ")),
                 qPrintable(dialog->headline()));
        QCOMPARE(dialog->parting().section(QLatin1Char('\n'), 0, 0), QStringLiteral("They part in step 2, forward."));
        QCOMPARE(dialog->model().parting_row(), 5);
        QVERIFY(dialog->notes().contains(QStringLiteral("in /people/jane")));
        QCOMPARE(layout_faults(*dialog), QStringList());
        QCOMPARE(window.session(), before);
    }

    void its_line_runs_over_the_planned_step()
    {
        WindowDriver window(small_training());
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog);
        QVERIFY(dialog->chart().isVisible());
        QTRY_VERIFY(dialog->chart().canvas()->layout_shown().measured.size() == 1);
        QVERIFY(dialog->chart().canvas()->cursor_index().has_value()); // at the phase in which both part
        QVERIFY(
            plain(dialog->chart().canvas()->layout_shown().caption.text).contains(QStringLiteral("measured, 4.7 GiB at most")));
        QVERIFY(
            plain(dialog->chart().canvas()->accessibleDescription()).contains(QStringLiteral("A real run had 4.7 GiB at most.")));
    }

    void it_is_kept_where_somebody_says_so_and_the_interval_learns()
    {
        WindowDriver window(small_training());
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *dialog = shown_in(window);
        QVERIFY(dialog && dialog->keep_button().isEnabled());
        QVERIFY(!QFile::exists(qt(measurements_path())));
        dialog->keep_button().click();
        QFile file(qt(measurements_path()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 1);
        QCOMPARE(learned_runs()->size(), std::size_t{1});
        const auto labels = dialog->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *one) {
            return one->isVisible() && one->text().startsWith(QStringLiteral("kept: 1 of transformers on "));
        }));
        dialog->keep_button().click(); // the same run counts once
        QCOMPARE(learned_runs()->size(), std::size_t{1});
    }

    void beside_another_plan_nothing_is_learned()
    {
        WindowDriver window(small_training());
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog);
        const QString own = row(*dialog, 0);
        dialog->plans().setCurrentIndex(1);
        emit dialog->plans().activated(1);
        QTRY_VERIFY_WITH_TIMEOUT(row(*dialog, 0) != own, 30000);
        QVERIFY(!dialog->keep_button().isEnabled());
        QCOMPARE(dialog->keep_button().toolTip(), QStringLiteral("What is learned is of its own plan; choose that one."));
    }

    void what_is_shared_is_shown_first()
    {
        WindowDriver window(small_training());
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog && dialog->share_button().isEnabled());
        dialog->share_button().click();
        auto *const shared = dialog->findChild<TextDialog *>();
        QVERIFY(shared && shared->isVisible());
        const QString text = shared->shown().toPlainText();
        QVERIFY(text.contains(QStringLiteral("  \"allocated_peak_bytes\": 5000000000,\n")));
        QVERIFY2(!text.contains(QStringLiteral("ane")), qPrintable(text)); // neither Jane nor /people/jane
        shared->copy_button().click();
        QCOMPARE(QApplication::clipboard()->text(), text);
    }

    void its_plan_is_opened()
    {
        WindowDriver window(small_training());
        QVERIFY(window->files().open(written("run.json", measurement)));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog);
        dialog->plan_button().click();
        QCOMPARE(window.plan().method, Method::full);
        QCOMPARE(window.session().cards.gpus, std::vector<std::string>{"NVIDIA A100-SXM4-80GB"});
    }

    void a_snapshot_has_its_course_beside_the_selected_scenario()
    {
        WindowDriver window(small_training());
        Planner planner;
        const Session &session = window.session();
        const Result<Exported> snapshot = exported_as(planner.models(), {.plan = session.plan_of(session.current())}, "snapshot");
        QVERIFY(snapshot.ok());
        QVERIFY(window->files().open(written("step.pickle", QByteArray::fromStdString(snapshot->text))));
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog);
        QCOMPARE(dialog->plans().currentText(), QStringLiteral("Small"));
        QCOMPARE(dialog->parting(), QStringLiteral("No phase is off by more than half a per cent and 2 MiB."));
        QVERIFY(!dialog->share_button().isEnabled() && !dialog->keep_button().isEnabled() && !dialog->plan_button().isEnabled());
        QTRY_VERIFY(!dialog->chart().canvas()->layout_shown().measured.empty());
        QVERIFY(dialog->chart().canvas()->layout_shown().measured.front().size() > 50); // no levels: the course of each phase
    }

    void a_log_has_its_figures()
    {
        WindowDriver window(small_training());
        QApplication::clipboard()->setText(QString::fromUtf8(smi));
        window->actions()["file.paste"]->trigger();
        RunDialog *const dialog = shown_in(window);
        QVERIFY(dialog);
        QVERIFY(!dialog->chart().isVisible());
        QVERIFY2(plain(dialog->headline())
                     .startsWith(QStringLiteral("All processes of the card together took 14.6 GiB; the plan's alone takes ")),
                 qPrintable(dialog->headline()));
    }

    void a_large_file_of_no_run_is_opened_as_what_it_is()
    {
        WindowDriver window(small_training());
        QByteArray plan = R"({"schema": "plimsoll.plan/1", "name": "Large", "micro_batch": 9})";
        plan.append(QByteArray(qsizetype{2} << 20, ' '));
        QVERIFY(window->files().open(written("large.json", plan)));
        QTRY_COMPARE(window.plan().micro_batch, Count{9});
        QTRY_VERIFY(dialog_of(window) == nullptr);
    }

    void what_is_damaged_is_said_and_the_dialog_goes()
    {
        WindowDriver window(small_training());
        window->files().open(written("cut.pickle", QByteArray("\x80\x04\x95", 3)));
        QTRY_VERIFY(window->panes().errors().isVisible());
        QVERIFY(window->panes().errors().text().contains(QStringLiteral("cut.pickle")));
        QTRY_VERIFY(dialog_of(window) == nullptr);
        window->files().open(written("run.json.gz", QByteArray("\x1f\x8b\x08", 3)));
        QTRY_VERIFY(window->panes().errors().text().contains(QStringLiteral("run.json.gz")));
    }
};

} // namespace plimsoll

using plimsoll::TestRuns;
PLIMSOLL_TEST(TestRuns)
#include "test_runs.moc"
