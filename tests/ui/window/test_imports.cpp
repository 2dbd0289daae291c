// SPDX-License-Identifier: GPL-3.0-or-later
// Other tools' configurations in the window: opened, pasted, agreed to or not.
#include "core/plan/model_card/carried_plan.h"
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/window/exchange/import_dialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTreeWidget>

namespace plimsoll {

class TestImports : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// "# A" and a block for each of the plans, in lines 2, 5, …
    static QByteArray card_with(const std::vector<std::string> &plans)
    {
        std::string out = "# A\n";
        for (const std::string &plan : plans)
            out += card::opening_comment(plan) + "\n" + std::string(card::closing_comment) + "\n\n";
        return QByteArray::fromStdString(out);
    }

    QString written(const char *name, const QByteArray &text)
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return path;
    }

    static ImportDialog *dialog_of(WindowDriver &window) { return window->findChild<ImportDialog *>(); }

    /// Groups with their rows: "Understood (1): lora_r 2 adapter.rank 4".
    static QStringList shown(const ImportDialog &dialog)
    {
        QStringList out;
        const auto *tree = dialog.findChild<QTreeWidget *>();
        for (int i = 0; i < tree->topLevelItemCount(); ++i) {
            const QTreeWidgetItem *group = tree->topLevelItem(i);
            for (int k = 0; k < group->childCount(); ++k)
                out << group->text(0) + QStringLiteral(": ") + group->child(k)->text(0) + QLatin1Char(' ') +
                           group->child(k)->text(1) + QLatin1Char(' ') + group->child(k)->text(2);
        }
        return out;
    }

