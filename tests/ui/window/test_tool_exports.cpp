// SPDX-License-Identifier: GPL-3.0-or-later
// File ▸ Export for other tools: what is offered, why something is not, and the text.
#include "core/api/runs/run_export.h"
#include "tests/test_program.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/window_driver.h"
#include "ui/document/text.h"
#include "ui/panels/exchange/export_dialog.h"

#include <QClipboard>
#include <QMenuBar>
#include <QStandardItemModel>

namespace plimsoll {

class TestToolExports : public QObject {
    Q_OBJECT

    static Session of(const char *plan) { return session_from_text(plan)->session; }
    static Session training()
    {
        return of(R"({"schema": "plimsoll.plan/1", "name": "Small", "model": {"preset": "qwen2.5-0.5b"}, "stack": "trl",
            "method": "lora", "sequence_length": 512, "task": "train", "target": {"gpus": ["RTX 4090"]}})");
    }
    static Session serving()
    {
        return of(R"({"schema": "plimsoll.plan/1", "name": "Served", "model": {"preset": "qwen2.5-0.5b"}, "task": "infer",
            "inference": {"engine": "vllm", "context": 4096, "cache": "static"}, "target": {"gpus": ["RTX 4090"]}})");
    }

    /// The entries below File ▸ Export, by their object names; menus are filled as when they open.
    static std::vector<QAction *> entries(WindowDriver &window)
    {
        std::vector<QAction *> out;
        for (QMenu *menu : window->menuBar()->findChildren<QMenu *>()) {
            emit menu->aboutToShow();
            for (QAction *action : menu->actions())
                if (action->objectName().startsWith(QStringLiteral("export.tool."))) out.push_back(action);
        }
        return out;
    }

    static QAction *entry(WindowDriver &window, const char *name)
    {
        for (QAction *action : entries(window))
            if (action->objectName() == QStringLiteral("export.tool.") + QLatin1String(name)) return action;
        return nullptr;
    }

    static ExportDialog *dialog_of(WindowDriver &window) { return window->findChild<ExportDialog *>(); }

private slots:
    void all_that_the_command_line_writes_is_offered()
    {
        WindowDriver window(training());
        QStringList names;
        for (const QAction *action : entries(window)) names << action->objectName().mid(12);
        QStringList expected;
        for (const ExportOffer &offer : export_offers()) expected << qt(offer.name);
        QCOMPARE(names, expected);
        QVERIFY(expected.contains(QStringLiteral("trl")) && expected.contains(QStringLiteral("measure")) &&
                expected.contains(QStringLiteral("skypilot")));
    }

    void what_cannot_say_the_plan_says_why()
    {
        WindowDriver trains(training());
        QVERIFY(entry(trains, "trl")->isEnabled());
        QVERIFY(entry(trains, "trl")->toolTip().isEmpty() || entry(trains, "trl")->isEnabled());
        const QAction *const vllm = entry(trains, "vllm");
        QVERIFY(!vllm->isEnabled());
        QVERIFY2(vllm->toolTip().startsWith(QStringLiteral("task")), qPrintable(vllm->toolTip()));
        QCOMPARE(vllm->statusTip(), vllm->toolTip());
        WindowDriver serves(serving());
        QVERIFY(entry(serves, "vllm")->isEnabled());
        QVERIFY(!entry(serves, "trl")->isEnabled());
        QVERIFY(!entry(serves, "snapshot")->isEnabled());
        QVERIFY(entry(serves, "snapshot")->toolTip().contains(QStringLiteral("PyTorch's plain allocator")));
    }

    void the_text_is_the_command_lines()
    {
        WindowDriver window(serving());
        entry(window, "vllm")->trigger();
        ExportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog && dialog->isVisible());
        const Session &session = window.session();
        const Result<Exported> expected = exported(session.plan_of(session.current()), "vllm");
        QCOMPARE(dialog->shown().toPlainText(), qt(export_to_text(*expected)));
        QCOMPARE(dialog->about_unsaid(), QStringLiteral("What vLLM cannot say of the plan:"));
        QCOMPARE(dialog->unsaid().rowCount(), static_cast<int>(expected->not_said.size()));
        QCOMPARE(dialog->unsaid().item(0, 0)->text(), qt(expected->not_said[0].field));
        QCOMPARE(dialog->unsaid().item(0, 2)->text(), qt(expected->not_said[0].why));
        QCOMPARE(layout_faults(*dialog), QStringList());
        dialog->copy_button().click();
        QCOMPARE(QApplication::clipboard()->text(), qt(export_to_text(*expected)));
    }

    void another_tool_is_chosen_in_it()
    {
        WindowDriver window(training());
        window->actions()["export.tool"]->trigger();
        ExportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog);
        QCOMPARE(dialog->tools().currentData().toString(), QStringLiteral("trl"));
        const QString trl = dialog->shown().toPlainText();
        QVERIFY(trl.contains(QStringLiteral("max_length: 512")));
        dialog->choose("axolotl");
        QVERIFY(dialog->shown().toPlainText().contains(QStringLiteral("sequence_len: 512")));
        const auto *items = qobject_cast<QStandardItemModel *>(dialog->tools().model());
        QVERIFY(!items->item(dialog->tools().findText(QStringLiteral("vLLM")))->isEnabled());
    }

    void a_file_of_bytes_is_saved_and_not_copied()
    {
        QString file;
        QByteArray saved;
        WindowDriver window(training());
        Planner planner;
        const Question question{.plan = window.session().plan_of(window.session().current())};
        std::vector<OfferedExport> offers{{{"snapshot", "Snapshot", "pickle", false}}};
        ExportDialog dialog(
            offers, [&](const std::string &name) { return exported_as(planner.models(), question, name); },
            QStringLiteral("Small"),
            [&](const QString &suggestion, const QByteArray &bytes) {
                file = suggestion;
                saved = bytes;
                return QStringLiteral("done");
            },
            nullptr);
        QVERIFY(!dialog.copy_button().isEnabled());
        dialog.save_button().click();
        QCOMPARE(file, QStringLiteral("Small.pickle"));
        QVERIFY(saved.startsWith('\x80') && saved.size() > 10000);
    }
};

} // namespace plimsoll

using plimsoll::TestToolExports;
PLIMSOLL_TEST(TestToolExports)
#include "test_tool_exports.moc"
