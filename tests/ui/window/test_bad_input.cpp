// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"

#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>

#include <algorithm>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// What is wrong is said where people look, with what to do; what they had stays as it is.
class TestBadInput : public QObject {
    Q_OBJECT
private slots:
    void init() { m = std::make_unique<WindowDriver>(first_session(), sample::planner()); }
    void cleanup() { m.reset(); }

    void a_file_says_what_to_do_and_changes_nothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("truncated") << tiny_config.left(tiny_config.size() / 2) << u"ends in the middle"_s;
        QTest::newRow("empty") << QByteArray() << u"config.json"_s;
        QTest::newRow("no JSON") << QByteArray("hello") << u"config.json"_s;
        QTest::newRow("a list") << QByteArray("[1, 2]") << u"object"_s;
        QTest::newRow("missing key") << QByteArray(R"({"model_type": "frobnicator"})") << u"Needed"_s;
        QTest::newRow("missing sizes") << QByteArray(R"({"model_type": "llama"})") << u"hidden_size"_s;
        QTest::newRow("wrong type") << QByteArray(tiny_config).replace("256", "\"wide\"") << u"hidden_size"_s;
        QTest::newRow("negative") << QByteArray(tiny_config).replace("256", "-256") << u"hidden_size"_s;
        QTest::newRow("absurd") << QByteArray(tiny_config).replace("256", "99999999999999999999") << u"hidden_size"_s;
        QTest::newRow("absurd layers")
            << QByteArray(tiny_config).replace("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 2000000000")
            << u"num_hidden_layers"_s;
        QTest::newRow("newer session") << QByteArray(R"({"schema": "plimsoll.session/9", "scenarios": []})")
                                       << u"plimsoll.session/9"_s;
        QTest::newRow("damaged session") << QByteArray(R"({"schema": "plimsoll.session/1", "scenarios": [{"name": 3}]})")
                                         << u"scenarios[0]"_s;
    }
    void a_file_says_what_to_do_and_changes_nothing()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const QString path = m->file(u"config.json"_s);
        QVERIFY(!write_bytes(text, path));
        refused(path, said);
    }
    void no_file_a_folder_and_a_huge_file()
    {
        refused(m->file(u"nothing.json"_s), u"no such file"_s);
        QVERIFY(QDir().mkpath(m->file(u"folder"_s)));
        refused(m->file(u"folder"_s), u"holds no config.json"_s);
        QFile huge(m->file(u"huge.json"_s));
        QVERIFY(huge.open(QIODevice::WriteOnly) && huge.resize(qint64{200} << 20));
        refused(huge.fileName(), u"200 MiB"_s);
    }
    void a_file_that_may_not_be_read()
    {
#ifdef Q_OS_UNIX
        if (geteuid() == 0) QSKIP("root may read everything");
#endif
        const QString path = m->file(u"secret.json"_s);
        QVERIFY(!write_bytes(tiny_config, path));
        QVERIFY(QFile::setPermissions(path, QFileDevice::WriteOwner));
        refused(path, u"cannot be read"_s);
    }
    void a_place_that_may_not_be_written()
    {
        const Session before = m->session();
        QVERIFY(!(*m)->files().save_to(m->file(u"no/such/folder/a.plimsoll"_s)));
        QVERIFY((*m)->panes().errors().isVisible());
        QVERIFY((*m)->panes().errors().text().contains(u"cannot be written"_s));
        QVERIFY(!(*m)->export_to(m->file(u"no/such/folder/a.md"_s)));
        QVERIFY(!(*m)->export_to(m->file(u"a.docx"_s)));
        QCOMPARE(m->session(), before);
        QVERIFY((*m)->document().path().isEmpty());
    }
    void a_folder_with_a_model_is_that_model()
    {
        QVERIFY(QDir().mkpath(m->file(u"model"_s)));
        QVERIFY(!write_bytes(tiny_config, m->file(u"model/config.json"_s)));
        QVERIFY2((*m)->files().open(m->file(u"model"_s)), qPrintable((*m)->panes().errors().text()));
        QCOMPARE(QString::fromStdString(m->plan().model.config_path), m->file(u"model"_s));
        QTRY_VERIFY((*m)->estimation().snapshot().current().estimate);
    }
    void dropped_files_are_taken_or_refused_alike()
    {
        const QString path = m->file(u"config.json"_s);
        QVERIFY(!write_bytes("{", path));
        drop(path);
        QVERIFY2((*m)->panes().errors().isVisible(), qPrintable((*m)->panes().errors().text()));
        QVERIFY(!write_bytes(tiny_config, path));
        drop(path);
        QVERIFY(!(*m)->panes().errors().isVisible());
        QCOMPARE(QString::fromStdString(m->plan().model.config_path), path);
    }
    void an_impossible_value_is_explained_under_its_field()
    {
        const Session before = m->session();
        emit(*m)->panes().plan().edited({{"adapter.rank", "0"}}, u"Rank"_s);
        QCOMPARE(m->session(), before);
        QVERIFY2(problem_shown(u"Found: \"0\""_s), "under the field");
        QVERIFY(!(*m)->panes().errors().isVisible());
        emit(*m)->panes().plan().edited({{"sequence_length", "99999999999999999999"}}, u"Sequence"_s);
        QCOMPARE(m->session(), before);
        QVERIFY(problem_shown(u"Found: \"99999999999999999999\""_s));
        // the next good edit takes the message away
        QVERIFY(m->type(u"Rank"_s, u"32"_s));
        QTRY_VERIFY(!problem_shown(u"Found: \"99999999999999999999\""_s));
    }
    void typing_beyond_the_range_keeps_the_last_value()
    {
        QVERIFY(m->type(u"Micro batch"_s, u"0"_s));
        QVERIFY(m->plan().micro_batch >= 1);
        QVERIFY(m->type(u"Micro batch"_s, u"999999999999"_s));
        QVERIFY(m->plan().micro_batch <= 65536);
        QVERIFY(m->type(u"Sequence length"_s, u"-5"_s));
        QVERIFY(m->plan().sequence_length >= 1);
    }
    void a_session_whose_model_is_gone_still_opens_and_says_so()
    {
        Session session = first_session();
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.config_path = "gone/config.json";
        const QString path = m->file(u"lost.plimsoll"_s);
        QVERIFY(!write_session(session, path));
        QVERIFY((*m)->files().open(path));
        QTRY_COMPARE((*m)->panes().answer().answer().fits, Fits::unknown);
        QTRY_COMPARE(sentences_with(u"gone/config.json: "_s), QStringList{u"plan pane"_s});
        for (const auto &[tab, said] : {std::pair<QWidget *, QString>{&(*m)->views().timeline(), u"The model cannot be read."_s},
                                        {&(*m)->views().fits(), u"The model cannot be read."_s},
                                        {&(*m)->views().advice(), u"The model cannot be read."_s},
                                        {&(*m)->views().sweep(), u"The model cannot be read."_s}}) {
            (*m)->views().setCurrentWidget(tab);
            QTRY_VERIFY2(says(*tab, said), qPrintable(tab->accessibleName()));
        }
        QVERIFY(m->press_segment(u"Method"_s, u"LoRA"_s)); // fields still work
    }
    /// Where nothing is known, nothing of another scenario stands for it.
    void what_was_worked_out_for_a_plan_goes_with_it()
    {
        Session session = first_session();
        session.cards.gpus = {"GeForce RTX 3070"};
        session.scenarios.push_back(session.scenarios[0]);
        session.scenarios[1].name = "gone";
        session.scenarios[1].plan.model = {.preset = "no-such-model"};
        WindowDriver w(session);
        w->views().setCurrentWidget(&w->views().advice());
        QTRY_VERIFY_WITH_TIMEOUT(w->views().advice().model().rowCount() > 0, 20000);
        const auto noted = [&](const QString &part) {
            const auto labels = w->panes().plan().findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *one) { return one->isVisible() && one->text().contains(part); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(noted(u"no effect"_s), 20000);
        w->document().select(1);
        QTRY_COMPARE(w->views().advice().model().rowCount(), 0);
        QTRY_VERIFY(!noted(u"no effect"_s));
        QTest::qWait(300); // nothing that was under way comes after it
        QCOMPARE(w->views().advice().model().rowCount(), 0);
        QVERIFY(!noted(u"no effect"_s));
        w->document().select(0);
        QTRY_VERIFY_WITH_TIMEOUT(w->views().advice().model().rowCount() > 0, 20000);
    }

private:
    void refused(const QString &path, const QString &said)
    {
        const Session before = m->session();
        const int steps = (*m)->document().undo_stack().count();
        QVERIFY(!(*m)->files().open(path));
        const ErrorBar &bar = (*m)->panes().errors();
        QVERIFY(bar.isVisible());
        QVERIFY2(bar.text().contains(said), qPrintable(bar.text()));
        QVERIFY2(bar.text().contains(QFileInfo(path).fileName()), qPrintable(bar.text()));
        QVERIFY(bar.text().endsWith(u"Nothing was changed."_s));
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(m->session(), before);
        QCOMPARE((*m)->document().undo_stack().count(), steps);
        QTest::keyClick(&**m, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }
    void drop(const QString &path)
    {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(path)});
        QDropEvent event(QPointF(400, 300), Qt::CopyAction, &mime, Qt::LeftButton, {});
        // not sent: Qt hands drops only to what a drag of its own has entered
        static_cast<QObject &>(**m).event(&event);
    }
    static bool says(const QWidget &panel, const QString &text)
    {
        const auto labels = panel.findChildren<QLabel *>();
        return std::ranges::any_of(labels, [&](const QLabel *one) { return one->isVisible() && one->text() == text; });
    }
    /// Where in the window a text stands: an entry for each label.
    QStringList sentences_with(const QString &text)
    {
        QStringList places;
        for (const QLabel *label : (*m)->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(text))
                places << ((*m)->panes().plan().isAncestorOf(label) ? u"plan pane"_s : label->text());
        return places;
    }
    bool problem_shown(const QString &beginning)
    {
        for (const QLabel *label : (*m)->panes().plan().findChildren<QLabel *>())
            if (label->isVisible() && label->accessibleName().startsWith(beginning)) return true;
        return false;
    }

    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestBadInput)
} // namespace PLIMSOLL_FILE
#include "test_bad_input.moc"
