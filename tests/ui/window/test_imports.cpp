// SPDX-License-Identifier: GPL-3.0-or-later
// Other tools' configurations in the window: opened, pasted, agreed to or not.
#include "tests/ui/window/window_driver.h"
#include "ui/window/exchange/import_dialog.h"

#include <QClipboard>
#include <QFile>
#include <QTreeWidget>

namespace plimsoll {

class TestImports : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString written(const char *name, const char *text)
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return path;
    }

    static ImportDialog *dialog_of(WindowDriver &window) { return window->findChild<ImportDialog *>(); }

    /// Groups with their rows: "Understood (1): lora_r 2 adapter.rank".
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
                QStringLiteral("Understood (3): model_name_or_path 1 model"), QStringLiteral("Understood (3): use_peft 2 method"),
                QStringLiteral("Understood (3): lora_r 3 adapter.rank"),
                QStringLiteral(
                    "Without effect on memory (1): seed 4 it changes how long or how fast is learned, not what a step holds"),
                QStringLiteral("Could not be said (1): num_generations 5 generating beside the training is not planned for")}));
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
QTEST_MAIN(TestImports)
#include "test_imports.moc"
