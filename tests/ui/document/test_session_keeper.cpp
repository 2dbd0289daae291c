// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "ui/document/autosave.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Session named(const char *name) { return with_name(first_session(), 0, name); }

} // namespace

/// What becomes of sessions when windows close, programs are quit, and machines die.
class TestSessionKeeper : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void a_window_that_stands_open_is_left_alone()
    {
        const auto record = SessionRecord::make(folder());
        QVERIFY(record->write({named("mine"), {}, true}));
        QVERIFY(SessionKeeper(folder()).take_over().empty());
    }
    void a_crashed_window_is_given_once_with_all_that_was_known()
    {
        crash({named("käse"), u"/there/a.plimsoll"_s, true});
        auto taken = SessionKeeper(folder()).take_over();
        QCOMPARE(taken.size(), std::size_t{1});
        QVERIFY(taken[0].crashed);
        QCOMPARE(taken[0].kept.session, named("käse"));
        QCOMPARE(taken[0].kept.path, u"/there/a.plimsoll"_s);
        QVERIFY(taken[0].kept.modified);
        QVERIFY(SessionKeeper(folder()).take_over().empty());
        taken.clear(); // died again before anything was written
        QCOMPARE(SessionKeeper(folder()).take_over().size(), std::size_t{1});
    }
    void quitting_brings_every_window_back()
    {
        for (const char *name : {"one", "two"}) {
            const auto record = SessionRecord::make(folder());
            QVERIFY(record->write({named(name), {}, false}));
            record->leave();
        }
        const auto taken = SessionKeeper(folder()).take_over();
        QCOMPARE(taken.size(), std::size_t{2});
        for (const auto &one : taken) QVERIFY(!one.crashed);
    }
    void a_damaged_record_is_put_aside_and_the_others_come()
    {
        crash({named("good"), {}, true});
        QVERIFY(!write_bytes("{\"schema\": \"plimsoll.kept/1\", \"sess", folder() + u"/open-torn.json"_s));
        QVERIFY(!write_bytes("{\"schema\": \"plimsoll.kept/2\"}", folder() + u"/open-newer.json"_s));
        QCOMPARE(SessionKeeper(folder()).take_over().size(), std::size_t{1});
        QVERIFY(QFile::exists(folder() + u"/damaged-torn.json"_s));
        QVERIFY(QFile::exists(folder() + u"/damaged-newer.json"_s));
    }
    void a_closed_window_can_be_opened_again_and_ten_are_kept()
    {
        for (int i = 0; i < 12; ++i) {
            const auto record = SessionRecord::make(folder());
            QVERIFY(record->write({named(std::to_string(i).c_str()), i == 11 ? u"/x/eleven.plimsoll"_s : QString(), true}));
            QTest::qWait(2);
            record->close();
        }
        const SessionKeeper keeper(folder());
        QVERIFY(keeper.take_over().empty());
        const auto closed = keeper.closed();
        QCOMPARE(closed.size(), std::size_t{10});
        QCOMPARE(closed[0].title, u"eleven"_s);
        const auto kept = keeper.reopen(closed[0].file);
        QCOMPARE(kept->session, named("11"));
        QCOMPARE(keeper.closed().size(), std::size_t{9});
        QVERIFY(!keeper.reopen(closed[0].file));
    }
    void a_change_is_kept_within_two_seconds()
    {
        Document document(first_session());
        auto autosave = std::make_unique<Autosave>(document, folder());
        document.apply(named("changed"), u"Rename"_s);
        QTRY_COMPARE_WITH_TIMEOUT(QDir(folder()).entryList({u"open-*.json"_s}).size(), 1, 2000);
        autosave.reset(); // as if the process were gone
        const auto taken = SessionKeeper(folder()).take_over();
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(taken[0].kept.session, document.session());
        QVERIFY(taken[0].kept.modified);
    }
    /// A start that does not go on where the last one ended: only what a crash took comes back, the rest stays in the menu.
    void a_start_afresh_gives_what_a_crash_took_alone()
    {
        const auto leave = [&](const Session &session, bool modified) {
            const auto record = SessionRecord::make(folder());
            QVERIFY(record->write({session, {}, modified}));
            record->leave();
        };
        leave(named("left saved"), false);
        leave(named("left unsaved"), true);
        crash({named("crashed unsaved"), {}, true});
        crash({named("crashed saved"), {}, false});
        const SessionKeeper keeper(folder());
        const auto taken = keeper.take_crashed();
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(taken[0].kept.session, named("crashed unsaved"));
        const auto closed = keeper.closed();
        QCOMPARE(closed.size(), std::size_t{1});
        QCOMPARE(closed[0].title, u"left unsaved · qwen2.5-coder-7b"_s); // its scenario and model
    }
    void closing_a_saved_window_leaves_nothing_behind()
    {
        Document document(first_session());
        Autosave autosave(document, folder());
        autosave.write_now();
        autosave.close();
        QVERIFY(QDir(folder()).entryList({u"*.json"_s}).isEmpty());
    }
    void a_folder_that_cannot_be_made_costs_nothing_but_the_keeping()
    {
        QVERIFY(!write_bytes("a file", folder() + u"/file"_s));
        Document document(first_session());
        Autosave autosave(document, folder() + u"/file/sessions"_s);
        autosave.write_now();
        autosave.leave();
        QVERIFY(SessionKeeper(folder() + u"/file/sessions"_s).take_over().empty());
    }

private:
    QString folder() const { return m_folder->path(); }
    /// A record whose process is gone: its lock names nobody who lives.
    void crash(const KeptSession &kept) const
    {
        const auto record = SessionRecord::make(folder());
        QVERIFY(record->write(kept));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

PLIMSOLL_TEST(TestSessionKeeper)
} // namespace PLIMSOLL_FILE
#include "test_session_keeper.moc"
