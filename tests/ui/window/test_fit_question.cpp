// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_json.h"
#include "tests/core/serving/gguf_header.h"
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/panels/fit_params_dialog.h"

#include <QFile>
#include <QSignalSpy>
#include <QStatusBar>

namespace plimsoll {

/// llama.cpp's own program beside the plan, in the window.
class TestFitQuestion : public QObject {
    Q_OBJECT

    /// A program that a test answers for.
    struct Fake {
        QStringList asked;
        int ended = 0;
        OtherProgramAnswer done;
        OtherProgram program()
        {
            return [this](const QStringList &arguments, const OtherProgramAnswer &answer) -> std::function<void()> {
                asked = arguments;
                done = answer;
                return [this] { ++ended; };
            };
        }
    };

    static Session serving(const QString &file)
    {
        Session session = first_session();
        session.scenarios[0].plan =
            plan_from_json(R"({"task": "infer", "inference": {"engine": "llama.cpp", "context": 2048}})")->plan;
        session.scenarios[0].plan.model = {.config_path = file.toStdString()};
        return session;
    }

    QTemporaryDir m_folder;

    QString written_model()
    {
        const QString path = m_folder.filePath(QStringLiteral("small.gguf"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(tests::small_llama()));
        return path;
    }

    /// In a window that has the program.
    static void ask(WindowDriver &window, Fake &fake, const QString &path)
    {
        WindowParts parts = window.parts();
        parts.fit_params = fake.program();
        window.replace(std::make_unique<MainWindow>(parts, serving(path)));
        window->actions()["tools.fit_params"]->trigger();
    }

private slots:
    void both_stand_side_by_side()
    {
        const QString path = written_model();
        Fake fake;
        WindowDriver window(serving(path));
        ask(window, fake, path);
        QVERIFY(fake.asked.contains(path));
        const auto &start = window->estimation().snapshot().current().estimate->fullest().engine->start;
        const EnginePlace &card = start.places.front();
        const auto floored = [](Bytes bytes) { return QByteArray::number(bytes / mib); };
        fake.done("CUDA0 " + floored(card.weights) + ' ' + floored(card.kv_cache + 5 * mib) + ' ' + floored(card.compute) + " \n",
                  {});
        auto *dialog = window->findChild<FitParamsDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        const auto text = [&](int row, int column) { return dialog->model().index(row, column).data().toString(); };
        QCOMPARE(text(0, FitParamsModel::place), QString::fromStdString(card.place));
        QCOMPARE(text(0, FitParamsModel::difference), QStringLiteral("equal"));
        QVERIFY2(text(1, FitParamsModel::difference).startsWith(QStringLiteral("−")),
                 qPrintable(text(1, FitParamsModel::difference)));
        QCOMPARE(text(2, FitParamsModel::difference), QStringLiteral("equal"));
    }
    void what_the_program_says_instead_is_shown()
    {
        const QString path = written_model();
        Fake fake;
        WindowDriver window(serving(path));
        ask(window, fake, path);
        fake.done({}, QStringLiteral("failed to load model"));
        QVERIFY(window->panes().errors().isVisible());
        QVERIFY(!window->findChild<FitParamsDialog *>());
        window->actions()["tools.fit_params"]->trigger();
        window->actions()["tools.fit_params"]->trigger();
        QCOMPARE(fake.ended, 1); // a newer question ends the one before
    }
    void without_it_nothing_runs()
    {
        WindowDriver window;
        window->actions()["tools.fit_params"]->trigger();
        QVERIFY2(window->statusBar()->currentMessage().contains(QStringLiteral("not installed")),
                 qPrintable(window->statusBar()->currentMessage()));
    }
};

} // namespace plimsoll

using plimsoll::TestFitQuestion;
PLIMSOLL_TEST(TestFitQuestion)
#include "test_fit_question.moc"