private slots:
    void a_file_becomes_a_plan()
    {
        WindowDriver window;
        QVERIFY(
            window->files().open(written("sft.yaml", "model_name_or_path: Qwen/Qwen2.5-0.5B\nuse_peft: true\nlora_r: 4\nseed: 1\n"
                                                     "num_generations: 8\n")));
        ImportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(
            shown(*dialog),
            (QStringList{
                QStringLiteral("Could not be said (1): num_generations 5 it is about generating, for which the plan read here has no field"),
                QStringLiteral("Understood (3): model_name_or_path 1 model Qwen/Qwen2.5-0.5B"),
                QStringLiteral("Understood (3): use_peft 2 method lora"),
                QStringLiteral("Understood (3): lora_r 3 adapter.rank 4"),
                QStringLiteral(
                    "Without effect on memory (1): seed 4 it changes how long or how fast is learned, not what a step holds")}));
        dialog->accept();
        QCOMPARE(window.plan().model.hub, "Qwen/Qwen2.5-0.5B");
        QCOMPARE(window.plan().adapter.rank, Count{4});
        QCOMPARE(window.session().current().name, "sft");
    }

    void whoever_disagrees_keeps_what_stands()
    {
        WindowDriver window;
        const Session before = window.session();
        QVERIFY(window->files().open(written("ds.json", R"({"zero_optimization": {"stage": 3}})")));
        ImportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog != nullptr);
        dialog->reject();
        QCOMPARE(window.session(), before);
    }

    void the_model_stays_where_none_is_named()
    {
        WindowDriver window;
        const ModelReference model = window.plan().model;
        QApplication::clipboard()->setText(QStringLiteral("trl sft --use_peft --lora_r 64 --bf16 true"));
        window->actions()["file.paste"]->trigger();
        ImportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog != nullptr);
        dialog->accept();
        QCOMPARE(window.plan().model, model);
        QCOMPARE(window.plan().adapter.rank, Count{64});
    }

    void what_cannot_be_read_is_said()
    {
        WindowDriver window;
        QApplication::clipboard()->setText(QStringLiteral("trl sft --x 'open"));
        window->actions()["file.paste"]->trigger();
        QVERIFY(dialog_of(window) == nullptr);
        QVERIFY(window->panes().errors().isVisible());
        QVERIFY(!window->files().open(written("odd.yaml", "a: [1\n")));
    }

    void dropped_text_is_read_as_pasted()
    {
        WindowDriver window;
        QMimeData mime;
        mime.setText(QStringLiteral("trl sft --use_peft --lora_r 64"));
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &mime, Qt::LeftButton, {});
        static_cast<QObject &>(*window).event(&enter); // not sent: Qt hands on what a drag of its own has entered
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &mime, Qt::LeftButton, {});
        static_cast<QObject &>(*window).event(&drop);
        ImportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog != nullptr);
        dialog->accept();
        QCOMPARE(window.plan().adapter.rank, Count{64});
        QMimeData blank;
        blank.setText(QStringLiteral(" \n"));
        QDragEnterEvent nothing(QPoint(400, 300), Qt::CopyAction, &blank, Qt::LeftButton, {});
        nothing.ignore();
        static_cast<QObject &>(*window).event(&nothing);
        QVERIFY(!nothing.isAccepted());
    }

    void a_configuration_or_a_plan_that_is_pasted_is_taken()
    {
        WindowDriver window;
        QVERIFY(window->files().take_text(QStringLiteral("Clipboard"), QString::fromUtf8(tiny_config)));
        QVERIFY(dialog_of(window) == nullptr);
        QVERIFY(window.plan().model.config_text.find("\"llama\"") != std::string::npos);
        window->document().start(window.session(), {});
        QVERIFY(window->files().take_text(QStringLiteral("Clipboard"),
                                          QStringLiteral(R"({"schema": "plimsoll.plan/1", "name": "Mine", "micro_batch": 7})")));
        QCOMPARE(window.session().current().name, "Mine");
        QCOMPARE(window.plan().micro_batch, Count{7});
    }

    void a_model_card_gives_its_plan_back()
    {
        WindowDriver window;
        QVERIFY(window->files().open(written("README.md", card_with({R"({"schema": "plimsoll.plan/1", "name": "One",
            "model": {"preset": "qwen2.5-7b"}, "micro_batch": 3, "target": {"gpus": ["T4"]}})"}))));
        ImportDialog *const dialog = dialog_of(window);
        QVERIFY(dialog != nullptr && dialog->choices() == nullptr);
        dialog->accept();
        QCOMPARE(window.session().current().name, "One");
        QCOMPARE(window.plan().micro_batch, Count{3});
        QCOMPARE(window.session().cards.gpus, std::vector<std::string>{"T4"});
    }

    void of_several_plans_and_blocks_one_is_chosen_or_all()
    {
        const QString path = written(
            "README.md",
            card_with({R"({"schema": "plimsoll.session/1", "selected": 1, "scenarios": [{"name": "A", "plan": {"micro_batch": 2}},
                {"name": "B", "plan": {"micro_batch": 3}}]})",
                       R"({"schema": "plimsoll.plan/1", "name": "C", "micro_batch": 4})"}));
        WindowDriver window;
        QVERIFY(window->files().open(path));
        ImportDialog *dialog = dialog_of(window);
        QVERIFY(dialog != nullptr && dialog->choices() != nullptr);
        QStringList titles;
        for (int i = 0; i < dialog->choices()->count(); ++i) titles << dialog->choices()->itemText(i);
        QCOMPARE(titles, (QStringList{QStringLiteral("All 3 as scenarios"), QStringLiteral("A, block in line 2"),
                                      QStringLiteral("B, block in line 2"), QStringLiteral("C, block in line 5")}));
        QCOMPARE(dialog->choices()->currentIndex(), 2); // the one that its block selects
        dialog->choices()->setCurrentIndex(3);
        const QStringList rows = shown(*dialog);
        QVERIFY2(std::ranges::any_of(
                     rows, [](const QString &row) { return row.endsWith(QStringLiteral(": micro_batch 5 micro_batch 4")); }),
                 qPrintable(rows.join(QLatin1Char('\n'))));
        dialog->accept();
        QCOMPARE(window.plan().micro_batch, Count{4});
        QVERIFY(QTest::qWaitFor([&] { return dialog_of(window) == nullptr; }));
        QVERIFY(window->document().modified()); // no file holds it: the next one would get a window of its own
        window->document().start(window.session(), {});
        QVERIFY(window->files().open(path));
        dialog = dialog_of(window);
        QVERIFY(dialog != nullptr);
        dialog->choices()->setCurrentIndex(0);
        dialog->accept();
        QCOMPARE(window.session().scenarios.size(), std::size_t{3});
        QCOMPARE(window.session().current().name, "B");
    }

    void a_card_without_a_block_says_so()
    {
        WindowDriver window;
        QVERIFY(!window->files().open(written("README.md", "# A model\n\nWords.\n")));
        QVERIFY(dialog_of(window) == nullptr);
        QVERIFY(window->panes().errors().text().contains(QStringLiteral("block")));
    }

    void a_models_configuration_is_none_of_a_tool()
    {
        WindowDriver window;
        QVERIFY(window->files().open(written("config.json", tiny_config.constData())));
        QVERIFY(dialog_of(window) == nullptr);
        QVERIFY(!window.plan().model.config_path.empty());
    }
};

} // namespace plimsoll

using plimsoll::TestImports;
PLIMSOLL_TEST(TestImports)
#include "test_imports.moc"
