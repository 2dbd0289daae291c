// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"

#include <QDir>
#include <QLockFile>
#include <QProcess>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// The program dies, and nothing is lost: the real one, killed, and the windows it leaves.
class TestRecovery : public QObject {
    Q_OBJECT
private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void the_killed_program_comes_back_with_what_was_changed()
    {
        const QString config = m_home->filePath(u"config.json"_s);
        QVERIFY(!write_bytes(tiny_config, config));
        // a model was chosen and nothing saved; then the machine dies
        auto program = started({config});
        QTRY_COMPARE_WITH_TIMEOUT(records().size(), 1, 60000);
        QVERIFY(record_text().contains(config.toUtf8()));
        program->kill();
        QVERIFY(program->waitForFinished());
        // the next start takes the session over …
        program = started({});
        QTRY_COMPARE_WITH_TIMEOUT(owner(), program->processId(), 60000);
        QVERIFY(record_text().contains(config.toUtf8()));
        // … and dies as well, before anybody touched it
        program->kill();
        QVERIFY(program->waitForFinished());
        auto taken = SessionKeeper(folder()).take_over();
        QCOMPARE(taken.size(), std::size_t{1});
        QVERIFY(taken[0].crashed && taken[0].kept.modified);
        QCOMPARE(QString::fromStdString(taken[0].kept.session.current().plan.model.config_path), config);
    }
    void a_recovered_window_says_so_and_is_not_saved_yet()
    {
        WindowDriver driver(first_session(), sample::planner());
        auto taken = crashed_with(with_name(first_session(), 0, "Lost"), {});
        driver->files().resume(std::move(taken));
        QCOMPARE(driver.session().current().name, std::string("Lost"));
        QVERIFY(driver->isWindowModified());
        QVERIFY(driver->panes().errors().isVisible());
        QVERIFY(driver->panes().errors().text().contains(u"save it to keep it"_s));
        QVERIFY(driver->files().save_to(driver.file(u"found.plimsoll"_s)));
        QVERIFY(!driver->isWindowModified());
    }
    void a_window_whose_file_changed_meanwhile_shows_the_file()
    {
        WindowDriver driver(first_session(), sample::planner());
        const QString path = driver.file(u"a.plimsoll"_s);
        QVERIFY(!write_session(with_name(first_session(), 0, "On disk"), path));
        driver->files().resume({{with_name(first_session(), 0, "Then"), path, false}, nullptr, false});
        QCOMPARE(driver.session().current().name, std::string("On disk"));
        QVERIFY(!driver->isWindowModified());
        // its file is gone: what stood here is kept, and is not saved
        driver->files().resume({{with_name(first_session(), 0, "Then"), driver.file(u"gone.plimsoll"_s), false}, nullptr, false});
        QCOMPARE(driver.session().current().name, std::string("Then"));
        QVERIFY(driver->isWindowModified());
    }
    /// Where a start is not to go on with the last sessions, what was not saved can be opened again from the menu.
    void a_start_afresh_puts_the_last_session_aside()
    {
        Settings(m_home->filePath(u"plimsoll/window.ini"_s)).set_preferences({ByteUnit::binary, u"light"_s, false});
        {
            const auto record = SessionRecord::make(folder());
            QVERIFY(record->write({with_name(first_session(), 0, "Yesterday"), {}, true}));
            record->leave();
        }
        const auto program = started({});
        const SessionKeeper keeper(folder());
        QTRY_COMPARE_WITH_TIMEOUT(keeper.closed().size(), std::size_t{1}, 60000);
        QCOMPARE(keeper.closed()[0].title, u"Yesterday · qwen2.5-coder-7b"_s);
        QVERIFY(!record_text().contains("Yesterday"));
        program->kill();
        QVERIFY(program->waitForFinished());
    }
    void several_windows_are_left_and_closed_apart()
    {
        WindowDriver driver(first_session(), sample::planner());
        QVERIFY(driver.type(u"Micro batch"_s, u"4"_s));
        driver->actions()["file.new"]->trigger(); // unsaved work stays; the new session gets a window of its own
        QPointer<MainWindow> other;
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *window = qobject_cast<MainWindow *>(widget); window && window != &*driver) other = window;
        QVERIFY(other);
        other->document().apply(with_name(first_session(), 0, "Closed alone"), u"Rename"_s);
        other->close();
        const SessionKeeper keeper(driver.settings().sessions_folder());
        QCOMPARE(keeper.closed().size(), std::size_t{1});
        QCOMPARE(keeper.closed()[0].title, u"Closed alone · qwen2.5-coder-7b"_s);
        // from the menu it opens again
        driver->actions()["edit.undo"]->trigger();
        QMenu *recent = nullptr;
        for (QMenu *menu : driver->findChildren<QMenu *>())
            if (menu->title() == u"Open &recent"_s) recent = menu;
        QVERIFY(recent);
        emit recent->aboutToShow();
        QVERIFY(recent->actions().last()->text().startsWith(u"Closed alone · qwen2.5-coder-7b, closed "_s));
        recent->actions().last()->trigger();
        QCOMPARE(driver.session().current().name, std::string("Closed alone"));
        QVERIFY(keeper.closed().empty());
        // quitting leaves it for the next start
        driver->actions()["file.quit"]->trigger();
        const auto taken = keeper.take_over();
        QCOMPARE(taken.size(), std::size_t{1});
        QVERIFY(!taken[0].crashed);
        QCOMPARE(taken[0].kept.session.current().name, std::string("Closed alone"));
    }

private:
    QString folder() const { return m_home->filePath(u"plimsoll/sessions"_s); }
    QStringList records() const { return QDir(folder()).entryList({u"open-*.json"_s}); }
    QByteArray record_text() const
    {
        QFile file(folder() + u'/' + records().value(0));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// The process whose window the record belongs to.
    qint64 owner() const
    {
        const QStringList locks = QDir(folder()).entryList({u"*.lock"_s});
        if (locks.size() != 1) return 0;
        QLockFile lock(folder() + u'/' + locks[0]);
        qint64 process = 0;
        QString host, application;
        return lock.getLockInfo(&process, &host, &application) ? process : 0;
    }
    std::unique_ptr<QProcess> started(const QStringList &arguments) const
    {
        auto program = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CONFIG_HOME"_s, m_home->path());
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        program->setProcessEnvironment(environment);
        program->start(plimsoll::tests::built_program(u"plimsoll-window"), arguments);
        return program->waitForStarted() ? std::move(program) : nullptr;
    }
    SessionKeeper::Taken crashed_with(const Session &session, const QString &path) const
    {
        {
            const auto record = SessionRecord::make(folder());
            record->write({session, path, true});
        }
        auto taken = SessionKeeper(folder()).take_over();
        return std::move(taken.at(0));
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

PLIMSOLL_TEST(TestRecovery)
} // namespace PLIMSOLL_FILE
#include "test_recovery.moc"
