// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/catalogue_text.h"
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"
#include "ui/document/text.h"
#include "ui/panels/settings_dialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// The Settings dialog over a window, through its own widgets.
class TestSettings : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
        m = std::make_unique<WindowDriver>(first_session(), sample::planner());
    }
    void cleanup() { m.reset(); }

    void the_menu_and_a_key_open_it_over_the_window()
    {
        QCOMPARE((*m)->actions()["edit.settings"]->shortcut(), QKeySequence(u"Ctrl+,"_s));
        QTest::keyClick(&**m, Qt::Key_Comma, Qt::ControlModifier);
        SettingsDialog *dialog = shown();
        QVERIFY(dialog && dialog->isModal());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!shown());
    }
    void what_is_chosen_shows_at_once_and_stays()
    {
        SettingsDialog &dialog = open();
        QVERIFY(press(dialog, u"Unit"_s, u"GB"_s));
        QCOMPARE(m->session().unit, ByteUnit::decimal);
        QTRY_VERIFY((*m)->panes().answer().answer().headline.contains(u"GB"_s));
        QVERIFY(press(dialog, u"Colours"_s, u"Dark"_s));
        QVERIFY(m->theme().appearance().dark);
        QVERIFY((*m)->actions()["view.dark"]->isChecked());
        QVERIFY(!(*m)->actions()["view.light"]->isChecked());
        dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
        const Preferences kept = Settings(m->file(u"window.ini"_s)).preferences();
        QCOMPARE(kept, (Preferences{ByteUnit::decimal, u"dark"_s, true}));
        QVERIFY(!m->session().scenarios.empty() && (*m)->document().undo_stack().count() == 0); // no step of the plan
    }
    void cancel_takes_all_of_it_back()
    {
        const Preferences before = m->settings().preferences();
        SettingsDialog &dialog = open();
        QVERIFY(press(dialog, u"Unit"_s, u"GB"_s));
        QVERIFY(press(dialog, u"Colours"_s, u"High contrast"_s));
        auto *reopen = dialog.findChild<QCheckBox *>();
        QTest::mouseClick(reopen, Qt::LeftButton, {}, QPoint(8, reopen->height() / 2));
        QVERIFY(!m->settings().reopen());
        QVERIFY(m->theme().appearance().high_contrast);
        dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Cancel)->click();
        QCOMPARE(m->settings().preferences(), before);
        QCOMPARE(m->session().unit, ByteUnit::binary);
        QVERIFY(!m->theme().appearance().high_contrast);
    }
    /// A session from elsewhere may count in the other unit: looking at the settings changes nothing of either.
    void a_sessions_own_unit_is_no_choice_for_all()
    {
        (*m)->document().set_unit(ByteUnit::decimal);
        SettingsDialog &dialog = open();
        QCOMPARE(segments(dialog, u"Unit"_s)->value(), u"GB"_s);
        QVERIFY(press(dialog, u"Colours"_s, u"Light"_s));
        dialog.accept();
        QCOMPARE(m->settings().unit(), ByteUnit::binary);
        QCOMPARE(m->session().unit, ByteUnit::decimal);
    }
    void own_files_are_named_with_what_was_found_in_them()
    {
        QCOMPARE(states().at(0), u"Not there: the catalogue's own cards alone."_s);
        QCOMPARE(states().at(1), u"Not there: the catalogue's own prices alone."_s);
        QVERIFY(QDir().mkpath(m_home->filePath(u"plimsoll"_s)));
        const QString cards = qt(user_file_path("gpus.json"));
        QCOMPARE(QFileInfo(cards).absolutePath(), m_home->filePath(u"plimsoll"_s));
        QVERIFY(!write_bytes("{\"schema\": \"plimsoll.gpus/1\", \"gpus\": [\n{\"name\": 5}]}", cards));
        const QString said = states().at(0);
        QVERIFY2(said.startsWith(u"0 read. gpus.json:2: name: read 5, accepted: a text"_s), qPrintable(said));
        QCOMPARE(path_of(open(), u"Cards"_s), QDir::toNativeSeparators(cards));
    }
    void a_folder_opens_and_is_made_first()
    {
        SettingsDialog &dialog = open();
        QStringList opened;
        dialog.open_folder = [&](const QString &folder) { return opened << folder, QFileInfo(folder).isDir(); };
        for (QPushButton *button : dialog.findChildren<QPushButton *>())
            if (button->accessibleName() == u"Open folder: Cards"_s) QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(opened, QStringList{m_home->filePath(u"plimsoll"_s)});
        QVERIFY(QFileInfo(opened.front()).isDir());
        dialog.open_folder = [](const QString &) { return false; };
        for (QPushButton *button : dialog.findChildren<QPushButton *>())
            if (button->accessibleName() == u"Open folder: Cloud prices"_s) QTest::mouseClick(button, Qt::LeftButton);
        const auto labels = dialog.findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *one) { return one->text().startsWith(u"No program here"_s); }));
    }
    void another_window_shows_the_colours_that_one_chose()
    {
        MainWindow other(m->parts(), first_session());
        SettingsDialog &dialog = open();
        QVERIFY(press(dialog, u"Colours"_s, u"Dark"_s));
        QVERIFY(other.actions()["view.dark"]->isChecked());
    }
    void nothing_of_it_is_cut_off()
    {
        SettingsDialog &dialog = open();
        for (const QWidget *one : dialog.findChildren<QWidget *>()) {
            const auto *label = qobject_cast<const QLabel *>(one);
            const auto *button = qobject_cast<const QAbstractButton *>(one);
            if (!one->isVisible() || (!label && !button)) continue;
            const int needs = label && label->wordWrap() ? label->heightForWidth(label->width()) : one->sizeHint().height();
            QVERIFY2(needs <= one->height(), qPrintable(one->property("text").toString()));
            if (button) QVERIFY2(one->sizeHint().width() <= one->width(), qPrintable(button->text()));
        }
    }

private:
    SettingsDialog *shown() const
    {
        auto *dialog = m->parts().settings ? (**m).findChild<SettingsDialog *>() : nullptr;
        return dialog && dialog->isVisible() ? dialog : nullptr;
    }
    SettingsDialog &open()
    {
        if (SettingsDialog *before = shown()) delete before;
        (*m)->actions()["edit.settings"]->trigger();
        return *shown();
    }
    static Segmented *segments(SettingsDialog &dialog, const QString &name)
    {
        for (auto *one : dialog.findChildren<Segmented *>())
            if (one->accessibleName() == name) return one;
        return nullptr;
    }
    static bool press(SettingsDialog &dialog, const QString &name, const QString &text)
    {
        for (auto *button : segments(dialog, name)->findChildren<SegmentButton *>())
            if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton), true;
        return false;
    }
    static QString path_of(SettingsDialog &dialog, const QString &title)
    {
        for (auto *field : dialog.findChildren<QLineEdit *>())
            if (field->accessibleName() == u"Path: "_s + title) return field->text();
        return {};
    }
    QStringList states()
    {
        QStringList out;
        for (const UserPlace &place : user_places(m->settings().sessions_folder())) out << place.state;
        return out;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestSettings)
} // namespace PLIMSOLL_FILE
#include "test_settings.moc"
